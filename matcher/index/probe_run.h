// One event through the probes of a segment.
#pragma once

#include <cstdint>
#include <vector>

#include "matcher/index/probe.h"
#include "schema/path_registry.h"

namespace turnout::index {

struct Segment;

// A cell that the event leads to.
struct ProbeCell {
  const Level* level;
  std::uint32_t cell;
};

// Working memory of one thread; grows to what is needed and stays. Valid for one event and segment, until end_probes().
struct ProbeWork {
  std::vector<ProbeCell> cells;
  std::vector<std::uint8_t> text_ran;  // by text index: whether its tests were evaluated
  std::vector<std::uint32_t> holding;
  TextScratch text;
};

// Evaluates every probe under which filters are attached: fills `work.cells`, and marks the verdict (2: holds) of the text
// tests that hold in `text_verdicts`, noting them in `texts_tested`.
void run_probes(const Segment& segment, const schema::Slots& slots, ProbeWork& work, std::vector<std::uint8_t>& text_verdicts,
                std::vector<std::uint32_t>& texts_tested);

// Whether the event's verdict on a path_text is that in text_verdicts, 0 meaning that it does not hold.
bool text_known(const Segment& segment, const ProbeWork& work, std::uint32_t path_text) noexcept;

}  // namespace turnout::index
