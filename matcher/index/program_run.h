// What of a filter is evaluated for each event by itself: its program (segment.h).
#pragma once

#include <cstdint>

#include "matcher/index/match.h"
#include "matcher/index/segment.h"

namespace turnout::index {

// Whether the program at `at` holds for the event whose values and codes are in `work`. Texts that are tested are noted there,
// with their verdicts. Linear in the program.
bool program_holds(const Segment& segment, Workspace& work, std::uint32_t at);

}  // namespace turnout::index
