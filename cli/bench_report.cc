#include "cli/bench_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace turnout::cli {
namespace {

std::string ratio_text(const BenchEngineResult& result, std::string_view than, double BenchRatio::*which) {
  const auto found =
      std::find_if(result.ratios.begin(), result.ratios.end(), [&](const auto& ratio) { return ratio.than == than; });
  return found == result.ratios.end() ? "-" : fmt::format("{:.3g}x", (*found).*which);
}

// The baselines that ran in any of the reports.
std::vector<std::string> baselines_of(std::span<const BenchReport> reports) {
  std::vector<std::string> found;
  for (const char* name : kBenchBaselines) {
    const bool ran = std::any_of(reports.begin(), reports.end(), [&](const BenchReport& report) {
      return std::any_of(report.engines.begin(), report.engines.end(),
                         [&](const auto& result) { return result.engine == name; });
    });
    if (ran) found.emplace_back(name);
  }
  return found;
}

std::string notes_of(const BenchReport& report) {
  std::string out;
  for (const BenchEngineResult& result : report.engines) {
    if (result.ns_per_satisfied_predicate) {
      out += fmt::format("{}: {:.2f} ns per satisfied predicate\n", result.engine, *result.ns_per_satisfied_predicate);
    }
    if (result.sampled) {
      out += fmt::format("{}: slower than {:.0f} ms an event, timed on a sample of {} events\n", result.engine,
                         kBenchSlowEvent_us / 1000, result.summary.events);
    }
  }
  for (const BenchSection& section : report.sections) {
    out += fmt::format("\n{}\n", section.name);
    for (const auto& [name, value] : section.figures) out += fmt::format("  {:<36} {:>14.2f}\n", name, value);
  }
  return out;
}

std::string engine_row(const BenchEngineResult& result, const std::vector<std::string>& baselines) {
  std::string out = fmt::format("{:<15} {:>10.0f} {:>8.0f} {:>11.2f} {:>11.2f} {:>11.2f} {:>11}", result.engine,
                                result.build_filters_per_s, result.bytes_per_filter, result.summary.median_us,
                                result.summary.mean_us, result.summary.p99_us, result.matches);
  for (const std::string& name : baselines) {
    out +=
        fmt::format(" {:>9} {:>9}", ratio_text(result, name, &BenchRatio::median), ratio_text(result, name, &BenchRatio::mean));
  }
  return out + '\n';
}

// "> counting" over the two columns of each baseline, "median" and "mean" below.
std::string engine_heading(const std::vector<std::string>& baselines, std::string_view indent) {
  std::string first = fmt::format("{}{:<15} {:>10} {:>8} {:>11} {:>11} {:>11} {:>11}", indent, "engine", "build", "memory",
                                  "median", "mean", "p99", "matches");
  std::string second = fmt::format("{}{:<15} {:>10} {:>8} {:>11} {:>11} {:>11} {:>11}", indent, "", "filters/s", "B/filter",
                                   "us/event", "us/event", "us/event", "");
  for (const std::string& name : baselines) {
    first += fmt::format(" {:>19}", "faster than");
    second += fmt::format(" {:>19}", name);
  }
  std::string third = fmt::format("{}{:83}", indent, "");
  for (std::size_t i = 0; i < baselines.size(); ++i) third += fmt::format(" {:>9} {:>9}", "median", "mean");
  return first + '\n' + second + '\n' + (baselines.empty() ? "" : third + '\n');
}

}  // namespace

std::string bench_text(const BenchReport& report) {
  const std::vector<std::string> baselines = baselines_of({&report, 1});
  std::string out =
      fmt::format("{}: {} filters, {} timed events, {} warm-up events; {:.0f} filters/s compiled on {} {}\n\n", report.workload,
                  report.filters, report.events, report.warmup_events, report.compile_filters_per_s, report.compile_threads,
                  report.compile_threads == 1 ? "thread" : "threads");
  out += engine_heading(baselines, "");
  for (const BenchEngineResult& result : report.engines) out += engine_row(result, baselines);
  const std::string notes = notes_of(report);
  return notes.empty() ? out : out + '\n' + notes;
}

std::string bench_sweep_text(std::span<const BenchReport> reports) {
  const std::vector<std::string> baselines = baselines_of(reports);
  std::string out = engine_heading(baselines, fmt::format("{:<13} {:>10}  ", "", ""));
  for (const BenchReport& report : reports) {
    for (const BenchEngineResult& result : report.engines) {
      out += fmt::format("{:<13} {:>10}  ", report.workload, report.filters) + engine_row(result, baselines);
    }
  }
  for (const BenchReport& report : reports) {
    const std::string notes = notes_of(report);
    if (!notes.empty()) out += fmt::format("\n{}, {} filters\n{}", report.workload, report.filters, notes);
  }
  return out;
}

std::string format_reports(std::span<const BenchReport> reports, BenchFormat format) {
  if (format == BenchFormat::csv) return bench_csv(reports);
  if (format == BenchFormat::text) return reports.size() == 1 ? bench_text(reports[0]) : bench_sweep_text(reports);
  if (reports.size() == 1) return bench_json(reports[0]);
  std::string out = "[\n";
  for (std::size_t i = 0; i < reports.size(); ++i) {
    std::string one = bench_json(reports[i]);
    one.pop_back();
    out += one + (i + 1 < reports.size() ? ",\n" : "\n");
  }
  return out + "]\n";
}

}  // namespace turnout::cli
