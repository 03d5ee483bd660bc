// The oracle, held to the language's rules by hand-built trees and hand-written verdicts.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "matcher/predicate/naive.h"
#include "matcher/predicate/naive_like.h"
#include "matcher/predicate/naive_text.h"
#include "tests/matcher/expr_trees.h"
#include "turnout/limits.h"

namespace turnout::predicate {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
const double kNaN = std::numeric_limits<double>::quiet_NaN();
const double kInfinity = std::numeric_limits<double>::infinity();
constexpr Truth no = Truth::no;
constexpr Truth unknown = Truth::unknown;
constexpr Truth yes = Truth::yes;

using trees::call;
using trees::like;
using trees::literal;
using trees::node;
using trees::path;
using trees::quantifier;

Truth verdict(const ExprPtr& expr, const Event& event = {}) { return evaluate(*expr, EventLookup(event.data())); }

Truth compare(Op op, Value a, Value b) {
  Event event;
  event.set("a", a).set("b", b);
  return verdict(node(op, {path("a"), path("b")}), event);
}

// The value of an expression over constants, as an owned Value; null for no value.
Value value_of(const ExprPtr& expr, const Event& event = {}) {
  std::vector<std::unique_ptr<std::string>> storage;
  const schema::ValueView v = evaluate_value(*expr, EventLookup(event.data()), storage);
  return v.has_value() ? schema::to_scalar(v).value_or(Value::null()) : Value::null();
}

Value calculate(Op op, Value a, Value b) { return value_of(node(op, {literal(std::move(a)), literal(std::move(b))})); }

Value apply(Function function, std::vector<Value> arguments) {
  std::vector<ExprPtr> children;
  for (Value& value : arguments) children.push_back(literal(std::move(value)));
  return value_of(call(function, std::move(children)));
}

TEST(Naive, RequireThatLogicIsKleenes) {
  const std::map<Truth, ExprPtr> constants = {
      {no, literal(Value(false))}, {unknown, literal(Value::null())}, {yes, literal(Value(true))}};
  for (const auto& [a, x] : constants) {
    EXPECT_EQ(verdict(node(Op::logical_not, {x})), negate(a));
    for (const auto& [b, y] : constants) {
      EXPECT_EQ(verdict(node(Op::logical_and, {x, y})), std::min(a, b));
      EXPECT_EQ(verdict(node(Op::logical_or, {x, y})), std::max(a, b));
      for (const auto& [c, z] : constants) {
        EXPECT_EQ(verdict(node(Op::logical_and, {x, y, z})), std::min({a, b, c}));
        EXPECT_EQ(verdict(node(Op::logical_or, {x, y, z})), std::max({a, b, c}));
      }
    }
  }
}

TEST(Naive, RequireThatNumbersCompareExactly) {
  EXPECT_EQ(compare(Op::equal, 1, 1.0), yes);
  EXPECT_EQ(compare(Op::equal, kMost, 9223372036854775808.0), no);
  EXPECT_EQ(compare(Op::less, kMost, 9223372036854775808.0), yes);
  EXPECT_EQ(compare(Op::equal, std::int64_t{9007199254740993}, 9007199254740992.0), no);
  EXPECT_EQ(compare(Op::greater, std::int64_t{9007199254740993}, 9007199254740992.0), yes);
  EXPECT_EQ(compare(Op::equal, kLeast, -9223372036854775808.0), yes);
  EXPECT_EQ(compare(Op::equal, 0.0, -0.0), yes);
  EXPECT_EQ(compare(Op::less, 5, kInfinity), yes);
  EXPECT_EQ(compare(Op::less_equal, 2.5, 2.5), yes);
  EXPECT_EQ(compare(Op::greater_equal, 2, 2.5), no);
}

TEST(Naive, RequireThatEveryComparisonWithNaNIsFalse) {
  for (const Op op : {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    EXPECT_EQ(compare(op, kNaN, kNaN), no);
    EXPECT_EQ(compare(op, kNaN, 1), no);
    EXPECT_EQ(compare(op, 1.5, kNaN), no);
  }
}

TEST(Naive, RequireThatUnlikeTypesCompareFalse) {
  const std::vector<Value> values = {true, 1, "1", Value::binary("1"), Value::Array{Value(1)}, Value::Object{{"a", Value(1)}}};
  for (const Op op : {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t j = 0; j < values.size(); ++j) {
        if (i == j) continue;
        EXPECT_EQ(compare(op, values[i], values[j]), no);
      }
    }
    EXPECT_EQ(compare(op, Value::Array{Value(1)}, Value::Array{Value(1)}), no);
    EXPECT_EQ(compare(op, Value::Object{}, Value::Object{}), no);
  }
}

TEST(Naive, RequireThatOnlyNumbersAndStringsHaveAnOrder) {
  EXPECT_EQ(compare(Op::equal, true, true), yes);
  EXPECT_EQ(compare(Op::not_equal, true, false), yes);
  EXPECT_EQ(compare(Op::not_equal, true, true), no);
  EXPECT_EQ(compare(Op::equal, Value::binary("ab"), Value::binary("ab")), yes);
  EXPECT_EQ(compare(Op::not_equal, Value::binary("ab"), Value::binary("abc")), yes);
  for (const Op op : {Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    EXPECT_EQ(compare(op, true, true), no);
    EXPECT_EQ(compare(op, true, false), no);
    EXPECT_EQ(compare(op, Value::binary("a"), Value::binary("a")), no);
    EXPECT_EQ(compare(op, Value::binary("a"), Value::binary("b")), no);
  }
  EXPECT_EQ(compare(Op::less, "Z", "a"), yes);
  EXPECT_EQ(compare(Op::less, "\xEF\xBF\xBD", "\xF0\x90\x80\x80"), yes);  // U+FFFD before U+10000: by code point, not UTF-16
  EXPECT_EQ(compare(Op::greater_equal, "b", "ab"), yes);
}

TEST(Naive, RequireThatUnorderedStringsHaveNoOrderButAreEqual) {
  auto less = std::make_shared<Expr>();
  less->op = Op::less;
  less->unordered_strings = true;
  less->children = {path("a"), path("b")};
  Event strings;
  strings.set("a", "a").set("b", "b");
  EXPECT_EQ(verdict(less, strings), no);
  Event numbers;
  numbers.set("a", 1).set("b", 2);
  EXPECT_EQ(verdict(less, numbers), yes);
  auto between = std::make_shared<Expr>();
  between->op = Op::between;
  between->unordered_strings = true;
  between->children = {path("a"), path("a"), path("b")};
  EXPECT_EQ(verdict(between, strings), no);
  between->unordered_strings = false;
  EXPECT_EQ(verdict(between, strings), yes);
}

TEST(Naive, RequireThatMissingAndNullMakeComparisonsUnknown) {
  for (const Op op : {Op::equal, Op::not_equal, Op::less, Op::less_equal, Op::greater, Op::greater_equal}) {
    EXPECT_EQ(compare(op, 1, Value()), unknown);
    EXPECT_EQ(compare(op, Value(), 1), unknown);
    EXPECT_EQ(compare(op, Value(), Value()), unknown);
    EXPECT_EQ(compare(op, Value::null(), Value::null()), unknown);
    EXPECT_EQ(compare(op, Value::Array{}, Value::null()), unknown);
  }
}

TEST(Naive, RequireThatPresenceIsNeverUnknown) {
  Event event;
  event.set("a", 1).set("n", Value::null()).set_body(Value::Object{{"o", Value(Value::Object{{"x", Value::null()}})}});
  const auto presence = [&](std::string_view name) {
    return std::vector<Truth>{verdict(node(Op::exists, {path(name)}), event),
                              verdict(node(Op::is_missing, {path(name)}), event),
                              verdict(node(Op::is_null, {path(name)}), event)};
  };
  EXPECT_EQ(presence("a"), (std::vector<Truth>{yes, no, no}));
  EXPECT_EQ(presence("n"), (std::vector<Truth>{yes, no, yes}));
  EXPECT_EQ(presence("o.x"), (std::vector<Truth>{yes, no, yes}));
  EXPECT_EQ(presence("o.x.y"), (std::vector<Truth>{no, yes, yes}));
  EXPECT_EQ(presence("m"), (std::vector<Truth>{no, yes, yes}));
  // An unknown expression is null.
  const ExprPtr open = node(Op::equal, {path("m"), literal(Value(1))});
  EXPECT_EQ(verdict(node(Op::is_null, {open}), event), yes);
  EXPECT_EQ(verdict(node(Op::is_null, {node(Op::equal, {path("a"), literal(Value(2))})}), event), no);
  EXPECT_EQ(verdict(node(Op::is_null, {node(Op::divide, {literal(Value(1)), literal(Value(0))})}), event), yes);
  EXPECT_EQ(verdict(node(Op::equal, {open, literal(Value(true))}), event), unknown);
}

TEST(Naive, RequireThatInAndBetweenAreTheirExpansions) {
  const ExprPtr a = path("a");
  const auto in = [&](std::vector<ExprPtr> list) {
    list.insert(list.begin(), a);
    return node(Op::in, std::move(list));
  };
  Event event;
  event.set("a", 2);
  const ExprPtr null = literal(Value::null());
  EXPECT_EQ(verdict(in({literal(Value(1)), literal(Value(2.0))}), event), yes);
  EXPECT_EQ(verdict(in({literal(Value(1)), literal(Value("2"))}), event), no);
  EXPECT_EQ(verdict(in({literal(Value(1)), null}), event), unknown);
  EXPECT_EQ(verdict(in({null, literal(Value(2))}), event), yes);
  EXPECT_EQ(verdict(in({literal(Value(1))})), unknown);
  EXPECT_EQ(verdict(in({path("a"), literal(Value(7))}), event), yes);
  const auto between = [&](Value low, Value high) {
    return node(Op::between, {a, literal(std::move(low)), literal(std::move(high))});
  };
  EXPECT_EQ(verdict(between(1, 2), event), yes);
  EXPECT_EQ(verdict(between(2, 1), event), no);
  EXPECT_EQ(verdict(between(Value::null(), 1), event), no);  // 2 <= 1 is FALSE whatever the lower bound
  EXPECT_EQ(verdict(between(Value::null(), 2), event), unknown);
  EXPECT_EQ(verdict(between("a", 3), event), no);
  EXPECT_EQ(verdict(between(1, 2)), unknown);
}

TEST(Naive, RequireThatOnlyBooleansAreConditions) {
  Event event;
  event.set("t", true)
      .set("f", false)
      .set("i", 1)
      .set("s", "true")
      .set("n", Value::null())
      .set("xs", Value::Array{Value(true)});
  EXPECT_EQ(verdict(path("t"), event), yes);
  EXPECT_EQ(verdict(path("f"), event), no);
  for (const std::string_view name : {"i", "s", "n", "xs", "m"}) EXPECT_EQ(verdict(path(name), event), unknown) << name;
  EXPECT_EQ(verdict(literal(Value(1))), unknown);
  EXPECT_EQ(verdict(node(Op::add, {literal(Value(1)), literal(Value(1))})), unknown);
  EXPECT_EQ(verdict(call(Function::coalesce, {path("m"), path("t")}), event), yes);
  EXPECT_EQ(verdict(call(Function::upper, {path("s")}), event), unknown);
  EXPECT_EQ(verdict(call(Function::to_bool, {path("s")}), event), yes);
}

TEST(Naive, RequireThatIntegerArithmeticNeverWraps) {
  EXPECT_EQ(calculate(Op::add, kMost, 1), Value::null());
  EXPECT_EQ(calculate(Op::subtract, kLeast, 1), Value::null());
  EXPECT_EQ(calculate(Op::multiply, kMost, 2), Value::null());
  EXPECT_EQ(calculate(Op::divide, kLeast, -1), Value::null());
  EXPECT_EQ(calculate(Op::modulo, kLeast, -1), Value(0));
  EXPECT_EQ(calculate(Op::add, kMost, 0), Value(kMost));
  EXPECT_EQ(value_of(node(Op::negate, {literal(Value(kLeast))})), Value::null());
  EXPECT_EQ(value_of(node(Op::negate, {literal(Value(kMost))})), Value(-kMost));
  EXPECT_EQ(apply(Function::abs, {kLeast}), Value::null());
  EXPECT_EQ(apply(Function::abs, {-5}), Value(5));
}

TEST(Naive, RequireThatDivisionTruncatesAndRemaindersTakeTheSignOfTheDividend) {
  EXPECT_EQ(calculate(Op::divide, 7, 2), Value(3));
  EXPECT_EQ(calculate(Op::divide, -7, 2), Value(-3));
  EXPECT_EQ(calculate(Op::divide, 7, 2.0), Value(3.5));
  EXPECT_EQ(calculate(Op::modulo, -7, 3), Value(-1));
  EXPECT_EQ(calculate(Op::modulo, 7, -3), Value(1));
  EXPECT_EQ(calculate(Op::modulo, -7.5, 2), Value(-1.5));
  EXPECT_EQ(apply(Function::mod, {-7, 3}), Value(-1));
  for (const Op op : {Op::divide, Op::modulo}) {
    EXPECT_EQ(calculate(op, 1, 0), Value::null());
    EXPECT_EQ(calculate(op, 1.5, 0), Value::null());
    EXPECT_EQ(calculate(op, 1, -0.0), Value::null());
  }
  auto real = std::make_shared<Expr>();
  real->op = Op::divide;
  real->real_division = true;
  real->children = {literal(Value(7)), literal(Value(2))};
  EXPECT_EQ(value_of(real), Value(3.5));
  real->children = {literal(Value(7)), literal(Value(0))};
  EXPECT_EQ(value_of(real), Value::null());
}

TEST(Naive, RequireThatArithmeticTakesNumbersAndOverflowsToUnknown) {
  EXPECT_EQ(calculate(Op::add, 1, 0.5), Value(1.5));
  EXPECT_EQ(calculate(Op::add, "1", 1), Value::null());
  EXPECT_EQ(calculate(Op::multiply, true, 1), Value::null());
  EXPECT_EQ(calculate(Op::multiply, 1e308, 10), Value::null());
  EXPECT_EQ(calculate(Op::multiply, kInfinity, 10), Value(kInfinity));
  EXPECT_EQ(calculate(Op::add, Value::null(), 1), Value::null());
  EXPECT_EQ(value_of(node(Op::plus, {literal(Value("5"))})), Value::null());
  EXPECT_EQ(value_of(node(Op::plus, {literal(Value(5))})), Value(5));
}

TEST(Naive, RequireThatLikeMatchesWholeStringsByCodePoint) {
  EXPECT_TRUE(naive_like("", "", std::nullopt, false));
  EXPECT_TRUE(naive_like("", "%", std::nullopt, false));
  EXPECT_FALSE(naive_like("", "_", std::nullopt, false));
  EXPECT_TRUE(naive_like("abc", "a%c", std::nullopt, false));
  EXPECT_FALSE(naive_like("abcd", "a%c", std::nullopt, false));
  EXPECT_TRUE(naive_like("aXbXc", "%X%X%", std::nullopt, false));
  EXPECT_TRUE(naive_like("a\nb", "a_b", std::nullopt, false));
  EXPECT_TRUE(naive_like("\xF0\x9F\x98\x80", "_", std::nullopt, false));
  EXPECT_FALSE(naive_like("ABC", "abc", std::nullopt, false));
  EXPECT_TRUE(naive_like("STRASSE \xC3\x84", "strasse \xC3\xA4", std::nullopt, true));
  EXPECT_FALSE(naive_like("STRASSE",
                          "stra\xC3\x9F"
                          "e",
                          std::nullopt, true));
  EXPECT_TRUE(naive_like("50%", "50!%", U'!', false));
  EXPECT_FALSE(naive_like("505", "50!%", U'!', false));
  EXPECT_TRUE(naive_like("a!b", "a!!b", U'!', false));
  EXPECT_TRUE(naive_like("%x", "%%x", U'%', false));  // the escape wins over the wildcard
  EXPECT_FALSE(naive_like("ax", "%%x", U'%', false));
  EXPECT_TRUE(naive_like("mississippi", "m%iss%i_pi", std::nullopt, false));
}

TEST(Naive, RequireThatStringTestsAreUnknownOnOtherTypes) {
  Event event;
  event.set("i", 5).set("s", "5").set("b", Value::binary("5")).set("xs", Value::Array{Value("5")});
  EXPECT_EQ(verdict(like(path("s"), "%"), event), yes);
  for (const std::string_view name : {"i", "b", "xs", "m"}) {
    EXPECT_EQ(verdict(like(path(name), "%"), event), unknown) << name;
    EXPECT_EQ(verdict(call(Function::starts_with, {path(name), literal(Value(""))}), event), unknown) << name;
    EXPECT_EQ(verdict(call(Function::regexp_like, {path(name), literal(Value("."))}), event), unknown) << name;
  }
}

TEST(Naive, RequireThatTextFunctionsCountCodePoints) {
  EXPECT_EQ(apply(Function::length, {"h\xC3\xA9\xF0\x9F\x98\x80"}), Value(3));
  EXPECT_EQ(apply(Function::length, {Value::binary("\xC3\xA9")}), Value(2));
  EXPECT_EQ(apply(Function::length, {5}), Value::null());
  EXPECT_EQ(apply(Function::upper, {"stra\xC3\x9F"
                                    "e \xC3\xA4"}),
            Value("STRA\xC3\x9F"
                  "E \xC3\x84"));
  EXPECT_EQ(apply(Function::lower, {"\xC3\x84X"}), Value("\xC3\xA4x"));
  EXPECT_EQ(apply(Function::trim, {" \t a b\n"}), Value("a b"));
  EXPECT_EQ(apply(Function::trim, {"  "}), Value(""));
  EXPECT_EQ(apply(Function::concat, {"a", "", "b", "c", "d"}), Value("abcd"));
  EXPECT_EQ(apply(Function::concat, {"a", 1}), Value::null());
}

TEST(Naive, RequireThatSubstringsClampToTheText) {
  const auto substring = [](std::int64_t start) { return apply(Function::substring, {"h\xC3\xA9llo", start}); };
  const auto part = [](std::int64_t start, std::int64_t count) {
    return apply(Function::substring, {"h\xC3\xA9llo", start, count});
  };
  EXPECT_EQ(substring(1), Value("h\xC3\xA9llo"));
  EXPECT_EQ(substring(2), Value("\xC3\xA9llo"));
  EXPECT_EQ(substring(6), Value(""));
  EXPECT_EQ(substring(kMost), Value(""));
  EXPECT_EQ(substring(kLeast), Value("h\xC3\xA9llo"));
  EXPECT_EQ(part(2, 2), Value("\xC3\xA9l"));
  EXPECT_EQ(part(0, 2), Value("h"));
  EXPECT_EQ(part(-5, 3), Value(""));
  EXPECT_EQ(part(4, 100), Value("lo"));
  EXPECT_EQ(part(2, 0), Value(""));
  EXPECT_EQ(part(2, -1), Value(""));
  EXPECT_EQ(part(kMost, kMost), Value(""));
  EXPECT_EQ(part(kLeast, kLeast), Value(""));
  EXPECT_EQ(part(2, kMost), Value("\xC3\xA9llo"));
  EXPECT_EQ(apply(Function::substring, {"abc", 1.0}), Value::null());
}

TEST(Naive, RequireThatConversionsReadTheWholeText) {
  EXPECT_EQ(apply(Function::to_int, {"12"}), Value(12));
  EXPECT_EQ(apply(Function::to_int, {"-12"}), Value(-12));
  EXPECT_EQ(apply(Function::to_int, {"+12"}), Value(12));
  for (const char* text : {"", "+", "-", "+-1", "12 ", " 12", "12.0", "0x1", "9223372036854775808"}) {
    EXPECT_EQ(apply(Function::to_int, {text}), Value::null()) << text;
  }
  EXPECT_EQ(apply(Function::to_int, {"-9223372036854775808"}), Value(kLeast));
  EXPECT_EQ(apply(Function::to_int, {2.9}), Value(2));
  EXPECT_EQ(apply(Function::to_int, {-2.9}), Value(-2));
  EXPECT_EQ(apply(Function::to_int, {9223372036854775808.0}), Value::null());
  EXPECT_EQ(apply(Function::to_int, {-9223372036854775808.0}), Value(kLeast));
  EXPECT_EQ(apply(Function::to_int, {kNaN}), Value::null());
  EXPECT_EQ(apply(Function::to_int, {true}), Value::null());
  EXPECT_EQ(apply(Function::to_double, {"1.5e3"}), Value(1500.0));
  EXPECT_EQ(apply(Function::to_double, {"-.5"}), Value(-0.5));
  EXPECT_EQ(apply(Function::to_double, {"7."}), Value(7.0));
  EXPECT_EQ(apply(Function::to_double, {3}), Value(3.0));
  EXPECT_EQ(apply(Function::to_double, {"1e-999"}), Value(0.0));
  EXPECT_EQ(apply(Function::to_double, {"0." + std::string(400, '0') + "1"}), Value(0.0));
  EXPECT_EQ(apply(Function::to_double, {"1" + std::string(400, '0') + "e-400"}), Value(1.0));
  for (const char* text : {"", ".", "e5", "1e", "1e999", "nan", "inf", "0x1", "1.5 ", "1..5", "1_0"}) {
    EXPECT_EQ(apply(Function::to_double, {text}), Value::null()) << text;
  }
  EXPECT_EQ(apply(Function::to_string, {0.1}), Value("0.1"));
  EXPECT_EQ(apply(Function::to_string, {-7}), Value("-7"));
  EXPECT_EQ(apply(Function::to_string, {true}), Value("true"));
  EXPECT_EQ(apply(Function::to_string, {Value::binary("x")}), Value::null());
  EXPECT_EQ(apply(Function::to_bool, {"TRUE"}), Value(true));
  EXPECT_EQ(apply(Function::to_bool, {"fAlSe"}), Value(false));
  EXPECT_EQ(apply(Function::to_bool, {"yes"}), Value::null());
  EXPECT_EQ(apply(Function::to_bool, {1}), Value::null());
}

TEST(Naive, RequireThatFloorAndCeilKeepIntegers) {
  EXPECT_EQ(apply(Function::floor, {kMost}), Value(kMost));
  EXPECT_EQ(apply(Function::floor, {-2.5}), Value(-3.0));
  EXPECT_EQ(apply(Function::ceil, {-2.5}), Value(-2.0));
  EXPECT_EQ(apply(Function::ceil, {"2"}), Value::null());
}

TEST(Naive, RequireThatCoalesceTakesTheFirstValue) {
  EXPECT_EQ(apply(Function::coalesce, {Value::null(), 5, "x"}), Value(5));
  EXPECT_EQ(apply(Function::coalesce, {Value::null(), Value::null()}), Value::null());
}

TEST(Naive, RequireThatPatternsMatchAsTheirDialectsSay) {
  EXPECT_EQ(naive_regexp("hello", "l+"), true);
  EXPECT_EQ(naive_regexp("hello", "^l"), false);
  EXPECT_EQ(naive_regexp("hello", "("), std::nullopt);
  EXPECT_EQ(naive_cidr("10.1.2.3", "10.0.0.0/8"), true);
  EXPECT_EQ(naive_cidr("11.1.2.3", "10.0.0.0/8"), false);
  EXPECT_EQ(naive_cidr("10.0.0.1", "10.0.0.1"), true);
  EXPECT_EQ(naive_cidr("2001:db8::1", "2001:db8::/32"), true);
  EXPECT_EQ(naive_cidr("2001:db9::1", "2001:db8::/32"), false);
  EXPECT_EQ(naive_cidr("10.1.2.3", "::/0"), false);
  EXPECT_EQ(naive_cidr("host", "10.0.0.0/8"), false);
  EXPECT_EQ(naive_cidr("10.0.0.1", "10.0.0.0/33"), std::nullopt);
  EXPECT_EQ(naive_topic("a/b/c", "a/+/c", "mqtt"), true);
  EXPECT_EQ(naive_topic("a", "a/#", "mqtt"), true);
  EXPECT_EQ(naive_topic("$SYS/x", "#", "mqtt"), false);
  EXPECT_EQ(naive_topic("a/b", "a", "mqtt"), false);
  EXPECT_EQ(naive_topic("", "#", "amqp"), true);
  EXPECT_EQ(naive_topic("a.b.c", "#.c", "amqp"), true);
  EXPECT_EQ(naive_topic("a.b.c", "a.*", "amqp"), false);
  EXPECT_EQ(naive_topic("a.b", "a.#.b.#", "amqp"), true);
  EXPECT_EQ(naive_topic("a.b.c", "a.>", "nats"), true);
  EXPECT_EQ(naive_topic("a", "a.>", "nats"), false);
  EXPECT_EQ(naive_topic("a.b", "*.b", "nats"), true);
  EXPECT_EQ(naive_topic("a..b", ">", "nats"), false);
  EXPECT_EQ(naive_topic("a", "a", "kafka"), std::nullopt);
}

TEST(Naive, RequireThatManyPatternsDoNotDisturbEachOther) {
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 50; ++i) {
      EXPECT_EQ(naive_regexp("x" + std::to_string(i) + "y", "x" + std::to_string(i) + "y$"), true);
      EXPECT_EQ(naive_regexp("x" + std::to_string(i), "x" + std::to_string(i) + "y$"), false);
    }
  }
}

TEST(Naive, RequireThatQuantifiersFoldTheElements) {
  Event event;
  event.set("xs", Value::Array{Value(1), Value(20)});
  event.set("ns", Value::Array{Value(1), Value::null()});
  event.set("mixed", Value::Array{Value("a"), Value(5)});
  event.set("none", Value::Array{});
  event.set("i", 5);
  const auto any = [&](Op op, int value, std::string_view name) {
    return verdict(quantifier(Op::any, op, literal(Value(value)), path(name)), event);
  };
  const auto all = [&](Op op, int value, std::string_view name) {
    return verdict(quantifier(Op::all, op, literal(Value(value)), path(name)), event);
  };
  EXPECT_EQ(any(Op::less, 5, "xs"), yes);
  EXPECT_EQ(any(Op::greater, 10, "xs"), yes);
  EXPECT_EQ(any(Op::equal, 7, "xs"), no);
  EXPECT_EQ(all(Op::less, 0, "xs"), yes);
  EXPECT_EQ(all(Op::less, 5, "xs"), no);
  EXPECT_EQ(any(Op::equal, 1, "ns"), yes);
  EXPECT_EQ(any(Op::equal, 2, "ns"), unknown);
  EXPECT_EQ(all(Op::equal, 1, "ns"), unknown);
  EXPECT_EQ(all(Op::equal, 2, "ns"), no);
  EXPECT_EQ(any(Op::equal, 5, "mixed"), yes);
  EXPECT_EQ(all(Op::equal, 5, "mixed"), no);
  EXPECT_EQ(any(Op::equal, 5, "none"), no);
  EXPECT_EQ(all(Op::equal, 5, "none"), yes);
  EXPECT_EQ(any(Op::equal, 5, "i"), unknown);
  EXPECT_EQ(all(Op::equal, 5, "i"), unknown);
  EXPECT_EQ(any(Op::equal, 5, "m"), unknown);
}

TEST(Naive, RequireThatStarsRangeOverNestedElements) {
  Event event;
  const Value with_price = Value::Object{{"price", Value(5)}};
  event.set_body(Value::Object{{"items", Value(Value::Array{with_price, Value(Value::Object{{"sku", Value("x")}})})}});
  EXPECT_EQ(verdict(quantifier(Op::any, Op::equal, literal(Value(5)), path("items[*].price")), event), yes);
  EXPECT_EQ(verdict(quantifier(Op::all, Op::equal, literal(Value(5)), path("items[*].price")), event), unknown);
  EXPECT_EQ(verdict(node(Op::exists, {path("items[*].sku")}), event), yes);
  EXPECT_EQ(verdict(node(Op::exists, {path("items[*].no")}), event), no);
  EXPECT_EQ(verdict(node(Op::exists, {path("items[1].sku")}), event), yes);
  EXPECT_EQ(verdict(node(Op::exists, {path("items[2]")}), event), no);
}

// A few of these would fill the memory if each kept what it computes.
TEST(Naive, RequireThatComputedStringsAreBounded) {
  Event event;
  event.set("s", std::string(limits::kEventBytes / 3, 'x'));
  const ExprPtr s = path("s");
  EXPECT_EQ(verdict(node(Op::equal, {call(Function::length, {call(Function::concat, {s, s, s})}),
                                     literal(Value(static_cast<std::int64_t>(limits::kEventBytes / 3 * 3)))}),
                    event),
            yes);
  EXPECT_EQ(verdict(node(Op::is_null, {call(Function::concat, {s, s, s, s})}), event), yes);
  std::vector<ExprPtr> uppers(4, call(Function::upper, {s}));
  EXPECT_EQ(verdict(node(Op::is_null, {call(Function::coalesce, {call(Function::concat, uppers)})}), event), yes);
  // Each comparison starts anew.
  std::vector<ExprPtr> conditions(6, node(Op::is_null, {call(Function::upper, {s})}));
  EXPECT_EQ(verdict(node(Op::logical_or, conditions), event), no);
}

}  // namespace
}  // namespace turnout::predicate
