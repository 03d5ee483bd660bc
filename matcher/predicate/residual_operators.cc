// Comparison and arithmetic of residuals.
#include <cmath>
#include <limits>

#include "matcher/predicate/residual_functions.h"
#include "schema/compare.h"

namespace turnout::predicate {

namespace {

using schema::Order;
using schema::ValueView;
using Int = std::int64_t;

constexpr Int kIntMin = std::numeric_limits<Int>::min();

bool is_number(ValueView v) noexcept { return v.type() == ValueType::int64 || v.type() == ValueType::float64; }

double as_double(ValueView v) noexcept {
  return v.type() == ValueType::int64 ? static_cast<double>(v.as_int64()) : v.as_float64();
}

bool satisfies(Op op, Order order) noexcept {
  switch (op) {
    case Op::equal:
      return order == Order::equal;
    case Op::not_equal:
      return order == Order::less || order == Order::greater;
    case Op::less:
      return order == Order::less;
    case Op::less_equal:
      return order == Order::less || order == Order::equal;
    case Op::greater:
      return order == Order::greater;
    default:
      return order == Order::greater || order == Order::equal;
  }
}

ValueView compute_int(Op op, Int a, Int b) noexcept {
  Int result = 0;
  bool undefined = false;
  switch (op) {
    case Op::add:
      undefined = __builtin_add_overflow(a, b, &result);
      break;
    case Op::subtract:
      undefined = __builtin_sub_overflow(a, b, &result);
      break;
    case Op::multiply:
      undefined = __builtin_mul_overflow(a, b, &result);
      break;
    default:
      undefined = b == 0 || (op == Op::divide && b == -1 && a == kIntMin);
      // The remainder of the least int64 by -1 is 0, but the processor traps on it.
      if (!undefined && b == -1) {
        result = op == Op::divide ? -a : 0;
      } else if (!undefined) {
        result = op == Op::divide ? a / b : a % b;
      }
  }
  return undefined ? ValueView::null() : ValueView::int64(result);
}

}  // namespace

Truth compare_operands(Op op, ValueView a, ValueView b, bool unordered_strings) noexcept {
  if (!a.has_value() || !b.has_value()) return Truth::unknown;
  if (is_number(a) && is_number(b)) return truth(satisfies(op, schema::compare(a, b)));
  if (a.type() != b.type()) return Truth::no;
  const bool equality = op == Op::equal || op == Op::not_equal;
  switch (a.type()) {
    case ValueType::string:
      return truth((equality || !unordered_strings) && satisfies(op, schema::compare(a, b)));
    case ValueType::boolean:
      return truth(equality && (a.as_boolean() == b.as_boolean()) == (op == Op::equal));
    case ValueType::binary:
      return truth(equality && (a.as_bytes() == b.as_bytes()) == (op == Op::equal));
    default:
      return Truth::no;  // arrays and objects equal nothing
  }
}

ValueView compute(Op op, ValueView a, ValueView b, bool real_division) noexcept {
  if (!is_number(a) || !is_number(b)) return ValueView::null();
  const bool integers = a.type() == ValueType::int64 && b.type() == ValueType::int64;
  if (integers && (op != Op::divide || !real_division)) return compute_int(op, a.as_int64(), b.as_int64());
  const double x = as_double(a), y = as_double(b);
  double result = 0;
  switch (op) {
    case Op::add:
      result = x + y;
      break;
    case Op::subtract:
      result = x - y;
      break;
    case Op::multiply:
      result = x * y;
      break;
    default:
      if (y == 0) return ValueView::null();
      result = op == Op::divide ? x / y : std::fmod(x, y);
  }
  // Overflow is what makes an infinity, or a NaN, of finite operands.
  if (!std::isfinite(result) && std::isfinite(x) && std::isfinite(y)) return ValueView::null();
  return ValueView::float64(result);
}

ValueView compute_negation(ValueView a) noexcept {
  if (a.type() == ValueType::float64) return ValueView::float64(-a.as_float64());
  return a.type() == ValueType::int64 && a.as_int64() != kIntMin ? ValueView::int64(-a.as_int64()) : ValueView::null();
}

}  // namespace turnout::predicate
