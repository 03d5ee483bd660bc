// Small scope, exhaustively: every combination of up to three atoms over two paths against every event of a tiny domain. The
// naive evaluator, truth tables over its atoms, both formulas, the matcher with everything loaded and the counting engine
// agree.
#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bench/baseline/engine.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/formula.h"
#include "matcher/predicate/naive.h"
#include "tests/matcher/random_expr.h"
#include "turnout/matcher.h"

namespace turnout::test {
namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Op;
using predicate::RandomExpr;
using predicate::Truth;

std::vector<Value> domain() {
  return {Value(),
          Value::null(),
          Value(true),
          Value(false),
          Value(0),
          Value(1),
          Value(2),
          Value(1.5),
          Value("x"),
          Value("xy"),
          Value("yx"),
          Value(std::numeric_limits<double>::quiet_NaN()),
          Value(Value::Array{Value(1)})};
}

std::vector<Event> all_events() {
  std::vector<Event> events;
  for (const Value& a : domain()) {
    for (const Value& b : domain()) {
      Event event;
      event.set("a", a).set("b", b);
      events.push_back(std::move(event));
    }
  }
  return events;
}

ExprPtr node(Op op, std::vector<ExprPtr> children) { return RandomExpr::node(op, std::move(children)); }
ExprPtr literal(const Value& value) { return RandomExpr::literal(value); }

ExprPtr like(const ExprPtr& path, const char* pattern) {
  auto expr = std::make_shared<Expr>();
  expr->op = Op::like;
  expr->value = Value(pattern);
  expr->children = {path};
  return expr;
}

// The first atoms of each path are enough for three at a time.
std::vector<ExprPtr> atoms_of(const char* name) {
  const ExprPtr path = RandomExpr::path(name);
  return {node(Op::equal, {path, literal(1)}),
          node(Op::less, {path, literal(2)}),
          like(path, "x%"),
          path,
          node(Op::is_null, {path}),
          node(Op::not_equal, {path, literal(1)}),
          node(Op::greater, {literal(1), path}),
          node(Op::greater, {path, literal(1)}),
          node(Op::between, {path, literal(1), literal(2)}),
          node(Op::in, {path, literal(1), literal(2)}),
          node(Op::in, {path, literal("x"), literal(Value::null())}),
          node(Op::greater_equal, {path, literal("xy")}),
          like(path, "%x"),
          node(Op::is_missing, {path}),
          node(Op::exists, {path}),
          node(Op::equal, {path, literal(Value::null())})};
}
constexpr std::size_t kCoreAtoms = 7;

std::vector<ExprPtr> all_atoms() {
  std::vector<ExprPtr> atoms = atoms_of("a");
  for (ExprPtr& atom : atoms_of("b")) atoms.push_back(std::move(atom));
  const ExprPtr a = RandomExpr::path("a");
  const ExprPtr b = RandomExpr::path("b");
  for (const Op op : {Op::equal, Op::less, Op::not_equal}) atoms.push_back(node(op, {a, b}));
  return atoms;
}

std::vector<ExprPtr> core_atoms() {
  std::vector<ExprPtr> atoms = atoms_of("a");
  atoms.resize(kCoreAtoms);
  const std::vector<ExprPtr> b = atoms_of("b");
  atoms.insert(atoms.end(), b.begin(), b.begin() + static_cast<std::ptrdiff_t>(kCoreAtoms));
  atoms.push_back(node(Op::equal, {RandomExpr::path("a"), RandomExpr::path("b")}));
  return atoms;
}

// x, NOT x, (x) IS NULL. A bare path is a predicate only below logic: `a IS NULL` asks for the value.
std::vector<ExprPtr> with_signs(const std::vector<ExprPtr>& atoms, bool is_null) {
  std::vector<ExprPtr> result;
  for (const ExprPtr& atom : atoms) {
    result.push_back(atom);
    result.push_back(node(Op::logical_not, {atom}));
    if (is_null && atom->op != Op::path) result.push_back(node(Op::is_null, {atom}));
  }
  return result;
}

std::vector<ExprPtr> one_and_two_atoms() {
  std::vector<ExprPtr> result = with_signs(all_atoms(), true);
  const std::vector<ExprPtr> atoms = result;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    for (std::size_t j = i; j < atoms.size(); ++j) {
      const ExprPtr both = node(Op::logical_and, {atoms[i], atoms[j]});
      const ExprPtr either = node(Op::logical_or, {atoms[i], atoms[j]});
      result.insert(result.end(), {both, either});
      for (const ExprPtr& expr : {both, either}) {
        result.push_back(node(Op::logical_not, {expr}));
        result.push_back(node(Op::is_null, {expr}));
      }
    }
  }
  return result;
}

std::vector<ExprPtr> three_atoms() {
  std::vector<ExprPtr> result;
  const std::vector<ExprPtr> atoms = with_signs(core_atoms(), false);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    for (std::size_t j = i; j < atoms.size(); ++j) {
      const ExprPtr both = node(Op::logical_and, {atoms[i], atoms[j]});
      const ExprPtr either = node(Op::logical_or, {atoms[i], atoms[j]});
      for (std::size_t k = 0; k < atoms.size(); ++k) {
        result.push_back(node(Op::logical_or, {both, atoms[k]}));
        result.push_back(node(Op::logical_and, {either, atoms[k]}));
        if (k < j) continue;  // the order of equals says nothing new
        result.push_back(node(Op::logical_and, {atoms[i], atoms[j], atoms[k]}));
        result.push_back(node(Op::logical_or, {atoms[i], atoms[j], atoms[k]}));
        if ((i + j + k) % 3 == 0) {
          result.push_back(node(Op::logical_not, {node(Op::logical_or, {both, atoms[k]})}));
          result.push_back(node(Op::logical_and, {node(Op::is_null, {either}), atoms[k]}));
        }
      }
    }
  }
  return result;
}

// Finds the two attributes at once: the walk of `schema::lookup` is tested elsewhere.
class PairLookup final : public predicate::Lookup {
 public:
  explicit PairLookup(const Event& event) {
    const predicate::EventLookup lookup(event.data());
    a_ = lookup.value(*RandomExpr::path("a"));
    b_ = lookup.value(*RandomExpr::path("b"));
  }
  schema::ValueView value(const Expr& path) const override { return path.path->segments[0].name == "a" ? a_ : b_; }

 private:
  schema::ValueView a_, b_;
};

std::string describe(const Filter& filter, const Event& event) { return filter.text() + "  on  " + event.to_string(); }

class Exhaustive : public testing::Test {
 protected:
  void load(const std::vector<ExprPtr>& exprs) {
    for (const ExprPtr& expr : exprs) {
      Change change;
      change.id = SubscriptionId{changes_.size()};
      change.filter = predicate::make_filter(expr, Dialect::core, {});
      changes_.push_back(std::move(change));
      when_false_.push_back(predicate::compile(*expr).when_false);
    }
  }

  // The verdicts of the naive evaluator, and whether the formulas agree with it.
  std::vector<bool> judge(const Event& event) {
    const PairLookup lookup(event);
    std::vector<bool> expected(changes_.size());
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      const Filter& filter = changes_[i].filter;
      const Truth truth = predicate::evaluate(*filter.rep().root(), lookup);
      expected[i] = truth == Truth::yes;
      if (predicate::evaluate(filter.rep().matches(), lookup) != expected[i]) report("T formula", i, event);
      if (predicate::evaluate(when_false_[i], lookup) != (truth == Truth::no)) report("F formula", i, event);
    }
    return expected;
  }

  void compare(const char* what, const std::vector<bool>& expected, std::span<const SubscriptionId> found, const Event& event) {
    std::vector<bool> seen(changes_.size());
    for (const SubscriptionId id : found) {
      ASSERT_LT(id.value, seen.size()) << what;
      if (seen[id.value]) report("an id twice", id.value, event);
      seen[id.value] = true;
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != expected[i]) report(what, i, event);
    }
  }

  void report(const char* what, std::size_t filter, const Event& event) {
    if (++reports_ <= 20) ADD_FAILURE() << what << ": " << describe(changes_[filter].filter, event);
  }

  std::vector<Change> changes_;
  std::vector<predicate::Formula> when_false_;
  int reports_ = 0;
};

TEST_F(Exhaustive, IndexFormulasCountingAndNaiveAgree) {
  load(one_and_two_atoms());
  load(three_atoms());
  ASSERT_GT(changes_.size(), 60'000U);
  Matcher matcher;
  ASSERT_TRUE(matcher.apply(changes_));
  const auto counting = baseline::make_counting();
  ASSERT_TRUE(counting->build(changes_));
  MatchScratch scratch;
  std::vector<SubscriptionId> counted;
  for (const Event& event : all_events()) {
    const std::vector<bool> expected = judge(event);
    compare("index", expected, matcher.match(event, scratch), event);
    counted.clear();
    counting->match(event, counted);
    compare("counting", expected, counted, event);
  }
  EXPECT_EQ(reports_, 0);
}

// Kleene's tables over the atoms' verdicts, so that the evaluator's own logic has an oracle too.
Truth by_table(const Expr& expr, const predicate::Lookup& lookup) {
  if (expr.op != Op::logical_and && expr.op != Op::logical_or && expr.op != Op::logical_not) {
    return predicate::evaluate(expr, lookup);
  }
  static constexpr Truth kNot[] = {Truth::yes, Truth::unknown, Truth::no};
  static constexpr Truth kAnd[3][3] = {
      {Truth::no, Truth::no, Truth::no}, {Truth::no, Truth::unknown, Truth::unknown}, {Truth::no, Truth::unknown, Truth::yes}};
  static constexpr Truth kOr[3][3] = {{Truth::no, Truth::unknown, Truth::yes},
                                      {Truth::unknown, Truth::unknown, Truth::yes},
                                      {Truth::yes, Truth::yes, Truth::yes}};
  Truth result = by_table(*expr.children[0], lookup);
  if (expr.op == Op::logical_not) return kNot[static_cast<int>(result)];
  for (std::size_t i = 1; i < expr.children.size(); ++i) {
    const Truth next = by_table(*expr.children[i], lookup);
    result = (expr.op == Op::logical_and ? kAnd : kOr)[static_cast<int>(result)][static_cast<int>(next)];
  }
  return result;
}

TEST_F(Exhaustive, TheEvaluatorFollowsTheTruthTables) {
  load(one_and_two_atoms());
  for (const Event& event : all_events()) {
    const PairLookup lookup(event);
    for (std::size_t i = 0; i < changes_.size(); i += 3) {
      const Expr& root = *changes_[i].filter.rep().root();
      if (predicate::evaluate(root, lookup) != by_table(root, lookup)) report("truth table", i, event);
    }
  }
  EXPECT_EQ(reports_, 0);
}

// What an index forgets must not come back, and what stays must not go: half of the filters leave one by one.
TEST_F(Exhaustive, WhatIsLeftAfterRemovalStillMatches) {
  load(one_and_two_atoms());
  Matcher matcher;
  ASSERT_TRUE(matcher.apply(changes_));
  for (std::size_t i = 0; i < changes_.size(); i += 2) ASSERT_TRUE(matcher.remove(changes_[i].id));
  MatchScratch scratch;
  const std::vector<Event> events = all_events();
  for (std::size_t e = 0; e < events.size(); e += 5) {
    std::vector<bool> expected = judge(events[e]);
    for (std::size_t i = 0; i < expected.size(); i += 2) expected[i] = false;
    compare("index after removal", expected, matcher.match(events[e], scratch), events[e]);
  }
  EXPECT_EQ(reports_, 0);
}

}  // namespace
}  // namespace turnout::test
