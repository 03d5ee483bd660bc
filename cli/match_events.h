// A stream of events through a matcher.
#pragma once

#include <cstdint>

#include "cli/event_format.h"
#include "cli/line_reader.h"
#include "cli/output.h"
#include "turnout/matcher.h"

namespace turnout::cli {

struct MatchEventsOptions {
  bool count = false;     // the number of matches instead of the ids
  bool validate = false;  // EventReader::Options
  EventFormat format = EventFormat::json;
  unsigned threads = 1;
};

struct MatchEventsSummary {
  std::uint64_t events = 0;
  std::uint64_t rejected = 0;
  std::uint64_t matches = 0;
};

// Writes a line per event, in the order of the events: `<number>` TAB ids ascending, or their count, or `error` for an event
// that was rejected; the reason of that goes to standard error with the line's number. Blank lines are skipped. Memory is
// bounded by a block of events per thread, whatever the length of the input; output follows as soon as the input pauses. Stops
// early when the output's reader went away. Errors: the events cannot be read.
Result<MatchEventsSummary> match_events(const Matcher& matcher, LineReader& events, const MatchEventsOptions& options,
                                        Output& out);

}  // namespace turnout::cli
