// Canonical text parses back to the same expression: random filters of every production, in every dialect.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/filter_rep.h"
#include "turnout/compile.h"

namespace turnout {
namespace {

std::uint64_t seed() {
  const char* given = std::getenv("TURNOUT_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : 20260706;
}

// Writes filters the way a grammar is read: one function per rule, alternatives drawn by chance.
class Writer {
 public:
  Writer(std::uint64_t start, Dialect dialect) : random_(start), dialect_(dialect) {}

  std::string condition(int depth) {
    switch (depth <= 0 ? 4 : pick(8)) {
      case 0:
        return condition(depth - 1) + " OR " + condition(depth - 1);
      case 1:
      case 2:
        return condition(depth - 1) + " AND " + condition(depth - 1);
      case 3:
        return "NOT " + condition(depth - 1);
      case 5:
        return "(" + condition(depth - 1) + ")";
      default:
        return predicate(depth);
    }
  }

 private:
  std::size_t pick(std::size_t alternatives) { return random_() % alternatives; }
  bool jms() const { return dialect_ == Dialect::jms; }
  std::string maybe_not() { return pick(3) == 0 ? "NOT " : ""; }

  std::string one_of(std::initializer_list<const char*> words) { return words.begin()[pick(words.size())]; }

  std::string predicate(int depth) {
    switch (pick(jms() ? 7 : 12)) {
      case 0:
        return path() + " " + maybe_not() + "BETWEEN " + number(depth) + " AND " + number(depth);
      case 1:
        return path() + " " + maybe_not() + "IN (" + list() + ")";
      case 2:
        return path() + " " + maybe_not() + "LIKE " + pattern();
      case 3:
        return "(" + condition(depth - 1) + ") IS " + maybe_not() + "NULL";
      case 4:
        return number(depth) + " IS " + maybe_not() + "NULL";
      case 5:
        return number(depth) + comparison() + number(depth);
      case 6:
        return path() + comparison() + literal();
      case 7:
        return path() + " IS " + maybe_not() + "MISSING";
      case 8:
        return "EXISTS(" + path() + ")";
      case 9:
        return literal() + comparison() + one_of({"ANY(", "ALL("}) + path() + "[*].x)";
      case 10:
        return "STARTS_WITH(" + path() + ", 'x''y')";
      default:
        return path() + " " + maybe_not() + "ILIKE " + pattern();
    }
  }

  std::string comparison() {
    return jms() ? one_of({" = ", " <> "}) : one_of({" = ", " <> ", " != ", " < ", " <= ", ">", ">="});
  }

  std::string number(int depth) {
    if (depth <= 0) return pick(2) == 0 ? path() : digits();
    switch (pick(jms() ? 5 : 7)) {
      case 0:
        return number(depth - 1) + one_of({" + ", " - ", " * ", " / ", "-", "+"}) + number(depth - 1);
      case 1:
        return one_of({"-", "+", "- -", "+ -"}) + number(depth - 1);
      case 2:
        return "(" + number(depth - 1) + ")";
      case 5:
        return "ABS(" + number(depth - 1) + ")";
      case 6:
        return "COALESCE(" + path() + ", " + number(depth - 1) + ")";
      default:
        return pick(2) == 0 ? path() : digits();
    }
  }

  std::string digits() {
    return one_of({"0", "1", "7.", ".5", "1e3", "-9223372036854775808", "9223372036854775807", "0x1F", "1_000", "4.9e-324",
                   "123456789.125", "1e300", "100000000000000000000.0"});
  }

  std::string literal() {
    if (!jms() && pick(8) == 0) return one_of({"NULL", "X'00ff'", "X''", "TIMESTAMP '2026-07-06T11:04:18Z'"});
    return pick(2) == 0 ? digits() : one_of({"'x'", "''", "'it''s'", "'größe\t\n'", "TRUE", "false"});
  }

  std::string list() {
    std::string text = literal();
    for (std::size_t i = pick(4); i > 0; --i) text += ", " + literal();
    return text;
  }

  std::string pattern() {
    return one_of({"'a%'", "'%'", "''", "'a_b'", "'a!%b' ESCAPE '!'", "'it''s' ESCAPE ''''", "'é' ESCAPE 'é'"});
  }

  std::string path() {
    if (jms()) return one_of({"a", "JMSType", "\"a.b\"", "$x", "\"or\"", "missing", "größe"});
    std::string text = dialect_ == Dialect::azure_sql
                           ? one_of({"a", "user.b", "sys.Label", "data.c", "[a-b]", "property('x y')", "\"_u\"", "SYS.TO"})
                           : one_of({"a", "user.b", "sys.time", "data.c", "[a-b]", "\"a.b\"", "\"data\"", "data", "_u", "größe",
                                     "ilike", "missing", "any", "\"null\"", "timestamp", "exists"});
    const bool whole = text.starts_with("sys.") || text.starts_with("SYS.") || text.starts_with("property");
    if (!whole && pick(3) == 0) text += one_of({".x", "[0]", "[17].y", ".\"in\"", ".[3]", ".\"q\"\"\"", ".any"});
    return text;
  }

  std::mt19937_64 random_;
  Dialect dialect_;
};

void check(const std::string& text, const CompileOptions& options, std::size_t& accepted) {
  const auto first = compile(text, options);
  if (!first) return;  // such as a path with [*] in the wrong place
  ++accepted;
  const std::string canonical = first->text();
  const auto second = compile(canonical, options);
  ASSERT_TRUE(second) << text << "\n-> " << canonical << "\n" << to_string(second.error()) << "\nseed " << seed();
  EXPECT_TRUE(predicate::same(*first->rep().root(), *second->rep().root()))
      << text << "\n-> " << canonical << "\nseed " << seed();
  EXPECT_EQ(second->text(), canonical) << text << "\nseed " << seed();
}

TEST(RoundTrip, canonical_text_parses_back_to_the_same_expression) {
  for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) {
    Writer writer(seed(), dialect);
    std::size_t accepted = 0;
    for (int round = 0; round < 2000; ++round) {
      check(writer.condition(round % 6), {.dialect = dialect, .real_division = round % 2 == 1}, accepted);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(accepted, 600U) << dialect_name(dialect);
  }
}

}  // namespace
}  // namespace turnout
