#include "cli/bench_report.h"

#include <fmt/format.h>

#include "cli/json_text.h"

namespace turnout::cli {
namespace {

std::string speedup(const std::optional<double>& factor) { return factor ? fmt::format("{:.3g}x", *factor) : "-"; }

void append_member(std::string& out, std::string_view name, const Value& value) {
  if (!out.ends_with('{')) out += ", ";
  append_json_string(out, name);
  out += ": ";
  append_json(out, value);
}

void append_optional(std::string& out, std::string_view name, const std::optional<double>& value) {
  if (value) append_member(out, name, *value);
}

Value count(std::uint64_t number) { return Value(static_cast<std::int64_t>(number)); }

std::string engine_json(const BenchEngineResult& result) {
  std::string out = "{";
  append_member(out, "engine", result.engine);
  append_member(out, "build_filters_per_s", result.build_filters_per_s);
  append_member(out, "bytes_per_filter", result.bytes_per_filter);
  append_member(out, "median_us", result.summary.median_us);
  append_member(out, "p99_us", result.summary.p99_us);
  append_member(out, "mean_us", result.summary.mean_us);
  append_member(out, "matches", count(result.matches));
  append_member(out, "timed_events", count(result.summary.events));
  append_member(out, "sampled", result.sampled);
  append_optional(out, "ns_per_satisfied_predicate", result.ns_per_satisfied_predicate);
  append_optional(out, "median_speedup_over_counting", result.median_speedup);
  append_optional(out, "mean_speedup_over_counting", result.mean_speedup);
  return out + '}';
}

}  // namespace

std::string bench_table(const BenchReport& report) {
  std::string out = fmt::format("{} filters, {} timed events, {} warm-up events; {:.0f} filters/s compiled on {} {}\n\n",
                                report.filters, report.events, report.warmup_events, report.compile_filters_per_s,
                                report.compile_threads, report.compile_threads == 1 ? "thread" : "threads");
  out += fmt::format("{:<10} {:>12} {:>9} {:>12} {:>12} {:>12} {:>12} {:>9} {:>9}\n", "engine", "build", "memory", "median",
                     "mean", "p99", "matches", "median", "mean");
  out += fmt::format("{:<10} {:>12} {:>9} {:>12} {:>12} {:>12} {:>12} {:>19}\n", "", "filters/s", "B/filter", "us/event",
                     "us/event", "us/event", "", "faster than counting");
  for (const BenchEngineResult& result : report.engines) {
    out += fmt::format("{:<10} {:>12.0f} {:>9.0f} {:>12.2f} {:>12.2f} {:>12.2f} {:>12} {:>9} {:>9}\n", result.engine,
                       result.build_filters_per_s, result.bytes_per_filter, result.summary.median_us, result.summary.mean_us,
                       result.summary.p99_us, result.matches, speedup(result.median_speedup), speedup(result.mean_speedup));
  }
  for (const BenchEngineResult& result : report.engines) {
    if (result.ns_per_satisfied_predicate) {
      out += fmt::format("\n{}: {:.2f} ns per satisfied predicate", result.engine, *result.ns_per_satisfied_predicate);
    }
    if (result.sampled) {
      out += fmt::format("\n{}: slower than {:.0f} ms an event, timed on a sample of {} events", result.engine,
                         kBenchSlowEvent_us / 1000, result.summary.events);
    }
  }
  if (!out.ends_with('\n')) out += '\n';
  return out;
}

std::string bench_json(const BenchReport& report) {
  std::string out = "{";
  append_member(out, "filters", count(report.filters));
  append_member(out, "events", count(report.events));
  append_member(out, "warmup_events", count(report.warmup_events));
  append_member(out, "compile_filters_per_s", report.compile_filters_per_s);
  append_member(out, "compile_threads", count(report.compile_threads));
  out += ", \"engines\": [";
  for (std::size_t i = 0; i < report.engines.size(); ++i) {
    out += (i == 0 ? "\n  " : ",\n  ") + engine_json(report.engines[i]);
  }
  return out + "\n]}\n";
}

}  // namespace turnout::cli
