// Expressions built in C++: attr("amount") > 100 && ...
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/path_text.h"
#include "schema/utf8.h"
#include "turnout/filter.h"
#include "turnout/limits.h"

namespace turnout {

namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Op;

constexpr char32_t kEscape = U'\\';

// Stands for what could not be expressed; build() reports it.
struct MistakenExpr : Expr {
  std::string mistake;
};

ExprPtr mistaken(std::string mistake) {
  auto expr = std::make_shared<MistakenExpr>();
  expr->value = Value::null();
  expr->mistaken = true;
  expr->mistake = std::move(mistake);
  return expr;
}

ExprPtr node(Op op, std::vector<ExprPtr> children) {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->children = std::move(children);
  return expr;
}

ExprPtr literal(const Value& value) {
  auto expr = std::make_shared<Expr>();
  expr->value = value;
  return expr;
}

// What is wrong with a value as a constant, or an empty text.
std::string constant_mistake(const Value& value) {
  switch (value.type()) {
    case ValueType::missing:
    case ValueType::array:
    case ValueType::object:
      return std::string(type_name(value.type())) + " is no constant of a filter";
    case ValueType::float64:
      return std::isfinite(*value.if_float64()) ? "" : "NaN and infinity are no constants of a filter";
    case ValueType::string:
      return schema::is_valid_utf8(*value.if_string()) ? "" : "a string constant is not valid UTF-8";
    default:
      return "";
  }
}

// As a text would say it: a sign is an operator before a number, except in the least int64, which has no positive.
ExprPtr constant(const Value& value) {
  if (std::string mistake = constant_mistake(value); !mistake.empty()) return mistaken(std::move(mistake));
  if (const std::int64_t* integer = value.if_int64()) {
    if (*integer < 0 && *integer != std::numeric_limits<std::int64_t>::min())
      return node(Op::negate, {literal(Value(-*integer))});
  } else if (const double* real = value.if_float64()) {
    if (std::signbit(*real)) return node(Op::negate, {literal(Value(-*real))});
  }
  return literal(value);
}

ExprPtr like_node(Op op, const ExprPtr& path, std::string_view pattern) {
  if (!schema::is_valid_utf8(pattern)) return mistaken("a pattern is not valid UTF-8");
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->children.push_back(path);
  expr->value = Value(std::string(pattern));
  if (pattern.find('\\') != std::string_view::npos) expr->escape = kEscape;
  return expr;
}

// The operands of a AND b: those of an AND on either side become its own, so that long chains stay flat. The operands of a node
// that nobody else holds are moved, not copied.
void append_operands(Op op, ExprPtr expr, std::vector<ExprPtr>& operands) {
  if (expr->op != op || expr->mistaken) {
    operands.push_back(std::move(expr));
    return;
  }
  if (operands.empty() && expr.use_count() == 1) {
    operands = std::move(std::const_pointer_cast<Expr>(expr)->children);
    return;
  }
  operands.insert(operands.end(), expr->children.begin(), expr->children.end());
}

ExprPtr join(Op op, ExprPtr a, ExprPtr b) {
  std::vector<ExprPtr> operands;
  append_operands(op, std::move(a), operands);
  append_operands(op, std::move(b), operands);
  return node(op, std::move(operands));
}

// An operand of the same kind is dissolved and does not count.
std::uint32_t joined_depth(Op op, const Expr& a, std::uint32_t a_depth, const Expr& b, std::uint32_t b_depth) {
  return 1 + std::max(a.op == op ? a_depth - 1 : a_depth, b.op == op ? b_depth - 1 : b_depth);
}

const std::string* first_mistake(const Expr& expr) {
  if (expr.mistaken) return &static_cast<const MistakenExpr&>(expr).mistake;
  for (const ExprPtr& child : expr.children) {
    if (const std::string* mistake = first_mistake(*child)) return mistake;
  }
  return nullptr;
}

// Bounds the depth while the tree grows, so that no later walk over it, its destruction included, can overflow the stack.
ExprPtr bounded(ExprPtr expr, std::uint32_t& depth) {
  if (depth <= limits::kFilterDepth) return expr;
  depth = 1;
  return mistaken("the filter is nested more than " + std::to_string(limits::kFilterDepth) + " deep");
}

}  // namespace

Attribute attr(std::string_view path) {
  Result<schema::Path> parsed = predicate::parse_path(path);
  if (!parsed) return Attribute(mistaken(parsed.error().message));
  auto expr = std::make_shared<Expr>();
  expr->op = Op::path;
  expr->path = std::make_shared<const schema::Path>(std::move(*parsed));
  return Attribute(std::move(expr));
}

Condition Attribute::between(const Value& low, const Value& high) const {
  return Condition(node(Op::between, {expr_, constant(low), constant(high)}));
}

Condition Attribute::in(std::initializer_list<Value> values) const { return in(std::vector<Value>(values)); }

Condition Attribute::in(const std::vector<Value>& values) const {
  if (values.empty()) return Condition(mistaken("in() needs at least one value"));
  std::vector<ExprPtr> children;
  children.reserve(values.size() + 1);
  children.push_back(expr_);
  for (const Value& value : values) children.push_back(constant(value));
  return Condition(node(Op::in, std::move(children)));
}

Condition Attribute::like(std::string_view pattern) const { return Condition(like_node(Op::like, expr_, pattern)); }

Condition Attribute::ilike(std::string_view pattern) const { return Condition(like_node(Op::ilike, expr_, pattern)); }

Condition Attribute::starts_with(std::string_view prefix) const {
  auto expr = std::make_shared<Expr>();
  expr->op = Op::call;
  expr->function = predicate::Function::starts_with;
  expr->children = {expr_, constant(Value(prefix))};
  return Condition(std::move(expr));
}

Condition Attribute::is_null() const { return Condition(node(Op::is_null, {expr_})); }
Condition Attribute::is_missing() const { return Condition(node(Op::is_missing, {expr_})); }
Condition Attribute::exists() const { return Condition(node(Op::exists, {expr_})); }
Condition Attribute::is_true() const { return Condition(expr_); }

Condition operator==(const Attribute& a, const Value& v) { return Condition(node(Op::equal, {a.expr_, constant(v)})); }
Condition operator!=(const Attribute& a, const Value& v) { return Condition(node(Op::not_equal, {a.expr_, constant(v)})); }
Condition operator<(const Attribute& a, const Value& v) { return Condition(node(Op::less, {a.expr_, constant(v)})); }
Condition operator<=(const Attribute& a, const Value& v) { return Condition(node(Op::less_equal, {a.expr_, constant(v)})); }
Condition operator>(const Attribute& a, const Value& v) { return Condition(node(Op::greater, {a.expr_, constant(v)})); }
Condition operator>=(const Attribute& a, const Value& v) { return Condition(node(Op::greater_equal, {a.expr_, constant(v)})); }

Condition operator&&(Condition a, Condition b) {
  std::uint32_t depth = joined_depth(Op::logical_and, *a.expr_, a.depth_, *b.expr_, b.depth_);
  ExprPtr joined = bounded(join(Op::logical_and, std::move(a.expr_), std::move(b.expr_)), depth);
  return {std::move(joined), depth};
}

Condition operator||(Condition a, Condition b) {
  std::uint32_t depth = joined_depth(Op::logical_or, *a.expr_, a.depth_, *b.expr_, b.depth_);
  ExprPtr joined = bounded(join(Op::logical_or, std::move(a.expr_), std::move(b.expr_)), depth);
  return {std::move(joined), depth};
}

Condition operator!(Condition a) {
  std::uint32_t depth = a.depth_ + 1;
  ExprPtr negated = bounded(node(Op::logical_not, {std::move(a.expr_)}), depth);
  return {std::move(negated), depth};
}

Result<Filter> Condition::build() const {
  if (const std::string* mistake = first_mistake(*expr_)) {
    return Error{.code = ErrorCode::invalid_argument, .message = *mistake, .hint = {}, .excerpt = {}};
  }
  predicate::CheckResult found = predicate::check(*expr_, Dialect::core);
  if (!found.errors.empty()) {
    predicate::Finding& first = found.errors.front();
    return Error{.code = first.code, .message = std::move(first.message), .hint = std::move(first.hint), .excerpt = {}};
  }
  std::vector<Warning> warnings;
  for (predicate::Finding& warning : found.warnings) warnings.push_back({std::move(warning.message), 0, 0});
  return predicate::make_filter(expr_, Dialect::core, std::move(warnings));
}

}  // namespace turnout
