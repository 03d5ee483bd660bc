// Several events at once match what they match one by one, whatever the size of the batch and the state of the index.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>
#include <vector>

#include "matcher/predicate/filter_rep.h"
#include "tests/matcher/random_expr.h"
#include "turnout/matcher.h"

namespace turnout {
namespace {

using Ids = std::vector<std::uint64_t>;

Ids sorted(std::span<const SubscriptionId> found) {
  Ids ids;
  for (const SubscriptionId id : found) ids.push_back(id.value);
  std::sort(ids.begin(), ids.end());
  return ids;
}

class BatchTest : public testing::Test {
 protected:
  void add(std::size_t count) {
    std::vector<Change> changes;
    for (std::size_t i = 0; i < count; ++i, ++next_) {
      const Filter filter = predicate::make_filter(random_.condition(3), Dialect::core, {});
      filters_.emplace(next_, filter);
      changes.push_back({Change::Kind::add, {next_}, filter, 0});
    }
    ASSERT_TRUE(matcher_.apply(changes));
  }
  void remove_some() {
    for (std::uint64_t id = random_.pick(5); id < next_; id += 7) {
      if (filters_.erase(id) > 0) { ASSERT_TRUE(matcher_.remove({id})); }
    }
  }
  std::vector<Event> events(std::size_t count) {
    std::vector<Event> all(count);
    for (Event& event : all) random_.fill(event);
    return all;
  }
  Ids expected(const Event& event) const {
    Ids ids;
    for (const auto& [id, filter] : filters_) {
      if (filter.matches(event)) ids.push_back(id);
    }
    return ids;
  }

  std::uint64_t seed_ = predicate::test_seed();
  predicate::RandomExpr random_{seed_};
  std::map<std::uint64_t, Filter> filters_;
  std::uint64_t next_ = 0;
  Matcher matcher_;
  MatchScratch scratch_;
};

TEST_F(BatchTest, RequireThatABatchFindsWhatTheNaiveEvaluatorFinds) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_));
  std::size_t found = 0;
  for (int round = 0; round < 30; ++round) {
    ASSERT_NO_FATAL_FAILURE(add(random_.pick(2) == 0 ? 5 : 100));  // into the delta, or a segment of their own
    if (round % 3 == 2) { ASSERT_NO_FATAL_FAILURE(remove_some()); }
    for (const std::size_t size : {0U, 1U, 2U, 7U, 8U, 9U, 20U}) {
      const std::vector<Event> batch = events(size);
      const Matches& matches = matcher_.match(batch, scratch_);
      ASSERT_EQ(matches.size(), size);
      std::size_t total = 0;
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(sorted(matches[i]), expected(batch[i])) << "round " << round << ", event " << batch[i].to_string();
        total += matches[i].size();
      }
      EXPECT_EQ(scratch_.counters().matches, total);
      found += total;
    }
  }
  EXPECT_GT(found, 1'000U);
}

TEST_F(BatchTest, RequireThatAVisitorMayMatchABatchWithTheScratchOfItsMatch) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_));
  ASSERT_NO_FATAL_FAILURE(add(300));
  const std::vector<Event> batch = events(11);
  std::size_t visits = 0;
  for (const Event& event : events(20)) {
    Ids outer;
    matcher_.match(event, scratch_, [&](SubscriptionId id, std::uint64_t) {
      outer.push_back(id.value);
      if (++visits % 10 != 0) return true;
      const Matches& matches = matcher_.match(batch, scratch_);
      for (std::size_t i = 0; i < batch.size(); ++i) EXPECT_EQ(sorted(matches[i]), expected(batch[i]));
      EXPECT_EQ(sorted(matcher_.match(batch[0], scratch_)), expected(batch[0]));
      return true;
    });
    std::sort(outer.begin(), outer.end());
    ASSERT_EQ(outer, expected(event));
  }
  EXPECT_GT(visits, 100U);
}

TEST_F(BatchTest, RequireThatEveryBatchSeesWhatStaysWhileFiltersComeAndGo) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_));
  ASSERT_NO_FATAL_FAILURE(add(400));
  const std::vector<Event> batch = events(16);
  std::vector<Ids> stays;
  for (const Event& event : batch) stays.push_back(expected(event));
  const std::uint64_t first = next_;
  std::vector<Filter> passing;
  for (int i = 0; i < 200; ++i) passing.push_back(predicate::make_filter(random_.condition(2), Dialect::core, {}));
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> changes{0};
  std::thread writer([&] {
    for (std::uint64_t i = 0; !stop; ++i, ++changes) {
      EXPECT_TRUE(matcher_.add({first + i}, passing[i % passing.size()]));
      if (i >= 150) { EXPECT_TRUE(matcher_.remove({first + i - 150})); }
    }
  });
  while (changes < 3'000) {
    const Matches& matches = matcher_.match(batch, scratch_);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      Ids ids = sorted(matches[i]);
      EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
      std::erase_if(ids, [first](std::uint64_t id) { return id >= first; });
      EXPECT_EQ(ids, stays[i]);
    }
  }
  stop = true;
  writer.join();
}

}  // namespace
}  // namespace turnout
