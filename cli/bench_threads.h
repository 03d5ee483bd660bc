// Throughput of several readers.
#pragma once

#include "cli/bench_build.h"
#include "cli/bench_report.h"

namespace turnout::cli {

struct BenchThreads {
  unsigned threads = 2;
  bool independent = false;  // build as many indexes, and measure a reader on each, too
  double seconds = 10;       // of each way
};

// Events per second of one reader and of `threads` readers on one index, in turns, five times; medians. Errors: those of
// build_engine() and read_events().
Result<BenchSection> measure_threads(IndexEngine& index, const BenchInput& input, const FilterFileOptions& filters,
                                     const BenchThreads& options);

}  // namespace turnout::cli
