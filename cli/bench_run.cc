#include "cli/bench_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "cli/bench_batch.h"
#include "cli/bench_build.h"
#include "cli/bench_churn.h"
#include "cli/bench_threads.h"
#include "cli/progress.h"

namespace turnout::cli {
namespace {

// Fills in the matches, and says on which event engines differ.
std::string compare(std::span<const BenchSubject> subjects, std::vector<BenchEngineResult>& results) {
  std::vector<BenchMatches> all;
  for (std::size_t s = 0; s < results.size(); ++s) {
    Progress progress(fmt::format("comparing matches ({})", subjects[s].name), subjects[s].events);
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
  for (std::size_t event = 0; event < subject.events; ++event) {
    if (times.event_us[event] < 0) continue;
    ids.clear();
    subject.match(subject.warmup + event, ids);
    const std::optional<std::uint64_t> count = engine.satisfied_predicates();
    if (!count) return std::nullopt;
    satisfied += *count;
    ns += times.event_us[event] * 1000;
  }
  return satisfied == 0 ? std::nullopt : std::optional(ns / static_cast<double>(satisfied));
}

void add_ratios(std::span<const BenchTimes> times, std::vector<BenchEngineResult>& results) {
  for (const char* baseline : kBenchBaselines) {
    const auto found = std::find_if(results.begin(), results.end(), [&](const auto& r) { return r.engine == baseline; });
    if (found == results.end()) continue;
    const BenchTimes& reference = times[static_cast<std::size_t>(found - results.begin())];
    for (std::size_t s = 0; s < results.size(); ++s) {
      const BenchSummary own = summarise(times[s], reference), other = summarise(reference, times[s]);
      if (own.median_us <= 0 || own.mean_us <= 0) continue;
      results[s].ratios.push_back({baseline, other.median_us / own.median_us, other.mean_us / own.mean_us});
    }
  }
}

std::vector<BenchTimes> time_with_progress(std::span<const BenchSubject> subjects) {
  Progress progress("timing", 100);
  return time_subjects(subjects, [&progress](std::uint64_t done, std::uint64_t total) {
    progress.update(total == 0 ? 0 : done * 100 / total, done);
  });
}

// Two subjects: reading the line alone, and reading and matching it.
void add_json_subjects(IndexEngine& index, const EventLines& lines, std::vector<BenchSubject>& subjects) {
  struct Reading {
    explicit Reading(const Paths& paths) : reader(paths) {}
    EventReader reader;
    Event event;
  };
  const auto reading = std::make_shared<Reading>(index.paths());
  BenchSubject read{"reading JSON", lines.warmup, lines.timed(), {}};
  read.match = [reading, &lines](std::size_t event, std::vector<SubscriptionId>&) {
    static_cast<void>(reading->reader.read_body(lines.lines[event], reading->event));  // the lines were read before
  };
  BenchSubject both{"JSON to ids", lines.warmup, lines.timed(), {}};
  both.match = [reading, &index, &lines](std::size_t event, std::vector<SubscriptionId>& ids) {
    if (reading->reader.read_body(lines.lines[event], reading->event)) index.match(reading->event, ids);
  };
  subjects.push_back(std::move(read));
  subjects.push_back(std::move(both));
}

BenchSection json_section(const EventLines& lines, const BenchTimes& read, const BenchTimes& both) {
  const BenchSummary reading = summarise(read, both), whole = summarise(both, read);
  double bytes = 0;
  for (std::size_t i = lines.warmup; i < lines.lines.size(); ++i) bytes += static_cast<double>(lines.lines[i].size());
  bytes /= static_cast<double>(lines.timed());
  return {"json",
          {{"read_median_us", reading.median_us},
           {"read_mean_us", reading.mean_us},
           {"read_and_match_median_us", whole.median_us},
           {"read_and_match_mean_us", whole.mean_us},
           {"read_share_percent", whole.mean_us > 0 ? 100 * reading.mean_us / whole.mean_us : 0},
           {"bytes_per_event", bytes},
           {"read_mb_per_s", reading.mean_us > 0 ? bytes / reading.mean_us : 0}}};
}

// Means over the timed events.
BenchSection stats_section(IndexEngine& index, const BenchSubject& subject) {
  MatchCounters sum;
  std::vector<SubscriptionId> ids;
  for (std::size_t event = 0; event < subject.events; ++event) {
    ids.clear();
    subject.match(subject.warmup + event, ids);
    sum.add(index.counters());
  }
  const auto mean = [&subject](std::uint64_t total) {
    return static_cast<double>(total) / static_cast<double>(subject.events);
  };
  return {"stats",
          {{"clusters_per_event", mean(sum.clusters)},
           {"candidates_per_event", mean(sum.candidates)},
           {"survivors_per_event", mean(sum.survivors)},
           {"verified_per_event", mean(sum.verified)},
           {"matches_per_event", mean(sum.matches)},
           {"bytes_per_event", mean(sum.bytes)}}};
}

class Run {
 public:
  Run(const BenchOptions& options, const BenchInput& input) : options_(options), input_(input) {}

  Result<BenchOutcome> run() {
    outcome_.report.workload = input_.name();
    outcome_.report.events = input_.events().timed();
    outcome_.report.warmup_events = input_.events().warmup;
    outcome_.report.compile_threads = options_.compile_threads;
    for (const std::string& name : options_.engines) {
      Result<BuiltEngine> built = build_engine(name, input_, filter_options());
      if (!built) return built.error();
      outcome_.invalid_filters = built->counts.invalid;
      if (outcome_.invalid_filters > 0) return std::move(outcome_);
      if (const Result<void> ok = take(*std::move(built)); !ok) return ok.error();
    }
    if (const Result<void> ok = measure(); !ok) return ok.error();
    if (!outcome_.disagreement.empty() || index_ == nullptr) return std::move(outcome_);
    if (const Result<void> ok = measure_beside(); !ok) return ok.error();
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] FilterFileOptions filter_options() const {
    return {.compile = {.dialect = options_.dialect}, .threads = options_.compile_threads};
  }

  Result<void> take(BuiltEngine built) {
    BenchReport& report = outcome_.report;
    if (report.filters != 0 && report.filters != built.counts.valid) {
      return Error{ErrorCode::unavailable, input_.name() + " changed between two readings; it must be a file", "", 0, 0, ""};
    }
    report.filters = built.counts.valid;
    const double seconds = built.counts.compile_seconds;
    if (seconds > 0) {
      report.compile_filters_per_s = std::max(report.compile_filters_per_s, static_cast<double>(built.counts.valid) / seconds);
    }
    if (built.index != nullptr) index_ = built.index;
    BenchEngineResult result;
    result.engine = built.engine->name();
    result.build_filters_per_s = built.build_filters_per_s;
    result.bytes_per_filter = built.bytes_per_filter;
    report.engines.push_back(std::move(result));
    engines_.push_back(std::move(built.engine));
    return {};
  }

  // The index meets the warm-up events and is packed once more: what it learns from traffic is part of it.
  Result<void> adapt() {
    Progress progress("adapting", 0);
    progress.announce("adapting the index to the warm-up events ...");
    std::vector<SubscriptionId> ids;
    for (std::size_t event = 0; event < input_.events().warmup; ++event) {
      ids.clear();
      subjects_[index_subject_].match(event, ids);
    }
    return index_->adapt();
  }

  // The engines' times, and those of reading JSON among them.
  Result<void> measure() {
    for (const auto& engine : engines_) {
      Result<BenchSubject> subject = make_subject(*engine, input_.events());
      if (!subject) return subject.error();
      if (engine.get() == index_) index_subject_ = subjects_.size();
      subjects_.push_back(*std::move(subject));
    }
    if (index_ != nullptr) {
      if (Result<void> ok = adapt(); !ok) return ok;
    }
    const bool json = options_.from_json && index_ != nullptr;
    if (json) add_json_subjects(*index_, input_.events(), subjects_);
    const std::vector<BenchTimes> times = time_with_progress(subjects_);
    std::vector<BenchEngineResult>& results = outcome_.report.engines;
    for (std::size_t s = 0; s < engines_.size(); ++s) {
      results[s].summary = summarise(times[s], times[s]);
      results[s].sampled = times[s].sampled;
      results[s].ns_per_satisfied_predicate = time_per_predicate(*engines_[s], subjects_[s], times[s]);
    }
    add_ratios(times, results);
    outcome_.disagreement = compare(subjects_, results);
    if (json) outcome_.report.sections.push_back(json_section(input_.events(), times.end()[-2], times.back()));
    return {};
  }

  // Churn goes last: it changes the index.
  Result<void> measure_beside() {
    std::vector<BenchSection>& sections = outcome_.report.sections;
    if (options_.stats) sections.push_back(stats_section(*index_, subjects_[index_subject_]));
    if (options_.batch > 1) {
      Result<BenchSection> section = measure_batches(*index_, input_.events(), options_.batch);
      if (!section) return section.error();
      sections.push_back(*std::move(section));
    }
    if (options_.threads > 1) {
      Result<BenchSection> section =
          measure_threads(*index_, input_, filter_options(),
                          {.threads = options_.threads, .independent = options_.independent, .seconds = options_.seconds});
      if (!section) return section.error();
      sections.push_back(*std::move(section));
    }
    if (options_.churn_per_s > 0) {
      Result<BenchSection> section = measure_churn(*index_, input_, filter_options(),
                                                   {.updates_per_s = options_.churn_per_s, .seconds = options_.seconds});
      if (!section) return section.error();
      sections.push_back(*std::move(section));
    }
    return {};
  }

  const BenchOptions& options_;
  const BenchInput& input_;
  BenchOutcome outcome_;
  std::vector<std::unique_ptr<baseline::Engine>> engines_;
  std::vector<BenchSubject> subjects_;
  IndexEngine* index_ = nullptr;  // one of engines_
  std::size_t index_subject_ = 0;
};

}  // namespace

Result<BenchOutcome> run_bench(const BenchOptions& options) {
  const bool beside = options.from_json || options.stats || options.batch > 1 || options.threads > 1 || options.churn_per_s > 0;
  if (beside && std::find(options.engines.begin(), options.engines.end(), "index") == options.engines.end()) {
    return Error{ErrorCode::invalid_argument,
                 "--from-json, --stats, --batch, --threads and --churn measure the index; add it to --engines",
                 "",
                 0,
                 0,
                 ""};
  }
  const Result<BenchInput> input = BenchInput::open(options.source);
  if (!input) return input.error();
  return Run(options, *input).run();
}

}  // namespace turnout::cli
