// Did you mean ...?
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace turnout::grammar {

// The candidate nearest to `word` without regard to ASCII case, within a third of its length in edits (insert, delete, replace,
// swap neighbours), or an empty view. Words beyond 40 bytes have none. O(candidates * 40 * 40).
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

// "did you mean X?", or an empty string.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace turnout::grammar
