#include "cli/bench_churn.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <thread>

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kTurn_s = 1;
constexpr std::size_t kAdditionsMax = 1'000'000;

double us_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::micro>(to - from).count();
}

// Of sorted values; 0 when there are none.
double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

// What is changed, step by step.
class Updates {
 public:
  Updates(Matcher& matcher, std::vector<Change> additions, std::vector<Change> removals)
      : matcher_(matcher), additions_(std::move(additions)), removals_(std::move(removals)) {}

  // Makes changes at a steady rate until `end`; fewer when they take longer.
  void run(double per_s, Clock::time_point end) {
    const auto step = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / per_s));
    for (Clock::time_point next = Clock::now(); next < end && status_.ok() && !used_up(); next += step) {
      std::this_thread::sleep_until(next);
      one();
    }
  }
  [[nodiscard]] const Result<void>& status() const noexcept { return status_; }
  std::vector<double> add_us, remove_us;

 private:
  [[nodiscard]] bool used_up() const noexcept { return done_ / 2 >= std::min(additions_.size(), removals_.size()); }

  // A removal, then an addition.
  void one() {
    const std::size_t number = done_ / 2;
    const bool removes = done_ % 2 == 0;
    const Clock::time_point from = Clock::now();
    status_ = removes ? matcher_.remove(removals_[number].id) : matcher_.add(additions_[number].id, additions_[number].filter);
    (removes ? remove_us : add_us).push_back(us_between(from, Clock::now()));
    ++done_;
  }

  Matcher& matcher_;
  std::vector<Change> additions_, removals_;
  std::size_t done_ = 0;
  Result<void> status_;
};

// Appends the times of matches until `end`.
void match_until(Clock::time_point end, const Matcher& matcher, const std::vector<Event>& events, std::size_t& at,
                 MatchScratch& scratch, std::vector<double>& times_us) {
  for (Clock::time_point from = Clock::now(); from < end;) {
    matcher.match(events[at], scratch);
    const Clock::time_point to = Clock::now();
    times_us.push_back(us_between(from, to));
    from = to;
    at = at + 1 == events.size() ? 0 : at + 1;
  }
}

// Every so manieth filter, so that removals meet all parts of the index.
Result<std::vector<Change>> sample(const BenchInput& input, const FilterFileOptions& filters, std::size_t count,
                                   std::uint64_t of) {
  std::vector<Change> chosen;
  const std::uint64_t stride = std::max<std::uint64_t>(1, of / std::max<std::size_t>(1, count));
  std::uint64_t number = 0;
  const Result<FilterCounts> counts = input.stream(filters, [&](Change&& change) -> Result<void> {
    if (number++ % stride == 0 && chosen.size() < count) chosen.push_back(std::move(change));
    return {};
  });
  if (!counts) return counts.error();
  return chosen;
}

void add_figures(BenchSection& section, const std::string& what, std::vector<double>& times_us) {
  std::sort(times_us.begin(), times_us.end());
  section.figures.emplace_back(what + "_median_us", quantile(times_us, 0.5));
  section.figures.emplace_back(what + "_p99_us", quantile(times_us, 0.99));
  section.figures.emplace_back(what + "_p999_us", quantile(times_us, 0.999));
}

}  // namespace

Result<BenchSection> measure_churn(IndexEngine& index, const BenchInput& input, const FilterFileOptions& filters,
                                   const BenchChurn& options) {
  Matcher& matcher = index.matcher();
  const Result<std::vector<Event>> events = read_events(input.events(), index.paths());
  if (!events) return events.error();
  const double updates = static_cast<double>(options.updates_per_s) * options.seconds / 2 + 1;
  const auto wanted = static_cast<std::size_t>(std::min(updates, static_cast<double>(kAdditionsMax)));
  Result<std::vector<Change>> removals = sample(input, filters, wanted, matcher.size());
  if (!removals) return removals.error();
  Result<std::vector<Change>> additions = input.more(wanted, filters.compile);
  if (!additions) return additions.error();
  Updates changes(matcher, additions->empty() ? *removals : *std::move(additions), *removals);

  const std::uint64_t merges = matcher.change_counters().merges;
  std::vector<double> quiet_us, churning_us;
  MatchScratch scratch;
  std::size_t at = 0;
  const auto turn =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(kTurn_s, options.seconds)));
  for (double passed = 0; passed < options.seconds; passed += kTurn_s) {
    match_until(Clock::now() + turn, matcher, *events, at, scratch, quiet_us);
    const Clock::time_point end = Clock::now() + turn;
    std::thread updater([&] { changes.run(static_cast<double>(options.updates_per_s), end); });
    match_until(end, matcher, *events, at, scratch, churning_us);
    updater.join();
    if (!changes.status()) return changes.status().error();
  }
  const double made = static_cast<double>(changes.add_us.size() + changes.remove_us.size());
  BenchSection section{"churn", {{"updates_per_s", made / std::max(options.seconds, kTurn_s)}}};
  add_figures(section, "match_quiet", quiet_us);
  add_figures(section, "match_churning", churning_us);
  const double quiet = quantile(quiet_us, 0.99);
  section.figures.emplace_back("match_p99_churning_over_quiet", quiet > 0 ? quantile(churning_us, 0.99) / quiet : 0);
  add_figures(section, "add", changes.add_us);
  add_figures(section, "remove", changes.remove_us);
  section.figures.emplace_back("merges", static_cast<double>(matcher.change_counters().merges - merges));
  return section;
}

}  // namespace turnout::cli
