// Verdicts of comparison written by hand.
#include "schema/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "schema/event_data.h"

namespace turnout::schema {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

ValueView integer(std::int64_t v) { return ValueView::int64(v); }
ValueView real(double v) { return ValueView::float64(v); }
ValueView text(std::string_view v) { return ValueView::string(v); }

struct Verdict {
  ValueView a;
  ValueView b;
  Order order;
};

Order reversed(Order order) {
  if (order == Order::less) return Order::greater;
  if (order == Order::greater) return Order::less;
  return order;
}

TEST(Compare, GivesTheWrittenVerdictsInBothDirections) {
  const std::vector<Verdict> verdicts = {
      {integer(1), integer(2), Order::less},
      {integer(2), integer(2), Order::equal},
      {integer(kMin), integer(kMax), Order::less},
      {integer(1), real(1.0), Order::equal},
      {integer(1), real(1.5), Order::less},
      {integer(2), real(1.5), Order::greater},
      {integer(-1), real(-1.5), Order::greater},
      {integer(-2), real(-1.5), Order::less},
      {integer(0), real(-0.0), Order::equal},
      {integer(0), real(kTiny), Order::less},
      {integer(0), real(-kTiny), Order::greater},
      {real(0.0), real(-0.0), Order::equal},
      // 2^53 and its neighbours: doubles there are 1 apart below and 2 apart above.
      {integer(9007199254740992), real(9007199254740992.0), Order::equal},
      {integer(9007199254740993), real(9007199254740992.0), Order::greater},
      {integer(9007199254740993), real(9007199254740994.0), Order::less},
      {integer(9007199254740991), real(9007199254740992.0), Order::less},
      {integer(-9007199254740993), real(-9007199254740992.0), Order::less},
      {integer(2251799813685249), real(2251799813685249.5), Order::less},
      {integer(2251799813685250), real(2251799813685249.5), Order::greater},
      {integer(-2251799813685249), real(-2251799813685249.5), Order::greater},
      // 2^63 is a double, the largest int64 is not.
      {integer(kMax), real(9223372036854775808.0), Order::less},
      {integer(kMax), real(9223372036854774784.0), Order::greater},
      {integer(9223372036854774784), real(9223372036854774784.0), Order::equal},
      {integer(kMin), real(-9223372036854775808.0), Order::equal},
      {integer(kMin), real(-9223372036854777856.0), Order::greater},
      {integer(kMin + 1), real(-9223372036854775808.0), Order::greater},
      {integer(kMax), real(1e300), Order::less},
      {integer(kMin), real(-1e300), Order::greater},
      {integer(kMax), real(kInfinity), Order::less},
      {integer(kMin), real(-kInfinity), Order::greater},
      {real(kInfinity), real(kInfinity), Order::equal},
      {real(-kInfinity), real(kInfinity), Order::less},
      {integer(0), real(kNaN), Order::unordered},
      {real(0.5), real(kNaN), Order::unordered},
      {real(kNaN), real(kNaN), Order::unordered},
      {real(kInfinity), real(kNaN), Order::unordered},
      // Strings by code point, which is not the order of UTF-16.
      {text(""), text("a"), Order::less},
      {text("a"), text("a"), Order::equal},
      {text("a"), text("ab"), Order::less},
      {text("Z"), text("a"), Order::less},
      {text("z"), text("\xc3\xa9"), Order::less},
      {text("\xef\xbf\xbd"), text("\xf0\x90\x80\x80"), Order::less},
      {text(std::string_view("a\0b", 3)), text("a"), Order::greater},
      {text("10"), text("9"), Order::less},
      {ValueView::boolean(true), ValueView::boolean(true), Order::equal},
      {ValueView::boolean(false), ValueView::boolean(true), Order::unordered},
      {ValueView::binary("ab"), ValueView::binary("ab"), Order::equal},
      {ValueView::binary("ab"), ValueView::binary("ac"), Order::unordered},
      // Unlike types.
      {text("1"), integer(1), Order::unordered},
      {text("1"), real(1), Order::unordered},
      {ValueView::boolean(true), integer(1), Order::unordered},
      {ValueView::boolean(false), text("false"), Order::unordered},
      {ValueView::binary("a"), text("a"), Order::unordered},
      {ValueView::array({}), ValueView::array({}), Order::unordered},
      {ValueView::object(nullptr, 0), ValueView::object(nullptr, 0), Order::unordered},
      {ValueView::null(), ValueView::null(), Order::unordered},
      {ValueView(), ValueView(), Order::unordered},
      {ValueView(), integer(0), Order::unordered},
      {ValueView::null(), integer(0), Order::unordered},
  };
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    EXPECT_EQ(compare(verdicts[i].a, verdicts[i].b), verdicts[i].order) << "verdict " << i;
    EXPECT_EQ(compare(verdicts[i].b, verdicts[i].a), reversed(verdicts[i].order)) << "verdict " << i << " reversed";
  }
}

// Where long double has 64 bits of mantissa it holds every int64 and every double exactly.
TEST(Compare, AgreesWithWiderArithmetic) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "long double is not wide enough on this machine";
  std::vector<std::int64_t> integers = {0, 1, -1, kMax, kMin};
  std::vector<double> reals = {0.0, 0.5, -0.5};
  for (int exponent = 50; exponent < 63; ++exponent) {
    const auto power = static_cast<std::int64_t>(std::uint64_t{1} << exponent);
    for (const std::int64_t delta : {-3, -2, -1, 0, 1, 2, 3}) {
      integers.push_back(power + delta);
      integers.push_back(-power + delta);
      reals.push_back(static_cast<double>(power + delta));
      reals.push_back(-static_cast<double>(power + delta));
    }
    reals.push_back(std::nextafter(static_cast<double>(power), 0));
    reals.push_back(std::nextafter(static_cast<double>(power), kInfinity));
  }
  for (const std::int64_t a : integers) {
    for (const double b : reals) {
      const auto wide_a = static_cast<long double>(a);
      const auto wide_b = static_cast<long double>(b);
      const Order expected = wide_a < wide_b ? Order::less : wide_a > wide_b ? Order::greater : Order::equal;
      ASSERT_EQ(compare_numbers(a, b), expected) << a << " and " << b;
    }
  }
}

}  // namespace
}  // namespace turnout::schema
