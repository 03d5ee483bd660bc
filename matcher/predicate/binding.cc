#include "matcher/predicate/binding.h"

#include <cmath>

namespace turnout::predicate {

bool takes_not_inside(Op op) noexcept {
  switch (op) {
    case Op::between:
    case Op::in:
    case Op::like:
    case Op::ilike:
    case Op::is_null:
    case Op::is_missing:
      return true;
    default:
      return false;
  }
}

Binding binding_of(const Expr& expr) noexcept {
  switch (expr.op) {
    case Op::literal: {
      const std::int64_t* integer = expr.value.if_int64();
      const double* real = expr.value.if_float64();
      const bool minus = (integer != nullptr && *integer < 0) || (real != nullptr && std::signbit(*real));
      return minus ? Binding::unary : Binding::primary;
    }
    case Op::path:
    case Op::call:
      return Binding::primary;
    case Op::negate:
    case Op::plus:
      return Binding::unary;
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return Binding::multiplicative;
    case Op::add:
    case Op::subtract:
      return Binding::additive;
    case Op::logical_not:
      return takes_not_inside(expr.children[0]->op) ? Binding::predicate : Binding::logical_not;
    case Op::logical_and:
      return Binding::logical_and;
    case Op::logical_or:
      return Binding::logical_or;
    default:
      return Binding::predicate;
  }
}

Binding least_binding(const Expr& parent, std::size_t index) noexcept {
  switch (parent.op) {
    case Op::logical_or:
      return Binding::logical_and;
    case Op::logical_and:
    case Op::logical_not:
      return Binding::logical_not;
    case Op::add:
    case Op::subtract:
      return index == 0 ? Binding::additive : Binding::multiplicative;
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return index == 0 ? Binding::multiplicative : Binding::unary;
    case Op::negate:
    case Op::plus:
      return Binding::unary;
    case Op::exists:
      return Binding::primary;
    case Op::any:
    case Op::all:
      return index == 0 ? Binding::additive : Binding::primary;
    default:
      return Binding::additive;
  }
}

}  // namespace turnout::predicate
