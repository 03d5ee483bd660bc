// Value comparison and LIKE against tables of hand-written verdicts (tests/verdicts).
#include <gtest/gtest.h>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/formula.h"
#include "matcher/predicate/naive.h"
#include "matcher/predicate/naive_like.h"
#include "matcher/predicate/text_test.h"
#include "schema/compare.h"
#include "tests/matcher/verdict_table.h"

namespace turnout::test {
namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Op;
using predicate::Truth;
using schema::Order;

Order expected_order(char sign) {
  return sign == '<' ? Order::less : sign == '=' ? Order::equal : sign == '>' ? Order::greater : Order::unordered;
}

Order mirrored(Order order) { return order == Order::less ? Order::greater : order == Order::greater ? Order::less : order; }

ExprPtr path(const char* name) {
  auto expr = std::make_shared<Expr>();
  expr->op = Op::path;
  schema::Path parsed;
  parsed.segments.push_back({schema::Segment::Kind::name, name, 0});
  expr->path = std::make_shared<schema::Path>(parsed);
  return expr;
}

ExprPtr literal(const Value& value) {
  auto expr = std::make_shared<Expr>();
  expr->value = value;
  return expr;
}

ExprPtr compare(Op op, ExprPtr left, ExprPtr right) {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->children = {std::move(left), std::move(right)};
  return expr;
}

bool has_value(const Value& value) { return value.type() > ValueType::null; }

// What `op` comes to for values that compare as `sign` says: `?` is FALSE for every operator, `!` is TRUE for <> alone.
Truth expected_truth(Op op, char sign) {
  switch (op) {
    case Op::equal:
      return predicate::truth(sign == '=');
    case Op::not_equal:
      return predicate::truth(sign == '<' || sign == '>' || sign == '!');
    case Op::less:
      return predicate::truth(sign == '<');
    case Op::less_equal:
      return predicate::truth(sign == '<' || sign == '=');
    case Op::greater:
      return predicate::truth(sign == '>');
    default:
      return predicate::truth(sign == '>' || sign == '=');
  }
}

constexpr Op kComparisons[] = {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal};

// left op right as `path op path`, `path op literal` and `literal op path`, through the evaluator and both formulas.
void check_operator(const std::string& where, Op op, const Value& left, const Value& right, Truth expected) {
  Event event;
  event.set("a", left).set("b", right);
  const predicate::EventLookup lookup(event.data());
  std::vector<ExprPtr> forms{compare(op, path("a"), path("b"))};
  const auto is_literal = [](const Value& v) { return v.type() >= ValueType::null && v.type() <= ValueType::binary; };
  if (is_literal(right)) forms.push_back(compare(op, path("a"), literal(right)));
  if (is_literal(left)) forms.push_back(compare(op, literal(left), path("b")));
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const std::string form = where + ", operator " + std::to_string(static_cast<int>(op)) + ", form " + std::to_string(i);
    EXPECT_EQ(predicate::evaluate(*forms[i], lookup), expected) << form;
    const predicate::TrueFalse formulas = predicate::compile(*forms[i]);
    EXPECT_EQ(predicate::evaluate(formulas.when_true, lookup), expected == Truth::yes) << form << ": T";
    EXPECT_EQ(predicate::evaluate(formulas.when_false, lookup), expected == Truth::no) << form << ": F";
  }
}

TEST(Verdicts, ComparisonOfValues) {
  const std::vector<VerdictRow> rows = read_table("comparison.tsv");
  ASSERT_GE(rows.size(), 200U) << "run from the root of the source tree";
  for (const VerdictRow& row : rows) {
    ASSERT_EQ(row.columns.size(), 3U) << row.where;
    const auto left = table_value(row.columns[0]);
    const auto right = table_value(row.columns[2]);
    ASSERT_TRUE(left.has_value() && right.has_value()) << row.where;
    const char sign = row.columns[1][0];

    // Views of arrays and objects must come from an event.
    Event event;
    event.set("a", *left).set("b", *right);
    const predicate::EventLookup lookup(event.data());
    const schema::ValueView a = lookup.value(*path("a"));
    const schema::ValueView b = lookup.value(*path("b"));
    EXPECT_EQ(schema::compare(a, b), expected_order(sign == '!' ? '?' : sign)) << row.where;
    EXPECT_EQ(schema::compare(b, a), mirrored(expected_order(sign == '!' ? '?' : sign))) << row.where << ", mirrored";

    const bool composite = left->type() >= ValueType::array || right->type() >= ValueType::array;
    if (composite && !(has_value(*left) && has_value(*right))) continue;  // an array against null: not laid down
    for (const Op op : kComparisons) {
      // Booleans and binaries have no order: what `<` says of two of them is not laid down.
      const bool ordered =
          left->type() != right->type() || (left->type() != ValueType::boolean && left->type() != ValueType::binary);
      if (!ordered && op != Op::equal && op != Op::not_equal) continue;
      const bool known = has_value(*left) && has_value(*right);
      check_operator(row.where, op, *left, *right, known ? expected_truth(op, sign) : Truth::unknown);
    }
  }
}

struct LikeRow {
  bool ignore_case = false;
  std::string pattern, subject;
  bool expected = false;
  std::optional<char32_t> escape;
  bool any_char = false;
};

std::optional<char32_t> first_code_point(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto byte = [&text](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  if (byte(0) < 0x80) return byte(0);
  if (byte(0) < 0xE0) return ((byte(0) & 0x1F) << 6) | (byte(1) & 0x3F);
  if (byte(0) < 0xF0) return ((byte(0) & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F);
  return ((byte(0) & 0x07) << 18) | ((byte(1) & 0x3F) << 12) | ((byte(2) & 0x3F) << 6) | (byte(3) & 0x3F);
}

ExprPtr like_expr(const LikeRow& row) {
  auto expr = std::make_shared<Expr>();
  expr->op = row.ignore_case ? Op::ilike : Op::like;
  expr->children = {path("s")};
  expr->value = Value(row.pattern);
  expr->escape = row.escape;
  expr->any_char_escape = row.any_char;
  return expr;
}

void check_like(const std::string& where, const LikeRow& row) {
  EXPECT_EQ(predicate::TextTest::like(row.pattern, row.escape, row.any_char, row.ignore_case)->matches(row.subject),
            row.expected)
      << where << ": TextTest";
  EXPECT_EQ(predicate::naive_like(row.subject, row.pattern, row.escape, row.ignore_case), row.expected) << where << ": naive";
  Event event;
  event.set("s", Value(row.subject));
  const predicate::EventLookup lookup(event.data());
  const ExprPtr expr = like_expr(row);
  EXPECT_EQ(predicate::evaluate(*expr, lookup), predicate::truth(row.expected)) << where << ": evaluator";
  const predicate::TrueFalse formulas = predicate::compile(*expr);
  EXPECT_EQ(predicate::evaluate(formulas.when_true, lookup), row.expected) << where << ": T";
  EXPECT_EQ(predicate::evaluate(formulas.when_false, lookup), !row.expected) << where << ": F";
}

TEST(Verdicts, Like) {
  const std::vector<VerdictRow> rows = read_table("like.tsv");
  ASSERT_GE(rows.size(), 300U) << "run from the root of the source tree";
  for (const VerdictRow& row : rows) {
    ASSERT_TRUE(row.columns.size() >= 4 && row.columns.size() <= 6) << row.where;
    LikeRow like;
    like.ignore_case = row.columns[0] == "ILIKE";
    like.pattern = row.columns[1];
    like.subject = row.columns[2];
    like.expected = row.columns[3] == "yes";
    if (row.columns.size() > 4) like.escape = first_code_point(row.columns[4]);
    like.any_char = row.columns.size() > 5;
    check_like(row.where, like);
    // What may stand before few characters may also be used where it may stand before any.
    if (like.escape && !like.any_char) {
      like.any_char = true;
      check_like(row.where + ", any character", like);
    }
    // Without letters case does not matter, and LIKE implies ILIKE.
    if (!like.ignore_case && like.expected) {
      like.ignore_case = true;
      check_like(row.where + ", ignoring case", like);
    }
  }
}

}  // namespace
}  // namespace turnout::test
