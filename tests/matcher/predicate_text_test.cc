// Trees and their names, canonical text, static checks and the C++ builder.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/printer.h"
#include "tests/matcher/expr_trees.h"
#include "turnout/filter.h"
#include "turnout/limits.h"

namespace turnout::predicate {
namespace {

using trees::call;
using trees::like;
using trees::literal;
using trees::node;
using trees::path;

ExprPtr any(Op compare, ExprPtr value, ExprPtr array) {
  return trees::quantifier(Op::any, compare, std::move(value), std::move(array));
}

std::string text(const ExprPtr& expr, Dialect dialect = Dialect::core) { return print(*expr, dialect); }

const ExprPtr a = path("a");
const ExprPtr b = path("b");
const ExprPtr c = path("c");
const ExprPtr one = literal(Value(1));

TEST(Expr, RequireThatFunctionNamesAreFoundInAnyCase) {
  EXPECT_EQ(find_function("starts_WITH"), Function::starts_with);
  EXPECT_EQ(find_function("int"), Function::to_int);
  EXPECT_EQ(find_function(""), std::nullopt);
  EXPECT_EQ(find_function("UPPR"), std::nullopt);
  for (int i = 1; i <= static_cast<int>(Function::topic_match); ++i) {
    EXPECT_EQ(find_function(function_name(static_cast<Function>(i))), static_cast<Function>(i));
  }
}

TEST(Expr, RequireThatSameComparesStructure) {
  const auto tree = [](int number) { return node(Op::equal, {path("a"), literal(Value(number))}); };
  EXPECT_TRUE(same(*tree(1), *tree(1)));
  EXPECT_FALSE(same(*tree(1), *tree(2)));
  EXPECT_FALSE(same(*literal(Value(1)), *literal(Value(1.0))));
  EXPECT_TRUE(same(*literal(Value(-5)), *node(Op::negate, {literal(Value(5))})));
  EXPECT_FALSE(same(*literal(Value(5)), *node(Op::negate, {literal(Value(5))})));
  EXPECT_FALSE(same(*path("a"), *path("b")));
}

TEST(Expr, RequireThatDeepChainsAreDestroyedWithoutRecursion) {
  ExprPtr chain = literal(Value(1));
  for (int i = 0; i < 500'000; ++i) chain = node(Op::add, {std::move(chain), literal(Value(1))});
  chain.reset();
}

TEST(Printer, RequireThatParenthesesAreTheFewest) {
  EXPECT_EQ(text(node(Op::logical_or, {node(Op::logical_and, {a, b}), c})), "a AND b OR c");
  EXPECT_EQ(text(node(Op::logical_and, {node(Op::logical_or, {a, b}), c})), "(a OR b) AND c");
  EXPECT_EQ(text(node(Op::logical_and, {a, node(Op::logical_and, {b, c})})), "a AND (b AND c)");
  EXPECT_EQ(text(node(Op::logical_not, {node(Op::logical_or, {a, b})})), "NOT (a OR b)");
  EXPECT_EQ(text(node(Op::logical_not, {node(Op::logical_not, {a})})), "NOT NOT a");
  EXPECT_EQ(text(node(Op::logical_not, {node(Op::equal, {a, one})})), "NOT a = 1");
  EXPECT_EQ(text(node(Op::subtract, {node(Op::subtract, {a, b}), c})), "a - b - c");
  EXPECT_EQ(text(node(Op::subtract, {a, node(Op::subtract, {b, c})})), "a - (b - c)");
  EXPECT_EQ(text(node(Op::multiply, {node(Op::add, {a, b}), c})), "(a + b) * c");
  EXPECT_EQ(text(node(Op::add, {node(Op::multiply, {a, b}), c})), "a * b + c");
  EXPECT_EQ(text(node(Op::divide, {a, node(Op::modulo, {b, c})})), "a / (b % c)");
  EXPECT_EQ(text(node(Op::add, {a, node(Op::plus, {b})})), "a + +b");
}

TEST(Printer, RequireThatConditionsAsValuesAreInParentheses) {
  const ExprPtr equal = node(Op::equal, {a, one});
  EXPECT_EQ(text(node(Op::equal, {equal, literal(Value(true))})), "(a = 1) = TRUE");
  EXPECT_EQ(text(node(Op::is_null, {equal})), "(a = 1) IS NULL");
  EXPECT_EQ(text(node(Op::is_null, {node(Op::logical_not, {a})})), "(NOT a) IS NULL");
  EXPECT_EQ(text(node(Op::in, {a, equal, one})), "a IN ((a = 1), 1)");
  EXPECT_EQ(text(call(Function::coalesce, {equal, literal(Value(false))})), "COALESCE((a = 1), FALSE)");
  EXPECT_EQ(text(node(Op::equal, {call(Function::starts_with, {a, b}), one})), "STARTS_WITH(a, b) = 1");
  EXPECT_EQ(text(node(Op::between, {a, equal, node(Op::add, {b, one})})), "a BETWEEN (a = 1) AND b + 1");
}

TEST(Printer, RequireThatNegatedTestsReadNaturally) {
  const auto negated = [](ExprPtr expr) { return text(node(Op::logical_not, {std::move(expr)})); };
  EXPECT_EQ(negated(node(Op::in, {a, one})), "a NOT IN (1)");
  EXPECT_EQ(negated(node(Op::between, {a, one, b})), "a NOT BETWEEN 1 AND b");
  EXPECT_EQ(negated(like(a, "x%")), "a NOT LIKE 'x%'");
  EXPECT_EQ(negated(node(Op::is_null, {a})), "a IS NOT NULL");
  EXPECT_EQ(negated(node(Op::is_missing, {a})), "a IS NOT MISSING");
  EXPECT_EQ(negated(node(Op::exists, {a})), "NOT EXISTS(a)");
  EXPECT_EQ(text(node(Op::is_null, {node(Op::logical_not, {node(Op::in, {a, one})})})), "(a NOT IN (1)) IS NULL");
}

TEST(Printer, RequireThatLiteralsReadBack) {
  EXPECT_EQ(print_literal(Value(1.0)), "1.0");
  EXPECT_EQ(print_literal(Value(1e300)), "1e+300");
  EXPECT_EQ(print_literal(Value(0.1)), "0.1");
  EXPECT_EQ(print_literal(Value(true)), "TRUE");
  EXPECT_EQ(print_literal(Value::null()), "NULL");
  EXPECT_EQ(print_literal(Value("it's")), "'it''s'");
  EXPECT_EQ(print_literal(Value::binary(std::string("\x00\xfa", 2))), "X'00FA'");
  EXPECT_EQ(print_literal(Value(Value::Array{Value(1), Value("x")})), "[1, 'x']");
  EXPECT_EQ(print_literal(Value(Value::Object{{"k", Value(1)}})), "{\"k\": 1}");
  EXPECT_EQ(text(node(Op::negate, {node(Op::negate, {a})})), "- -a");
  EXPECT_EQ(text(node(Op::negate, {node(Op::add, {a, b})})), "-(a + b)");
  EXPECT_EQ(text(node(Op::subtract, {a, literal(Value(std::numeric_limits<std::int64_t>::min()))})),
            "a - -9223372036854775808");
  EXPECT_EQ(text(literal(Value(-1))), "-1");
  EXPECT_EQ(text(like(a, "50\\%", U'\\')), "a LIKE '50\\%' ESCAPE '\\'");
  EXPECT_EQ(text(like(a, "''", U'\'')), "a LIKE '''''' ESCAPE ''''");
}

TEST(Printer, RequireThatQuantifiersAndPathsPrint) {
  EXPECT_EQ(text(any(Op::less, literal(Value(5)), path("items[*].price"))), "5 < ANY(items[*].price)");
  EXPECT_EQ(text(path("data.a[3].b")), "data.a[3].b");
  EXPECT_EQ(text(path("sys.correlation_id")), "sys.correlation_id");
  EXPECT_EQ(text(path("_a.$b"), Dialect::core), "_a.$b");
  EXPECT_EQ(text(path("_a[1].b"), Dialect::azure_sql), "\"_a\"[1].\"b\"");
  EXPECT_EQ(text(path("user._a"), Dialect::azure_sql), "user.\"_a\"");
}

TEST(Printer, RequireThatABeginningIsCutBetweenCodePoints) {
  const ExprPtr long_list = node(Op::in, std::vector<ExprPtr>(1000, literal(Value("\xC3\xA9"))));
  EXPECT_EQ(print_beginning(*long_list, Dialect::core, 12), "'\xC3\xA9' IN ('\xC3\xA9...");
  EXPECT_EQ(print_beginning(*long_list, Dialect::core, 11), "'\xC3\xA9' IN ('...");
  EXPECT_EQ(print_beginning(*a, Dialect::core, 1), "a");
}

CheckResult checked(const ExprPtr& expr, Dialect dialect = Dialect::core) { return check(*expr, dialect); }

void expect_error(const ExprPtr& expr, std::string_view part, Dialect dialect = Dialect::core) {
  const CheckResult result = checked(expr, dialect);
  ASSERT_FALSE(result.errors.empty()) << text(expr);
  const std::string all = result.errors[0].message + " / " + result.errors[0].hint;
  EXPECT_NE(all.find(part), std::string::npos) << text(expr) << ": " << all;
}

void expect_warning(const ExprPtr& expr, std::string_view part, Dialect dialect = Dialect::core) {
  const CheckResult result = checked(expr, dialect);
  EXPECT_TRUE(result.errors.empty()) << text(expr) << ": " << result.errors[0].message;
  ASSERT_FALSE(result.warnings.empty()) << text(expr);
  const std::string all = result.warnings[0].message + " / " + result.warnings[0].hint;
  EXPECT_NE(all.find(part), std::string::npos) << text(expr) << ": " << all;
}

void expect_clean(const ExprPtr& expr, Dialect dialect = Dialect::core) {
  const CheckResult result = checked(expr, dialect);
  EXPECT_TRUE(result.errors.empty()) << text(expr) << ": " << result.errors[0].message;
  EXPECT_TRUE(result.warnings.empty()) << text(expr) << ": " << result.warnings[0].message;
}

const ExprPtr word = literal(Value("x"));

TEST(Check, RequireThatConditionsAreConditions) {
  for (const ExprPtr& value : {one, word, node(Op::add, {a, b}), call(Function::upper, {a}), path("sys.id")}) {
    expect_error(value, "not a condition");
    expect_error(node(Op::logical_and, {a, value}), "not a condition");
    expect_error(node(Op::logical_not, {value}), "not a condition", Dialect::azure_sql);
    expect_warning(node(Op::logical_or, {a, value}), "always unknown", Dialect::jms);
  }
  expect_clean(a);
  expect_clean(literal(Value(true)));
  expect_clean(call(Function::to_bool, {a}));
  expect_clean(call(Function::coalesce, {a, literal(Value(true))}));
  expect_clean(literal(Value::null()));
}

TEST(Check, RequireThatCallsHaveTheirArguments) {
  expect_error(node(Op::equal, {call(Function::length, {}), one}), "LENGTH takes 1 argument, not 0");
  expect_error(node(Op::equal, {call(Function::substring, {a}), word}), "SUBSTRING takes 2 or 3 arguments, not 1");
  expect_error(node(Op::equal, {call(Function::coalesce, {}), word}), "COALESCE takes at least 1 argument, not 0");
  expect_error(call(Function::starts_with, {a, one}), "argument 2 of STARTS_WITH must be a string: `1` is an integer");
  expect_error(node(Op::equal, {call(Function::abs, {word}), one}), "INT(...) and DOUBLE(...)");
  expect_error(node(Op::equal, {call(Function::substring, {a, literal(Value(1.5))}), word}), "must be an integer");
  expect_clean(node(Op::equal, {call(Function::length, {literal(Value::binary("x"))}), one}));
  expect_clean(node(Op::equal, {call(Function::substring, {a, one}), word}));
}

TEST(Check, RequireThatPatternsAreValidLiterals) {
  expect_error(call(Function::regexp_like, {a, b}), "must be a string literal");
  expect_error(call(Function::regexp_like, {a, literal(Value("("))}), "regular expression");
  expect_error(call(Function::cidr_match, {a, literal(Value("10.0.0.0/33"))}), "10.0.0.0/33");
  expect_error(call(Function::topic_match, {a, literal(Value("a/#/b")), literal(Value("mqtt"))}), "#");
  expect_error(call(Function::topic_match, {a, word, literal(Value("kafka"))}), "kafka");
  expect_clean(call(Function::regexp_like, {a, literal(Value("^x+$"))}));
  expect_clean(call(Function::cidr_match, {a, literal(Value("10.0.0.0/8"))}));
  expect_clean(call(Function::topic_match, {a, literal(Value("a/+")), literal(Value("mqtt"))}));
}

TEST(Check, RequireThatEscapesFollowTheDialect) {
  expect_error(like(a, "50!", U'!'), "ends with its escape");
  expect_error(like(a, "5!0", U'!'), "only before");
  expect_error(like(a, "x", U'%'), "cannot be the escape");
  expect_clean(like(a, "50!%!_!!", U'!'));
  auto lax = std::make_shared<Expr>();
  lax->op = Op::like;
  lax->any_char_escape = true;
  lax->children = {a};
  lax->escape = U'%';
  lax->value = Value("a%b");
  expect_clean(lax, Dialect::jms);
  lax->value = Value("a%");
  expect_error(lax, "ends with its escape", Dialect::jms);
}

TEST(Check, RequireThatStringsAreJoinedByConcat) {
  expect_error(node(Op::equal, {node(Op::add, {a, word}), word}), "CONCAT");
  expect_error(node(Op::equal, {node(Op::add, {call(Function::upper, {a}), b}), word}), "CONCAT");
  expect_warning(node(Op::equal, {node(Op::multiply, {a, word}), one}), "always unknown");
  expect_warning(node(Op::equal, {node(Op::add, {a, word}), one}), "always unknown", Dialect::jms);
}

TEST(Check, RequireThatCertainlyFalseComparisonsWarn) {
  expect_warning(node(Op::equal, {one, word}), "an integer is compared with a string: never TRUE");
  expect_warning(node(Op::greater, {literal(Value(true)), literal(Value(0))}), "never TRUE");
  expect_warning(node(Op::equal, {path("sys.time"), word}), "never TRUE");
  expect_warning(node(Op::in, {call(Function::length, {a}), one, word}), "never TRUE");
  expect_warning(node(Op::between, {call(Function::upper, {a}), one, word}), "never TRUE");
  expect_warning(node(Op::less, {literal(Value(true)), node(Op::is_null, {a})}), "booleans have no order");
  expect_warning(like(one, "x"), "no string");
  expect_warning(node(Op::equal, {a, literal(Value::null())}), "IS NULL");
  expect_warning(node(Op::in, {a, one, literal(Value::null())}), "IN list");
  expect_clean(node(Op::equal, {a, b}));
  expect_clean(node(Op::equal, {node(Op::equal, {a, one}), literal(Value(true))}));
  expect_clean(node(Op::in, {a, one, word, literal(Value(true))}));
}

TEST(Check, RequireThatBinaryValuesHaveNoOrder) {
  const ExprPtr bytes = literal(Value::binary("x"));
  expect_error(node(Op::less, {a, bytes}), "binary");
  expect_error(node(Op::between, {a, bytes, bytes}), "binary");
  expect_error(like(bytes, "x"), "binary");
  expect_error(node(Op::equal, {node(Op::add, {a, bytes}), one}), "binary");
  expect_clean(node(Op::not_equal, {a, bytes}));
  expect_clean(node(Op::in, {a, bytes}));
  expect_clean(node(Op::is_null, {bytes}));
}

TEST(Check, RequireThatStarsStandInQuantifiers) {
  const ExprPtr star = path("xs[*].p");
  expect_error(node(Op::equal, {star, one}), "ANY(...)");
  expect_error(node(Op::is_null, {star}), "ANY(...)");
  expect_error(node(Op::is_missing, {star}), "ANY(...)");
  expect_error(star, "ANY(...)");
  expect_error(any(Op::equal, star, path("ys")), "ANY(...)");
  expect_error(any(Op::equal, one, word), "takes the path of an array");
  expect_error(node(Op::exists, {one}), "EXISTS takes a path");
  expect_clean(any(Op::equal, one, star));
  expect_clean(node(Op::exists, {star}));
}

TEST(Check, RequireThatJmsStringsHaveNoOrder) {
  expect_error(node(Op::less, {word, word}), "no order", Dialect::jms);
  expect_warning(node(Op::less, {a, word}), "no order", Dialect::jms);
  expect_clean(node(Op::between, {a, word, word}), Dialect::jms);
  expect_clean(node(Op::less, {word, a}));
}

TEST(Check, RequireThatFindingsAreInOrderAndBounded) {
  std::vector<ExprPtr> conditions;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    auto number = std::make_shared<Expr>();
    number->value = Value(5);
    number->begin = 10'000 - i;
    number->end = number->begin + 1;
    conditions.push_back(number);
  }
  const CheckResult result = checked(node(Op::logical_and, conditions));
  EXPECT_EQ(result.errors.size(), 100U);
  for (std::size_t i = 1; i < result.errors.size(); ++i) EXPECT_LE(result.errors[i - 1].begin, result.errors[i].begin);
}

TEST(Check, RequireThatLimitsHold) {
  ExprPtr nested = a;
  for (std::size_t i = 0; i < limits::kFilterDepth; ++i) nested = node(Op::logical_not, {nested});
  expect_clean(nested);
  expect_error(node(Op::logical_not, {nested}), "kFilterDepth");
  ExprPtr groups = a;
  for (std::size_t i = 0; i <= limits::kFilterDepth; ++i)
    groups = node(i % 2 == 0 ? Op::logical_or : Op::logical_and, {a, groups});
  expect_clean(groups);  // every second level needs parentheses
  ExprPtr chain = one;
  for (int i = 0; i < 1000; ++i) chain = node(Op::add, {chain, one});
  expect_clean(node(Op::equal, {chain, one}));
  for (int i = 0; i < 100'000; ++i) chain = node(Op::add, {chain, one});
  expect_error(node(Op::equal, {chain, one}), "arithmetic");
  expect_error(node(Op::in, std::vector<ExprPtr>(limits::kFilterLiterals + 1, one)), "kFilterLiterals");
  expect_clean(node(Op::in, std::vector<ExprPtr>(limits::kFilterLiterals, one)));
}

}  // namespace
}  // namespace turnout::predicate

namespace turnout {
namespace {

std::string built(const Condition& condition) {
  const Result<Filter> filter = condition.build();
  return filter ? filter->text() : "error: " + filter.error().message;
}

TEST(Builder, RequireThatOperatorsBuildCanonicalText) {
  EXPECT_EQ(built(attr("type") == "order"), "type = 'order'");
  EXPECT_EQ(built(attr("amount") != 1 && attr("amount") < 2.5), "amount <> 1 AND amount < 2.5");
  EXPECT_EQ(built(attr("x") <= -5 || attr("x") > std::int64_t{7} || attr("x") >= -0.5), "x <= -5 OR x > 7 OR x >= -0.5");
  EXPECT_EQ(built(!attr("region").in({"eu-1", "eu-2"})), "region NOT IN ('eu-1', 'eu-2')");
  EXPECT_EQ(built(attr("a").between(1, 5)), "a BETWEEN 1 AND 5");
  EXPECT_EQ(built(attr("a").like("50\\%_")), "a LIKE '50\\%_' ESCAPE '\\'");
  EXPECT_EQ(built(attr("a").ilike("x%")), "a ILIKE 'x%'");
  EXPECT_EQ(built(attr("a").starts_with("it's")), "STARTS_WITH(a, 'it''s')");
  EXPECT_EQ(built(attr("a").is_null() && attr("b").is_missing() && attr("c").exists() && attr("d").is_true()),
            "a IS NULL AND b IS MISSING AND EXISTS(c) AND d");
  EXPECT_EQ(built(attr("a") == Value::null()), "a = NULL");
  EXPECT_EQ(built(attr("a") == Value::binary("\x01")), "a = X'01'");
  EXPECT_EQ(built((attr("a") == 1 || attr("b") == 2) && !(attr("c") == 3 && attr("d") == 4)),
            "(a = 1 OR b = 2) AND NOT (c = 3 AND d = 4)");
  EXPECT_EQ(built(attr("a") == std::numeric_limits<std::int64_t>::min()), "a = -9223372036854775808");
}

TEST(Builder, RequireThatPathsAreRead) {
  EXPECT_EQ(built(attr("order.items[0].sku").exists()), "EXISTS(order.items[0].sku)");
  EXPECT_EQ(built(attr("items[*].sku").exists()), "EXISTS(items[*].sku)");
  EXPECT_EQ(built(attr("user.x").exists()), "EXISTS(user.x)");
  EXPECT_EQ(built(attr("data").exists()), "EXISTS(data)");
  EXPECT_EQ(built(attr("sys.type").exists()), "EXISTS(sys.type)");
  EXPECT_EQ(built(attr("order.and").exists()), "EXISTS(order.\"and\")");
  EXPECT_EQ(built(attr("\"order-id\".x.\"a\"\"b\"").exists()), "EXISTS(\"order-id\".x.\"a\"\"b\")");
  EXPECT_EQ(built(attr("\"user\".x").exists()), "EXISTS(\"user\".x)");
  EXPECT_EQ(built(attr("xs[99999999999999999999]").exists()), "EXISTS(xs[4294967295])");
  for (const char* bad : {"", ".", "a.", ".a", "a..b", "1a", "a b", "a[", "a[]", "a[x]", "a[1", "a-b", "a[1]b", "sys.", "user.",
                          "\"a", "\"a\"b", "a.\"\xff\""}) {
    EXPECT_EQ(built(attr(bad).exists()).substr(0, 16), "error: the path ") << bad;
  }
  EXPECT_EQ(built(attr("sys.nope").exists()), "error: the envelope has no field `nope`");
  std::string deep = "a";
  for (std::size_t i = 0; i < limits::kPathSegments; ++i) deep += ".a";
  EXPECT_EQ(built(attr(deep).exists()), "error: the path has more than 64 segments");
}

TEST(Builder, RequireThatMistakesAreReported) {
  EXPECT_EQ(built(attr("a") == Value()), "error: missing is no constant of a filter");
  EXPECT_EQ(built(attr("a") == Value(Value::Array{})), "error: array is no constant of a filter");
  EXPECT_EQ(built(attr("a") == std::numeric_limits<double>::infinity()),
            "error: NaN and infinity are no constants of a filter");
  EXPECT_EQ(built(attr("a") == "\xff"), "error: a string constant is not valid UTF-8");
  EXPECT_EQ(built(attr("a").in(std::vector<Value>{})), "error: in() needs at least one value");
  EXPECT_EQ(built(attr("a").like("x\\")), "error: the pattern ends with its escape character");
  EXPECT_EQ(built(attr("ok") == 1 && !(attr("a b") == 1)).substr(0, 15), "error: the path");
}

TEST(Builder, RequireThatLongChainsStayFlatAndDeepOnesAreRefused) {
  Condition all = attr("a") == 0;
  Condition some = attr("a") == 0;
  for (int i = 1; i < 2000; ++i) {
    all = std::move(all) && attr("a") != i;
    some = (attr("b") == i) || some;
  }
  EXPECT_TRUE(all.build().ok());
  EXPECT_EQ(all.expr()->children.size(), 2000U);
  EXPECT_TRUE(some.build().ok());
  EXPECT_EQ(some.expr()->children.size(), 2000U);
  Condition deep = attr("a") == 0;
  for (int i = 0; i < 100'000; ++i) deep = !std::move(deep);
  EXPECT_EQ(built(deep), "error: the filter is nested more than 256 deep");
}

TEST(Builder, RequireThatSharedOperandsStayIntact) {
  const Condition both = attr("a") == 1 && attr("b") == 2;
  EXPECT_EQ(built(both && attr("c") == 3), "a = 1 AND b = 2 AND c = 3");
  EXPECT_EQ(built(attr("c") == 3 && both), "c = 3 AND a = 1 AND b = 2");
  EXPECT_EQ(built(both), "a = 1 AND b = 2");
}

TEST(Filter, RequireThatItKnowsWhatItReads) {
  const Result<Filter> filter = (attr("b") == 1 && attr("user.a") == 2 && attr("b") == 3).build();
  ASSERT_TRUE(filter.ok());
  EXPECT_EQ(filter->paths(), (std::vector<std::string>{"b", "user.a"}));
  EXPECT_EQ(filter->dialect(), Dialect::core);
  ASSERT_EQ(filter->warnings().size(), 1U);
  EXPECT_EQ(filter->warnings()[0].message, "this filter can never match");
}

TEST(Filter, RequireThatItMatchesByTheReference) {
  const Result<Filter> filter = (attr("type") == "order" && attr("amount") > 100).build();
  ASSERT_TRUE(filter.ok());
  Event event;
  event.set("type", "order").set("amount", 120);
  EXPECT_TRUE(filter->matches(event));
  event.set("amount", 100);
  EXPECT_FALSE(filter->matches(event));
  event.set("amount", Value());
  EXPECT_FALSE(filter->matches(event));
  EXPECT_TRUE(Filter().matches(event));
  EXPECT_EQ(Filter().text(), "TRUE");
  EXPECT_TRUE(Filter().warnings().empty());
}

TEST(Filter, RequireThatFoldingWarns) {
  const Result<Filter> always = (attr("a").is_missing() || attr("a").exists()).build();
  ASSERT_TRUE(always.ok());
  ASSERT_EQ(always->warnings().size(), 1U);
  EXPECT_EQ(always->warnings()[0].message, "this filter matches every event");
}

TEST(Filter, RequireThatDialectsHaveNames) {
  EXPECT_EQ(dialect_name(Dialect::core), "core");
  EXPECT_EQ(dialect_name(Dialect::jms), "jms");
  EXPECT_EQ(dialect_name(Dialect::azure_sql), "azure-sql");
}

}  // namespace
}  // namespace turnout
