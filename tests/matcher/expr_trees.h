// Expressions built by hand, for tests.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/path_text.h"

namespace turnout::predicate::trees {

inline ExprPtr literal(Value value) {
  auto expr = std::make_shared<Expr>();
  expr->value = std::move(value);
  return expr;
}

inline ExprPtr path(std::string_view text) {
  auto expr = std::make_shared<Expr>();
  expr->op = Op::path;
  expr->path = std::make_shared<const schema::Path>(*parse_path(text));
  return expr;
}

inline ExprPtr node(Op op, std::vector<ExprPtr> children) {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->children = std::move(children);
  return expr;
}

inline ExprPtr call(Function function, std::vector<ExprPtr> children) {
  auto expr = std::make_shared<Expr>();
  expr->op = Op::call;
  expr->function = function;
  expr->children = std::move(children);
  return expr;
}

inline ExprPtr like(ExprPtr subject, std::string pattern, std::optional<char32_t> escape = std::nullopt) {
  auto expr = std::make_shared<Expr>();
  expr->op = Op::like;
  expr->children = {std::move(subject)};
  expr->value = Value(std::move(pattern));
  expr->escape = escape;
  return expr;
}

// ANY or ALL: `value compare op(array)`.
inline ExprPtr quantifier(Op op, Op compare, ExprPtr value, ExprPtr array) {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->compare = compare;
  expr->children = {std::move(value), std::move(array)};
  return expr;
}

}  // namespace turnout::predicate::trees
