// A matcher under random changes beside its model: a map of filters and the naive evaluator.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "tests/matcher/random_expr.h"
#include "turnout/matcher.h"

namespace turnout::test {

using predicate::RandomExpr;
using predicate::Truth;

struct Entry {
  Filter filter;
  std::uint64_t word = 0;
};

// Runs what it is given, one after the other, on a thread of its own.
class OneThread {
 public:
  ~OneThread() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_one();
  }
  void run(std::function<void()> task) {
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
  }

 private:
  void work() {
    for (std::unique_lock lock(mutex_);;) {
      wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
      if (stopping_) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::jthread thread_{[this] { work(); }};
};

class RandomChanges {
 public:
  RandomChanges(std::uint64_t seed, std::size_t ids, MatcherOptions options = {})
      : random_(seed), seed_(seed), ids_(ids), matcher_(std::move(options)) {}

  // One that a user could have made: an order on binaries, say, is refused.
  Filter filter() {
    predicate::ExprPtr root;
    do root = random_.condition(static_cast<int>(random_.pick(4)));
    while (!predicate::check(*root, Dialect::core).errors.empty());
    return predicate::make_filter(root, Dialect::core, {});
  }

  // One change through one of the doors; the matcher's answer must be the model's.
  void change() {
    const SubscriptionId id{random_.pick(ids_) * 7919};
    const bool present = model_.contains(id.value);
    const std::uint64_t word = random_.pick(1000);
    switch (random_.pick(8)) {
      case 0:
      case 1:
      case 2: {
        const Filter added = filter();
        const auto result = matcher_.add(id, added, word);
        EXPECT_EQ(result.ok(), !present);
        if (!present) model_[id.value] = {added, word};
        break;
      }
      case 3: {
        const Filter added = filter();
        EXPECT_EQ(matcher_.replace(id, added, word).ok(), present);
        if (present) model_[id.value] = {added, word};
        break;
      }
      case 4:
      case 5:
        EXPECT_EQ(matcher_.remove(id).ok(), present);
        model_.erase(id.value);
        break;
      default:
        apply();
    }
  }

  void apply() {
    auto after = model_;
    std::vector<Change> changes;
    bool fails = false;
    for (std::size_t n = random_.pick(12); n > 0; --n) {
      Change change;
      change.id = SubscriptionId{random_.pick(ids_) * 7919};
      const bool present = after.contains(change.id.value);
      change.kind = present ? (random_.chance(2) ? Change::Kind::remove : Change::Kind::replace) : Change::Kind::add;
      if (random_.chance(60)) {  // a mistake: none of the changes may happen
        change.kind = present ? Change::Kind::add : Change::Kind::remove;
        fails = true;
      }
      if (change.kind == Change::Kind::remove) {
        after.erase(change.id.value);
      } else {
        change.filter = filter();
        change.word = random_.pick(1000);
        after[change.id.value] = {change.filter, change.word};
      }
      changes.push_back(std::move(change));
    }
    EXPECT_EQ(matcher_.apply(changes).ok(), !fails);
    if (!fails) model_ = std::move(after);
  }

  // Every live filter against a random event.
  void check_event() { check_event(matcher_); }
  // The same of another matcher that should hold the same filters.
  void check_event(const Matcher& matcher) {
    random_.fill(event_);
    std::map<std::uint64_t, std::uint64_t> expected;
    for (const auto& [id, entry] : model_) {
      const predicate::EventLookup lookup(event_.data());
      if (predicate::evaluate(*entry.filter.rep().root(), lookup) == Truth::yes) expected.emplace(id, entry.word);
    }
    std::map<std::uint64_t, std::uint64_t> found;
    const bool finished = matcher.match(event_, scratch_, [&](SubscriptionId id, std::uint64_t word) {
      EXPECT_TRUE(found.emplace(id.value, word).second) << "id twice: " << id.value;
      return true;
    });
    EXPECT_TRUE(finished);
    EXPECT_EQ(matcher.any(event_, scratch_), !expected.empty());
    EXPECT_EQ(matcher.match(event_, scratch_).size(), expected.size());
    if (found == expected) return;
    for (const auto& [id, entry] : model_) {
      if (found.contains(id) != expected.contains(id)) {
        ADD_FAILURE() << (found.contains(id) ? "too many: " : "lost: ") << entry.filter.text() << "  on  "
                      << event_.to_string();
      } else if (found.contains(id) && found[id] != expected[id]) {
        ADD_FAILURE() << "wrong word of id " << id;
      }
    }
    for (const auto& [id, word] : found) EXPECT_TRUE(model_.contains(id)) << "an id that is not there: " << id;
  }

  // Many new filters by one apply().
  void load(std::uint64_t count) {
    std::vector<Change> changes;
    for (std::uint64_t n = 0; n < count; ++n) {
      Change change;
      change.id = SubscriptionId{n * 7919};
      change.filter = filter();
      model_[change.id.value] = {change.filter, 0};
      changes.push_back(std::move(change));
    }
    ASSERT_TRUE(matcher_.apply(changes));
  }

  // Many changes without a look at the outcome.
  void churn(std::size_t count) {
    for (; count > 0; --count) {
      const SubscriptionId id{random_.pick(ids_) * 7919};
      if (model_.contains(id.value)) {
        ASSERT_TRUE(matcher_.remove(id));
        model_.erase(id.value);
      } else {
        const Filter added = filter();
        ASSERT_TRUE(matcher_.add(id, added, count));
        model_[id.value] = {added, count};
      }
    }
  }

  // Many new filters by a bulk load, with ids that are not there yet.
  void bulk_load(std::size_t count, unsigned threads) {
    BulkLoad load(matcher_, threads);
    std::map<std::uint64_t, Entry> added;
    for (std::size_t n = 0; n < count; ++n) {
      const std::uint64_t id = random_.pick(ids_) * 7919;
      if (model_.contains(id) || added.contains(id)) continue;
      added[id] = {filter(), n};
      ASSERT_TRUE(load.add({id}, added[id].filter, n));
    }
    ASSERT_TRUE(load.finish());
    model_.merge(added);
  }

  // To a file and back, into another matcher.
  void save_and_load(const std::string& path) {
    ASSERT_TRUE(matcher_.save(path));
    Matcher loaded;
    const Result<void> ok = loaded.load(path);
    ASSERT_TRUE(ok) << to_string(ok.error());
    ASSERT_EQ(loaded.size(), model_.size());
    for (int n = 0; n < 5; ++n) check_event(loaded);
  }

  [[nodiscard]] Matcher& matcher() { return matcher_; }
  [[nodiscard]] RandomExpr& random() { return random_; }
  std::uint64_t merges() const { return matcher_.change_counters().merges; }

  void check_contents() {
    EXPECT_EQ(matcher_.size(), model_.size());
    std::map<std::uint64_t, std::uint64_t> seen;
    matcher_.for_each([&](SubscriptionId id, std::uint64_t word) { return seen.emplace(id.value, word).second; });
    ASSERT_EQ(seen.size(), model_.size());
    for (const auto& [id, entry] : model_) {
      EXPECT_TRUE(matcher_.contains({id}));
      EXPECT_EQ(seen[id], entry.word);
      const auto text = matcher_.get({id});
      ASSERT_TRUE(text);
      EXPECT_EQ(*text, entry.filter.text());
    }
  }

  void run(int steps) {
    for (int step = 0; step < steps && !testing::Test::HasFailure(); ++step) {
      SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_) + ", step " + std::to_string(step));
      for (std::size_t n = 1 + random_.pick(6); n > 0; --n) change();
      check_event();
      if (step % 50 == 0) check_contents();
      if (random_.chance(40)) { ASSERT_TRUE(matcher_.compact()); }
    }
  }

 private:
  RandomExpr random_;
  std::uint64_t seed_;
  std::size_t ids_;  // different ids that occur
  Matcher matcher_;
  MatchScratch scratch_;
  Event event_;
  std::map<std::uint64_t, Entry> model_;
};

}  // namespace turnout::test
