// One run of `turnout bench match`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/bench_input.h"
#include "cli/bench_report.h"
#include "turnout/filter.h"

namespace turnout::cli {

struct BenchOptions {
  BenchSource source;
  std::vector<std::string> engines = {"index", "counting", "counting-tuned"};
  unsigned compile_threads = 1;
  Dialect dialect = Dialect::core;
  // Beside the engines' times, of the index:
  bool from_json = false;         // from a JSON line to ids, and reading alone
  bool stats = false;             // what a match looks at
  std::size_t batch = 1;          // more than 1: so many events in one match, against one at a time
  unsigned threads = 1;           // more than 1: throughput of one and of so many readers
  bool independent = false;       // and of as many readers with an index each
  std::uint64_t churn_per_s = 0;  // times of match while so many changes are made each second
  double seconds = 10;            // how long throughput and churn are measured, each way
};

struct BenchOutcome {
  BenchReport report;
  std::uint64_t invalid_filters = 0;  // reported on standard error; nothing was measured
  std::string disagreement;           // which event two engines differ on; empty when they agree
};

// Builds, times and compares the engines. Errors: a file cannot be read, an event is rejected, an engine cannot be built, an
// option needs an engine that is not in the list. Shows progress on a terminal.
Result<BenchOutcome> run_bench(const BenchOptions& options);

}  // namespace turnout::cli
