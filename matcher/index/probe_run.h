// One event through the probes of a segment.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "matcher/index/probe.h"
#include "matcher/predicate/residual.h"
#include "schema/path_registry.h"

namespace turnout::index {

struct Segment;

// Neighbouring cells that the event leads to.
struct ProbeCell {
  const Level* level;
  std::uint32_t first, last;
};

// What a dictionary of a probe says of the event.
struct ProbeCodes {
  bool ran = false;         // the others mean nothing otherwise
  bool array = false;       // elements: the path holds an array
  bool complete = false;    // elements: all of them have a value
  Code value = 0;           // value: its code
  std::vector<Code> codes;  // elements: ascending, each once
};

// Working memory of one thread; grows to what is needed and stays. Valid for one event and segment.
struct ProbeWork {
  std::vector<ProbeCell> cells;
  std::vector<std::uint8_t> text_ran;  // by text index: whether its tests were evaluated
  std::vector<std::uint32_t> holding;
  std::vector<ProbeCodes> codes;  // by dictionary
  std::vector<ColumnTruths> columns;
  EventNumbers numbers;
  TextScratch text;
  predicate::ResidualScratch residual;
  std::vector<schema::ValueView> values;
};

// Evaluates every probe under which filters are attached: fills `work.cells`, and marks the verdict (2: holds) of the text
// tests that hold in `text_verdicts`, noting them in `texts_tested`.
void run_probes(const Segment& segment, const schema::Slots& slots, ProbeWork& work, std::vector<std::uint8_t>& text_verdicts,
                std::vector<std::uint32_t>& texts_tested);

// Whether the event's verdict on a path_text is that in text_verdicts, 0 meaning that it does not hold.
bool text_known(const Segment& segment, const ProbeWork& work, std::uint32_t path_text) noexcept;

// The truth of a residual as probes have it, if one does; O(log elements). nullopt: evaluate it.
std::optional<predicate::Truth> known_truth(const Segment& segment, const ProbeWork& work, std::uint32_t residual) noexcept;

}  // namespace turnout::index
