// Bit-sliced counting, for filters that no single atom narrows down: seven ranges of a third of the domain each, say.
//
// The filters are numbered as rows. Each column stands for a path and divides its codes into a few slices; per slice, a bitmap
// says which rows the path does not exclude (rows that do not test the path are never excluded). An event picks one slice per
// column and ANDs the bitmaps, 512 rows at a time, strongest column first: rows are ordered so that neighbours have similar
// ranges, and most chunks die after one or two columns. What survives is verified exactly, as a row of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/huge_pages.h"
#include "matcher/index/dictionary.h"

namespace turnout::index {

struct Slices {
  static constexpr std::size_t kChunkWords = 8;  // one cache line of a bitmap
  static constexpr std::size_t kColumnsMax = 32;
  // Fewer rows than this are not worth columns of their own.
  static constexpr std::size_t kRowsMin = 1024;

  struct Column {
    Local path = 0;
    std::uint32_t slices = 0;
    std::size_t begin = 0;               // in `bits`: slice s of the column starts at begin + s * words
    std::vector<std::uint8_t> slice_of;  // by code
  };

  std::vector<Column> columns;  // strongest first
  std::size_t words = 0;        // of a bitmap; a multiple of kChunkWords
  base::HugeVector<std::uint64_t> bits;
  std::vector<std::uint32_t> blocks;  // by row: where its block begins

  [[nodiscard]] bool empty() const noexcept { return blocks.empty(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Calls visit(row) for every row that no column excludes, given the event's codes by Local; false stops.
  template <class Visit>
  bool for_each_survivor(const Code* codes, Visit&& visit) const;
};

template <class Visit>
bool Slices::for_each_survivor(const Code* codes, Visit&& visit) const {
  if (columns.empty()) return true;  // no columns, no rows
  const auto slice = [&](const Column& column) {
    return bits.data() + column.begin + column.slice_of[codes[column.path]] * words;
  };
  const std::uint64_t* chosen[kColumnsMax] = {slice(columns.front())};
  for (std::size_t c = 1; c < columns.size(); ++c) chosen[c] = slice(columns[c]);
  for (std::size_t chunk = 0; chunk < words; chunk += kChunkWords) {
    std::uint64_t alive[kChunkWords];
    std::uint64_t some = 0;
    for (std::size_t w = 0; w < kChunkWords; ++w) some |= alive[w] = chosen[0][chunk + w];
    for (std::size_t c = 1; c < columns.size() && some != 0; ++c) {
      some = 0;
      for (std::size_t w = 0; w < kChunkWords; ++w) some |= alive[w] &= chosen[c][chunk + w];
    }
    if (some == 0) continue;
    for (std::size_t w = 0; w < kChunkWords; ++w) {
      for (std::uint64_t rest = alive[w]; rest != 0; rest &= rest - 1) {
        if (!visit((chunk + w) * 64 + static_cast<std::size_t>(__builtin_ctzll(rest)))) return false;
      }
    }
  }
  return true;
}

}  // namespace turnout::index
