// Hours of a matcher's life in a row: filters come, change and go through every door, merges run beside, indexes are saved and
// loaded, readers match all the while; and now and then the whole is compared with the naive evaluator. Takes
// TURNOUT_SOAK_SECONDS, or 3; tools/soak takes longer. The seed is printed; TURNOUT_SEED sets it.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "tests/matcher/random_changes.h"

namespace turnout::test {
namespace {

constexpr std::size_t kIds = 20'000;
constexpr int kReaders = 2;

std::chrono::seconds soak_time() {
  const char* text = std::getenv("TURNOUT_SOAK_SECONDS");
  return std::chrono::seconds(text != nullptr ? std::strtol(text, nullptr, 10) : 3);
}

// Matches events of its own, and believes only what must hold at any moment: no id twice, and none that never was.
void read_until(const std::atomic<bool>& stop, const Matcher& matcher, std::uint64_t seed, std::atomic<std::uint64_t>& wrong) {
  RandomExpr random(seed);
  MatchScratch scratch;
  std::vector<Event> events(8);
  while (!stop.load(std::memory_order_relaxed)) {
    for (Event& event : events) random.fill(event);
    const Matches& matches = matcher.match(events, scratch);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      std::vector<SubscriptionId> ids(matches[i].begin(), matches[i].end());
      std::sort(ids.begin(), ids.end());
      const bool twice = std::adjacent_find(ids.begin(), ids.end()) != ids.end();
      const bool unknown = std::any_of(ids.begin(), ids.end(),
                                       [](SubscriptionId id) { return id.value % 7919 != 0 || id.value / 7919 >= kIds; });
      if (twice || unknown) wrong.fetch_add(1, std::memory_order_relaxed);
    }
  }
}

void step(RandomChanges& changes, const std::string& file) {
  switch (changes.random().pick(40)) {
    case 0:
      changes.churn(500);
      break;
    case 1:
      changes.bulk_load(100 + changes.random().pick(2000), 1 + static_cast<unsigned>(changes.random().pick(3)));
      break;
    case 2:
      ASSERT_TRUE(changes.matcher().compact());
      break;
    case 3:
      changes.save_and_load(file);
      break;
    case 4:
      changes.check_contents();
      break;
    default:
      for (int n = 0; n < 20; ++n) changes.change();
      changes.check_event();
  }
}

TEST(Soak, RequireThatAMatcherStaysRight) {
  const std::uint64_t seed = predicate::test_seed();
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  const std::string file = testing::TempDir() + "/soak-" + std::to_string(seed) + ".index";
  OneThread merging;
  RandomChanges changes(seed, kIds, {.executor = [&merging](std::function<void()> task) { merging.run(std::move(task)); }});
  changes.load(4000);
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> wrong{0};
  std::uint64_t steps = 0;
  {
    std::vector<std::jthread> readers;
    for (std::uint64_t reader = 1; reader <= kReaders; ++reader) {
      readers.emplace_back([&, reader] { read_until(stop, changes.matcher(), seed + reader, wrong); });
    }
    const auto end = std::chrono::steady_clock::now() + soak_time();
    for (; std::chrono::steady_clock::now() < end && !HasFailure(); ++steps) {
      SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed) + ", step " + std::to_string(steps));
      step(changes, file);
    }
    stop = true;
  }
  std::remove(file.c_str());
  EXPECT_EQ(wrong, 0U);
  EXPECT_GT(steps, 0U);
  std::printf("%llu steps, %llu merges, %zu filters at the end\n", static_cast<unsigned long long>(steps),
              static_cast<unsigned long long>(changes.merges()), changes.matcher().size());
}

}  // namespace
}  // namespace turnout::test
