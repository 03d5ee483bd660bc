// Several events in one match, against one at a time.
#pragma once

#include <cstddef>

#include "cli/bench_build.h"
#include "cli/bench_report.h"

namespace turnout::cli {

// Times the timed events one by one and in batches of `size`, in turns of 48 events or one batch, five rounds of each; an
// event's share of a batch is an equal one. The median of rounds is reported, in microseconds an event. Errors: an event is
// rejected.
Result<BenchSection> measure_batches(IndexEngine& index, const EventLines& lines, std::size_t size);

}  // namespace turnout::cli
