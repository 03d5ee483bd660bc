#include "cli/bench_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "cli/bench_engines.h"
#include "cli/bench_memory.h"
#include "cli/event_format.h"
#include "cli/filter_file.h"
#include "cli/line_reader.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

double rate(std::uint64_t count, double seconds) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }

// The lines of an events file; blank ones are dropped.
Result<std::vector<std::string>> read_lines(const std::string& path) {
  Result<LineReader> reader = LineReader::open(path, limits::kEventBytes);
  if (!reader) return reader.error();
  std::vector<std::string> lines;
  Line line;
  while (reader->next(line)) {
    if (line.text.find_first_not_of(" \t\r") != std::string_view::npos) lines.emplace_back(line.text);
  }
  if (!reader->status()) return reader->status().error();
  return lines;
}

Result<std::vector<Event>> parse_events(const std::vector<std::string>& lines, const Paths& paths) {
  std::vector<Event> events(lines.size());
  EventReader reader(paths);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const Result<void> read = reader.read_body(lines[i], events[i]); !read) {
      Error error = read.error();
      error.message = fmt::format("event {}: {}", i + 1, error.message);
      return error;
    }
  }
  return events;
}

struct EventLines {
  std::vector<std::string> warmup;
  std::vector<std::string> timed;
};

Result<EventLines> read_event_lines(const BenchOptions& options) {
  Result<std::vector<std::string>> events = read_lines(options.events);
  if (!events) return events.error();
  EventLines lines;
  if (options.warmup.empty()) {
    const auto tenth = static_cast<std::ptrdiff_t>((events->size() + 9) / 10);
    lines.warmup.assign(events->begin(), events->begin() + tenth);
    lines.timed.assign(events->begin() + tenth, events->end());
  } else {
    Result<std::vector<std::string>> warmup = read_lines(options.warmup);
    if (!warmup) return warmup.error();
    lines.warmup = *std::move(warmup);
    lines.timed = *std::move(events);
  }
  if (lines.timed.empty()) {
    return Error{ErrorCode::invalid_argument, fmt::format("{} holds too few events to time", options.events), "", 0, 0, ""};
  }
  return lines;
}

struct BuiltEngine {
  std::unique_ptr<baseline::Engine> engine;
  BenchEngineResult result;
};

// Compiles the filters and builds one engine from them. The parsed filters are gone when memory is measured, so an engine pays
// for those it keeps; compiling anew for each engine makes that true of every one of them.
Result<BuiltEngine> build_engine(const std::string& name, const BenchOptions& options, BenchOutcome& outcome) {
  BuiltEngine built;
  built.result.engine = name;
  built.engine = make_bench_engine(name);
  if (built.engine == nullptr) return Error{ErrorCode::unknown_name, "no such engine: " + name, "", 0, 0, ""};
  settle_memory();
  const std::uint64_t before = anonymous_bytes();
  InvalidFilterReport report(options.filters);
  Result<FilterFile> file =
      read_filter_file(options.filters, {.compile = {.dialect = options.dialect}, .threads = options.threads},
                       [&report](const InvalidFilter& invalid) { report.add(invalid); });
  if (!file) return file.error();
  if (file->invalid_count > 0) {
    report.summarise(false);
    outcome.invalid_filters = file->invalid_count;
    return built;
  }
  const std::uint64_t filters = file->changes.size();
  if (outcome.report.filters != 0 && outcome.report.filters != filters) {
    return Error{ErrorCode::unavailable, options.filters + " changed between two readings; it must be a file", "", 0, 0, ""};
  }
  Progress progress("building", 0);
  progress.announce(fmt::format("building {} ...", name));
  outcome.report.filters = filters;
  outcome.report.compile_filters_per_s = std::max(outcome.report.compile_filters_per_s, rate(filters, file->compile_seconds));
  const Clock::time_point from = Clock::now();
  if (const Result<void> ok = built.engine->build(file->changes); !ok) return ok.error();
  built.result.build_filters_per_s = rate(filters, seconds_since(from));
  *file = FilterFile{};
  settle_memory();
  const std::uint64_t after = anonymous_bytes();
  if (filters > 0 && after > before) {
    built.result.bytes_per_filter = static_cast<double>(after - before) / static_cast<double>(filters);
  }
  return built;
}

Result<BenchSubject> make_subject(BuiltEngine& built, const EventLines& lines) {
  BenchSubject subject;
  subject.name = built.result.engine;
  baseline::Engine* engine = built.engine.get();
  subject.match = [engine](const Event& event, std::vector<SubscriptionId>& ids) { engine->match(event, ids); };
  Result<std::vector<Event>> warmup = parse_events(lines.warmup, engine->paths());
  if (!warmup) return warmup.error();
  Result<std::vector<Event>> events = parse_events(lines.timed, engine->paths());
  if (!events) return events.error();
  subject.warmup = *std::move(warmup);
  subject.events = *std::move(events);
  return subject;
}

// Fills in the matches, and says on which event engines differ.
std::string compare(std::span<const BenchSubject> subjects, std::vector<BenchEngineResult>& results) {
  std::vector<BenchMatches> all;
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    Progress progress(fmt::format("comparing matches ({})", subjects[s].name), subjects[s].events.size());
    all.push_back(collect_matches(subjects[s], [&progress](std::uint64_t done) { progress.update(done, done); }));
    results[s].matches = all.back().total;
  }
  for (std::size_t s = 1; s < all.size(); ++s) {
    for (std::size_t event = 0; event < all[s].event_hash.size(); ++event) {
      if (all[s].event_hash[event] == all[0].event_hash[event]) continue;
      return fmt::format("{} and {} find other ids for timed event {}", subjects[0].name, subjects[s].name, event + 1);
    }
  }
  return {};
}

// Of counting: its mean time over the mean number of predicates it finds satisfied, on the events it was timed on.
std::optional<double> time_per_predicate(baseline::Engine& engine, const BenchSubject& subject, const BenchTimes& times) {
  std::vector<SubscriptionId> ids;
  double ns = 0;
  std::uint64_t satisfied = 0;
  for (std::size_t event = 0; event < subject.events.size(); ++event) {
    if (times.event_us[event] < 0) continue;
    ids.clear();
    engine.match(subject.events[event], ids);
    const std::optional<std::uint64_t> count = engine.satisfied_predicates();
    if (!count) return std::nullopt;
    satisfied += *count;
    ns += times.event_us[event] * 1000;
  }
  return satisfied == 0 ? std::nullopt : std::optional(ns / static_cast<double>(satisfied));
}

void add_speedups(std::span<const BenchTimes> times, std::vector<BenchEngineResult>& results) {
  const auto counting = std::find_if(results.begin(), results.end(), [](const auto& r) { return r.engine == "counting"; });
  if (counting == results.end()) return;
  const BenchTimes& reference = times[static_cast<std::size_t>(counting - results.begin())];
  for (std::size_t s = 0; s < results.size(); ++s) {
    const BenchSummary own = summarise(times[s], reference);
    const BenchSummary other = summarise(reference, times[s]);
    if (own.median_us > 0) results[s].median_speedup = other.median_us / own.median_us;
    if (own.mean_us > 0) results[s].mean_speedup = other.mean_us / own.mean_us;
  }
}

Result<void> measure(std::vector<BuiltEngine>& engines, const EventLines& lines, BenchOutcome& outcome) {
  std::vector<BenchSubject> subjects;
  for (BuiltEngine& built : engines) {
    Result<BenchSubject> subject = make_subject(built, lines);
    if (!subject) return subject.error();
    subjects.push_back(*std::move(subject));
  }
  std::vector<BenchTimes> times;
  {
    Progress progress("timing", 100);
    times = time_subjects(subjects, [&progress](std::uint64_t done, std::uint64_t total) {
      progress.update(total == 0 ? 0 : done * 100 / total, done);
    });
  }
  for (std::size_t s = 0; s < engines.size(); ++s) {
    BenchEngineResult& result = engines[s].result;
    result.summary = summarise(times[s], times[s]);
    result.sampled = times[s].sampled;
    result.ns_per_satisfied_predicate = time_per_predicate(*engines[s].engine, subjects[s], times[s]);
    outcome.report.engines.push_back(result);
  }
  add_speedups(times, outcome.report.engines);
  outcome.disagreement = compare(subjects, outcome.report.engines);
  return {};
}

}  // namespace

Result<BenchOutcome> run_bench(const BenchOptions& options) {
  const Result<EventLines> lines = read_event_lines(options);
  if (!lines) return lines.error();
  BenchOutcome outcome;
  outcome.report.events = lines->timed.size();
  outcome.report.warmup_events = lines->warmup.size();
  outcome.report.compile_threads = options.threads;
  std::vector<BuiltEngine> engines;
  for (const std::string& name : options.engines) {
    Result<BuiltEngine> built = build_engine(name, options, outcome);
    if (!built) return built.error();
    if (outcome.invalid_filters > 0) return outcome;
    engines.push_back(*std::move(built));
  }
  const Result<void> measured = measure(engines, *lines, outcome);
  if (!measured) return measured.error();
  return outcome;
}

}  // namespace turnout::cli
