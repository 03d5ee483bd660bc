#include <cmath>
#include <cstdint>
#include <limits>

#include "matcher/predicate/naive_functions.h"

namespace turnout::predicate {

namespace {

using schema::ValueView;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

bool is_number(ValueView v) noexcept { return v.type() == ValueType::int64 || v.type() == ValueType::float64; }

double to_double(ValueView v) noexcept {
  return v.type() == ValueType::int64 ? static_cast<double>(v.as_int64()) : v.as_float64();
}

ValueView calculate_integers(Op op, std::int64_t a, std::int64_t b) noexcept {
  std::int64_t result = 0;
  bool overflow = false;
  switch (op) {
    case Op::add:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Op::subtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    case Op::multiply:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    case Op::divide:
      if (b == 0 || (a == kLeast && b == -1)) return ValueView::null();
      result = a / b;
      break;
    case Op::modulo:
      if (b == 0) return ValueView::null();
      result = b == -1 ? 0 : a % b;  // kLeast % -1 traps
      break;
    default:
      return ValueView::null();
  }
  return overflow ? ValueView::null() : ValueView::int64(result);
}

ValueView calculate_doubles(Op op, double a, double b) noexcept {
  double result = 0;
  switch (op) {
    case Op::add:
      result = a + b;
      break;
    case Op::subtract:
      result = a - b;
      break;
    case Op::multiply:
      result = a * b;
      break;
    case Op::divide:
      if (b == 0) return ValueView::null();
      result = a / b;
      break;
    case Op::modulo:
      if (b == 0) return ValueView::null();
      result = std::fmod(a, b);
      break;
    default:
      return ValueView::null();
  }
  const bool overflow = !std::isfinite(result) && std::isfinite(a) && std::isfinite(b);
  return overflow ? ValueView::null() : ValueView::float64(result);
}

}  // namespace

ValueView calculate(Op op, ValueView a, ValueView b, bool real_division) noexcept {
  if (!is_number(a) || !is_number(b)) return ValueView::null();
  const bool integers = a.type() == ValueType::int64 && b.type() == ValueType::int64;
  if (integers && !(op == Op::divide && real_division)) return calculate_integers(op, a.as_int64(), b.as_int64());
  return calculate_doubles(op, to_double(a), to_double(b));
}

ValueView negated(ValueView a) noexcept {
  if (a.type() == ValueType::float64) return ValueView::float64(-a.as_float64());
  if (a.type() != ValueType::int64 || a.as_int64() == kLeast) return ValueView::null();
  return ValueView::int64(-a.as_int64());
}

}  // namespace turnout::predicate
