#include "grammar/name_characters.h"

#include <algorithm>
#include <span>

namespace turnout::grammar::detail {
namespace {

struct CodePointRange {
  char32_t first, last;
};

#include "grammar/name_characters_table.inc"

bool contains(std::span<const CodePointRange> ranges, char32_t point) noexcept {
  const auto next = std::upper_bound(ranges.begin(), ranges.end(), point,
                                     [](char32_t value, const CodePointRange& range) { return value < range.first; });
  return next != ranges.begin() && point <= std::prev(next)->last;
}

}  // namespace

bool is_letter_beyond_ascii(char32_t point) noexcept { return contains(kLetters, point); }
bool is_digit_beyond_ascii(char32_t point) noexcept { return contains(kDecimalDigits, point); }

}  // namespace turnout::grammar::detail
