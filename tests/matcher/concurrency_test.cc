// Readers match while writers change: every result is one that some moment between changes would give. Meant for
// ThreadSanitizer too.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "turnout/matcher.h"

namespace turnout::test {
namespace {

constexpr std::uint64_t kPairs = 24;
constexpr int kMatches = 1500;           // of each reader, at least
constexpr std::uint64_t kChanges = 600;  // of each writer, at least

Filter built(const Condition& condition) {
  Result<Filter> filter = condition.build();
  EXPECT_TRUE(filter.ok());
  return *filter;
}

Event event_with(int a) {
  Event event;
  event.set("a", a).set("b", "text").set("c", 2.5);
  return event;
}

Change change(Change::Kind kind, std::uint64_t id, const Filter& filter = {}, std::uint64_t word = 0) {
  Change result;
  result.kind = kind;
  result.id = SubscriptionId{id};
  result.filter = filter;
  result.word = word;
  return result;
}

// Of each pair (2k, 2k + 1) exactly one wants `a = 1`.
bool one_of_each_pair(const std::set<std::uint64_t>& ids) {
  for (std::uint64_t k = 0; k < kPairs; ++k) {
    if (ids.contains(2 * k) == ids.contains(2 * k + 1)) return false;
  }
  return true;
}

class Concurrency : public testing::Test {
 protected:
  // Runs readers and writers side by side, until each reader has matched kMatches times and each writer changed kChanges times.
  template <class Reader, class... Writers>
  void run(int readers, Reader reader, Writers... writers) {
    std::atomic<int> reading{readers};
    std::atomic<int> writing{static_cast<int>(sizeof...(writers))};
    std::vector<std::thread> threads;
    for (int i = 0; i < readers; ++i) {
      threads.emplace_back([&] {
        MatchScratch scratch;
        for (int n = 0; (n < kMatches || writing > 0) && wrong_ == 0; ++n) {
          if (n == kMatches) --reading;
          if (!reader(scratch)) ++wrong_;
        }
      });
    }
    (threads.emplace_back([&] {
      for (std::uint64_t n = 0; (n < kChanges || reading > 0) && wrong_ == 0; ++n) writers(n);
      --writing;
    }),
     ...);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong_, 0);
  }

  Matcher matcher_;
  std::atomic<int> wrong_{0};
};

TEST_F(Concurrency, PairsThatSwapAreNeverSeenBothOrNeither) {
  const Filter wanted = built(attr("a") == 1);
  for (std::uint64_t k = 0; k < kPairs; ++k) ASSERT_TRUE(matcher_.add({2 * k}, wanted));
  const Event event = event_with(1);
  std::vector<bool> second(kPairs, false);
  run(
      2,
      [&](MatchScratch& scratch) {
        std::set<std::uint64_t> ids;
        for (const SubscriptionId id : matcher_.match(event, scratch)) {
          if (id.value < 2 * kPairs && !ids.insert(id.value).second) return false;
        }
        return one_of_each_pair(ids);
      },
      // Several pairs at once, by removal and addition.
      [&](std::uint64_t n) {
        std::vector<Change> changes;
        for (std::uint64_t i = 0; i <= n % 3; ++i) {
          const std::uint64_t k = (n + i * 5) % kPairs;
          const std::uint64_t old = 2 * k + (second[k] ? 1 : 0);
          changes.push_back(change(Change::Kind::remove, old));
          changes.push_back(change(Change::Kind::add, old ^ 1, wanted));
          second[k] = !second[k];
        }
        if (!matcher_.apply(changes)) ++wrong_;
      },
      // Noise, so that the index merges meanwhile.
      [&](std::uint64_t n) {
        const std::uint64_t id = 1000 + n % 500;
        if (matcher_.contains({id})) {
          if (!matcher_.remove({id})) ++wrong_;
        } else if (!matcher_.add({id}, built(attr("a") > static_cast<int>(n % 7) && attr("b").like("t%")))) {
          ++wrong_;
        }
        if (n % 400 == 0) { ASSERT_TRUE(matcher_.compact()); }
      });
}

TEST_F(Concurrency, ReplacedFiltersMoveTogether) {
  const Filter one = built(attr("a") == 1 && attr("b") == "text");
  const Filter two = built(attr("a") == 2 || attr("c") > 5.0);
  for (std::uint64_t k = 0; k < kPairs; ++k) {
    ASSERT_TRUE(matcher_.add({2 * k}, one, 1));
    ASSERT_TRUE(matcher_.add({2 * k + 1}, two, 2));
  }
  const Event event = event_with(1);
  run(
      3,
      [&](MatchScratch& scratch) {
        std::set<std::uint64_t> ids;
        bool words = true;
        matcher_.match(event, scratch, [&](SubscriptionId id, std::uint64_t word) {
          words = words && word == 1 && ids.insert(id.value).second;
          return true;
        });
        return words && one_of_each_pair(ids) && matcher_.size() == 2 * kPairs;
      },
      [&](std::uint64_t n) {
        std::vector<Change> changes;
        const bool swapped = n % 2 == 0;
        for (std::uint64_t k = 0; k < kPairs; ++k) {
          changes.push_back(change(Change::Kind::replace, 2 * k, swapped ? two : one, swapped ? 2 : 1));
          changes.push_back(change(Change::Kind::replace, 2 * k + 1, swapped ? one : two, swapped ? 1 : 2));
        }
        if (!matcher_.apply(changes)) ++wrong_;
        if (n % 50 == 0) { ASSERT_TRUE(matcher_.compact()); }
      });
}

// A change is visible to every match that starts after it returned.
TEST_F(Concurrency, WhatReturnedIsSeen) {
  const Filter wanted = built(attr("a") == 1);
  const Event event = event_with(1);
  std::atomic<std::uint64_t> added{0};
  std::atomic<std::uint64_t> removing{0};  // ids below may be gone
  run(
      2,
      [&](MatchScratch& scratch) {
        const std::uint64_t until = added;
        std::set<std::uint64_t> ids;
        for (const SubscriptionId id : matcher_.match(event, scratch)) ids.insert(id.value);
        const std::uint64_t from = removing;
        for (std::uint64_t id = from; id < until; ++id) {
          if (!ids.contains(id)) return false;
        }
        return true;
      },
      [&](std::uint64_t n) {
        if (!matcher_.add({n}, wanted)) ++wrong_;
        added = n + 1;
        if (n >= 100) {
          removing = n - 99;
          if (!matcher_.remove({n - 100})) ++wrong_;
        }
      });
}

// Readers of JSON keep up with paths that appear while they read; what was there before is always found.
TEST_F(Concurrency, PathsGrowWhileEventsAreRead) {
  ASSERT_TRUE(matcher_.add({1}, built(attr("a.b") == 1)));
  ASSERT_TRUE(matcher_.add({2}, built(attr("c") > 5)));
  run(
      2,
      [&](MatchScratch& scratch) {
        EventReader reader(matcher_.paths());
        Event event;
        if (!reader.read_body(R"({"a": {"b": 1, "x3": 2}, "c": 4, "x1": 7})", event)) return false;
        bool first = false;
        bool second = false;
        for (const SubscriptionId id : matcher_.match(event, scratch)) {
          first = first || id.value == 1;
          second = second || id.value == 2;
        }
        return first && !second;
      },
      [&](std::uint64_t n) {
        const std::string name = (n % 2 == 0 ? "x" : "a.x") + std::to_string(n % 300);
        if (!matcher_.add({n + 10}, built(attr(name) == 7))) ++wrong_;
        if (n >= 50 && !matcher_.remove({n - 40})) ++wrong_;
      });
}

}  // namespace
}  // namespace turnout::test
