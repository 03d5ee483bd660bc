// The shape cache changes nothing but the time: every text compiles to the same filter, or the same error, with it and without.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <thread>

#include "grammar/compile_text.h"
#include "grammar/token_context.h"
#include "grammar/tokenizer.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/printer.h"
#include "tests/grammar/case_file.h"
#include "tests/matcher/random_expr.h"

namespace turnout::grammar {
namespace {

using predicate::Formula;
using predicate::test_seed;

bool same_formula(const Formula& a, const Formula& b) {
  if (a.kind != b.kind || a.negated != b.negated || a.outcomes != b.outcomes || a.children.size() != b.children.size()) {
    return false;
  }
  if ((a.path == nullptr) != (b.path == nullptr) || (a.path != nullptr && !(*a.path == *b.path))) return false;
  if (!(a.set == b.set)) return false;
  if (a.text != nullptr && (b.text == nullptr || a.text->key() != b.text->key())) return false;
  if (a.residual != nullptr && (b.residual == nullptr || a.residual->key() != b.residual->key())) return false;
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (!same_formula(a.children[i], b.children[i])) return false;
  }
  return true;
}

// Compiles with the cache and without, and compares all that can be seen.
void expect_no_difference(std::string_view text, const CompileOptions& options, ShapeCache& cache) {
  const Result<Filter> with = compile_text(text, options, &cache);
  const Result<Filter> without = compile_text(text, options, nullptr);
  ASSERT_EQ(with.ok(), without.ok()) << text;
  if (!with) {
    const Error& a = with.error();
    const Error& b = without.error();
    ASSERT_TRUE(a.code == b.code && a.line == b.line && a.column == b.column) << text;
    ASSERT_EQ(to_string(a), to_string(b)) << text;
    return;
  }
  ASSERT_EQ(with->text(), without->text()) << text;
  ASSERT_EQ(with->paths(), without->paths()) << text;
  ASSERT_EQ(with->dialect(), without->dialect()) << text;
  ASSERT_EQ(with->warnings().size(), without->warnings().size()) << text;
  for (std::size_t i = 0; i < with->warnings().size(); ++i) {
    const Warning& a = with->warnings()[i];
    const Warning& b = without->warnings()[i];
    ASSERT_TRUE(a.message == b.message && a.line == b.line && a.column == b.column) << text << "\n" << a.message;
  }
  ASSERT_TRUE(predicate::same(*with->rep().root(), *without->rep().root())) << text;
  ASSERT_TRUE(same_formula(with->rep().matches(), without->rep().matches())) << text;
}

// What may change the meaning of a text that has the same shape.
constexpr const char* kNumbers[] = {"0",
                                    "1",
                                    "5",
                                    "7",
                                    "42",
                                    "1.5",
                                    "1e3",
                                    ".5",
                                    "2.",
                                    "0x10",
                                    "0b101",
                                    "017",
                                    "08",
                                    "1_000",
                                    "3L",
                                    "1f",
                                    "1e-5",
                                    "100000",
                                    "1e-400",
                                    "0.0",
                                    "0x8000000000000000",
                                    "0xffffffffffffffff",
                                    "9223372036854775807",
                                    "9223372036854775808",
                                    "9223372036854775809",
                                    "1e999",
                                    "123456789012345678",
                                    "1234567890123456789",
                                    "999999999999999999999999"};
constexpr const char* kStrings[] = {"''",
                                    "'a'",
                                    "'b'",
                                    "'%'",
                                    "'a%'",
                                    "'%a'",
                                    "'%a%'",
                                    "'a_b'",
                                    "'a!%b'",
                                    "'!'",
                                    "'%'",
                                    "'it''s'",
                                    "''''",
                                    "'!!'",
                                    "'(a|b)+'",
                                    "'('",
                                    "'[a-'",
                                    "'10.0.0.0/8'",
                                    "'mqtt'",
                                    "'a/+'",
                                    "'a.b'",
                                    "'\\'",
                                    "'_'",
                                    "'true'",
                                    "'\xc3\xa4'",
                                    "'a longer string, beyond any small buffer'",
                                    "'2026-07-06T11:04:18Z'",
                                    "'2026-13-06T11:04:18Z'",
                                    "'300.0.0.0/8'"};
constexpr const char* kBinaries[] = {"X''", "X'0a'", "x'0AFF'", "X'0'", "X'zz'"};
constexpr const char* kPaths[] = {"a",        "b",    "\"a\"", "x.y",  "data.a",  "user.a",      "sys.subject",
                                  "sys.size", "a[0]", "a[*]",  "data", "JMSType", "JMSPriority", "A"};

// The text with other constants, and sometimes other paths, in the places of its own.
std::string mutate(std::string_view text, const Tokens& tokens, std::mt19937_64& random) {
  const auto one_of = [&](const auto& pool) { return std::string(pool[random() % std::size(pool)]); };
  std::string out;
  std::uint32_t behind = 0;
  for (const Token& token : tokens) {
    out += text.substr(behind, token.begin - behind);
    behind = token.end;
    const std::string_view word = text_of(text, token);
    const bool keep = random() % 3 == 0;
    if (token.kind == TokenKind::number && !keep) {
      out += one_of(kNumbers);
    } else if (token.kind == TokenKind::string && !keep) {
      out += one_of(kStrings);
    } else if (token.kind == TokenKind::binary && !keep) {
      out += one_of(kBinaries);
    } else if (token.kind == TokenKind::identifier && random() % 6 == 0) {
      out += one_of(kPaths);
    } else {
      out += word;
    }
    if (random() % 8 == 0) out += random() % 2 == 0 ? "  " : "\n ";
  }
  return out;
}

class Mutations {
 public:
  explicit Mutations(std::uint64_t seed) : random_(seed) {}

  void run(std::string_view text, const CompileOptions& options, int rounds) {
    expect_no_difference(text, options, cache_);
    Tokenized tokenized = tokenize(text, options.dialect);
    if (tokenized.problem) return;
    for (int i = 0; i < rounds && !testing::Test::HasFatalFailure(); ++i) {
      expect_no_difference(mutate(text, tokenized.tokens, random_), options, cache_);
    }
    if (tokenized.tokens.size() > 4) {  // and broken: one token left out
      const Token& gone = tokenized.tokens[random_() % (tokenized.tokens.size() - 1)];
      std::string broken(text);
      broken.erase(gone.begin, gone.end - gone.begin);
      expect_no_difference(broken, options, cache_);
    }
  }
  [[nodiscard]] const ShapeCache& cache() const { return cache_; }

 private:
  ShapeCache cache_;
  std::mt19937_64 random_;
};

TEST(ShapeCache, AllTextCasesInEveryDialect) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(test_seed()));
  Mutations mutations(test_seed());
  int texts = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/filters")) {
    if (entry.path().extension() != ".test") continue;
    const test::CaseFile file = test::CaseFileReader().read(entry.path().string());
    std::vector<std::string> filters;
    for (const test::VerdictCase& verdict : file.verdicts) filters.push_back(verdict.filter.text);
    for (const test::FilterCase& one : file.filters) filters.push_back(one.filter.text);
    for (const std::string& text : filters) {
      ++texts;
      for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) {
        mutations.run(text, {.dialect = dialect, .real_division = texts % 2 == 0}, 6);
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(texts, 500);
  EXPECT_GT(mutations.cache().size(), 300U);
}

TEST(ShapeCache, RandomFilters) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(test_seed()));
  Mutations mutations(test_seed() + 1);
  predicate::RandomExpr expressions(test_seed());
  for (int i = 0; i < 1500; ++i) {
    const std::string text = predicate::print(*expressions.condition(static_cast<int>(expressions.pick(3))), Dialect::core);
    mutations.run(text, {}, 6);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(mutations.cache().size(), 300U);
}

// Each pair has one shape; what the second says must not come from the first.
TEST(ShapeCache, ConstantsThatChangeTheVerdictOfTheChecks) {
  const std::vector<std::vector<std::string>> families = {
      {"a = 1", "a = 99999999999999999999", "a = 09", "a = 1e999", "a = 9223372036854775808"},
      {"a = -1", "a = -9223372036854775808", "a = -0x8000000000000000", "a = -1.5"},
      {"a LIKE 'a' ESCAPE '!'", "a LIKE 'a!' ESCAPE '!'", "a LIKE 'a' ESCAPE '!!'", "a LIKE 'a!b' ESCAPE '!'",
       "a LIKE '%' ESCAPE '%'"},
      {"REGEXP_LIKE(a, 'x+')", "REGEXP_LIKE(a, '(')", "REGEXP_LIKE(a, '')"},
      {"CIDR_MATCH(a, '10.0.0.0/8')", "CIDR_MATCH(a, 'x')"},
      {"TOPIC_MATCH(a, 'a/+', 'mqtt')", "TOPIC_MATCH(a, 'a/+', 'x')"},
      {"a BETWEEN 1 AND 2", "a BETWEEN 2 AND 1", "a BETWEEN 2 AND 2.0", "a BETWEEN 2 AND 1.9"},
      {"a BETWEEN -2 AND -1", "a BETWEEN -1 AND -2", "a BETWEEN -1 AND -0x8000000000000000"},
      {"a > 1 AND a < 5", "a > 5 AND a < 1", "b > 5 AND a < 1", "a > 5 AND \"a\" < 1", "a > 5 AND [a] < 1"},
      {"a = 1 OR a <> 1", "a = 1 OR a <> 2", "a = 1 OR b <> 1"},
      {"10 / 5 = 2", "10 / 0 = 2", "9 / 2 = 4.5"},
      {"a + 1 > 2", "a + 9223372036854775807 > 2", "a + 1.5 > 2"},
      {"sys.size > 1", "sys.size > 1.5", "sys.subject > 1", "sys.nonsense > 1", "a > 1"},
      {"sys.subject = 'a'", "sys.size = 'a'", "a = 'a'"},
      {"a = TIMESTAMP '2026-07-06T11:04:18Z'", "a = TIMESTAMP '2026-07-06'"},
      {"a = X'0a'", "a = X'0'", "a = X'zz'"},
      {"a IN ('x')", "a IN ('x', 'y', 'x')", "a IN ('it''s')", "a IN ()"},
      {"a IN (1)", "a IN (1, 2, 3.5)", "a IN (1, 09)", "a IN (1, 1e999)", "a IN (0x8000000000000000)"},
      {"a NOT IN (1, 2)", "a NOT IN (1)", "a.b.c NOT IN (1)", "a[*] NOT IN (1)"},
      {"property('a') = 1", "property('b') = 1", "P('c') = 1"},
      {"a <> 1", "a != 1"},
      {"'a' < 'b'", "'b' < 'a'"},
      {"a < 'b'", "b < 'a'", "a < 1"},
      {"", " ", "\n"},
      {"a", "b", "sys.size", "sys.subject", "a[*]"},
      {"x.y = 1", "x.\"y z\" = 1", "x . y = 1", "x.or = 1", "sys.time = 1"},
  };
  for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) {
    for (const bool real_division : {false, true}) {
      const CompileOptions options{.dialect = dialect, .real_division = real_division};
      for (const auto& family : families) {
        for (std::size_t first = 0; first < family.size(); ++first) {
          ShapeCache cache;
          for (int i = 0; i < 3; ++i) expect_no_difference(family[first], options, cache);
          for (const std::string& text : family) expect_no_difference(text, options, cache);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(ShapeCache, OneCacheServesAllDialects) {
  ShapeCache cache;
  for (int i = 0; i < 4; ++i) {
    for (const char* text :
         {"a = 010", "A > 1", "a / 2 > 1", "a < 'b'", "JMSType = 'x'", "a LIKE 'a!b' ESCAPE '!'", "[a] = 1"}) {
      for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) {
        expect_no_difference(text, {.dialect = dialect, .real_division = false}, cache);
        expect_no_difference(text, {.dialect = dialect, .real_division = true}, cache);
      }
    }
  }
}

TEST(ShapeCache, ListsAndNamesShareOneShape) {
  ShapeCache cache;
  for (const char* text : {"a IN ('x')", "b IN ('y', 'z')", "c.d IN ('1', '2', '3')", "a in('x' ,'y')"}) {
    ASSERT_TRUE(compile_text(text, {}, &cache).ok());
  }
  EXPECT_EQ(cache.size(), 1U);
  ASSERT_TRUE(compile_text("a IN (1)", {}, &cache).ok());
  ASSERT_TRUE(compile_text("a IN (1, 2)", {}, &cache).ok());
  EXPECT_EQ(cache.size(), 2U);
}

TEST(ShapeCache, IsBounded) {
  ShapeCache cache;
  std::string chain = "a > 1";
  for (std::size_t i = 0; i < 2 * ShapeCache::kEntries; ++i) {
    std::string text = chain;  // the bits of i as ANDs and ORs: each a shape of its own
    for (std::size_t bits = i; bits != 0; bits >>= 1) text += (bits & 1) != 0 ? " AND b = 1" : " OR c < 2";
    for (int times = 0; times < 2; ++times) ASSERT_TRUE(compile_text(text, {}, &cache).ok());
    ASSERT_LE(cache.size(), ShapeCache::kEntries);
    ASSERT_LE(cache.memory_bytes(), ShapeCache::kBytes);
  }
  EXPECT_GT(cache.size(), 0U);
  std::string huge = "a = 1";
  for (int i = 0; i < 2000; ++i) huge += " OR a + 1 = 2";
  const std::size_t before = cache.size();
  for (int times = 0; times < 3; ++times) ASSERT_TRUE(compile_text(huge, {}, &cache).ok());
  EXPECT_EQ(cache.size(), before);
}

TEST(ShapeCache, PathsBeyondTheTableAreStillRight) {
  ShapeCache cache;
  for (std::size_t i = 0; i < PathTable::kSpellings + 1000; ++i) {
    const std::string name = "name" + std::to_string(i);
    const auto filter = compile_text(name + " > 1 AND other < 2", {}, &cache);
    ASSERT_TRUE(filter.ok());
    ASSERT_EQ(filter->paths(), (std::vector<std::string>{name, "other"}));
  }
}

TEST(ShapeCache, ManyThreadsMayAskOneFilterAtOnce) {
  ShapeCache cache;
  Filter filter;
  for (int i = 0; i < 3; ++i) filter = *compile_text("a = 'x' AND b BETWEEN 1 AND 5 AND c IN (1, 2)", {}, &cache);
  std::vector<std::thread> threads;
  std::vector<const Formula*> formulas(4);
  std::vector<const predicate::Expr*> roots(4);
  for (std::size_t t = 0; t < formulas.size(); ++t) {
    threads.emplace_back([&, t] {
      formulas[t] = &filter.rep().matches();
      roots[t] = filter.rep().root().get();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 1; t < formulas.size(); ++t) {
    EXPECT_EQ(formulas[t], formulas[0]);
    EXPECT_EQ(roots[t], roots[0]);
  }
}

}  // namespace
}  // namespace turnout::grammar
