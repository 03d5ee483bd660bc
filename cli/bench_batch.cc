#include "cli/bench_batch.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <vector>

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kTurnEvents = 48;

template <class Work>
double microseconds(Work&& work) {
  const auto from = Clock::now();
  work();
  return std::chrono::duration<double, std::micro>(Clock::now() - from).count();
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

Result<BenchSection> measure_batches(IndexEngine& index, const EventLines& lines, std::size_t size) {
  const Result<std::vector<Event>> read = read_events(lines, index.paths());
  if (!read) return read.error();
  const std::span<const Event> events = std::span(*read).subspan(lines.warmup);
  const Matcher& matcher = index.matcher();
  MatchScratch scratch;
  for (const Event& event : std::span(*read).first(lines.warmup)) matcher.match(event, scratch);
  matcher.match(std::span(*read).first(lines.warmup), scratch);
  std::vector<double> single, batched;
  const std::size_t turn = std::max(kTurnEvents, size);
  for (std::size_t round = 0; round < kBenchRounds; ++round) {
    double one = 0, many = 0;
    for (std::size_t first = 0; first < events.size(); first += turn) {
      const std::span<const Event> some = events.subspan(first, std::min(turn, events.size() - first));
      one += microseconds([&] {
        for (const Event& event : some) matcher.match(event, scratch);
      });
      many += microseconds([&] {
        for (std::size_t at = 0; at < some.size(); at += size) {
          matcher.match(some.subspan(at, std::min(size, some.size() - at)), scratch);
        }
      });
    }
    single.push_back(one / static_cast<double>(events.size()));
    batched.push_back(many / static_cast<double>(events.size()));
  }
  const double one = median_of(single), many = median_of(batched);
  return BenchSection{"batches",
                      {{"events_per_batch", static_cast<double>(size)},
                       {"single_us_per_event", one},
                       {"batched_us_per_event", many},
                       {"single_over_batched", many > 0 ? one / many : 0}}};
}

}  // namespace turnout::cli
