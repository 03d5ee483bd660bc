// Random filters over the whole language, random events, random changes, against a model: a map of filters and the naive
// evaluator. The seed is printed; TURNOUT_SEED sets it.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "matcher/predicate/check.h"
#include "matcher/predicate/formula.h"
#include "tests/matcher/random_changes.h"
#include "turnout/explain.h"

namespace turnout::test {
namespace {

TEST(RandomMatcher, AgreesWithTheModelUnderChange) {
  const std::uint64_t seed = predicate::test_seed();
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  for (std::uint64_t round = 0; round < 12; ++round) RandomChanges(seed + round, round % 3 == 0 ? 12 : 400).run(500);
}

// Many filters at once: clusters, merges and removals at size.
TEST(RandomMatcher, AgreesWithTheModelAtSize) {
  const std::uint64_t seed = predicate::test_seed() + 500;
  RandomChanges changes(seed, 6000);
  changes.load(5000);
  changes.run(120);
}

// Merges on another thread, while filters come and go: what is removed meanwhile must not come back.
TEST(RandomMatcher, AgreesWithTheModelWhenMergesRunBeside) {
  const std::uint64_t seed = predicate::test_seed() + 700;
  OneThread thread;
  const auto beside = [&thread](std::function<void()> task) { thread.run(std::move(task)); };
  RandomChanges changes(seed, 9000, {.executor = beside});
  changes.load(6000);
  for (int round = 0; round < 6; ++round) {
    changes.churn(900);
    changes.run(20);
  }
  EXPECT_GT(changes.merges(), 3U);
}

// The same with an executor that runs tasks at once, and with one that never does.
TEST(RandomMatcher, AgreesWithTheModelWhateverTheExecutorDoes) {
  const std::uint64_t seed = predicate::test_seed() + 800;
  RandomChanges at_once(seed, 6000, {.executor = [](const std::function<void()>& task) { task(); }});
  at_once.load(3000);
  at_once.churn(2500);
  at_once.run(30);
  EXPECT_GT(at_once.merges(), 2U);
  RandomChanges never(seed + 1, 6000, {.executor = [](const std::function<void()>&) {}});
  never.load(3000);
  never.churn(2500);
  never.run(30);
}

TEST(RandomMatcher, FormulasAndExplanationAgreeWithTheEvaluator) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  RandomExpr random(seed + 1000);
  Event event;
  int accepted = 0;
  for (int i = 0; i < 12'000 && !testing::Test::HasFailure(); ++i) {
    const predicate::ExprPtr root = random.condition(static_cast<int>(random.pick(4)));
    if (!predicate::check(*root, Dialect::core).errors.empty()) continue;  // an order on binaries, say
    ++accepted;
    const Filter filter = predicate::make_filter(root, Dialect::core, {});
    const predicate::TrueFalse formulas = predicate::compile(*root);
    for (int k = 0; k < 4; ++k) {
      random.fill(event);
      const predicate::EventLookup lookup(event.data());
      const Truth truth = predicate::evaluate(*root, lookup);
      const auto where = [&] { return filter.text() + "  on  " + event.to_string(); };
      EXPECT_EQ(predicate::evaluate(formulas.when_true, lookup), truth == Truth::yes) << "T: " << where();
      EXPECT_EQ(predicate::evaluate(formulas.when_false, lookup), truth == Truth::no) << "F: " << where();
      EXPECT_EQ(filter.matches(event), truth == Truth::yes) << where();
      const Explanation why = explain(filter, event);
      EXPECT_EQ(why.matches, truth == Truth::yes) << where();
      EXPECT_EQ(static_cast<int>(why.root.verdict), static_cast<int>(truth)) << where();
    }
  }
  EXPECT_GT(accepted, 8000);
}

}  // namespace
}  // namespace turnout::test
