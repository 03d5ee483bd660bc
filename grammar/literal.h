// Strings, quoted names, binary and timestamp literals: token text to value. All linear.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "grammar/number.h"

namespace turnout::grammar {

// The content of 'string', "name" or [name]: quotes removed, a doubled closing quote made one.
std::string unquote(std::string_view token);

// The bytes of X'0aff'.
std::variant<std::string, LiteralMistake> decode_binary(std::string_view token);

// Milliseconds since 1970-01-01 UTC of '2026-07-06T11:04:18.250Z' or with an offset '+02:00' (content of the string). The
// offset is required; at most 3 fraction digits; no second 60; years 0000 to 9999 of the Gregorian calendar.
std::variant<std::int64_t, LiteralMistake> decode_timestamp(std::string_view text);

}  // namespace turnout::grammar
