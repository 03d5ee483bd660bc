// The scalars of JSON: strings and numbers, read by our own code so that the documented rules hold to the letter and no kernel
// of the JSON library is in the way. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "schema/value_view.h"

namespace turnout::schema {

// A number token, the whole of `token` (no blanks): integers within int64 are int64, other numbers the nearest double, beyond
// double's range null (toward zero: 0.0). nullopt when it is no JSON number. Linear.
std::optional<ValueView> parse_json_number(std::string_view token) noexcept;

// The text of a JSON string whose first byte after the opening quote is `at`; escapes are undone in place. The string must be
// closed, and 8 bytes behind its closing quote must be readable. `end` receives the closing quote's place. nullopt: malformed
// escape or a lone surrogate. Linear.
std::optional<std::string_view> unescape_json_string(char* at, const char*& end) noexcept;

}  // namespace turnout::schema
