#include "schema/case_fold.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>

#include "schema/utf8.h"

namespace turnout::schema {

namespace {

// The code points first, first + step, ... last move by `delta`.
struct CaseRange {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t step;
  std::int32_t delta;
};

#include "schema/case_fold_table.inc"

char32_t mapped(std::span<const CaseRange> table, char32_t point) noexcept {
  const std::uint32_t code = point;
  const auto range = std::lower_bound(table.begin(), table.end(), code,
                                      [](const CaseRange& entry, std::uint32_t wanted) { return entry.last < wanted; });
  if (range == table.end() || code < range->first || (code - range->first) % range->step != 0) return point;
  return static_cast<char32_t>(static_cast<std::int64_t>(code) + range->delta);
}

}  // namespace

namespace detail {
char32_t fold_beyond_ascii(char32_t point) noexcept { return mapped(kFold, point); }
char32_t upper_beyond_ascii(char32_t point) noexcept { return mapped(kUpper, point); }
char32_t lower_beyond_ascii(char32_t point) noexcept { return mapped(kLower, point); }
}  // namespace detail

void append_folded(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) append_utf8(out, fold_simple(next_code_point(text, at)));
}

std::string fold_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  append_folded(out, text);
  return out;
}

bool equal_folded(std::string_view a, std::string_view b) noexcept {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (fold_simple(next_code_point(a, i)) != fold_simple(next_code_point(b, j))) return false;
  }
  return i == a.size() && j == b.size();
}

std::string_view case_table_version() noexcept { return kCaseTableVersion; }

}  // namespace turnout::schema
