#include "cli/bench_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kTurns = 5;

// Who matches what: events hold the paths of their matcher.
struct Reader {
  const Matcher* matcher;
  std::shared_ptr<const std::vector<Event>> events;
};

Result<Reader> make_reader(IndexEngine& index, const EventLines& lines) {
  Result<std::vector<Event>> events = read_events(lines, index.paths());
  if (!events) return events.error();
  return Reader{&index.matcher(), std::make_shared<std::vector<Event>>(*std::move(events))};
}

// A reader goes around the events, each from another place.
std::uint64_t match_until(const std::atomic<bool>& stop, const Reader& reader, std::size_t first) {
  const std::vector<Event>& events = *reader.events;
  MatchScratch scratch;
  std::uint64_t matched = 0;
  for (std::size_t at = first; !stop.load(std::memory_order_relaxed); at = at + 1 == events.size() ? 0 : at + 1) {
    reader.matcher->match(events[at], scratch);
    ++matched;
  }
  return matched;
}

// Events per second, all together.
double throughput(const std::vector<Reader>& readers, double seconds) {
  std::atomic<bool> stop{false};
  std::vector<std::uint64_t> matched(readers.size());
  std::vector<std::thread> threads;
  const Clock::time_point from = Clock::now();
  for (std::size_t i = 0; i < readers.size(); ++i) {
    const std::size_t first = i * readers[i].events->size() / readers.size();
    threads.emplace_back([&, i, first] { matched[i] = match_until(stop, readers[i], first); });
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  stop.store(true, std::memory_order_relaxed);
  for (std::thread& thread : threads) thread.join();
  std::uint64_t total = 0;
  for (const std::uint64_t one : matched) total += one;
  return static_cast<double>(total) / std::chrono::duration<double>(Clock::now() - from).count();
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

Result<BenchSection> measure_threads(IndexEngine& index, const BenchInput& input, const FilterFileOptions& filters,
                                     const BenchThreads& options) {
  const Result<Reader> shared = make_reader(index, input.events());
  if (!shared) return shared.error();
  std::vector<std::vector<Reader>> ways = {{*shared}, std::vector<Reader>(options.threads, *shared)};
  std::vector<std::unique_ptr<baseline::Engine>> others;
  if (options.independent) {
    ways.push_back({*shared});
    while (ways.back().size() < options.threads) {
      Result<BuiltEngine> built = build_engine("index", input, filters);
      if (!built) return built.error();
      const Result<Reader> own = make_reader(*built->index, input.events());
      if (!own) return own.error();
      ways.back().push_back(*own);
      others.push_back(std::move(built->engine));
    }
  }
  std::vector<std::vector<double>> rates(ways.size());
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    for (std::size_t way = 0; way < ways.size(); ++way) {
      rates[way].push_back(throughput(ways[way], options.seconds / kTurns));
    }
  }
  const double one = median_of(rates[0]), all = median_of(rates[1]);
  BenchSection section{"threads", {{"1_reader_events_per_s", one}}};
  section.figures.emplace_back(fmt::format("{}_readers_events_per_s", options.threads), all);
  section.figures.emplace_back("speedup_over_1_reader", one > 0 ? all / one : 0);
  if (options.independent) {
    const double independent = median_of(rates[2]);
    section.figures.emplace_back(fmt::format("{}_independent_indexes_events_per_s", options.threads), independent);
    section.figures.emplace_back("share_of_independent_indexes", independent > 0 ? all / independent : 0);
  }
  return section;
}

}  // namespace turnout::cli
