// What is evaluated once per event leads to those filters that match, and to few others, at size and without allocation.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "matcher/predicate/filter_rep.h"
#include "tests/matcher/random_expr.h"
#include "turnout/matcher.h"

namespace {
thread_local std::size_t allocations = 0;
}

// Not inlined: g++ would otherwise see malloc() meet operator delete, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace turnout::test {
namespace {

using predicate::ExprPtr;
using predicate::Function;
using predicate::Op;
using predicate::RandomExpr;

constexpr std::uint64_t kFilters = 2000;

ExprPtr number(std::uint64_t value) { return RandomExpr::literal(Value(static_cast<std::int64_t>(value))); }

ExprPtr quantified(Op op, Op compare, ExprPtr constant) {
  auto expr = std::make_shared<predicate::Expr>();
  expr->op = op;
  expr->compare = compare;
  expr->children = {std::move(constant), RandomExpr::path("xs")};
  return expr;
}

class ProbeTest : public testing::Test {
 protected:
  void load(const std::function<ExprPtr(std::uint64_t)>& filter) {
    std::vector<Change> changes;
    for (std::uint64_t i = 0; i < kFilters; ++i) {
      changes.push_back({Change::Kind::add, {i}, predicate::make_filter(filter(i), Dialect::core, {}), 0});
    }
    ASSERT_TRUE(matcher.apply(changes));
  }
  // The number of matches of an event whose `xs` or `s` is `value`; filters that do not match were hardly looked at, and a
  // second match allocates nothing.
  std::size_t matches(std::string_view path, const Value& value) {
    Event event;
    event.set(path, value);
    const std::size_t count = matcher.match(event, scratch).size();
    EXPECT_LE(scratch.counters().candidates, 2 * count + 8);
    const std::size_t before = allocations;
    EXPECT_EQ(matcher.match(event, scratch).size(), count);
    EXPECT_EQ(allocations, before);
    return count;
  }

  Matcher matcher;
  MatchScratch scratch;
};

Value numbers(std::int64_t from, std::int64_t to) {
  Value::Array array;
  for (std::int64_t i = from; i < to; ++i) array.emplace_back(i);
  return Value(array);
}

TEST_F(ProbeTest, RequireThatAnElementLeadsToItsFilters) {
  load([](std::uint64_t i) { return quantified(Op::any, Op::equal, number(i)); });
  EXPECT_EQ(matches("xs", numbers(5, 8)), 3U);
  EXPECT_EQ(matches("xs", numbers(0, 20'000)), kFilters);
  EXPECT_EQ(matches("xs", Value(Value::Array(5000, Value(7)))), 1U);
  EXPECT_EQ(matches("xs", Value(Value::Array{})), 0U);
  EXPECT_EQ(matches("xs", Value(7)), 0U);
}

TEST_F(ProbeTest, RequireThatWhatHoldsOfAllElementsIsAskedOfOne) {
  load([](std::uint64_t i) { return RandomExpr::node(Op::logical_not, {quantified(Op::any, Op::less, number(i))}); });
  EXPECT_EQ(matches("xs", numbers(0, 1995)), 6U);
  EXPECT_EQ(matches("xs", Value(Value::Array{})), kFilters);
  EXPECT_EQ(matches("xs", Value(Value::Array{Value(1), Value::null()})), 0U);
}

TEST_F(ProbeTest, RequireThatAComparedExpressionIsComputedOnce) {
  load([](std::uint64_t i) {
    const ExprPtr twice = RandomExpr::node(Op::multiply, {RandomExpr::path("a"), number(2)});
    return RandomExpr::node(Op::greater, {twice, number(i)});
  });
  EXPECT_EQ(matches("a", Value(5)), 10U);
  EXPECT_EQ(matches("a", Value(-5)), 0U);
  EXPECT_EQ(matches("a", Value(1e9)), kFilters);
  EXPECT_EQ(matches("a", Value("5")), 0U);
}

TEST_F(ProbeTest, RequireThatAPatternLeadsToItsFilters) {
  load([](std::uint64_t i) {
    const Value needle("-" + std::to_string(i) + ".");
    return RandomExpr::call(i % 2 == 0 ? Function::contains : Function::ends_with,
                            {RandomExpr::path("s"), RandomExpr::literal(needle)});
  });
  EXPECT_EQ(matches("s", Value("x-12.-14.-15.")), 3U);
  EXPECT_EQ(matches("s", Value("x-12.-15.-17")), 1U);
  EXPECT_EQ(matches("s", Value("")), 0U);
}

}  // namespace
}  // namespace turnout::test
