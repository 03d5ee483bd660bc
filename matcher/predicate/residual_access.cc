#include "matcher/predicate/residual_access.h"

#include <optional>
#include <utility>
#include <vector>

#include "matcher/predicate/constant_comparison.h"
#include "matcher/predicate/residual_key.h"

namespace turnout::predicate {
namespace {

// A constant that has a value; comparisons with null are unknown and need no index.
std::optional<Value> value_constant(const Expr& expr) {
  std::optional<Value> constant = constant_of(expr);
  if (constant && !schema::ValueView::of(*constant).has_value()) return std::nullopt;
  return constant;
}

using Access = std::unique_ptr<ResidualAccess>;

Access make(ResidualAccess::Kind kind, const Expr& about, ValueSet when) {
  auto access = std::make_unique<ResidualAccess>();
  access->kind = kind;
  access->when = std::move(when);
  append_key(about, access->key);
  return access;
}

Access of_value(const Expr& about, ValueSet when, std::uint32_t begin, std::uint32_t end) {
  if (constant_of(about)) return nullptr;
  Access access = make(ResidualAccess::Kind::value, about, std::move(when));
  access->begin = begin;
  access->end = end;
  return access;
}

Access of_comparison(const Expr& expr, const OperandCode& code) {
  const Expr& left = *expr.children[0];
  const Expr& right = *expr.children[1];
  if (const std::optional<Value> constant = value_constant(right)) {
    return of_value(left, satisfying(expr.op, *constant, expr.unordered_strings), code.first, code.second);
  }
  if (const std::optional<Value> constant = value_constant(left)) {
    // The comparison is the last instruction.
    return of_value(right, satisfying(mirrored(expr.op), *constant, expr.unordered_strings), code.second,
                    static_cast<std::uint32_t>(code.size - 1));
  }
  return nullptr;
}

Access of_between(const Expr& expr, const OperandCode& code) {
  const std::optional<Value> low = value_constant(*expr.children[1]);
  const std::optional<Value> high = value_constant(*expr.children[2]);
  if (!low || !high) return nullptr;
  const ValueSet above = satisfying(Op::greater_equal, *low, expr.unordered_strings);
  const ValueSet below = satisfying(Op::less_equal, *high, expr.unordered_strings);
  return of_value(*expr.children[0], above.intersect(below), code.first, code.second);
}

Access of_list(const Expr& expr, const OperandCode& code) {
  std::vector<Value> values;
  bool has_null = false;
  for (std::size_t i = 1; i < expr.children.size(); ++i) {
    std::optional<Value> constant = constant_of(*expr.children[i]);
    if (!constant) return nullptr;
    if (!schema::ValueView::of(*constant).has_value()) has_null = true;
    values.push_back(std::move(*constant));
  }
  Access access = of_value(*expr.children[0], ValueSet::points(values), code.first, code.second);
  if (access != nullptr && has_null) access->otherwise = Truth::unknown;
  return access;
}

Access of_elements(const Expr& expr, std::uint32_t array_slot) {
  const std::optional<Value> constant = value_constant(*expr.children[0]);
  if (!constant) return nullptr;
  Access access = make(expr.op == Op::any ? ResidualAccess::Kind::any : ResidualAccess::Kind::all, *expr.children[1],
                       satisfying(mirrored(expr.compare), *constant, expr.unordered_strings));
  access->slot = array_slot;
  return access;
}

}  // namespace

std::unique_ptr<const ResidualAccess> residual_access(const Expr& expr, const OperandCode& code, std::uint32_t array_slot) {
  switch (expr.op) {
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return of_comparison(expr, code);
    case Op::between:
      return of_between(expr, code);
    case Op::in:
      return of_list(expr, code);
    case Op::is_null:
      return of_value(*expr.children[0], ValueSet::lacks(), code.first, code.second);
    case Op::any:
    case Op::all:
      return of_elements(expr, array_slot);
    default:
      return nullptr;
  }
}

}  // namespace turnout::predicate
