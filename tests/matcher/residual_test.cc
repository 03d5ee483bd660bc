// The bytecode against the naive evaluator, which shares no code with it, and what a residual says about itself.
#include "matcher/predicate/residual.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "matcher/predicate/naive.h"
#include "schema/path_registry.h"
#include "tests/matcher/random_expr.h"

namespace turnout::predicate {
namespace {

using schema::ValueView;
using R = RandomExpr;

std::vector<ValueView> slots(const Residual& residual, const Event& event) {
  std::vector<ValueView> values;
  for (const auto& path : residual.paths()) values.push_back(schema::lookup(event.data(), *path));
  return values;
}

Truth run(const ExprPtr& expr, const Event& event) {
  ResidualScratch scratch;
  const auto residual = Residual::compile(*expr);
  return residual->evaluate(slots(*residual, event), scratch);
}

std::vector<std::string> needed(const ExprPtr& expr) {
  const auto residual = Residual::compile(*expr);
  std::vector<std::string> names;
  for (const std::uint16_t slot : residual->needs()) names.push_back(residual->paths()[slot]->segments[0].name);
  return names;
}

TEST(Residual, EqualsTheNaiveEvaluator) {
  const std::uint64_t seed = test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  RandomExpr random(seed);
  ResidualScratch scratch;
  Event event;
  std::size_t verdicts[3] = {};
  for (int round = 0; round < 20'000; ++round) {
    const ExprPtr expr = round % 2 == 0 ? random.involved_atom() : random.condition(3);
    const auto residual = Residual::compile(*expr);
    for (int i = 0; i < 8; ++i) {
      random.fill(event);
      const std::vector<ValueView> values = slots(*residual, event);
      const Truth expected = evaluate(*expr, EventLookup(event.data()));
      const Truth actual = residual->evaluate(values, scratch);
      ++verdicts[static_cast<int>(expected)];
      ASSERT_EQ(static_cast<int>(actual), static_cast<int>(expected))
          << "round " << round << "\nevent " << event.to_string() << "\nkey " << residual->key();
      for (const std::uint16_t slot : residual->needs()) {
        ASSERT_TRUE(values[slot].has_value() || expected == Truth::unknown) << "needed but absent, key " << residual->key();
      }
      ASSERT_EQ(scratch.used, 0U);
    }
  }
  for (const std::size_t count : verdicts) EXPECT_GT(count, 10'000U);
}

TEST(Residual, KeepsItsMemoryBetweenEvaluations) {
  RandomExpr random(test_seed());
  const ExprPtr expr = R::node(Op::equal, {R::call(Function::upper, {R::path("s")}), R::literal(Value("ABC"))});
  const auto residual = Residual::compile(*expr);
  ResidualScratch scratch;
  const std::string text = "a string beyond the small ones that live inside their object";
  const ValueView values[] = {ValueView::string(text)};
  EXPECT_EQ(residual->evaluate(values, scratch), Truth::no);
  const char* const data = scratch.strings[0].data();
  EXPECT_EQ(residual->evaluate(values, scratch), Truth::no);
  EXPECT_EQ(scratch.strings[0].data(), data);
}

TEST(Residual, NeedsWhatMakesItUnknown) {
  using Names = std::vector<std::string>;
  const ExprPtr a = R::path("a"), b = R::path("b"), one = R::literal(Value(1));
  EXPECT_EQ(needed(R::node(Op::less, {a, b})), (Names{"a", "b"}));
  EXPECT_EQ(needed(R::node(Op::less, {R::node(Op::add, {a, b}), one})), (Names{"a", "b"}));
  EXPECT_EQ(needed(R::node(Op::equal, {R::call(Function::coalesce, {a, b}), one})), Names{});
  EXPECT_EQ(needed(R::node(Op::equal, {R::call(Function::coalesce, {R::node(Op::add, {a, b}), b}), one})), Names{"b"});
  EXPECT_EQ(needed(R::node(Op::is_null, {R::node(Op::add, {a, b})})), Names{});
  EXPECT_EQ(needed(R::node(Op::between, {a, b, one})), Names{"a"});
  EXPECT_EQ(needed(R::node(Op::between, {a, b, b})), (Names{"a", "b"}));
  EXPECT_EQ(needed(R::node(Op::in, {a, b, one})), Names{"a"});
  const ExprPtr both = R::node(Op::logical_and, {R::node(Op::less, {a, b}), R::node(Op::less, {b, one})});
  EXPECT_EQ(needed(both), Names{"b"});
  EXPECT_EQ(needed(R::node(Op::logical_not, {both})), Names{"b"});
  auto any = std::make_shared<Expr>();
  any->op = Op::any;
  any->children = {a, R::path("xs")};
  EXPECT_EQ(needed(any), Names{"xs"});
}

TEST(Residual, TellsWhichSlotsAreArrays) {
  auto all = std::make_shared<Expr>();
  all->op = Op::all;
  all->children = {R::path("a"), R::path("is[*].p")};
  const auto residual = Residual::compile(*all);
  ASSERT_EQ(residual->paths().size(), 2U);
  EXPECT_FALSE(residual->quantified(0));
  EXPECT_TRUE(residual->quantified(1));
}

TEST(Residual, HasOneKeyForOneExpression) {
  const auto key = [](const ExprPtr& expr) { return Residual::compile(*expr)->key(); };
  const ExprPtr a = R::path("a"), b = R::path("b");
  EXPECT_EQ(key(R::node(Op::less, {a, b})), key(R::node(Op::less, {R::path("a"), R::path("b")})));
  EXPECT_NE(key(R::node(Op::less, {a, b})), key(R::node(Op::less, {b, a})));
  EXPECT_NE(key(R::node(Op::equal, {a, R::literal(Value(1))})), key(R::node(Op::equal, {a, R::literal(Value(1.0))})));
  EXPECT_NE(key(R::node(Op::equal, {a, R::literal(Value("1"))})), key(R::node(Op::equal, {a, R::literal(Value::binary("1"))})));
  auto real = std::make_shared<Expr>(*R::node(Op::divide, {a, b}));
  real->real_division = true;
  EXPECT_NE(key(R::node(Op::is_null, {real})), key(R::node(Op::is_null, {R::node(Op::divide, {a, b})})));
}

TEST(Residual, BoundsTheStringsItComputes) {
  Event event;
  event.set("s", Value("x"));
  ExprPtr chain = R::path("s");
  for (int i = 0; i < 40; ++i) chain = R::call(Function::concat, {chain, R::literal(Value(std::string(1000, 'y')))});
  EXPECT_EQ(run(R::node(Op::is_null, {chain}), event), Truth::no);
  std::vector<ExprPtr> many(200, R::path("s"));
  ExprPtr wide = R::call(Function::concat, many);
  event.set("s", Value(std::string(std::size_t{1} << 19, 'x')));
  EXPECT_EQ(run(R::node(Op::is_null, {wide}), event), Truth::yes);
}

TEST(Residual, ListsOfAnyLengthAreOneLookUp) {
  std::vector<ExprPtr> children = {R::call(Function::lower, {R::path("s")})};
  for (int i = 0; i < 50'000; ++i) children.push_back(R::literal(Value("v" + std::to_string(i))));
  const ExprPtr in = R::node(Op::in, children);
  Event event;
  event.set("s", Value("V49999"));
  EXPECT_EQ(run(in, event), Truth::yes);
  event.set("s", Value("V50000"));
  EXPECT_EQ(run(in, event), Truth::no);
  children.push_back(R::literal(Value::null()));
  EXPECT_EQ(run(R::node(Op::in, children), event), Truth::unknown);
}

}  // namespace
}  // namespace turnout::predicate
