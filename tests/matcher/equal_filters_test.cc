// Equal filters share one row: what matches, what is removed and what is saved stays a matter of each subscription.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "matcher/index/bulk_load.h"
#include "turnout/matcher.h"

namespace turnout {
namespace {

constexpr std::size_t kKinds = 60;

// Every kind of row: columns, sets, programs, several alternatives, and conjunctions in either order.
Filter kind(std::size_t k, bool swapped) {
  const auto number = static_cast<std::int64_t>(k / 6);
  const Condition a = attr("a") == number;
  const Condition b = attr("b") > number;
  const Condition text = attr("s").like("%x" + std::to_string(k / 6) + "%y%");
  const auto both = [swapped](const Condition& x, const Condition& y) { return swapped ? y && x : x && y; };
  const Condition conditions[] = {
      both(a, b),
      both(a, attr("c").in({number, number + 5, std::int64_t{40}})),
      both(a, text),
      (a && b) || (attr("c") == number && attr("d") < number),
      both(attr("b") > number, attr("c") < number + 20),
      (a || b) && attr("d") != number,
  };
  Result<Filter> filter = conditions[k % 6].build();
  EXPECT_TRUE(filter.ok());
  return *filter;
}

Event random_event(std::mt19937_64& random) {
  Event event;
  for (const char* name : {"a", "b", "c", "d"}) {
    if (random() % 5 != 0) event.set(name, static_cast<std::int64_t>(random() % 14));
  }
  event.set("s", "--x" + std::to_string(random() % 12) + "--y");
  return event;
}

class EqualFilters : public testing::Test {
 protected:
  void expect_agreement(const Matcher& matcher, const char* when) {
    MatchScratch scratch;
    for (int round = 0; round < 100; ++round) {
      const Event event = random_event(random_);
      std::vector<std::uint64_t> ids;
      for (const SubscriptionId id : matcher.match(event, scratch)) ids.push_back(id.value);
      std::sort(ids.begin(), ids.end());
      std::vector<std::uint64_t> expected;
      for (const auto& [id, k] : live_) {
        if (kinds_[k].matches(event)) expected.push_back(id);
      }
      ASSERT_EQ(ids, expected) << when << ", seed " << kSeed << ", round " << round;
    }
  }

  static constexpr std::uint64_t kSeed = 20261201;
  std::mt19937_64 random_{kSeed};
  std::map<std::uint64_t, std::size_t> live_;  // kind by id
  std::vector<Filter> kinds_ = [] {
    std::vector<Filter> kinds;
    for (std::size_t k = 0; k < kKinds; ++k) kinds.push_back(kind(k, false));
    return kinds;
  }();
};

TEST_F(EqualFilters, RequireThatEachSubscriptionIsFoundAndOneRowIsLookedAt) {
  constexpr std::uint64_t kFilters = 12'000;
  Matcher matcher({.keep_text = false});
  BulkLoad load(matcher);
  for (std::uint64_t id = 0; id < kFilters; ++id) {
    live_[id] = random_() % kKinds;
    ASSERT_TRUE(load.add({id}, kind(live_[id], random_() % 2 == 0), id * 3));
  }
  ASSERT_TRUE(load.finish());
  ASSERT_NO_FATAL_FAILURE(expect_agreement(matcher, "loaded"));

  MatchScratch scratch;
  Event event;
  event.set("a", 3).set("b", 9).set("c", 3).set("d", 1).set("s", "x3y");
  std::size_t matches = 0;
  EXPECT_TRUE(matcher.match(event, scratch, [&](SubscriptionId id, std::uint64_t word) {
    EXPECT_EQ(word, id.value * 3);
    ++matches;
    return true;
  }));
  EXPECT_GT(matches, 1000U);
  EXPECT_LE(scratch.counters().candidates, 2 * kKinds);
  std::size_t visited = 0;
  EXPECT_FALSE(matcher.match(event, scratch, [&](SubscriptionId, std::uint64_t) { return ++visited < 300; }));
  EXPECT_EQ(visited, 300U);
  const MemoryUsage memory = matcher.memory_usage();
  EXPECT_LT(memory.clusters + memory.programs + memory.sets + memory.dictionaries, kKinds * 400);
}

TEST_F(EqualFilters, RequireThatChangesMergesAndFilesKeepThemApart) {
  Matcher matcher;
  for (std::uint64_t id = 0; id < 3000; ++id) {
    live_[id] = random_() % kKinds;
    ASSERT_TRUE(matcher.add({id}, kind(live_[id], random_() % 2 == 0)));
  }
  ASSERT_NO_FATAL_FAILURE(expect_agreement(matcher, "added"));
  // The first of each kind among them, which the others follow.
  for (std::uint64_t id = 0; id < 1000; ++id) {
    ASSERT_TRUE(matcher.remove({id}));
    live_.erase(id);
  }
  ASSERT_NO_FATAL_FAILURE(expect_agreement(matcher, "removed"));
  for (std::uint64_t id = 1000; id < 1500; ++id) {
    live_[id] = random_() % kKinds;
    ASSERT_TRUE(matcher.replace({id}, kind(live_[id], false)));
  }
  ASSERT_TRUE(matcher.compact());
  ASSERT_NO_FATAL_FAILURE(expect_agreement(matcher, "compacted"));

  std::string file = testing::TempDir() + "/equal-filters-XXXXXX";
  const int descriptor = mkstemp(file.data());
  ASSERT_GE(descriptor, 0);
  ASSERT_TRUE(matcher.save(file));
  Matcher loaded;
  ASSERT_TRUE(loaded.load(file));
  ASSERT_EQ(loaded.size(), live_.size());
  ASSERT_NO_FATAL_FAILURE(expect_agreement(loaded, "loaded again"));
  EXPECT_EQ(*loaded.get({1400}), *matcher.get({1400}));
  for (std::uint64_t id = 1500; id < 3000; ++id) {
    ASSERT_TRUE(loaded.remove({id}));
    live_.erase(id);
  }
  ASSERT_TRUE(loaded.compact());
  ASSERT_NO_FATAL_FAILURE(expect_agreement(loaded, "compacted again"));
  std::remove(file.c_str());
}

// Rows that share a block though each tests a path of its own.
TEST_F(EqualFilters, RequireThatMixedRowsAreFound) {
  constexpr std::uint64_t kFilters = 3200;  // 20 values of a, 40 paths beside each, everything twice
  Matcher matcher;
  for (std::uint64_t id = 0; id < kFilters; ++id) {
    const std::uint64_t i = id % (kFilters / 2);
    const Condition condition = attr("a") == static_cast<std::int64_t>(i / 80) &&
                                attr("x" + std::to_string(i % 40)) > static_cast<std::int64_t>(i % 80);
    ASSERT_TRUE(matcher.add({id}, *condition.build()));
  }
  ASSERT_TRUE(matcher.compact());
  Event event;
  event.set("a", 7);
  for (int x = 0; x < 20; ++x) event.set("x" + std::to_string(x), 60);
  MatchScratch scratch;
  std::vector<std::uint64_t> ids;
  for (const SubscriptionId id : matcher.match(event, scratch)) ids.push_back(id.value);
  std::sort(ids.begin(), ids.end());
  std::vector<std::uint64_t> expected;
  for (std::uint64_t id = 0; id < kFilters; ++id) {
    const std::uint64_t i = id % (kFilters / 2);
    if (i / 80 == 7 && i % 40 < 20 && i % 80 < 60) expected.push_back(id);
  }
  EXPECT_EQ(ids, expected);
  EXPECT_EQ(scratch.counters().candidates, 80U);
}

// One filter of 100,000 subscriptions.
TEST_F(EqualFilters, RequireThatManyOfOneFilterAreAllFound) {
  constexpr std::uint64_t kFilters = 100'000;
  Matcher matcher({.keep_text = false});
  BulkLoad load(matcher);
  for (std::uint64_t id = 0; id < kFilters; ++id) ASSERT_TRUE(load.add({id}, kinds_[0]));
  ASSERT_TRUE(load.finish());
  for (std::uint64_t id = 0; id < kFilters; id += 2) ASSERT_TRUE(matcher.remove({id}));
  ASSERT_TRUE(matcher.compact());
  MatchScratch scratch;
  Event event;
  event.set("a", 0).set("b", 1);
  const auto ids = matcher.match(event, scratch);
  EXPECT_EQ(ids.size(), kFilters / 2);
  EXPECT_EQ(scratch.counters().candidates, 1U);
  EXPECT_TRUE(std::all_of(ids.begin(), ids.end(), [](SubscriptionId id) { return id.value % 2 == 1; }));
}

}  // namespace
}  // namespace turnout
