// The sets of several code ranges on one path (IN, <>, NOT IN), each stored once.
//
// Where the path has few codes, a bit matrix answers membership: one row per code, one bit per set. An event has one code, so
// all its tests on the path read one row, which stays in the cache; walking each set's ranges would miss at every set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/huge_pages.h"
#include "matcher/index/dictionary.h"

namespace turnout::index {

class SetTable {
 public:
  // Appends a set and returns its number.
  std::uint32_t add(std::span<const CodeRange> ranges);
  // After the last add.
  void finish(Code code_count);

  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(offsets_.size() - 1); }
  [[nodiscard]] std::span<const CodeRange> ranges(std::uint32_t set) const noexcept {
    return std::span(ranges_).subspan(offsets_[set], offsets_[set + 1] - offsets_[set]);
  }
  // O(1) with the matrix, else O(log ranges).
  [[nodiscard]] bool contains(std::uint32_t set, Code code) const noexcept {
    if (words_ == 0) return search(set, code);
    return (matrix_[code * words_ + set / 64] >> (set % 64) & 1) != 0;
  }
  // A bit per set: whether it contains `code`. Null when there is no matrix.
  [[nodiscard]] const std::uint64_t* members(Code code) const noexcept {
    return words_ == 0 ? nullptr : matrix_.data() + code * words_;
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  [[nodiscard]] bool search(std::uint32_t set, Code code) const noexcept;

  std::vector<std::uint32_t> offsets_{0};
  std::vector<CodeRange> ranges_;
  std::size_t words_ = 0;  // of a row of the matrix; 0: there is none
  base::HugeVector<std::uint64_t> matrix_;
};

}  // namespace turnout::index
