#include "matcher/predicate/static_type.h"

namespace turnout::predicate {

namespace {

StaticType type_of_literal(const Value& value) noexcept {
  switch (value.type()) {
    case ValueType::null:
      return StaticType::null;
    case ValueType::boolean:
      return StaticType::boolean;
    case ValueType::int64:
      return StaticType::integer;
    case ValueType::float64:
      return StaticType::real;
    case ValueType::string:
      return StaticType::string;
    case ValueType::binary:
      return StaticType::binary;
    case ValueType::missing:
    case ValueType::array:
    case ValueType::object:
      return StaticType::unknown;
  }
  return StaticType::unknown;
}

// The type that all arguments share, NULL aside.
StaticType type_of_coalesce(const Expr& call) noexcept {
  StaticType common = StaticType::null;
  for (const ExprPtr& argument : call.children) {
    const StaticType type = static_type(*argument);
    if (type == StaticType::null || type == common) continue;
    if (common == StaticType::null) {
      common = type;
    } else if (is_number(common) && is_number(type)) {
      common = StaticType::number;
    } else {
      return StaticType::unknown;
    }
  }
  return common;
}

StaticType type_of_call(const Expr& call) noexcept {
  switch (call.function) {
    case Function::none:
      return StaticType::unknown;
    case Function::upper:
    case Function::lower:
    case Function::trim:
    case Function::concat:
    case Function::substring:
    case Function::to_string:
      return StaticType::string;
    case Function::length:
    case Function::to_int:
      return StaticType::integer;
    case Function::to_double:
      return StaticType::real;
    case Function::abs:
    case Function::floor:
    case Function::ceil:
    case Function::mod:
      return StaticType::number;
    case Function::coalesce:
      return type_of_coalesce(call);
    case Function::starts_with:
    case Function::ends_with:
    case Function::contains:
    case Function::regexp_like:
    case Function::to_bool:
    case Function::cidr_match:
    case Function::topic_match:
      return StaticType::boolean;
  }
  return StaticType::unknown;
}

}  // namespace

StaticType static_type(const Expr& expr) noexcept {
  switch (expr.op) {
    case Op::literal:
      return type_of_literal(expr.value);
    case Op::path:
      if (expr.path->scope != schema::Scope::sys) return StaticType::unknown;
      return sys_field_type(expr.path->sys) == ValueType::int64 ? StaticType::integer : StaticType::string;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return StaticType::number;
    case Op::negate:
    case Op::plus: {
      const StaticType type = static_type(*expr.children[0]);
      return is_number(type) ? type : StaticType::number;
    }
    case Op::call:
      return type_of_call(expr);
    default:
      return StaticType::boolean;
  }
}

bool is_number(StaticType type) noexcept {
  return type == StaticType::integer || type == StaticType::real || type == StaticType::number;
}

bool alike(StaticType a, StaticType b) noexcept {
  if (a == StaticType::unknown || b == StaticType::unknown || a == StaticType::null || b == StaticType::null) return true;
  return a == b || (is_number(a) && is_number(b));
}

std::string_view with_article(StaticType type) noexcept {
  switch (type) {
    case StaticType::unknown:
      return "any value";
    case StaticType::null:
      return "NULL";
    case StaticType::boolean:
      return "a boolean";
    case StaticType::integer:
      return "an integer";
    case StaticType::real:
      return "a double";
    case StaticType::number:
      return "a number";
    case StaticType::string:
      return "a string";
    case StaticType::binary:
      return "a binary value";
  }
  return "";
}

}  // namespace turnout::predicate
