// Bit-sliced counting, for filters that no single atom narrows down: seven ranges of a third of the domain each, say.
//
// The filters are numbered as rows. Each column stands for a path and divides its codes into a few slices; per slice, a bitmap
// says which rows the path does not exclude (rows that do not test the path are never excluded). An event picks one slice per
// column; the rows that it may match are the AND of their bitmaps. Rows are ordered so that neighbours have similar ranges.
// So a second, 64 times smaller bitmap of each slice, a bit per 64 rows, rules out most of the table. What is left is ANDed 512
// rows at a time, strongest column first, until none remain. What survives is verified exactly, as a row of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/huge_pages.h"
#include "matcher/index/dictionary.h"
#include "matcher/index/kernel.h"

namespace turnout::index {

struct Slices {
  static constexpr std::size_t kChunkWords = kLineWords;
  static constexpr std::size_t kColumnsMax = 32;
  // Fewer rows than this are not worth columns of their own.
  static constexpr std::size_t kRowsMin = 1024;

  struct Column {
    Local path = 0;
    std::uint32_t slices = 0;
    std::size_t first = 0;               // slice s of the column is bitmap first + s
    std::vector<std::uint8_t> slice_of;  // by code
  };

  std::vector<Column> columns;  // strongest first
  std::size_t words = 0;        // of a bitmap; a multiple of kChunkWords
  std::size_t group_words = 0;  // of a bitmap of groups: a bit for each of those words; a multiple of kChunkWords
  base::HugeVector<std::uint64_t> bits;
  base::HugeVector<std::uint64_t> groups;
  std::uint32_t rows_begin = 0;  // block words: row r, a block of one lane, begins at rows_begin + r * row_words
  std::uint32_t row_words = 0;
  std::uint32_t rows = 0;

  [[nodiscard]] bool empty() const noexcept { return columns.empty(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  [[nodiscard]] const std::uint64_t* bitmap(std::size_t number) const noexcept { return bits.data() + number * words; }
  [[nodiscard]] const std::uint64_t* group_bitmap(std::size_t number) const noexcept {
    return groups.data() + number * group_words;
  }
  // Appends the block words of all rows that the event may match, and of some others. `codes` by Local.
  void collect(const Code* codes, std::vector<std::uint32_t>& survivors) const;
};

}  // namespace turnout::index
