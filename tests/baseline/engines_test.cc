// The counting engines against the naive scan on random filters and events, and the parts of them that have rules of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/baseline/conjunctions.h"
#include "bench/baseline/engine.h"
#include "bench/baseline/interval_tree.h"
#include "matcher/predicate/filter_rep.h"
#include "tests/matcher/random_expr.h"

namespace turnout::baseline {
namespace {

using predicate::ExprPtr;
using predicate::Op;
using predicate::RandomExpr;
using R = RandomExpr;

Change addition(std::uint64_t id, const ExprPtr& root) {
  Change change;
  change.id = {id};
  change.filter = predicate::make_filter(root, Dialect::core, {});
  return change;
}

std::vector<std::uint64_t> matches(Engine& engine, const Event& event) {
  std::vector<SubscriptionId> ids;
  engine.match(event, ids);
  std::vector<std::uint64_t> sorted;
  for (const SubscriptionId id : ids) sorted.push_back(id.value);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::vector<Change> random_filters(RandomExpr& random, std::size_t count) {
  std::vector<Change> filters;
  for (std::size_t i = 0; i < count; ++i) {
    const int depth = static_cast<int>(random.pick(4));
    filters.push_back(addition(
        1000 + i, random.chance(3)
                      ? random.condition(depth)
                      : R::node(Op::logical_and, {random.simple_atom(), random.simple_atom(), random.condition(depth - 1)})));
  }
  return filters;
}

TEST(Engines, FindTheSameFiltersAsFilterMatches) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  RandomExpr random(seed);
  std::size_t total = 0;
  for (int round = 0; round < 20; ++round) {
    const std::vector<Change> filters = random_filters(random, 300);
    const auto naive = make_engine("naive"), counting = make_engine("counting"), tuned = make_engine("counting-tuned");
    for (Engine* engine : {naive.get(), counting.get(), tuned.get()}) ASSERT_TRUE(engine->build(filters).ok());
    Event event;
    for (int i = 0; i < 100; ++i) {
      random.fill(event);
      std::vector<std::uint64_t> expected;
      for (const Change& filter : filters) {
        if (filter.filter.matches(event)) expected.push_back(filter.id.value);
      }
      total += expected.size();
      ASSERT_EQ(matches(*naive, event), expected) << "naive, round " << round << "\n" << event.to_string();
      ASSERT_EQ(matches(*counting, event), expected) << "counting, round " << round << "\n" << event.to_string();
      ASSERT_EQ(matches(*tuned, event), expected) << "counting-tuned, round " << round << "\n" << event.to_string();
    }
  }
  EXPECT_GT(total, 10'000U);
}

TEST(Engines, MatchEventsReadWithTheirPaths) {
  const std::vector<Change> filters = {addition(1, R::node(Op::equal, {R::path("o.p"), R::literal(Value(2))}))};
  for (const char* name : {"naive", "counting", "counting-tuned"}) {
    const auto engine = make_engine(name);
    ASSERT_TRUE(engine->build(filters).ok());
    EventReader reader(engine->paths());
    Event event;
    ASSERT_TRUE(reader.read_body(R"({"o": {"p": 2, "q": 3}, "z": 1})", event).ok());
    EXPECT_EQ(matches(*engine, event), std::vector<std::uint64_t>{1}) << name;
    EXPECT_GT(engine->memory_bytes(), 0U) << name;
  }
}

TEST(Engines, KnowTheirNames) {
  EXPECT_EQ(make_engine("naive")->name(), "naive");
  EXPECT_EQ(make_engine("counting")->name(), "counting");
  EXPECT_EQ(make_engine("counting-tuned")->name(), "counting-tuned");
  EXPECT_EQ(make_engine("other"), nullptr);
}

// Both counting engines.
class Counting : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Both, Counting, ::testing::Values("counting", "counting-tuned"),
                         [](const auto& engine) { return engine.index == 0 ? "textbook" : "tuned"; });

TEST_P(Counting, ReportsWhatItCounted) {
  const ExprPtr one = R::literal(Value(1)), two = R::literal(Value(2));
  const ExprPtr a = R::path("a"), b = R::path("b");
  const auto engine = make_engine(GetParam());
  ASSERT_TRUE(engine
                  ->build(std::vector<Change>{
                      addition(1, R::node(Op::logical_and, {R::node(Op::equal, {a, one}), R::node(Op::less, {b, two})})),
                      addition(2, R::node(Op::equal, {a, one})), addition(3, R::node(Op::greater, {b, two}))})
                  .ok());
  Event event;
  event.set("a", Value(1)).set("b", Value(5));
  EXPECT_EQ(matches(*engine, event), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(engine->satisfied_predicates(), 3U);  // a = 1 twice, b > 2
}

TEST_P(Counting, TakesMorePredicatesThanAByteCounts) {
  std::vector<ExprPtr> equal;
  Event event;
  for (int i = 0; i < 600; ++i) {
    const std::string name = "p" + std::to_string(i);
    event.set(name, Value(i));
    equal.push_back(R::node(Op::equal, {R::path(name), R::literal(Value(i))}));
  }
  const auto engine = make_engine(GetParam());
  ASSERT_TRUE(engine->build(std::vector<Change>{addition(7, R::node(Op::logical_and, equal))}).ok());
  EXPECT_EQ(matches(*engine, event), std::vector<std::uint64_t>{7});
  event.set("p599", Value(0));
  EXPECT_TRUE(matches(*engine, event).empty());
  event.set("p599", Value(599)).set("p0", Value(1));
  EXPECT_TRUE(matches(*engine, event).empty());
}

TEST(Conjunctions, AreMultipliedOutWithinABound) {
  std::vector<ExprPtr> factors;
  for (int i = 0; i < 20; ++i) {
    const auto equal = [&](const char* side) {
      return R::node(Op::equal, {R::path(side + std::to_string(i)), R::literal(Value(1))});
    };
    factors.push_back(R::node(Op::logical_or, {equal("l"), equal("r")}));
  }
  const Change change = addition(1, R::node(Op::logical_and, factors));
  const std::vector<Conjunction> conjunctions = conjunctions_of(change.filter.rep().matches());
  EXPECT_EQ(conjunctions.size(), kConjunctionsMax);
  for (const Conjunction& conjunction : conjunctions) {
    EXPECT_EQ(conjunction.sets.size(), 6U);
    EXPECT_EQ(conjunction.others.size(), 14U);
  }
  const auto engine = make_counting();
  ASSERT_TRUE(engine->build(std::vector<Change>{change}).ok());
  Event event;
  for (int i = 0; i < 20; ++i) event.set((i % 3 == 0 ? "l" : "r") + std::to_string(i), Value(1));
  EXPECT_EQ(matches(*engine, event), std::vector<std::uint64_t>{1});
  event.set("r19", Value(0));
  EXPECT_TRUE(matches(*engine, event).empty());
}

TEST(IntervalTree, FindsExactlyTheIntervalsThatContainANumber) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  RandomExpr random(seed);
  for (int round = 0; round < 200; ++round) {
    const auto universe = static_cast<std::uint32_t>(1 + random.pick(40));
    std::vector<Interval> intervals;
    for (std::size_t n = random.pick(60); n > 0; --n) {
      const auto low = static_cast<std::uint32_t>(random.pick(universe));
      const auto high = static_cast<std::uint32_t>(low + 1 + random.pick(universe - low));
      intervals.push_back({low, high, static_cast<std::uint32_t>(intervals.size())});
    }
    IntervalTree tree;
    tree.build(intervals, universe);
    for (std::uint32_t at = 0; at < universe; ++at) {
      std::vector<std::uint32_t> expected, found;
      for (const Interval& interval : intervals) {
        if (interval.low <= at && at < interval.high) expected.push_back(interval.id);
      }
      tree.stab(at, [&](std::span<const std::uint32_t> ids) { found.insert(found.end(), ids.begin(), ids.end()); });
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << "at " << at << " of " << universe;
    }
  }
}

}  // namespace
}  // namespace turnout::baseline
