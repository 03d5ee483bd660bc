// Every production of the language to its tree, and what each dialect takes and refuses.
#include "turnout/compile.h"

#include <gtest/gtest.h>

#include <string>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/filter_rep.h"
#include "schema/path.h"

namespace turnout {
namespace {

using predicate::Expr;
using predicate::Op;
using schema::Scope;
using schema::Segment;

// The tree as nested lists: `(and (= a 1) (not b))`.
std::string operator_name(Op op) {
  switch (op) {
    case Op::logical_and:
      return "and";
    case Op::logical_or:
      return "or";
    case Op::logical_not:
      return "not";
    case Op::equal:
      return "=";
    case Op::not_equal:
      return "<>";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::greater:
      return ">";
    case Op::greater_equal:
      return ">=";
    case Op::between:
      return "between";
    case Op::in:
      return "in";
    case Op::like:
      return "like";
    case Op::ilike:
      return "ilike";
    case Op::is_null:
      return "null?";
    case Op::is_missing:
      return "missing?";
    case Op::exists:
      return "exists";
    case Op::any:
      return "any";
    case Op::all:
      return "all";
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::modulo:
      return "%";
    case Op::negate:
      return "neg";
    case Op::plus:
      return "pos";
    default:
      return "?";
  }
}

std::string literal(const Value& value) {
  if (const auto* number = value.if_int64()) return std::to_string(*number);
  if (const auto* number = value.if_float64()) return "d" + std::to_string(*number).substr(0, 4);
  if (const auto* text = value.if_string()) return "'" + *text + "'";
  if (const auto* flag = value.if_boolean()) return *flag ? "T" : "F";
  if (const auto* bytes = value.if_binary()) return "b" + std::to_string(bytes->bytes.size());
  return "NULL";
}

std::string show(const Expr& expr) {
  if (expr.op == Op::literal) return literal(expr.value);
  if (expr.op == Op::path) return schema::to_string(*expr.path);
  std::string text = "(";
  text += expr.op == Op::call ? std::string(predicate::function_name(expr.function)) : operator_name(expr.op);
  if (expr.op == Op::any || expr.op == Op::all) text += operator_name(expr.compare);
  for (const auto& child : expr.children) text += " " + show(*child);
  if (expr.op == Op::like || expr.op == Op::ilike) text += " " + literal(expr.value);
  if (expr.escape) text += " " + std::to_string(static_cast<unsigned>(*expr.escape));
  return text + ")";
}

std::string tree(std::string_view text, CompileOptions options = {}) {
  const auto filter = compile(text, options);
  return filter ? show(*filter->rep().root()) : "error: " + filter.error().message;
}
bool accepts(std::string_view text, Dialect dialect = Dialect::core) { return compile(text, {.dialect = dialect}).ok(); }

TEST(Compile, blank_matches_everything) {
  for (const char* text : {"", "  \t\r\n\f "}) {
    EXPECT_EQ(tree(text), "T");
    EXPECT_TRUE(compile(text)->matches(Event{}));
  }
}

TEST(Compile, binds_as_the_language_says) {
  EXPECT_EQ(tree("a OR b AND NOT c = 1"), "(or a (and b (not (= c 1))))");
  EXPECT_EQ(tree("a AND b AND c"), "(and a b c)");
  EXPECT_EQ(tree("(a AND b) AND c"), "(and (and a b) c)");
  EXPECT_EQ(tree("NOT NOT a"), "(not (not a))");
  EXPECT_EQ(tree("NOT a AND b"), "(and (not a) b)");
  EXPECT_EQ(tree("a + b * c - d = 1"), "(= (- (+ a (* b c)) d) 1)");
  EXPECT_EQ(tree("a / b / c % d = 1"), "(= (% (/ (/ a b) c) d) 1)");
  EXPECT_EQ(tree("-a * +b = 1"), "(= (* (neg a) (pos b)) 1)");
  EXPECT_EQ(tree("a + +b = 1"), "(= (+ a (pos b)) 1)");
  EXPECT_EQ(tree("a - -1 = 1"), "(= (- a (neg 1)) 1)");
  EXPECT_EQ(tree("a-b = 1"), "(= (- a b) 1)");
  EXPECT_EQ(tree("(a + b) * c = 1"), "(= (* (+ a b) c) 1)");
  EXPECT_EQ(tree("a BETWEEN 1 AND 2 AND b"), "(and (between a 1 2) b)");
  EXPECT_EQ(tree("a BETWEEN b + 1 AND c * 2 OR d"), "(or (between a (+ b 1) (* c 2)) d)");
}

TEST(Compile, takes_every_comparison) {
  EXPECT_EQ(tree("a = 1 OR a <> 1 OR a != 1"), "(or (= a 1) (<> a 1) (<> a 1))");
  EXPECT_EQ(tree("a < 1 OR a <= 1 OR a > 1 OR a >= 1"), "(or (< a 1) (<= a 1) (> a 1) (>= a 1))");
  EXPECT_EQ(tree("1 < a"), "(< 1 a)");
  EXPECT_EQ(tree("a = ANY(b.c[*].d) OR 5 <> all (e)"), "(or (any= a b.c[*].d) (all<> 5 e))");
  EXPECT_EQ(tree("a NOT BETWEEN 1 AND 2"), "(not (between a 1 2))");
  EXPECT_EQ(tree("a IN (1, -2, b, 'x', NULL)"), "(in a 1 (neg 2) b 'x' NULL)");
  EXPECT_EQ(tree("a NOT IN ('x')"), "(not (in a 'x'))");
  EXPECT_EQ(tree("a LIKE 'x%' AND a NOT LIKE 'y!%' ESCAPE '!'"), "(and (like a 'x%') (not (like a 'y!%' 33)))");
  EXPECT_EQ(tree("a ILIKE 'x%' AND a NOT ilike 'y' escape 'é'"), "(and (ilike a 'x%') (not (ilike a 'y' 233)))");
  EXPECT_EQ(tree("a IS NULL AND a IS NOT NULL"), "(and (null? a) (not (null? a)))");
  EXPECT_EQ(tree("a IS MISSING AND a is not missing"), "(and (missing? a) (not (missing? a)))");
  EXPECT_EQ(tree("EXISTS(a.b) AND NOT exists (c)"), "(and (exists a.b) (not (exists c)))");
}

TEST(Compile, takes_a_parenthesised_condition_as_a_value) {
  EXPECT_EQ(tree("(a = 1) IS NULL"), "(null? (= a 1))");
  EXPECT_EQ(tree("(a = 1) = TRUE"), "(= (= a 1) T)");
  EXPECT_EQ(tree("(rank + 2) = 125"), "(= (+ rank 2) 125)");
  EXPECT_EQ(tree("(NOT a) = (b OR c)"), "(= (not a) (or b c))");
  EXPECT_EQ(tree("a + 1 IS NULL"), "(null? (+ a 1))");
  EXPECT_FALSE(accepts("a = b = c"));
  EXPECT_FALSE(accepts("a = NOT b"));
  EXPECT_FALSE(accepts("a = b IS NULL"));
  EXPECT_FALSE(accepts("a IS NULL IS NULL"));
}

TEST(Compile, takes_every_literal) {
  EXPECT_EQ(tree("a IN (1, 0x1f, 077, 1.5, .5, 7., 1_0L)"), "(in a 1 31 63 d1.50 d0.50 d7.00 10)");
  EXPECT_EQ(tree("a IN (TRUE, false, Null, 'it''s', X'0aff')"), "(in a T F NULL 'it's' b2)");
  EXPECT_EQ(tree("sys.time > TIMESTAMP '2026-07-06T11:04:18Z'"), "(> sys.time 1783335858000)");
  EXPECT_EQ(tree("a = -9223372036854775808"), "(= a -9223372036854775808)");
  EXPECT_EQ(tree("a = - -9223372036854775808"), "(= a (neg -9223372036854775808))");
  EXPECT_EQ(tree("a = 1 - -9223372036854775808"), "(= a (- 1 -9223372036854775808))");
  EXPECT_FALSE(accepts("a = 9223372036854775808"));
  EXPECT_FALSE(accepts("a = 1 - 9223372036854775808"));
  EXPECT_FALSE(accepts("a = -(9223372036854775808)"));
  EXPECT_FALSE(accepts("a = X'0'"));
  EXPECT_FALSE(accepts("a = X 'ff'"));
  EXPECT_FALSE(accepts("a = TIMESTAMP '2026-07-06'"));
}

const schema::Path& path(const Filter& filter) { return *filter.rep().root()->children[0]->path; }

TEST(Compile, reads_paths_and_scopes) {
  const auto nested = compile("a.\"b.c\".[d]]e][4][007].f IS NULL");
  ASSERT_TRUE(nested);
  const auto& segments = path(*nested).segments;
  ASSERT_EQ(segments.size(), 6U);
  EXPECT_EQ(segments[1].name, "b.c");
  EXPECT_EQ(segments[2].name, "d]e");
  EXPECT_EQ(segments[3].index, 4U);
  EXPECT_EQ(segments[4].index, 7U);
  EXPECT_EQ(compile("a[99999999999] IS NULL")->rep().root()->children[0]->path->segments[1].index, 0xffff'ffffU);
  EXPECT_EQ(path(*compile("[0] IS NULL")).segments[0].name, "0");
  EXPECT_EQ(path(*compile("a . b IS NULL")).segments.size(), 2U);

  EXPECT_EQ(path(*compile("user.a IS NULL")).scope, Scope::user);
  EXPECT_EQ(path(*compile("user.a IS NULL")).segments.size(), 1U);
  EXPECT_EQ(path(*compile("data.a IS NULL")).scope, Scope::data);
  EXPECT_EQ(path(*compile("data IS NULL")).scope, Scope::data);
  EXPECT_TRUE(path(*compile("data IS NULL")).segments.empty());
  EXPECT_EQ(path(*compile("\"data\" IS NULL")).scope, Scope::any);
  EXPECT_EQ(path(*compile("\"user\".a IS NULL")).scope, Scope::any);
  EXPECT_EQ(path(*compile("user IS NULL")).scope, Scope::any);
  EXPECT_EQ(path(*compile("sys IS NULL")).scope, Scope::any);
  EXPECT_EQ(path(*compile("USER.a IS NULL")).scope, Scope::any);
  EXPECT_EQ(path(*compile("sys.CorrelationId IS NULL")).sys, SysField::correlation_id);
  EXPECT_EQ(path(*compile("sys.Label IS NULL")).sys, SysField::subject);
  EXPECT_FALSE(accepts("sys.nothing IS NULL"));
  EXPECT_FALSE(accepts("sys.id.x IS NULL"));
  EXPECT_FALSE(accepts("a.5 IS NULL"));
  EXPECT_FALSE(accepts("a.and IS NULL"));
  EXPECT_FALSE(accepts("a[b] IS NULL"));
  EXPECT_FALSE(accepts("a. IS NULL"));
}

TEST(Compile, shares_paths_that_are_spelt_alike) {
  const auto filter = compile("a.b = 1 OR a.b = 2");
  const Expr& root = *filter->rep().root();
  EXPECT_EQ(root.children[0]->children[0]->path, root.children[1]->children[0]->path);
}

TEST(Compile, takes_contextual_words_as_names_elsewhere) {
  EXPECT_EQ(tree("ilike = missing AND any = all AND timestamp = exists AND x = property AND p = upper"),
            "(and (= \"ilike\" missing) (= any all) (= timestamp exists) (= x property) (= p upper))");
}

TEST(Compile, calls_functions_in_any_case) {
  EXPECT_EQ(tree("Upper(a) = 'X' AND STARTS_WITH(b, 'x')"), "(and (= (UPPER a) 'X') (STARTS_WITH b 'x'))");
  EXPECT_EQ(tree("COALESCE(a, b + 1, 0) > ABS(-3)"), "(> (COALESCE a (+ b 1) 0) (ABS (neg 3)))");
  EXPECT_FALSE(accepts("nothing(a) = 1"));
  EXPECT_FALSE(accepts("UPPER(a"));
  EXPECT_FALSE(accepts("UPPER() = 'x'"));
  EXPECT_FALSE(accepts("\"UPPER\"(a) = 'x'"));
  EXPECT_FALSE(accepts("property('a') = 1"));
}

TEST(Compile, refuses_what_is_no_expression) {
  for (const char* text : {"AND",
                           "a =",
                           "= 1",
                           "a AND",
                           "a OR OR b",
                           "a b",
                           "a IN ()",
                           "a IN (1,)",
                           "a IN 1",
                           "a LIKE b",
                           "a LIKE 5",
                           "a BETWEEN 1",
                           "a BETWEEN 1 OR 2",
                           "a IS",
                           "a IS NOT",
                           "a IS TRUE",
                           "a IS NULL NOT",
                           "NOT",
                           "()",
                           "a NOT = 1",
                           "a ESCAPE 'x'",
                           "ANY(a) = 1",
                           "a = ANY(1)",
                           "a = ANY(b + 1)",
                           "EXISTS(1)",
                           "EXISTS()",
                           "a + 1 IS MISSING",
                           "a,b",
                           "1,2"}) {
    EXPECT_FALSE(accepts(text)) << text;
  }
}

TEST(Compile, holds_the_escape_rules_of_the_dialect) {
  EXPECT_TRUE(accepts("a LIKE 'x!%!_!!' ESCAPE '!'"));
  EXPECT_FALSE(accepts("a LIKE 'x!y' ESCAPE '!'"));
  EXPECT_FALSE(accepts("a LIKE 'x!' ESCAPE '!'"));
  EXPECT_FALSE(accepts("a LIKE 'x' ESCAPE '%'"));
  EXPECT_FALSE(accepts("a LIKE 'x' ESCAPE '_'"));
  EXPECT_FALSE(accepts("a LIKE 'x' ESCAPE ''"));
  EXPECT_FALSE(accepts("a LIKE 'x' ESCAPE '!!'"));
  EXPECT_TRUE(accepts("a LIKE 'x' ESCAPE '''' "));
  for (const Dialect dialect : {Dialect::jms, Dialect::azure_sql}) {
    EXPECT_TRUE(accepts("a LIKE 'x!y' ESCAPE '!'", dialect));
    EXPECT_TRUE(accepts("a LIKE 'x%y' ESCAPE '%'", dialect));
    EXPECT_FALSE(accepts("a LIKE 'x%' ESCAPE '%'", dialect));
    EXPECT_TRUE(compile("a LIKE 'x!y' ESCAPE '!'", {.dialect = dialect})->rep().root()->any_char_escape);
  }
  EXPECT_FALSE(compile("a LIKE 'x!%' ESCAPE '!'")->rep().root()->any_char_escape);
}

TEST(Compile, marks_division_as_asked) {
  EXPECT_FALSE(compile("a / 2 = 1")->rep().root()->children[0]->real_division);
  EXPECT_TRUE(compile("a / 2 = 1", {.real_division = true})->rep().root()->children[0]->real_division);
  EXPECT_FALSE(compile("a * 2 = 1", {.real_division = true})->rep().root()->children[0]->real_division);
}

TEST(Jms, is_strict) {
  for (const char* text : {"UPPER(a) = 'X'", "a != 1", "a % 2 = 1", "a.b = 1", "[a] = 1", "a[1] = 1", "a = X'00'",
                           "a > TIMESTAMP '2026-07-06T11:04:18Z'", "a ILIKE 'x'", "a = ANY(b)", "a = ALL(b)", "EXISTS(a)",
                           "a IS MISSING", "a IS NOT MISSING", "a = NULL", "a IN (NULL)", "'a' < 'b'", "sys.id = 'x'"}) {
    const auto filter = compile(text, {.dialect = Dialect::jms});
    EXPECT_FALSE(filter) << text;
    EXPECT_TRUE(accepts(text)) << text;
  }
}

TEST(Jms, takes_what_brokers_take) {
  for (const char* text :
       {"a = 1 AND b <> 'x'", "(a = 1) IS NULL", "a + 1 IS NOT NULL", "a IN (1, 'x', TRUE, (1-17), b)", "\"a.b\" = 1",
        "$min = 1 OR _max = 2", "a BETWEEN 'a' AND 'b'", "-(a OR b)", "3", "TRUE > 0", "a NOT LIKE 'x_' ESCAPE '%'",
        "a = 0x1f AND b = 1e3f AND c = 077", "missing = 1 AND ilike = 2 AND any = 3"}) {
    EXPECT_TRUE(accepts(text, Dialect::jms)) << text;
  }
}

TEST(Jms, compares_strings_for_equality_only) {
  const auto root = [](std::string_view text, Dialect dialect) { return compile(text, {.dialect = dialect})->rep().root(); };
  EXPECT_TRUE(root("a < b", Dialect::jms)->unordered_strings);
  EXPECT_TRUE(root("a BETWEEN b AND 1", Dialect::jms)->unordered_strings);
  EXPECT_FALSE(root("a BETWEEN 'a' AND 'b'", Dialect::jms)->unordered_strings);
  EXPECT_FALSE(root("a = b", Dialect::jms)->unordered_strings);
  EXPECT_FALSE(root("a < b", Dialect::core)->unordered_strings);
}

TEST(AzureSql, ignores_the_case_of_names) {
  const auto filter = compile("Color = 'red' AND USER.Size = 1 AND SYS.LABEL = 'x'", {.dialect = Dialect::azure_sql});
  ASSERT_TRUE(filter) << to_string(filter.error());
  const auto& children = filter->rep().root()->children;
  EXPECT_TRUE(children[0]->children[0]->path->any_case);
  EXPECT_EQ(children[1]->children[0]->path->scope, Scope::user);
  EXPECT_EQ(children[2]->children[0]->path->sys, SysField::subject);
  EXPECT_FALSE(path(*compile("Color IS NULL")).any_case);
}

TEST(AzureSql, reads_property_calls_as_names) {
  const auto name = [](std::string_view text) {
    const auto filter = compile(text, {.dialect = Dialect::azure_sql});
    return filter ? path(*filter).segments.at(0).name : "error: " + filter.error().message;
  };
  EXPECT_EQ(name("property('co' + 'l' + 'or') = 'red'"), "color");
  EXPECT_EQ(name("P('a.b c') = 'red'"), "a.b c");
  EXPECT_EQ(name("property = 'red'"), "property");
  EXPECT_EQ(name("EXISTS(property('a b'))"), "a b");
  EXPECT_EQ(name("property(a) = 1"), "error: property() takes one constant string");
  EXPECT_EQ(name("p('a', 'b') = 1"), "error: p() takes one constant string");
}

TEST(AzureSql, differs_where_the_service_does) {
  EXPECT_EQ(tree("a = 077", {.dialect = Dialect::azure_sql}), "(= a 77)");
  EXPECT_TRUE(accepts("a = NULL", Dialect::azure_sql));
  EXPECT_FALSE(accepts("_a = 1", Dialect::azure_sql));
  EXPECT_TRUE(accepts("[_a] = 1", Dialect::azure_sql));
  EXPECT_FALSE(accepts("a = newid()", Dialect::azure_sql));
  EXPECT_FALSE(accepts("a = @p", Dialect::azure_sql));
  EXPECT_FALSE(accepts("a = 'x' + 'y'", Dialect::azure_sql));
}

TEST(Dialects, are_found_by_name) {
  for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) {
    EXPECT_EQ(*find_dialect(dialect_name(dialect)), dialect);
  }
  const auto unknown = find_dialect("azure_sql");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::unknown_name);
  EXPECT_NE(unknown.error().hint.find("did you mean azure-sql?"), std::string::npos);
}

}  // namespace
}  // namespace turnout
