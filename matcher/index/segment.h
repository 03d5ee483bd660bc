// An immutable, packed index over some filters: code spaces, access directories, rows of candidates.
//
// Access: each filter is attached under cells of one path's code space (or several, for an OR) such that it can only match an
// event whose code lies in one of them. Cells of level l are 2^l codes wide; a range is attached at the level where it touches
// at most two cells, a constant at level 0. An event visits, per path and level in use, the one cell of its code. Rows: the
// filters under a cell lie together, as blocks: up to 64 filters that test the same paths, in columns.
//
// Block layout in 32-bit words (`blocks`):
//   0        lanes | atoms << 8 | verify << 16 | flags << 24
//   1        bit j: atom j's `low` is an number in the path's table of sets (several ranges), `high` is unused
//   2..      local paths, two to a word, then per atom: low[lanes], high[lanes]
//   then     program offset[lanes], if kHasProgram
//   then     entry[lanes]
// The first `verify` atoms are tested; the others follow from the access cell and are kept so that a row can be decoded.
//
// Several blocks of one shape under one cell are sorted by the low code of their first atom and preceded by a directory, so
// that an event touches only those blocks whose first column may hold its code:
//   0        0 (no lanes)
//   1        path of the first atom | number of blocks << 16
//   2        words of directory and blocks together
//   3..      per block: least low; then per block: greatest high; then per block: offset from the directory's begin
//
// Entries are numbered in the order in which their first rows lie, so that matches of one cell read neighbouring ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/huge_pages.h"
#include "matcher/index/dictionary.h"
#include "matcher/index/id_table.h"
#include "matcher/index/probe.h"
#include "matcher/index/set_table.h"
#include "matcher/index/slices.h"
#include "matcher/predicate/formula.h"
#include "schema/path_registry.h"
#include "turnout/matcher.h"

namespace turnout::index {

using Entry = std::uint32_t;  // a filter's number in a segment

struct BlockHeader {
  static constexpr std::uint32_t kHasProgram = 1;  // the rest of each filter is a program
  static constexpr std::uint32_t kMulti = 2;       // its filters are attached more than once: report each once per event
  std::uint32_t lanes, atoms, verify, flags, set_mask;
};
inline constexpr std::size_t kLanesMax = 64;
inline constexpr std::size_t kDirectoryBlocksMin = 3;
inline constexpr std::size_t kDirectoryBlocksMax = 0xffff;
inline constexpr std::size_t kRowAtomsMax = 24;

inline BlockHeader read_header(const std::uint32_t* block) noexcept {
  return {block[0] & 0xff, (block[0] >> 8) & 0xff, (block[0] >> 16) & 0xff, block[0] >> 24, block[1]};
}
inline const Local* block_paths(const std::uint32_t* block) noexcept { return reinterpret_cast<const Local*>(block + 2); }
inline std::size_t columns_offset(const BlockHeader& h) noexcept { return 2 + (h.atoms + 1) / 2; }
inline std::size_t programs_offset(const BlockHeader& h) noexcept {
  return columns_offset(h) + std::size_t{2} * h.atoms * h.lanes;
}
inline std::size_t entries_offset(const BlockHeader& h) noexcept {
  return programs_offset(h) + ((h.flags & BlockHeader::kHasProgram) != 0 ? h.lanes : 0);
}
struct DirectoryHeader {
  Local path;
  std::uint32_t blocks, words;
};
inline DirectoryHeader read_directory(const std::uint32_t* at) noexcept {
  return {static_cast<Local>(at[1]), at[1] >> 16, at[2]};
}
inline constexpr std::size_t kDirectoryColumns = 3;  // where its columns begin

inline std::size_t block_words(const BlockHeader& h) noexcept { return entries_offset(h) + h.lanes; }

// Prefix code over 32-bit words: what does not fit into the columns of a row.
enum class Opcode : std::uint32_t {
  no,
  yes,
  range,     // op | path << 8, low, high
  set,       // op | path << 8, number of the set on that path
  text,      // op | negated << 4 | path << 8, index of path_texts, range of all strings
  residual,  // op | outcomes << 4, residual index, path whose presence it needs or kNoLocal, first code present
  all_of,
  any_of  // op, words of all children, children
};

// Words of one operation; children of all_of and any_of follow it.
inline constexpr std::uint32_t operation_words(Opcode op) noexcept {
  switch (op) {
    case Opcode::no:
    case Opcode::yes:
      return 1;
    case Opcode::range:
      return 3;
    case Opcode::text:
    case Opcode::residual:
      return 4;
    case Opcode::set:
    case Opcode::all_of:
    case Opcode::any_of:
      return 2;
  }
  return 1;
}
inline Opcode opcode_of(std::uint32_t word) noexcept { return static_cast<Opcode>(word & 0xf); }
// Words of the node that begins at `code`, its children included.
inline std::uint32_t node_words(const std::uint32_t* code) noexcept {
  const Opcode op = opcode_of(code[0]);
  return operation_words(op) + (op == Opcode::all_of || op == Opcode::any_of ? code[1] : 0);
}

struct PathIndex {
  schema::PathId path = 0;
  bool absent_access = false;  // some filter is attached so that the absence of the path leads to it
  Dictionary dictionary;
  SetTable sets;
  std::vector<Level> levels;  // ascending shift
};

// A text test on a path: what is evaluated at most once per event.
struct PathText {
  Local path;
  std::uint32_t text;
};

struct ResidualSlots {
  std::shared_ptr<const predicate::Residual> residual;
  std::vector<Local> locals;  // of residual->paths()
};

// Where a filter's encoding begins: a block word offset, or with kProgramBit a program word offset.
inline constexpr std::uint32_t kProgramBit = 0x8000'0000;

struct Segment {
  std::vector<PathIndex> paths;     // by Local
  std::vector<Local> local_of;      // by PathId; shorter than the registry when that has grown since
  std::vector<Local> absent_paths;  // those with absent_access
  base::HugeVector<std::uint32_t> blocks;
  std::uint32_t always_begin = 0, always_end = 0;  // blocks of filters without a cover
  Slices slices;
  std::vector<std::uint32_t> programs;
  std::vector<std::shared_ptr<const predicate::TextTest>> texts;
  std::vector<PathText> path_texts;
  std::vector<ResidualSlots> residuals;
  Probes probes;

  base::HugeVector<SubscriptionId> ids;  // by Entry
  IdTable by_id;
  std::vector<std::uint64_t> words;         // by Entry; empty when all are 0
  std::vector<std::uint32_t> locations;     // by Entry: see kProgramBit
  std::string text;                         // canonical texts, one after the other; empty when not kept
  std::vector<std::uint64_t> text_offsets;  // n + 1, or empty

  [[nodiscard]] Entry size() const noexcept { return static_cast<Entry>(ids.size()); }
  [[nodiscard]] std::optional<Entry> find(SubscriptionId id) const noexcept { return by_id.find(id, ids); }
  [[nodiscard]] std::uint64_t word(Entry e) const noexcept { return words.empty() ? 0 : words[e]; }
  [[nodiscard]] std::string_view text_of(Entry e) const noexcept {
    return std::string_view(text).substr(text_offsets[e], text_offsets[e + 1] - text_offsets[e]);
  }
  [[nodiscard]] std::span<const CodeRange> ranges_of(Local path, std::uint32_t set) const noexcept {
    return paths[path].sets.ranges(set);
  }
  // Where filters are attached under a path, or under a probe.
  [[nodiscard]] std::vector<Level>& levels(Local local) noexcept {
    return local < paths.size() ? paths[local].levels : probes.list[local - paths.size()].levels;
  }
  [[nodiscard]] Code code_count(Local local) const noexcept {
    return local < paths.size() ? paths[local].dictionary.code_count() : probes.list[local - paths.size()].codes;
  }
  [[nodiscard]] MemoryUsage memory() const noexcept;
};

// One filter on its way into a segment.
struct Source {
  SubscriptionId id;
  std::uint64_t word = 0;
  const predicate::Formula* formula = nullptr;
  std::string_view text;  // empty when texts are not kept
};

// Registers the paths and packs the filters. Errors: limits::kMatcherPaths, or more rows than 32-bit offsets reach.
Result<std::shared_ptr<const Segment>> build_segment(std::span<const Source> sources, schema::PathRegistry& registry,
                                                     bool keep_text);

// The filter of an entry as it went in.
predicate::Formula decode(const Segment& segment, const schema::PathRegistry& registry, Entry entry);

}  // namespace turnout::index
