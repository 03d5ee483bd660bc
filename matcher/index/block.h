// How candidate rows lie in memory, in 32-bit words. Five kinds of block, told apart by word 0:
//
// Rows that test the same paths, in columns (one row is a block of one lane):
//   0        lanes | atoms << 8 | verify << 16 | flags << 21
//   1        with kSets, bit j: atom j's `low` is a number in the path's table of sets (several ranges), `high` is unused
//   ..       local paths, two to a word
//   ..       per atom: low[lanes], high[lanes]; 16 bits each or, with kWide, 32
//   ..       program offset[lanes], if kHasProgram
//   ..       entry[lanes]
//   The first `verify` atoms are tested; the others follow from the access cell and are kept so that a row can be decoded; with
//   kOnce their columns hold one lane, which stands for all.
//
// Mixed rows: as many atoms each, none of them a set, but on paths of their own:
//   0        lanes | atoms << 8 | verify << 16 | flags << 21, kMixed among them
//   1        words of this block
//   2        bit j: atom j holds for one code in all rows, and has one column
//   ..       per atom: local path[lanes, rounded up to kHeadPad], 16 bits each,
//            then low[lanes], high[lanes] or code[lanes]; 16 bits each or, with kWide, 32
//   ..       program offset[lanes], if kHasProgram
//   ..       entry[lanes]
//   The atoms of a row stand in the order of their probability, and those that are not verified last, as above.
//
// Mixed rows that name paths which events often lack: those that need a path the event has not are rejected first, by one test
// of a bit mask each; the others are looked at one by one, so that the lines of rejected rows are not touched:
//   0        lanes | atoms << 8 | verify << 16 | flags << 21, kMixed and kRequired among them
//   1        words of this block
//   2        bit j: as of mixed rows; only for atoms that are not verified
//   3        number of paths that the masks speak of, up to 32
//   ..       local path[that number, rounded up to kHeadPad], 16 bits each
//   ..       mask[lanes]: bit i: the row holds only if there is a value of path i
//   ..       row[lanes]: of the atoms to verify the local paths, two to a word, then low and high of each
//   ..       the other atoms, as of mixed rows
//   ..       program offset[lanes], if kHasProgram
//   ..       entry[lanes]
//
// Heads: rows of any shapes, of each the one or two atoms that are least likely to hold, in columns, so that most are rejected
// without a look at the row itself. With kPoints, one atom each, which holds for one code. All heads of a cell lie together,
// after its other blocks and before their rows:
//   0        lanes | atoms << 8 | flags << 21, kHeads among them
//   1        words to the next block of the cell: of the last heads, the rows of all are included
//   ..       per atom: as of mixed rows
//   ..       row[lanes]: words from the block's begin to a block of one lane, whose first atom is the first above
//
// A directory, before the blocks of a cell that has several: an event touches only those whose first column may hold its code.
//   0        0
//   1        number of blocks
//   2        words of directory and blocks together
//   ..       local path[blocks, rounded up to kHeadPad], 16 bits each
//   ..       low[blocks], high[blocks], 32 bits each: the range of the block's first column on that path
//   ..       words from the directory's begin to each block
#pragma once

#include <cstddef>
#include <cstdint>

#include "matcher/index/dictionary.h"

namespace turnout::index {

struct BlockHeader {
  static constexpr std::uint32_t kHasProgram = 1;  // the rest of each filter is a program
  static constexpr std::uint32_t kMulti = 2;       // its filters are attached more than once: report each once per event
  static constexpr std::uint32_t kWide = 4;
  static constexpr std::uint32_t kSets = 8;
  static constexpr std::uint32_t kOnce = 16;
  static constexpr std::uint32_t kHeads = 32;
  static constexpr std::uint32_t kPoints = 64;
  static constexpr std::uint32_t kMixed = 128;
  static constexpr std::uint32_t kRequired = 512;
  static constexpr std::uint32_t kJoined = 256;  // some entry is not the only one of its filter: see Segment::follows()
  std::uint32_t lanes, atoms, verify, flags;

  [[nodiscard]] std::uint32_t word() const noexcept { return lanes | atoms << 8 | verify << 16 | flags << 21; }
  [[nodiscard]] bool has(std::uint32_t flag) const noexcept { return (flags & flag) != 0; }
  // Words that one lane of an atom's two columns takes.
  [[nodiscard]] std::size_t lane_words() const noexcept { return has(kWide) ? 2 : 1; }
  // Words of the two columns of an atom that is verified, and of one that is not.
  [[nodiscard]] std::size_t column_words() const noexcept { return lane_words() * lanes; }
  [[nodiscard]] std::size_t kept_words() const noexcept { return lane_words() * (has(kOnce) ? 1 : lanes); }
};
inline constexpr std::size_t kLanesMax = 64;
inline constexpr std::size_t kDirectoryBlocksMin = 3;
inline constexpr std::size_t kHeadPad = 16;  // whole vectors of paths, so that none reads a path that is not there
inline constexpr std::size_t kRowAtomsMax = 24;
inline constexpr Code kNarrowMax = 0xffff;  // of codes and set numbers in columns of 16 bits

inline BlockHeader read_header(const std::uint32_t* block) noexcept {
  return {block[0] & 0xff, (block[0] >> 8) & 0xff, (block[0] >> 16) & 0x1f, block[0] >> 21};
}
inline std::uint32_t set_mask(const BlockHeader& h, const std::uint32_t* block) noexcept {
  return h.has(BlockHeader::kSets) ? block[1] : 0;
}
inline std::size_t paths_offset(const BlockHeader& h) noexcept { return h.has(BlockHeader::kSets) ? 2 : 1; }
inline const Local* block_paths(const BlockHeader& h, const std::uint32_t* block) noexcept {
  return reinterpret_cast<const Local*>(block + paths_offset(h));
}
inline std::size_t columns_offset(const BlockHeader& h) noexcept { return paths_offset(h) + (h.atoms + 1) / 2; }
inline std::size_t column_offset(const BlockHeader& h, std::size_t atom) noexcept {
  return columns_offset(h) +
         (atom < h.verify ? atom * h.column_words() : h.verify * h.column_words() + (atom - h.verify) * h.kept_words());
}
inline std::size_t programs_offset(const BlockHeader& h) noexcept { return column_offset(h, h.atoms); }
inline std::size_t entries_offset(const BlockHeader& h) noexcept {
  return programs_offset(h) + (h.has(BlockHeader::kHasProgram) ? h.lanes : 0);
}
inline std::size_t block_words(const BlockHeader& h) noexcept { return entries_offset(h) + h.lanes; }

// Of column pairs, heads and directories alike: `count` lows, then as many highs.
inline const std::uint16_t* narrow_lows(const std::uint32_t* columns) noexcept {
  return reinterpret_cast<const std::uint16_t*>(columns);
}
inline std::size_t path_words(std::size_t count) noexcept { return (count + kHeadPad - 1) / kHeadPad * (kHeadPad / 2); }

// The columns of one atom at one lane.
inline CodeRange column_range(const BlockHeader& h, const std::uint32_t* block, std::size_t atom, std::size_t lane) noexcept {
  const std::uint32_t* column = block + column_offset(h, atom);
  const bool once = atom >= h.verify && h.has(BlockHeader::kOnce);
  const std::size_t lanes = once ? 1 : h.lanes;
  if (once) lane = 0;
  if (h.has(BlockHeader::kWide)) return {column[lane], column[lanes + lane]};
  return {narrow_lows(column)[lane], narrow_lows(column)[lanes + lane]};
}

// Columns with a path to each lane: of heads and mixed rows. Words of one atom's, of its paths and what follows them.
inline std::size_t headed_words(const BlockHeader& h, bool point, std::size_t lanes) noexcept {
  return path_words(lanes) + (point ? (h.lane_words() * lanes + 1) / 2 : h.lane_words() * lanes);
}

inline constexpr std::size_t kHeadPaths = 2;  // where they begin
inline std::size_t head_paths_offset(const BlockHeader& h, std::size_t atom) noexcept {
  return kHeadPaths + atom * headed_words(h, h.has(BlockHeader::kPoints), h.lanes);
}
inline std::size_t head_rows_offset(const BlockHeader& h) noexcept { return head_paths_offset(h, h.atoms); }

inline constexpr std::size_t kMixedPaths = 3;  // where they begin
inline std::size_t mixed_lanes(const BlockHeader& h, std::size_t atom) noexcept {
  return atom >= h.verify && h.has(BlockHeader::kOnce) ? 1 : h.lanes;
}

// With kRequired: where the paths of the masks, the masks and the rows begin, and words of a row.
inline constexpr std::size_t kRequiredPaths = 4;
inline constexpr std::size_t kRequiredMax = 32;
inline std::size_t required_masks_offset(const std::uint32_t* block) noexcept { return kRequiredPaths + path_words(block[3]); }
inline std::size_t required_rows_offset(const BlockHeader& h, const std::uint32_t* block) noexcept {
  return required_masks_offset(block) + h.lanes;
}
inline std::size_t required_row_words(const BlockHeader& h) noexcept { return (h.verify + 1) / 2 + h.lane_words() * h.verify; }

// Where the columns of an atom begin; with kRequired, of one that is not verified.
inline std::size_t mixed_columns_offset(const BlockHeader& h, const std::uint32_t* block, std::size_t atom) noexcept {
  const bool rows = h.has(BlockHeader::kRequired);
  std::size_t at = rows ? required_rows_offset(h, block) + h.lanes * required_row_words(h) : kMixedPaths;
  for (std::size_t j = rows ? h.verify : 0; j < atom; ++j) {
    at += headed_words(h, (block[2] >> j & 1) != 0, mixed_lanes(h, j));
  }
  return at;
}

// Where a row's program and entry are, of blocks other than heads.
struct RowEnds {
  const std::uint32_t* programs;
  const std::uint32_t* entries;
};
inline RowEnds row_ends(const BlockHeader& h, const std::uint32_t* block) noexcept {
  const std::uint32_t* programs =
      block + (h.has(BlockHeader::kMixed) ? mixed_columns_offset(h, block, h.atoms) : programs_offset(h));
  return {programs, programs + (h.has(BlockHeader::kHasProgram) ? h.lanes : 0)};
}

inline constexpr std::size_t kDirectoryPaths = 3;  // where they begin
inline std::size_t directory_columns_offset(std::size_t blocks) noexcept { return kDirectoryPaths + path_words(blocks); }

}  // namespace turnout::index
