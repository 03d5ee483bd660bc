// One run of `turnout bench match`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/bench_report.h"
#include "turnout/filter.h"

namespace turnout::cli {

struct BenchOptions {
  std::string filters;
  std::string events;
  std::string warmup;  // empty: the first tenth of `events`
  std::vector<std::string> engines = {"index", "counting"};
  unsigned threads = 1;  // for compiling
  Dialect dialect = Dialect::core;
};

struct BenchOutcome {
  BenchReport report;
  std::uint64_t invalid_filters = 0;  // reported on standard error; nothing was measured
  std::string disagreement;           // which event two engines differ on; empty when they agree
};

// Builds, times and compares the engines. Errors: a file cannot be read, an event is rejected, an engine cannot be built. Shows
// progress on a terminal.
Result<BenchOutcome> run_bench(const BenchOptions& options);

}  // namespace turnout::cli
