// Loading in bulk gives what adding one by one gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "matcher/index/bulk_load.h"
#include "turnout/matcher.h"

namespace turnout {
namespace {

Filter filter_of(std::uint64_t i) {
  const Condition condition =
      attr("tenant") == "t" + std::to_string(i % 997) && attr("amount") > static_cast<std::int64_t>(i % 13);
  Result<Filter> filter = condition.build();
  EXPECT_TRUE(filter.ok());
  return *filter;
}

std::vector<std::uint64_t> ids_for(const Matcher& matcher, const Event& event) {
  MatchScratch scratch;
  std::vector<std::uint64_t> ids;
  for (const SubscriptionId id : matcher.match(event, scratch)) ids.push_back(id.value);
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST(BulkLoad, RequireThatPiecesMatchAsFiltersAddedAtOnce) {
  constexpr std::uint64_t kFilters = 2 * index::kPieceFilters + 1000;
  Matcher matcher({.keep_text = false});
  BulkLoad load(matcher);
  for (std::uint64_t i = 0; i < kFilters; ++i) ASSERT_TRUE(load.add({i}, filter_of(i), i));
  EXPECT_EQ(matcher.size(), 0U);
  ASSERT_TRUE(load.finish());
  EXPECT_EQ(matcher.size(), kFilters);
  EXPECT_EQ(matcher.change_counters().segments, 1U);
  for (std::uint64_t tenant = 0; tenant < 997; tenant += 83) {
    Event event;
    event.set("tenant", "t" + std::to_string(tenant)).set("amount", 7);
    std::vector<std::uint64_t> expected;
    for (std::uint64_t i = tenant; i < kFilters; i += 997) {
      if (i % 13 < 7) expected.push_back(i);
    }
    EXPECT_EQ(ids_for(matcher, event), expected);
  }
}

TEST(BulkLoad, RequireThatThreadsPackWhatOneThreadPacks) {
  constexpr std::uint64_t kFilters = 5 * index::kPieceFilters + 77;
  Matcher matcher;
  BulkLoad load(matcher, 3);
  for (std::uint64_t i = 0; i < kFilters; ++i) ASSERT_TRUE(load.add({i}, filter_of(i), i));
  ASSERT_TRUE(load.finish());
  EXPECT_EQ(matcher.size(), kFilters);
  EXPECT_EQ(*matcher.get({kFilters - 1}), filter_of(kFilters - 1).text());
  Event event;
  event.set("tenant", "t500").set("amount", 12);
  std::vector<std::uint64_t> expected;
  for (std::uint64_t i = 500; i < kFilters; i += 997) {
    if (i % 13 < 12) expected.push_back(i);
  }
  EXPECT_EQ(ids_for(matcher, event), expected);
  BulkLoad dropped(matcher, 2);  // with a piece under way
  for (std::uint64_t i = 0; i < index::kPieceFilters; ++i) ASSERT_TRUE(dropped.add({kFilters + i}, filter_of(i)));
}

TEST(BulkLoad, RequireThatAnIdTwiceIsRefusedAndNothingIsLoaded) {
  Matcher matcher;
  ASSERT_TRUE(matcher.add({5}, filter_of(5)));
  BulkLoad twice(matcher);
  ASSERT_TRUE(twice.add({1}, filter_of(1)));
  ASSERT_TRUE(twice.add({1}, filter_of(2)));
  const Result<void> refused = twice.finish();
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::already_exists);
  BulkLoad known(matcher);
  ASSERT_TRUE(known.add({4}, filter_of(4)));
  ASSERT_TRUE(known.add({5}, filter_of(5)));
  EXPECT_FALSE(known.finish().ok());
  EXPECT_EQ(matcher.size(), 1U);
}

TEST(BulkLoad, RequireThatTheCapHolds) {
  Matcher matcher({.memory_cap_bytes = 200'000});
  BulkLoad load(matcher);
  Result<void> result;
  for (std::uint64_t i = 0; i < 20'000 && result.ok(); ++i) result = load.add({i}, filter_of(i));
  if (result.ok()) result = load.finish();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::out_of_memory);
  EXPECT_EQ(matcher.size(), 0U);
}

TEST(BulkLoad, RequireThatAnEmptyLoadChangesNothing) {
  Matcher matcher;
  BulkLoad load(matcher);
  EXPECT_TRUE(load.finish());
  EXPECT_EQ(matcher.size(), 0U);
}

}  // namespace
}  // namespace turnout
