// Tokenizer, number and literal rules, contextual words, shape; the tokenizer against the lexer of Filter.g4.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "grammar/literal.h"
#include "grammar/name_characters.h"
#include "grammar/number.h"
#include "grammar/reference_lexer.h"
#include "grammar/shape.h"
#include "grammar/token_context.h"
#include "grammar/tokenizer.h"
#include "schema/utf8.h"

namespace turnout::grammar {
namespace {

using enum TokenKind;

std::vector<TokenKind> kinds(std::string_view text, bool context = true) {
  Tokenized result = tokenize(text, Dialect::core);
  EXPECT_FALSE(result.problem) << text << ": " << result.problem->message;
  if (context) resolve_context(text, result.tokens);
  std::vector<TokenKind> out;
  for (const Token& token : result.tokens) out.push_back(token.kind);
  return out;
}

std::string problem(std::string_view text, Dialect dialect = Dialect::core) {
  const Tokenized result = tokenize(text, dialect);
  return result.problem ? std::to_string(result.problem->begin) + " " + result.problem->message : "none";
}

TEST(Tokenizer, splits_text_into_kinds_and_byte_ranges) {
  const std::string text = "größe>=1.5e3 AND 'it''s'<>\"a \"\"b\"";
  const Tokenized result = tokenize(text, Dialect::core);
  ASSERT_FALSE(result.problem);
  std::vector<std::string> words;
  for (const Token& token : result.tokens) words.emplace_back(text_of(text, token));
  EXPECT_EQ(words, (std::vector<std::string>{"größe", ">=", "1.5e3", "AND", "'it''s'", "<>", "\"a \"\"b\"", ""}));
  EXPECT_EQ(kinds(text), (std::vector{identifier, greater_equal, number, word_and, string, not_equal, quoted, end}));
}

TEST(Tokenizer, knows_reserved_words_in_any_case) {
  EXPECT_EQ(kinds("Or aNd NOT between lIKE in is escape null TRUE False orb"),
            (std::vector{word_or, word_and, word_not, word_between, word_like, word_in, word_is, word_escape, word_null,
                         word_true, word_false, identifier, end}));
}

TEST(Tokenizer, knows_contextual_words_by_their_neighbours) {
  EXPECT_EQ(kinds("ilike ILIKE 'a'"), (std::vector{identifier, word_ilike, string, end}));
  EXPECT_EQ(kinds("a NOT ilike 'a'"), (std::vector{identifier, word_not, word_ilike, string, end}));
  EXPECT_EQ(kinds("NOT ilike"), (std::vector{word_not, identifier, end}));
  EXPECT_EQ(kinds("missing IS MISSING"), (std::vector{identifier, word_is, word_missing, end}));
  EXPECT_EQ(kinds("missing IS NOT MISSING"), (std::vector{identifier, word_is, word_not, word_missing, end}));
  EXPECT_EQ(kinds("any = ANY(all)"), (std::vector{identifier, equal, word_any, left_paren, identifier, right_paren, end}));
  EXPECT_EQ(kinds("a = any"), (std::vector{identifier, equal, identifier, end}));
  EXPECT_EQ(kinds("timestamp = TIMESTAMP ''"), (std::vector{identifier, equal, word_timestamp, string, end}));
  EXPECT_EQ(kinds("exists = Exists (p)"),
            (std::vector{identifier, equal, word_exists, left_paren, identifier, right_paren, end}));
  EXPECT_EQ(kinds("upper = upper (p)"), (std::vector{identifier, equal, function, left_paren, identifier, right_paren, end}));
  EXPECT_EQ(kinds("x = x'00'"), (std::vector{identifier, equal, binary, end}));
  EXPECT_EQ(kinds("a.timestamp"), (std::vector{identifier, dot, identifier, end}));
}

TEST(Tokenizer, tells_indices_from_bracketed_names) {
  EXPECT_EQ(kinds("a[1][*]"), (std::vector{identifier, index, star_index, end}));
  EXPECT_EQ(kinds("[1]"), (std::vector{bracketed, end}));
  EXPECT_EQ(kinds("[1][2]"), (std::vector{bracketed, index, end}));
  EXPECT_EQ(kinds("a.[1]"), (std::vector{identifier, dot, bracketed, end}));
  EXPECT_EQ(kinds("a[b]"), (std::vector{identifier, bracketed, end}));
  EXPECT_EQ(kinds("[a]]b]"), (std::vector{bracketed, end}));
}

TEST(Tokenizer, reports_the_first_thing_that_is_no_token) {
  EXPECT_EQ(problem("a == 1"), "2 unknown operator `==`");
  EXPECT_EQ(problem("a ^ 1"), "2 unexpected character `^`");
  EXPECT_EQ(problem("a ! 1"), "2 unexpected character `!`");
  EXPECT_EQ(problem("a = 'b"), "4 this quoted string is never closed");
  EXPECT_EQ(problem("[a"), "0 this quoted name is never closed");
  EXPECT_EQ(problem("(a = (1)"), "0 this `(` is never closed");
  EXPECT_EQ(problem("a)"), "1 this `)` closes nothing");
  EXPECT_EQ(problem("a\xff"), "1 not valid UTF-8");
  EXPECT_EQ(problem("'\xed\xa0\x80'"), "1 not valid UTF-8");
  EXPECT_EQ(problem(std::string("a \0", 3)), "2 unexpected character U+0000");
  EXPECT_EQ(problem("'\xef\xbf\xbd'"), "none");  // U+FFFD itself
  EXPECT_EQ(problem("_a"), "none");
  EXPECT_EQ(problem("_a", Dialect::azure_sql), "0 a name starts with a letter in azure-sql");
}

TEST(Tokenizer, refuses_malformed_numbers) {
  EXPECT_EQ(problem("1a"), "0 a number followed directly by `a`");
  EXPECT_EQ(problem("1$"), "0 a number followed directly by `$`");
  EXPECT_EQ(problem("1é"), "0 a number followed directly by `é`");
  EXPECT_EQ(problem("1.5L"), "0 a number followed directly by `L`");
  EXPECT_EQ(problem("1e"), "0 an exponent needs digits");
  EXPECT_EQ(problem("1_"), "0 `_` in a number must stand between digits");
  EXPECT_EQ(problem("1_.5"), "0 `_` in a number must stand between digits");
  EXPECT_EQ(problem("1._5"), "0 a number followed directly by `_`");
  EXPECT_EQ(problem("0x"), "0 a hexadecimal number needs digits after `0x`");
  EXPECT_EQ(problem("0x_1"), "0 a hexadecimal number needs digits after `0x`");
  EXPECT_EQ(problem("0b2"), "0 a binary number needs digits after `0b`");
  EXPECT_EQ(problem("0b12"), "0 a number followed directly by `2`");
  EXPECT_EQ(problem("0x1p3"), "0 hexadecimal floating-point numbers are not part of the language");
  EXPECT_EQ(problem("0x1.8p1"), "0 hexadecimal floating-point numbers are not part of the language");
}

Value decoded(std::string_view text, Dialect dialect = Dialect::core) {
  const NumberValue value = decode_number(text, dialect);
  if (const auto* mistake = std::get_if<LiteralMistake>(&value)) return Value("mistake: " + mistake->message.substr(0, 12));
  if (std::holds_alternative<LeastInt64Magnitude>(value)) return Value("least");
  return std::get<Value>(value);
}

TEST(Number, has_the_value_of_its_form) {
  const std::pair<std::string_view, Value> cases[] = {{"0", 0},
                                                      {"7", 7},
                                                      {"7.", 7.0},
                                                      {".5", 0.5},
                                                      {"1e3", 1000.0},
                                                      {"1e3f", 1000.0},
                                                      {"1E-2D", 0.01},
                                                      {"1f", 1.0},
                                                      {"1_000L", 1000},
                                                      {"1__0", 10},
                                                      {"077", 63},
                                                      {"0_77", 63},
                                                      {"00", 0},
                                                      {"017.5", 17.5},
                                                      {"08.5", 8.5},
                                                      {"09f", 9.0},
                                                      {"0x1F", 31},
                                                      {"0XffL", 255},
                                                      {"0x1_0", 16},
                                                      {"0b101", 5},
                                                      {"0xFFFFFFFFFFFFFFFF", -1},
                                                      {"0x8000000000000000", std::numeric_limits<std::int64_t>::min()},
                                                      {"01777777777777777777777", -1},
                                                      {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
                                                      {"9223372036854775808", "least"},
                                                      {"9223372036854775809", "mistake: the number i"},
                                                      {"9223372036854775808.0", 9223372036854775808.0},
                                                      {"08", "mistake: a number wit"},
                                                      {"0x10000000000000000", "mistake: the hexadec"},
                                                      {"02000000000000000000000", "mistake: the octal n"},
                                                      {"1e308", 1e308},
                                                      {"1e309", "mistake: the number i"},
                                                      {"1.0e99999999999999999999", "mistake: the number i"},
                                                      {"4.9E-324", 4.9e-324},
                                                      {"1e-400", 0.0},
                                                      {"0e999999999999999999999", 0.0},
                                                      {"0.1e-99999999999999999999", 0.0}};
  for (const auto& [text, expected] : cases) {
    const Value value = decoded(text);
    const std::string* got = value.if_string();
    const std::string* want = expected.if_string();
    if (want != nullptr && want->starts_with("mistake")) {
      ASSERT_NE(got, nullptr) << text;
      EXPECT_EQ(got->substr(0, 18), want->substr(0, 18)) << text;
    } else {
      EXPECT_EQ(value, expected) << text;
    }
  }
}

TEST(Number, reads_a_leading_zero_as_the_dialect_says) {
  EXPECT_EQ(decoded("077", Dialect::jms), Value(63));
  EXPECT_EQ(decoded("077", Dialect::azure_sql), Value(77));
  EXPECT_EQ(decoded("08", Dialect::azure_sql), Value(8));
}

std::int64_t timestamp(std::string_view text) {
  const auto value = decode_timestamp(text);
  const auto* milliseconds = std::get_if<std::int64_t>(&value);
  return milliseconds != nullptr ? *milliseconds : -999;
}

TEST(Literal, timestamps_are_milliseconds_since_1970) {
  EXPECT_EQ(timestamp("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(timestamp("2026-07-06T11:04:18Z"), 1783335858000);
  EXPECT_EQ(timestamp("2026-07-06T11:04:18.5Z"), 1783335858500);
  EXPECT_EQ(timestamp("2026-07-06T11:04:18.123+02:30"), 1783335858123 - 9'000'000);
  EXPECT_EQ(timestamp("1969-12-31T23:59:59-00:00"), -1000);
  EXPECT_EQ(timestamp("2024-02-29T00:00:00Z"), 1709164800000);
  EXPECT_EQ(timestamp("0000-01-01T00:00:00Z"), -62167219200000);
  for (const char* bad : {"", "2026-07-06", "2026-07-06T11:04:18", "2026-07-06 11:04:18Z", "2026-07-06T11:04:60Z",
                          "2026-07-06T24:00:00Z", "2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-07-00T00:00:00Z",
                          "2026-07-06T11:04:18.1234Z", "2026-07-06T11:04:18.Z", "2026-07-06T11:04:18Zx",
                          "2026-07-06T11:04:18+24:00", "2026-07-06T11:04:18+0200", "026-07-06T11:04:18Z"}) {
    EXPECT_EQ(timestamp(bad), -999) << bad;
  }
}

TEST(Literal, quotes_are_doubled_inside) {
  EXPECT_EQ(unquote("'it''s'"), "it's");
  EXPECT_EQ(unquote("''"), "");
  EXPECT_EQ(unquote("\"a\"\"b'c\""), "a\"b'c");
  EXPECT_EQ(unquote("[a]]b[c]"), "a]b[c");
  EXPECT_EQ(std::get<std::string>(decode_binary("X'00fFa0'")), std::string("\0\xff\xa0", 3));
  EXPECT_EQ(std::get<std::string>(decode_binary("x''")), "");
  EXPECT_TRUE(std::holds_alternative<LiteralMistake>(decode_binary("X'0'")));
  EXPECT_TRUE(std::holds_alternative<LiteralMistake>(decode_binary("X'0g'")));
}

TEST(NameCharacters, are_those_of_unicode_15) {
  for (const char32_t point : {U'a', U'_', U'$', U'é', U'я', U'中', U'\u00aa', U'\U00031350', U'\U00011f04'})
    EXPECT_TRUE(starts_name(point));
  for (const char32_t point : {U'1', U'-', U'\u00a0', U'\u0660', U'\u0300', U'\u2019', U'\u2160', U'\U0001f600', U'\ufffd'}) {
    EXPECT_FALSE(starts_name(point));
  }
  EXPECT_TRUE(continues_name(U'\u0660'));
  EXPECT_TRUE(continues_name(U'\U00011f50'));
  EXPECT_FALSE(continues_name(U'\u0300'));
}

// Empty when the text can have no template.
std::string shape(std::string_view text, CompileOptions options = {}) {
  static PathTable paths;
  Tokenized result = tokenize(text, options.dialect);
  resolve_context(text, result.tokens);
  Shape found;
  return shape_of(text, result.tokens, options, paths, found) ? found.key : std::string();
}

TEST(Shape, leaves_constants_names_and_lengths_of_lists_out) {
  EXPECT_EQ(shape("a = 1 AND b LIKE 'x%'"), shape("c=27   and d.e[3] like '%y'"));
  EXPECT_EQ(shape("a IN (1, 2)"), shape("a IN (1, 2, 3)"));
  EXPECT_NE(shape("a = 1"), shape("a = 'x'"));
  EXPECT_NE(shape("a = TRUE"), shape("a = FALSE"));
  EXPECT_NE(shape("a IN (1, 2)"), shape("a IN ('x', 'y')"));
  EXPECT_NE(shape("a IN (1, 2)"), shape("a IN (1, -2)"));
  EXPECT_NE(shape("a = 1"), shape("a[*] = 1"));
  EXPECT_NE(shape("a = 1"), shape("sys.size = 1"));
  EXPECT_NE(shape("sys.subject = 1"), shape("sys.size = 1"));
  EXPECT_NE(shape("a <> 1"), shape("a != 1"));
  EXPECT_NE(shape("ABS(a) = 1"), shape("CEIL(a) = 1"));
  EXPECT_NE(shape("a / 1 = 1"), shape("a / 1 = 1", {.real_division = true}));
  EXPECT_NE(shape("a = 1"), shape("a = 1", {.dialect = Dialect::azure_sql}));
}

TEST(Shape, is_not_given_to_what_the_parser_must_judge) {
  EXPECT_FALSE(shape("a = 1").empty());
  EXPECT_TRUE(shape("sys.nonsense = 1").empty());
  EXPECT_TRUE(shape("NO_SUCH_FUNCTION(a) = 1").empty());
  EXPECT_TRUE(shape("a.b = 1", {.dialect = Dialect::jms}).empty());
}

TEST(Shape, says_where_the_constants_lie) {
  const std::string text = "a.b = 1 AND c IN ('x', 'y') OR d = X'00'";
  Tokenized result = tokenize(text, Dialect::core);
  resolve_context(text, result.tokens);
  PathTable paths;
  Shape found;
  ASSERT_TRUE(shape_of(text, result.tokens, {}, paths, found));
  std::vector<std::string> slots;
  for (const Unit& unit : found.units) {
    const std::uint32_t begin = result.tokens[unit.first].begin;
    if (unit.slot != Slot::none) slots.push_back(text.substr(begin, result.tokens[unit.end - 1].end - begin));
  }
  EXPECT_EQ(slots, (std::vector<std::string>{"a.b", "1", "c", "'x', 'y'", "d", "X'00'"}));
  EXPECT_EQ(found.paths.size(), 3U);
}

std::uint64_t seed() {
  const char* given = std::getenv("TURNOUT_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : 20260706;
}

// Where the tokenizer takes a text, the lexer of Filter.g4 finds the same tokens in it.
TEST(Tokenizer, agrees_with_the_lexer_of_the_grammar) {
  constexpr std::array kPieces = {
      "a",    "é",       "_x$1", "AND", "or", "Not",    "null", "X'0a'", "x'",   "'a''b'", "'",   "\"q\"\"r\"",
      "\"",   "[a]",     "[1]",  "[*]", "[",  "]",      "1",    "07",    "1.",   ".5",     "1e3", "1e",
      "0x1f", "0b1",     "1_0",  "_",   "L",  "f",      ".",    ",",     "(",    ")",      "=",   "<>",
      "!=",   "<=",      "<",    ">=",  ">",  "+",      "-",    "*",     "/",    "%",      " ",   "\n",
      "\t",   "between", "like", "in",  "is", "escape", "true", "FALSE", "中文", "5'",     "!",   "#"};
  std::mt19937_64 random(seed());
  std::size_t accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    const std::size_t count = 1 + random() % 8;
    for (std::size_t i = 0; i < count; ++i) {
      text += kPieces[random() % kPieces.size()];
      if (random() % 3 == 0) text += ' ';
    }
    const Tokenized ours = tokenize(text, Dialect::core);
    if (ours.problem) continue;
    ++accepted;
    const auto reference = lex_by_reference(text);
    ASSERT_TRUE(reference) << text << " (seed " << seed() << ")";
    ASSERT_EQ(ours.tokens.size(), reference->size()) << text << " (seed " << seed() << ")";
    for (std::size_t i = 0; i < reference->size(); ++i) {
      const Token& a = ours.tokens[i];
      const Token& b = (*reference)[i];
      EXPECT_TRUE(a.kind == b.kind && a.begin == b.begin && a.end == b.end)
          << text << " token " << i << " (seed " << seed() << ")";
    }
  }
  EXPECT_GT(accepted, 400U);
}

}  // namespace
}  // namespace turnout::grammar
