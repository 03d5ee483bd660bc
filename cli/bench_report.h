// What `turnout bench match` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/bench_protocol.h"

namespace turnout::cli {

// How much faster an engine is than another, on the events that both were timed on.
struct BenchRatio {
  std::string than;  // an engine
  double median = 0;
  double mean = 0;
};

struct BenchEngineResult {
  std::string engine;
  double build_filters_per_s = 0;  // from compiled filters to an engine that matches
  double bytes_per_filter = 0;     // growth of anonymous memory after settling
  BenchSummary summary;
  bool sampled = false;
  std::uint64_t matches = 0;
  std::optional<double> ns_per_satisfied_predicate = std::nullopt;  // counting engines
  std::vector<BenchRatio> ratios = {};                              // over the baselines that ran
};

// What an option measured beside the engines' times: named numbers, of the index.
struct BenchSection {
  std::string name;  // "json", "threads", ...
  std::vector<std::pair<std::string, double>> figures;
};

// One workload.
struct BenchReport {
  std::string workload;  // its name, or the file of filters
  std::uint64_t filters = 0;
  std::uint64_t events = 0;  // timed events
  std::uint64_t warmup_events = 0;
  double compile_filters_per_s = 0;
  unsigned compile_threads = 1;
  std::vector<BenchEngineResult> engines;
  std::vector<BenchSection> sections = {};
};

// The engines whose times the others' are divided by, in the order in which ratios are shown.
inline constexpr const char* kBenchBaselines[] = {"counting", "counting-tuned", "naive"};

enum class BenchFormat : std::uint8_t { text, csv, json };
// Of one report, or of several as one table. JSON of one is an object, of several an array of them; CSV has a line per report
// and engine, and the sections' figures in the index's.
std::string format_reports(std::span<const BenchReport> reports, BenchFormat format);

std::string bench_text(const BenchReport& report);
std::string bench_sweep_text(std::span<const BenchReport> reports);
std::string bench_csv(std::span<const BenchReport> reports);
std::string bench_json(const BenchReport& report);

}  // namespace turnout::cli
