// Events against one segment.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "matcher/index/kernel.h"
#include "matcher/index/probe_run.h"
#include "matcher/index/segment.h"
#include "matcher/index/tombstones.h"
#include "matcher/predicate/residual.h"
#include "schema/path_registry.h"
#include "turnout/matcher.h"

namespace turnout::index {

// Receives matches, up to kMatchedMax at a time, with a word beside each id.
struct Sink {
  struct Taken {
    std::size_t count;  // of those offered
    bool more;          // false: stop
  };
  void* target;
  Taken (*take)(void*, std::span<const SubscriptionId> ids, const std::uint64_t* words);
};
inline constexpr std::size_t kMatchedMax = 64;

// Working memory of matching: everything grows to what was needed and stays.
struct Workspace {
  schema::Slots slots;       // the event's values by path id
  std::vector<Code> codes;   // of the segment's paths by Local; 0 between segments
  std::vector<Local> coded;  // those set
  struct Run {
    std::uint32_t begin, end;  // block words
  };
  std::vector<Run> runs;
  std::vector<std::uint32_t> blocks;       // block words: blocks to visit
  std::vector<std::uint32_t> survivors;    // block words: rows that their heads or the bitmaps did not reject
  std::array<Entry, kMatchedMax> matched;  // entries that match and wait for their ids to arrive in the cache
  std::size_t matched_count = 0;
  std::vector<std::uint64_t> seen;  // bit per entry: already reported; 0 between segments
  std::vector<Entry> seen_entries;
  std::vector<std::uint8_t> text_verdicts;  // by text test: 0 not known, 1 no match, 2 match; 0 between segments
  std::vector<std::uint32_t> texts_tested;
  ProbeWork probes;
  predicate::ResidualScratch residual;
  std::vector<schema::ValueView> residual_values;
  std::uint32_t until_sampled = 0;  // so many events pass before one is remembered
  MatchCounters counters;
};

// One of several events that are matched together.
struct MatchItem {
  const schema::EventData* event = nullptr;
  Workspace* work = nullptr;  // its own
  Sink sink = {};
  bool going = true;  // false: the sink stopped it
};
// So many events are matched together at most.
inline constexpr std::size_t kBatchMax = 8;

// Matches up to kBatchMax events whose values are in `work->slots`, leaving out those that were stopped. Each step of a match
// fetches the memory that the next one reads, and is taken for all events before that. `dead` may be null.
void match_segment(const Segment& segment, const Tombstones* dead, std::span<MatchItem> items);

}  // namespace turnout::index
