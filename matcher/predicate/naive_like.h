// The oracle's LIKE: the textbook table over code points.
#pragma once

#include <optional>
#include <string_view>

namespace turnout::predicate {

// Whether the whole of `subject` matches `pattern`: `%` any run of code points, `_` one, `escape` makes the next code point
// literal. Time is subject times pattern, memory linear in the pattern.
bool naive_like(std::string_view subject, std::string_view pattern, std::optional<char32_t> escape, bool ignore_case);

}  // namespace turnout::predicate
