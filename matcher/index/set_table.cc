#include "matcher/index/set_table.h"

#include <algorithm>

namespace turnout::index {
namespace {

// The matrix may take this many times the bytes of the ranges it stands beside.
constexpr std::size_t kMatrixRatioMax = 4;

}  // namespace

std::uint32_t SetTable::add(std::span<const CodeRange> ranges) {
  ranges_.insert(ranges_.end(), ranges.begin(), ranges.end());
  offsets_.push_back(static_cast<std::uint32_t>(ranges_.size()));
  return size() - 1;
}

void SetTable::finish(Code code_count) {
  ranges_.shrink_to_fit();
  offsets_.shrink_to_fit();
  if (size() == 0) return;
  const std::size_t words = (size() + 63) / 64;
  const std::size_t bytes = words * sizeof(std::uint64_t) * code_count;
  if (bytes > kMatrixRatioMax * (ranges_.size() * sizeof(CodeRange) + 64)) return;
  words_ = words;
  matrix_.assign(words * code_count, 0);
  for (std::uint32_t set = 0; set < size(); ++set) {
    for (const CodeRange& range : ranges(set)) {
      for (std::size_t code = range.low; code <= range.high; ++code) {
        matrix_[code * words_ + set / 64] |= std::uint64_t{1} << (set % 64);
      }
    }
  }
}

bool SetTable::search(std::uint32_t set, Code code) const noexcept {
  const std::span<const CodeRange> all = ranges(set);
  const auto at = std::partition_point(all.begin(), all.end(), [code](const CodeRange& r) { return r.high < code; });
  return at != all.end() && at->low <= code;
}

std::size_t SetTable::memory_bytes() const noexcept {
  return offsets_.capacity() * sizeof(std::uint32_t) + ranges_.capacity() * sizeof(CodeRange) +
         matrix_.capacity() * sizeof(std::uint64_t);
}

}  // namespace turnout::index
