// What a rejected filter is told: line, column, excerpt with caret, reason, hint.
#include "grammar/diagnostics.h"

#include <gtest/gtest.h>

#include <string>

#include "grammar/suggestion.h"
#include "turnout/compile.h"

namespace turnout {
namespace {

Error rejected(std::string_view text, Dialect dialect = Dialect::core) {
  const auto filter = compile(text, {.dialect = dialect});
  EXPECT_FALSE(filter) << text;
  return filter ? Error{} : filter.error();
}

struct Expected {
  std::string_view text;
  std::uint32_t column;
  std::string_view message;
  std::string_view hint;
  Dialect dialect = Dialect::core;
};

TEST(Diagnostics, say_what_is_wrong_and_what_to_do) {
  const Expected cases[] = {
      {"a = 1 ADN b = 2", 7, "unexpected name ADN: expected an arithmetic operator, OR, AND or the end of the filter",
       "did you mean AND?"},
      {"a LKE 'x'", 3,
       "unexpected name LKE: expected an operator (such as =, <, +, IN, LIKE, BETWEEN, IS), OR, AND or the end of the "
       "filter",
       "did you mean LIKE?"},
      {"a = ", 5, "unexpected end of the filter: expected a value", ""},
      {"a = 1 AND", 10, "unexpected end of the filter: expected a value", ""},
      {"a IN 1", 6, "unexpected number 1: expected `(`", ""},
      {"a IN (1 2)", 9, "unexpected number 2: expected an arithmetic operator, `)` or `,`", ""},
      {"a IN ()", 7, "unexpected `)`: expected a value", "an empty list matches nothing: leave it out"},
      {"a LIKE b", 8, "unexpected name b: expected a string", "the pattern is a string: '...'"},
      {"a BETWEEN 1 OR 2", 13, "unexpected `OR`: expected an arithmetic operator or AND", ""},
      {"a IS 1", 6, "unexpected number 1: expected NOT, NULL or MISSING", ""},
      {"a = b = c", 7, "unexpected `=`: expected an arithmetic operator, OR, AND or the end of the filter",
       "comparisons do not chain: join them with AND, or put one into parentheses"},
      {"a = NOT b", 5, "unexpected `NOT`: expected a value", "put a negated operand into parentheses: (NOT a)"},
      {"a.in = 1", 3, "unexpected `in`: expected a name", "in is a reserved word: quote it to use it as a name, \"in\""},
      {"like = 1", 1, "unexpected `like`: expected a value or the end of the filter",
       "like is a reserved word: quote it to use it as a name, \"like\""},
      {"a.5 = 1", 2,
       "unexpected number .5: expected an operator (such as =, <, +, IN, LIKE, BETWEEN, IS), OR, AND or the end of the "
       "filter",
       "an element of an array is written a[5], a name of digits a.\"5\""},
      {"UPPR(a) = 'X'", 1, "unknown function UPPR", "did you mean UPPER?"},
      {"ANY(a) = 1", 1, "unknown function ANY", "a quantifier follows a comparison operator, as in 5 < ANY(sizes)"},
      {"a = 1 && b = 2", 7, "unexpected character `&`", "conjunction is written AND"},
      {"a = 1 || b = 2", 7, "unexpected character `|`", "disjunction is written OR; strings are joined by CONCAT"},
      {"a = ‘x’", 5, "unexpected character `‘`", "strings stand in straight quotes: 'text'"},
      {"(a = 1", 1, "this `(` is never closed", "add a `)`, or remove the `(`"},
      {"a = 1)", 6, "this `)` closes nothing", "remove it, or add a `(` before it"},
      {"a = 'x", 5, "this quoted string is never closed", "add a closing `'`; inside, write it twice"},
      {"a + 1 IS MISSING", 1, "IS MISSING takes a path", "use IS NULL for an expression"},
      {"a = @x", 5, "unexpected character `@`", "parameters are not supported: write the value itself", Dialect::azure_sql},
      {"a = newid()", 5, "newid() is not allowed in a filter",
       "it gives another value at every evaluation, and a filter must give the same answer every time", Dialect::azure_sql},
      {"a = 1 OR UPPER(b) = 'X'", 10, "functions are not part of the jms dialect", "compare the property itself", Dialect::jms},
      {"a = NULL", 5, "NULL as a value is not part of the jms dialect", "write IS NULL or IS NOT NULL", Dialect::jms},
      {"a b UPPER(c)", 3,
       "unexpected name b: expected an operator (such as =, <, +, IN, LIKE, BETWEEN, IS), OR, AND or the end of the filter", "",
       Dialect::jms},
      {"'a' < 'b'", 5, "jms compares strings for equality only", "use = or <>", Dialect::jms},
  };
  for (const Expected& expected : cases) {
    const Error error = rejected(expected.text, expected.dialect);
    EXPECT_EQ(error.line, 1U) << expected.text;
    EXPECT_EQ(error.column, expected.column) << expected.text;
    EXPECT_EQ(error.message, expected.message) << expected.text;
    EXPECT_EQ(error.hint, expected.hint) << expected.text;
  }
}

TEST(Diagnostics, have_codes_for_programs) {
  EXPECT_EQ(rejected("a =").code, ErrorCode::syntax);
  EXPECT_EQ(rejected("nothing(a)").code, ErrorCode::unknown_name);
  EXPECT_EQ(rejected("sys.nothing = 1").code, ErrorCode::unknown_name);
  EXPECT_EQ(rejected("UPPER(a, b) = 'x'").code, ErrorCode::type);
  EXPECT_EQ(rejected(std::string(2'000'000, ' ')).code, ErrorCode::limit);
}

TEST(Diagnostics, suggest_envelope_fields) {
  const Error error = rejected("sys.correlationid = 'x'");
  EXPECT_EQ(error.column, 5U);
  EXPECT_TRUE(error.hint.starts_with("did you mean correlation_id?")) << error.hint;
}

TEST(Diagnostics, count_lines_and_code_points) {
  const Error error = rejected("größe = 'ü'\n  AND ñ ==\t1\r\nOR b");
  EXPECT_EQ(error.line, 2U);
  EXPECT_EQ(error.column, 9U);
  EXPECT_EQ(error.excerpt, "  AND ñ == 1\n        ^");
}

TEST(Diagnostics, show_the_end_of_the_text) {
  const Error error = rejected("a =\n");
  EXPECT_EQ(error.line, 2U);
  EXPECT_EQ(error.column, 1U);
  EXPECT_EQ(error.excerpt, "\n^");
}

TEST(Diagnostics, cut_long_lines_around_the_caret) {
  std::string text = "a = 1";
  while (text.size() < 5000) text += " AND a = 1";
  const std::size_t column = text.size() + 2;
  text += " = 2";
  while (text.size() < 100'000) text += " AND b = 1";
  const Error error = rejected(text);
  EXPECT_EQ(error.column, column);
  const std::size_t end_of_line = error.excerpt.find('\n');
  const std::string line = error.excerpt.substr(0, end_of_line);
  const std::string caret = error.excerpt.substr(end_of_line + 1);
  EXPECT_TRUE(line.starts_with("...") && line.ends_with("..."));
  EXPECT_LE(line.size(), grammar::kExcerptWidth + 6);
  EXPECT_EQ(line.substr(caret.size() - 1, 3), "= 2");
  EXPECT_EQ(caret.find_first_not_of(' '), caret.size() - 1);
}

TEST(Diagnostics, place_every_byte_of_any_text) {
  const std::string text = std::string("a\xff\n\xc3\xa9\x01\xe4\xb8\n\n") + std::string(600, '\xe4') + "z";
  for (std::size_t byte = 0; byte <= text.size() + 3; ++byte) {
    const grammar::Place place = grammar::place_of(text, byte);
    EXPECT_GE(place.line, 1U);
    EXPECT_GE(place.column, 1U);
    EXPECT_EQ(grammar::excerpt_at(text, byte).back(), '^');
  }
}

TEST(Diagnostics, warn_at_a_place) {
  const auto filter = compile("b = 1 OR 'abc' = 5");
  ASSERT_TRUE(filter);
  ASSERT_FALSE(filter->warnings().empty());
  EXPECT_EQ(filter->warnings()[0].line, 1U);
  EXPECT_EQ(filter->warnings()[0].column, 10U);
}

TEST(Suggestion, is_near_and_unaware_of_case) {
  const std::string_view words[] = {"UPPER", "LOWER", "SUBSTRING"};
  EXPECT_EQ(grammar::nearest("uper", words), "UPPER");
  EXPECT_EQ(grammar::nearest("lwoer", words), "LOWER");
  EXPECT_EQ(grammar::nearest("substrng", words), "SUBSTRING");
  EXPECT_EQ(grammar::nearest("xyz", words), "");
  EXPECT_EQ(grammar::nearest("", words), "");
  EXPECT_EQ(grammar::nearest(std::string(1000, 'u'), words), "");
}

}  // namespace
}  // namespace turnout
