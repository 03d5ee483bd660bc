// Matching by stage: how long the naive scan takes per simple predicate, and the index for the same filters. Filters have one
// simple predicate each, so time per filter is time per predicate.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/baseline/engine.h"
#include "turnout/compile.h"

namespace turnout {
namespace {

constexpr std::size_t kFilters = 1000;  // within the cache

enum Kind : std::int64_t { equality, comparison, between, in_list, not_equal, prefix };

std::string filter_text(std::int64_t kind, std::size_t i) {
  const std::string name = "a" + std::to_string(i % 10), text = "s" + std::to_string(i % 10), number = std::to_string(i);
  switch (kind) {
    case equality:
      return text + " = 'v" + number + "'";
    case comparison:
      return name + " > " + number;
    case between:
      return name + " BETWEEN " + number + " AND " + std::to_string(i + 10);
    case in_list:
      return text + " IN ('v" + number + "', 'x', 'y')";
    case not_equal:
      return name + " <> " + number;
    default:
      return text + " LIKE 'v" + number + "%'";
  }
}

std::vector<Change> additions(std::int64_t kind) {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < kFilters; ++i) {
    Result<Filter> filter = compile(filter_text(kind, i));
    if (!filter) std::abort();
    changes.push_back({Change::Kind::add, {i}, *std::move(filter), 0});
  }
  return changes;
}

Event make_event(const Paths& paths) {
  std::string text = "{";
  for (int i = 0; i < 10; ++i) {
    text += (i > 0 ? ",\"a" : "\"a") + std::to_string(i) + "\":" + std::to_string(i * 100) + ",\"s" + std::to_string(i) +
            "\":\"v" + std::to_string(i * 100) + '"';
  }
  EventReader reader(paths);
  Event event;
  if (!reader.read_body(text + "}", event)) std::abort();
  return event;
}

void per_predicate(benchmark::State& state) {
  state.counters["predicate"] = benchmark::Counter(static_cast<double>(kFilters),
                                                   benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void engine(benchmark::State& state, const char* name) {
  const auto engine = baseline::make_engine(name);
  if (!engine->build(additions(state.range(0)))) std::abort();
  const Event event = make_event(engine->paths());
  std::vector<SubscriptionId> ids;
  for (auto _ : state) {
    ids.clear();
    engine->match(event, ids);
    benchmark::DoNotOptimize(ids.data());
  }
  per_predicate(state);
}
BENCHMARK_CAPTURE(engine, naive, "naive")->DenseRange(equality, prefix);
BENCHMARK_CAPTURE(engine, counting, "counting")->DenseRange(equality, prefix);

void index_match(benchmark::State& state) {
  Matcher matcher;
  if (!matcher.apply(additions(state.range(0)))) std::abort();
  const Event event = make_event(matcher.paths());
  MatchScratch scratch;
  for (auto _ : state) benchmark::DoNotOptimize(matcher.match(event, scratch).data());
  per_predicate(state);
}
BENCHMARK(index_match)->DenseRange(equality, prefix);

}  // namespace
}  // namespace turnout

BENCHMARK_MAIN();
