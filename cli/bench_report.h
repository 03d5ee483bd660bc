// What `turnout bench match` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/bench_protocol.h"

namespace turnout::cli {

struct BenchEngineResult {
  std::string engine;
  double build_filters_per_s = 0;  // from compiled filters to an engine that matches
  double bytes_per_filter = 0;     // growth of anonymous memory after settling
  BenchSummary summary;
  bool sampled = false;
  std::uint64_t matches = 0;
  std::optional<double> ns_per_satisfied_predicate;  // counting
  std::optional<double> median_speedup;              // of counting's median and mean over this engine's, on the events that
  std::optional<double> mean_speedup;                // both were timed on
};

struct BenchReport {
  std::uint64_t filters = 0;
  std::uint64_t events = 0;  // timed events
  std::uint64_t warmup_events = 0;
  double compile_filters_per_s = 0;
  unsigned compile_threads = 1;
  std::vector<BenchEngineResult> engines;
};

std::string bench_table(const BenchReport& report);
std::string bench_json(const BenchReport& report);

}  // namespace turnout::cli
