// An immutable, packed index over some filters: code spaces, access directories, rows of candidates.
//
// Access: each filter is attached under cells of one path's code space (or several, for an OR) such that it can only match an
// event whose code lies in one of them. Cells of level l are 2^l codes wide; a range is attached at the level where it touches
// at most two cells, a constant at level 0. An event visits, per path and level in use, the one cell of its code. Rows: the
// filters under a cell lie together, as blocks of up to 64, in columns.
//
// Blocks and the directories before them: block.h.
//
// Entries are numbered in the order in which their first rows lie, so that matches of one cell read neighbouring ids. Equal
// filters have one row, that of the first; the others follow it.
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
#include "matcher/index/block.h"
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
  std::uint64_t events_known = 0;                  // EventSample::noted() when costs were estimated
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
  std::vector<std::uint64_t> followers;     // bit per Entry, and one more; empty when all filters differ
  std::string text;                         // canonical texts, one after the other; empty when not kept
  std::vector<std::uint64_t> text_offsets;  // n + 1, or empty

  [[nodiscard]] Entry size() const noexcept { return static_cast<Entry>(ids.size()); }
  [[nodiscard]] std::optional<Entry> find(SubscriptionId id) const noexcept { return by_id.find(id, ids); }
  // Whether the filter of `e`, at most size(), is that of the entry before.
  [[nodiscard]] bool follows(Entry e) const noexcept { return !followers.empty() && (followers[e / 64] >> (e % 64) & 1) != 0; }
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
  const predicate::FilterRep* filter = nullptr;
  std::string_view text;  // empty when texts are not kept
};

class EventSample;

// How filters become a segment.
struct PackOptions {
  bool keep_text = true;
  const EventSample* sample = nullptr;  // events to estimate costs by, if there are any
  bool piece = false;  // only to be merged with others: rows lie as they come, and neither matches nor ids are found
};

// Registers the paths and packs the filters. Errors: limits::kMatcherPaths, or more rows than 32-bit offsets reach.
Result<std::shared_ptr<const Segment>> build_segment(std::span<const Source> sources, schema::PathRegistry& registry,
                                                     PackOptions options);

// The filter of an entry as it went in.
predicate::Formula decode(const Segment& segment, const schema::PathRegistry& registry, Entry entry);

}  // namespace turnout::index
