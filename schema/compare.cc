#include "schema/compare.h"

namespace turnout::schema {

namespace {

template <class T>
constexpr Order ordered(const T& a, const T& b) noexcept {
  return a < b ? Order::less : b < a ? Order::greater : Order::equal;
}

constexpr Order reversed(Order order) noexcept {
  switch (order) {
    case Order::less:
      return Order::greater;
    case Order::greater:
      return Order::less;
    default:
      return order;
  }
}

constexpr double kTwoTo63 = 9223372036854775808.0;

}  // namespace

Order compare_numbers(std::int64_t a, std::int64_t b) noexcept { return ordered(a, b); }

Order compare_numbers(std::int64_t a, double b) noexcept {
  if (b != b) return Order::unordered;
  if (b >= kTwoTo63) return Order::less;
  if (b < -kTwoTo63) return Order::greater;
  // Both steps are exact: truncation fits an int64, and a double with a fraction is below 2^53 in magnitude.
  const auto whole = static_cast<std::int64_t>(b);
  if (a != whole) return ordered(a, whole);
  return ordered(0.0, b - static_cast<double>(whole));
}

Order compare_numbers(double a, double b) noexcept {
  if (a != a || b != b) return Order::unordered;
  return ordered(a, b);
}

Order compare(ValueView a, ValueView b) noexcept {
  const ValueType left = a.type();
  const ValueType right = b.type();
  if (left == ValueType::int64) {
    if (right == ValueType::int64) return compare_numbers(a.as_int64(), b.as_int64());
    if (right == ValueType::float64) return compare_numbers(a.as_int64(), b.as_float64());
    return Order::unordered;
  }
  if (left == ValueType::float64) {
    if (right == ValueType::float64) return compare_numbers(a.as_float64(), b.as_float64());
    if (right == ValueType::int64) return reversed(compare_numbers(b.as_int64(), a.as_float64()));
    return Order::unordered;
  }
  if (left != right) return Order::unordered;
  switch (left) {
    case ValueType::string: {
      // char_traits<char> compares as unsigned char, so UTF-8 sorts by code point.
      const int order = a.as_bytes().compare(b.as_bytes());
      return ordered(order, 0);
    }
    case ValueType::binary:
      return a.as_bytes() == b.as_bytes() ? Order::equal : Order::unordered;
    case ValueType::boolean:
      return a.as_boolean() == b.as_boolean() ? Order::equal : Order::unordered;
    default:
      return Order::unordered;
  }
}

}  // namespace turnout::schema
