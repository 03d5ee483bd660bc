// Random expressions over the whole language survive printing and compiling: the same expression, the same verdicts. The seed
// is printed; TURNOUT_SEED sets it.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "matcher/predicate/printer.h"
#include "tests/matcher/random_expr.h"
#include "turnout/compile.h"

namespace turnout::test {
namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Op;
using predicate::RandomExpr;

// As core's parser would build it: without what only other dialects or options set.
ExprPtr as_core_text(const ExprPtr& expr) {
  auto copy = std::make_shared<Expr>(*expr);
  copy->unordered_strings = false;
  copy->real_division = false;
  for (ExprPtr& child : copy->children) child = as_core_text(child);
  return copy;
}

TEST(RoundTrip, RandomExpressions) {
  const std::uint64_t seed = predicate::test_seed();
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  RandomExpr random(seed + 77);
  Event event;
  int accepted = 0;
  for (int i = 0; i < 10'000 && !testing::Test::HasFailure(); ++i) {
    const ExprPtr root = as_core_text(random.condition(static_cast<int>(random.pick(5))));
    if (!predicate::check(*root, Dialect::core).errors.empty()) continue;
    ++accepted;
    const std::string text = predicate::print(*root, Dialect::core);
    const auto compiled = compile(text);
    ASSERT_TRUE(compiled.ok()) << text << "\n" << to_string(compiled.error());
    EXPECT_TRUE(predicate::same(*root, *compiled->rep().root())) << text << "\n" << compiled->text();
    EXPECT_EQ(compiled->text(), text);
    for (int k = 0; k < 3; ++k) {
      random.fill(event);
      const predicate::EventLookup lookup(event.data());
      EXPECT_EQ(predicate::evaluate(*root, lookup), predicate::evaluate(*compiled->rep().root(), lookup))
          << text << "  on  " << event.to_string();
    }
  }
  EXPECT_GT(accepted, 5000);
}

}  // namespace
}  // namespace turnout::test
