// Reports as CSV and JSON.
#include <fmt/format.h>

#include <algorithm>

#include "cli/bench_report.h"
#include "cli/json_text.h"

namespace turnout::cli {
namespace {

void append_member(std::string& out, std::string_view name, const Value& value) {
  if (!out.ends_with('{')) out += ", ";
  append_json_string(out, name);
  out += ": ";
  append_json(out, value);
}

Value count(std::uint64_t number) { return Value(static_cast<std::int64_t>(number)); }

std::string key_of(std::string_view engine) {
  std::string key(engine);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

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
  if (result.ns_per_satisfied_predicate) append_member(out, "ns_per_satisfied_predicate", *result.ns_per_satisfied_predicate);
  for (const BenchRatio& ratio : result.ratios) {
    append_member(out, "median_speedup_over_" + key_of(ratio.than), ratio.median);
    append_member(out, "mean_speedup_over_" + key_of(ratio.than), ratio.mean);
  }
  return out + '}';
}

std::string section_json(const BenchSection& section) {
  std::string out = "{";
  for (const auto& [name, value] : section.figures) append_member(out, name, value);
  return out + '}';
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

// The sections' columns: those of the first report, as all of them have the same.
std::vector<std::string> section_columns(std::span<const BenchReport> reports) {
  std::vector<std::string> columns;
  if (reports.empty()) return columns;
  for (const BenchSection& section : reports.front().sections) {
    for (const auto& [name, value] : section.figures) columns.push_back(section.name + '.' + name);
  }
  return columns;
}

std::string figure_csv(const BenchReport& report, std::string_view column) {
  for (const BenchSection& section : report.sections) {
    for (const auto& [name, value] : section.figures) {
      if (section.name + '.' + name == column) return fmt::format("{:.6g}", value);
    }
  }
  return {};
}

std::string row_csv(const BenchReport& report, const BenchEngineResult& result, const std::vector<std::string>& columns) {
  std::string out =
      fmt::format("{},{},{},{},{:.0f},{:.2f},{:.4f},{:.4f},{:.4f},{},{},{}", csv_text(report.workload), report.filters,
                  report.events, result.engine, result.build_filters_per_s, result.bytes_per_filter, result.summary.median_us,
                  result.summary.mean_us, result.summary.p99_us, result.matches, result.summary.events, result.sampled ? 1 : 0);
  for (const char* baseline : kBenchBaselines) {
    const auto found =
        std::find_if(result.ratios.begin(), result.ratios.end(), [&](const auto& r) { return r.than == baseline; });
    out += found == result.ratios.end() ? ",," : fmt::format(",{:.4g},{:.4g}", found->median, found->mean);
  }
  for (const std::string& column : columns) out += ',' + (result.engine == "index" ? figure_csv(report, column) : "");
  return out + '\n';
}

}  // namespace

std::string bench_csv(std::span<const BenchReport> reports) {
  std::string out =
      "workload,filters,events,engine,build_filters_per_s,bytes_per_filter,median_us,mean_us,p99_us,matches,timed_events,"
      "sampled";
  for (const char* baseline : kBenchBaselines) {
    out += fmt::format(",median_speedup_over_{0},mean_speedup_over_{0}", key_of(baseline));
  }
  const std::vector<std::string> columns = section_columns(reports);
  for (const std::string& column : columns) out += ',' + csv_text(column);
  out += '\n';
  for (const BenchReport& report : reports) {
    for (const BenchEngineResult& result : report.engines) out += row_csv(report, result, columns);
  }
  return out;
}

std::string bench_json(const BenchReport& report) {
  std::string out = "{";
  append_member(out, "workload", report.workload);
  append_member(out, "filters", count(report.filters));
  append_member(out, "events", count(report.events));
  append_member(out, "warmup_events", count(report.warmup_events));
  append_member(out, "compile_filters_per_s", report.compile_filters_per_s);
  append_member(out, "compile_threads", count(report.compile_threads));
  for (const BenchSection& section : report.sections) {
    out += ", ";
    append_json_string(out, section.name);
    out += ": " + section_json(section);
  }
  out += ", \"engines\": [";
  for (std::size_t i = 0; i < report.engines.size(); ++i) {
    out += (i == 0 ? "\n  " : ",\n  ") + engine_json(report.engines[i]);
  }
  return out + "\n]}\n";
}

}  // namespace turnout::cli
