// The ESCAPE rules of LIKE.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "grammar/number.h"

namespace turnout::grammar {

// The escape of ESCAPE 'c': one code point; `strict` (core) forbids % and _.
std::variant<char32_t, LiteralMistake> decode_escape(std::string_view text, bool strict);

// What is wrong with a pattern under this escape: it ends in one, or (`strict`) it has one before anything but %, _ or itself.
std::optional<LiteralMistake> check_like_pattern(std::string_view pattern, char32_t escape, bool strict);

}  // namespace turnout::grammar
