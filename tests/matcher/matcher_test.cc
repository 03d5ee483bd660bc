// The matcher as its users see it: changes, ids, words, errors, visitors, memory.
#include "turnout/matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "matcher/index/live_index.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "tests/matcher/random_expr.h"

namespace {

thread_local std::size_t allocations = 0;

}  // namespace

// Not inlined: g++ would otherwise see malloc() meet operator delete, and warn.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace turnout {
namespace {

Filter built(const Condition& condition) {
  Result<Filter> filter = condition.build();
  EXPECT_TRUE(filter.ok()) << (filter.ok() ? "" : to_string(filter.error()));
  return *filter;
}

std::vector<std::uint64_t> ids(std::span<const SubscriptionId> found) {
  std::vector<std::uint64_t> result;
  for (const SubscriptionId id : found) result.push_back(id.value);
  std::sort(result.begin(), result.end());
  return result;
}

using Ids = std::vector<std::uint64_t>;

class MatcherTest : public testing::Test {
 protected:
  Ids match(const Event& event) { return ids(matcher.match(event, scratch)); }
  Matcher matcher;
  MatchScratch scratch;
};

Event order(const char* type, int amount) {
  Event event;
  event.set("type", type).set("amount", amount);
  return event;
}

TEST_F(MatcherTest, RequireThatAnAddIsVisibleToTheNextMatch) {
  ASSERT_TRUE(matcher.add({7}, built(attr("type") == "order" && attr("amount") > 100)));
  EXPECT_EQ(match(order("order", 101)), (Ids{7}));
  EXPECT_EQ(match(order("order", 100)), Ids{});
  EXPECT_EQ(match(order("refund", 101)), Ids{});
  ASSERT_TRUE(matcher.add({8}, built(attr("amount") > 50)));
  EXPECT_EQ(match(order("order", 101)), (Ids{7, 8}));
  ASSERT_TRUE(matcher.replace({7}, built(attr("type") == "refund")));
  EXPECT_EQ(match(order("refund", 101)), (Ids{7, 8}));
  ASSERT_TRUE(matcher.remove({8}));
  EXPECT_EQ(match(order("order", 101)), Ids{});
  EXPECT_EQ(matcher.size(), 1U);
}

TEST_F(MatcherTest, RequireThatIdsAreCheckedAndAFailedChangeChangesNothing) {
  ASSERT_TRUE(matcher.add({1}, Filter()));
  EXPECT_EQ(matcher.add({1}, Filter()).error().code, ErrorCode::already_exists);
  EXPECT_EQ(matcher.replace({2}, Filter()).error().code, ErrorCode::not_found);
  EXPECT_EQ(matcher.remove({2}).error().code, ErrorCode::not_found);
  EXPECT_EQ(matcher.get({2}).error().code, ErrorCode::not_found);
  std::vector<Change> changes;
  changes.push_back({Change::Kind::add, {3}, built(attr("amount") > 1), 0});
  changes.push_back({Change::Kind::remove, {1}, {}, 0});
  changes.push_back({Change::Kind::remove, {9}, {}, 0});
  EXPECT_EQ(matcher.apply(changes).error().code, ErrorCode::not_found);
  EXPECT_EQ(match(order("x", 5)), (Ids{1}));
  EXPECT_FALSE(matcher.contains({3}));
  changes.pop_back();
  ASSERT_TRUE(matcher.apply(changes));
  EXPECT_EQ(match(order("x", 5)), (Ids{3}));
}

TEST_F(MatcherTest, RequireThatChangesOfOneBatchApplyInOrder) {
  std::vector<Change> changes;
  changes.push_back({Change::Kind::add, {1}, built(attr("amount") == 1), 0});
  changes.push_back({Change::Kind::replace, {1}, built(attr("amount") == 2), 5});
  changes.push_back({Change::Kind::add, {2}, Filter(), 0});
  changes.push_back({Change::Kind::remove, {2}, {}, 0});
  changes.push_back({Change::Kind::add, {2}, built(attr("amount") >= 2), 0});
  ASSERT_TRUE(matcher.apply(changes));
  EXPECT_EQ(matcher.size(), 2U);
  EXPECT_EQ(match(order("x", 1)), Ids{});
  EXPECT_EQ(match(order("x", 2)), (Ids{1, 2}));
}

TEST_F(MatcherTest, RequireThatTextsAndWordsComeBack) {
  ASSERT_TRUE(matcher.add({1}, built(attr("type") == "order" && attr("amount") > 100), 77));
  ASSERT_TRUE(matcher.add({2}, Filter()));
  EXPECT_EQ(*matcher.get({1}), "type = 'order' AND amount > 100");
  EXPECT_EQ(*matcher.get({2}), "TRUE");
  std::vector<std::pair<std::uint64_t, std::uint64_t>> seen;
  matcher.for_each([&](SubscriptionId id, std::uint64_t word) {
    seen.emplace_back(id.value, word);
    return true;
  });
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, (std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 77}, {2, 0}}));
  std::vector<std::uint64_t> words;
  EXPECT_TRUE(matcher.match(order("order", 500), scratch, [&](SubscriptionId, std::uint64_t word) {
    words.push_back(word);
    return true;
  }));
  std::sort(words.begin(), words.end());
  EXPECT_EQ(words, (Ids{0, 77}));
  Matcher lean({.keep_text = false});
  ASSERT_TRUE(lean.add({1}, Filter()));
  EXPECT_EQ(lean.get({1}).error().code, ErrorCode::unavailable);
}

TEST_F(MatcherTest, RequireThatAVisitorMayStopEarlyAndAnyStopsAtTheFirst) {
  for (std::uint64_t i = 0; i < 10; ++i) ASSERT_TRUE(matcher.add({i}, Filter()));
  int visits = 0;
  EXPECT_FALSE(matcher.match(Event(), scratch, [&](SubscriptionId, std::uint64_t) { return ++visits < 3; }));
  EXPECT_EQ(visits, 3);
  EXPECT_TRUE(matcher.any(Event(), scratch));
  EXPECT_EQ(match(Event()).size(), 10U);
  EXPECT_FALSE(Matcher().any(Event(), scratch));
}

TEST_F(MatcherTest, RequireThatAVisitorMayChangeTheMatcher) {
  for (std::uint64_t i = 0; i < 10; ++i) ASSERT_TRUE(matcher.add({i}, Filter()));
  matcher.match(Event(), scratch, [&](SubscriptionId id, std::uint64_t) { return matcher.remove(id).ok(); });
  EXPECT_EQ(matcher.size(), 0U);
  EXPECT_EQ(match(Event()), Ids{});
}

TEST_F(MatcherTest, RequireThatPathsAreThoseOfLiveFilters) {
  ASSERT_TRUE(matcher.add({1}, built(attr("a") == 1 && attr("o.p") > 2)));
  ASSERT_TRUE(matcher.add({2}, built(attr("b").like("%x%") || attr("user.c").is_null())));
  EXPECT_EQ(matcher.referenced_paths(), (std::vector<std::string>{"a", "b", "o.p", "user.c"}));
  ASSERT_TRUE(matcher.remove({2}));
  EXPECT_EQ(matcher.referenced_paths(), (std::vector<std::string>{"a", "o.p"}));
}

TEST_F(MatcherTest, RequireThatTheMemoryCapRefusesAndLeavesTheMatcherAsItWas) {
  Matcher capped({.memory_cap_bytes = 100'000});
  std::uint64_t id = 0;
  Result<void> last;
  while (last.ok() && id < 100'000) {
    last = capped.add({id}, built(attr("name") == "subscriber number " + std::to_string(id)));
    if (last.ok()) ++id;
  }
  ASSERT_FALSE(last.ok());
  EXPECT_EQ(last.error().code, ErrorCode::out_of_memory);
  EXPECT_EQ(capped.size(), id);
  EXPECT_GT(id, 100U);
  EXPECT_LE(capped.memory_usage().total(), 100'000U);
  Event event;
  event.set("name", "subscriber number " + std::to_string(id - 1));
  EXPECT_EQ(ids(capped.match(event, scratch)), (Ids{id - 1}));
  for (std::uint64_t i = 0; i < id; ++i) ASSERT_TRUE(capped.remove({i}));
  EXPECT_TRUE(capped.add({id}, Filter()));
}

TEST_F(MatcherTest, RequireThatRefusedPathsLeaveNoTrace) {
  Matcher capped({.memory_cap_bytes = 300'000});
  std::uint64_t id = 0;
  while (capped.add({id}, built(attr("cap" + std::to_string(id)) == 1)).ok()) ++id;
  ASSERT_GT(id, 50U);
  for (int i = 0; i < 500; ++i) {
    ASSERT_FALSE(capped.add({id}, built(attr("refused" + std::to_string(i)) == 1)).ok());
    ASSERT_LE(capped.memory_usage().total(), 300'000U);
  }
  for (int i = 0; i < 5; ++i) {
    ASSERT_FALSE(capped.add({id}, built(attr(std::string(100'000, 'x') + std::to_string(i)) == 1)).ok());
    ASSERT_LE(capped.memory_usage().total(), 300'000U);
  }
}

TEST_F(MatcherTest, RequireThatAVisitorMayMatchWithTheSameScratch) {
  Matcher other;
  for (std::uint64_t i = 0; i < 200; ++i) {
    ASSERT_TRUE(matcher.add({i}, built(attr("a") == 1 || attr("b") == static_cast<std::int64_t>(i))));
    ASSERT_TRUE(other.add({i}, built(attr("p" + std::to_string(i)) == 1 || attr("a") == 1)));
  }
  Event event;
  event.set("a", 1).set("b", 7);
  Ids outer;
  matcher.match(event, scratch, [&](SubscriptionId id, std::uint64_t) {
    outer.push_back(id.value);
    EXPECT_EQ(other.match(event, scratch).size(), 200U);
    return true;
  });
  std::sort(outer.begin(), outer.end());
  EXPECT_EQ(outer.size(), 200U);
  EXPECT_EQ(std::unique(outer.begin(), outer.end()), outer.end());
}

TEST_F(MatcherTest, RequireThatMemoryOfRemovedFiltersIsReturned) {
  for (std::uint64_t i = 0; i < 20000; ++i) {
    ASSERT_TRUE(matcher.add({i}, built(attr("k") == static_cast<std::int64_t>(i) && attr("v") > static_cast<std::int64_t>(i))));
  }
  const std::size_t full = matcher.memory_usage().total();
  for (std::uint64_t i = 0; i < 19600; ++i) ASSERT_TRUE(matcher.remove({i}));
  EXPECT_LT(matcher.memory_usage().total(), full / 5);
}

// Random filters of the whole language, in every state of the index, against the naive evaluator.
TEST_F(MatcherTest, RequireThatTheIndexAgreesWithTheNaiveEvaluator) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  predicate::RandomExpr random(seed);
  std::vector<std::pair<std::uint64_t, Filter>> live;
  std::uint64_t next = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Change> changes;
    for (std::size_t i = random.pick(12) + 1; i > 0; --i) {
      const Filter filter = predicate::make_filter(random.condition(4), Dialect::core, {});
      const std::size_t action = random.pick(4);
      if (action < 2 || live.empty()) {
        changes.push_back({Change::Kind::add, {next}, filter, next * 3});
        live.emplace_back(next++, filter);
      } else if (action == 2) {
        auto& victim = live[random.pick(live.size())];
        changes.push_back({Change::Kind::replace, {victim.first}, filter, victim.first * 3});
        victim.second = filter;
      } else {
        const std::size_t at = random.pick(live.size());
        changes.push_back({Change::Kind::remove, {live[at].first}, {}, 0});
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
      }
    }
    ASSERT_TRUE(matcher.apply(changes));
    if (round % 50 == 49) { ASSERT_TRUE(matcher.compact()); }
    for (int e = 0; e < 8; ++e) {
      Event event;
      random.fill(event);
      Ids expected;
      for (const auto& [id, filter] : live) {
        if (filter.matches(event)) expected.push_back(id);
      }
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(match(event), expected) << "round " << round << ", event " << event.to_string();
    }
  }
}

// Many filters that no single atom narrows down: the bit-sliced part of a segment, against the naive evaluator.
TEST_F(MatcherTest, RequireThatBroadFiltersAgreeWithTheNaiveEvaluator) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  predicate::RandomExpr random(seed);
  std::vector<Change> changes;
  for (std::uint64_t i = 0; i < 6000; ++i) {
    std::optional<Condition> all;
    for (int path = 0; path < 8; ++path) {
      if (random.chance(4)) continue;
      const Attribute attribute = attr("p" + std::to_string(path));
      const auto low = static_cast<std::int64_t>(random.pick(700));
      Condition atom = random.chance(10)   ? attribute != Value(low)
                       : random.chance(20) ? attribute.is_null() || attribute >= Value(low)
                                           : attribute.between(Value(low), Value(low + 300));
      all = all ? std::move(*all) && std::move(atom) : std::move(atom);
    }
    if (all) changes.push_back({Change::Kind::add, {i}, built(*all), 0});
  }
  ASSERT_TRUE(matcher.apply(changes));
  for (std::size_t i = 0; i < changes.size(); i += 7) ASSERT_TRUE(matcher.remove(changes[i].id));
  std::size_t matches = 0;
  for (int e = 0; e < 100; ++e) {
    Event event;
    for (int path = 0; path < 8; ++path) {
      const std::string name = "p" + std::to_string(path);
      if (!random.chance(12)) event.set(name, Value(static_cast<std::int64_t>(random.pick(1000))));
      if (random.chance(30)) event.set(name, Value("text"));
    }
    Ids expected;
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (i % 7 != 0 && changes[i].filter.matches(event)) expected.push_back(changes[i].id.value);
    }
    ASSERT_EQ(match(event), expected) << event.to_string();
    matches += expected.size();
    // The bitmaps let little more through than what matches.
    EXPECT_LT(scratch.counters().candidates, 2000U);
  }
  EXPECT_GT(matches, 100U);
}

// A filter that went through a segment is the filter that went in.
TEST_F(MatcherTest, RequireThatDecodedFormulasDecideAsBefore) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  predicate::RandomExpr random(seed);
  schema::PathRegistry registry;
  std::vector<Filter> filters;
  std::vector<index::Source> sources;
  for (int i = 0; i < 400; ++i) filters.push_back(predicate::make_filter(random.condition(4), Dialect::core, {}));
  for (std::size_t i = 0; i < filters.size(); ++i) { sources.push_back({{i}, 0, &filters[i].rep(), {}}); }
  const auto segment = index::build_segment(sources, registry, {.keep_text = false});
  ASSERT_TRUE(segment.ok());
  for (int e = 0; e < 50; ++e) {
    Event event;
    random.fill(event);
    const predicate::EventLookup lookup(event.data());
    for (index::Entry entry = 0; entry < (*segment)->size(); ++entry) {
      const Filter& filter = filters[(*segment)->ids[entry].value];
      const predicate::Formula back = index::decode(**segment, registry, entry);
      ASSERT_EQ(predicate::evaluate(back, lookup), predicate::evaluate(filter.rep().matches(), lookup)) << filter.text();
    }
  }
}

TEST_F(MatcherTest, RequireThatMatchingDoesNotAllocateAfterWarmUp) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  predicate::RandomExpr random(seed);
  std::vector<Change> changes;
  for (std::uint64_t i = 0; i < 500; ++i) {
    changes.push_back({Change::Kind::add, {i}, predicate::make_filter(random.condition(3), Dialect::core, {}), 0});
  }
  ASSERT_TRUE(matcher.apply(changes));
  std::vector<Event> events;
  for (int i = 0; i < 200; ++i) random.fill(events.emplace_back());
  for (const Event& event : events) matcher.match(event, scratch);
  const std::size_t before = allocations;
  std::size_t matches = 0;
  for (const Event& event : events) matches += matcher.match(event, scratch).size();
  EXPECT_EQ(allocations, before);
  EXPECT_GT(matches, 0U);
}

}  // namespace
}  // namespace turnout
