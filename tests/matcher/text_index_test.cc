// Many text tests at once against each of them alone.
#include "matcher/index/text_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "matcher/index/literal_automaton.h"
#include "matcher/predicate/text_access.h"
#include "schema/case_fold.h"
#include "schema/utf8.h"
#include "tests/matcher/random_expr.h"

namespace turnout::index {
namespace {

using predicate::RandomExpr;
using predicate::TextAccess;
using predicate::TextTest;
using Tests = std::vector<std::shared_ptr<const TextTest>>;

TextIndex index_of(const Tests& tests) {
  std::vector<const TextTest*> plain;
  for (const auto& test : tests) plain.push_back(test.get());
  return TextIndex(std::move(plain));
}

std::set<std::uint32_t> holding(const TextIndex& index, std::string_view subject, TextScratch& scratch) {
  std::vector<std::uint32_t> tests;
  index.holding(subject, scratch, tests);
  std::set<std::uint32_t> unique(tests.begin(), tests.end());
  EXPECT_EQ(unique.size(), tests.size()) << "a test twice";
  return unique;
}

void expect_same(const TextIndex& index, const Tests& tests, std::string_view subject, TextScratch& scratch) {
  const std::set<std::uint32_t> found = holding(index, subject, scratch);
  for (std::uint32_t i = 0; i < tests.size(); ++i) {
    const bool expected = index.covers(i) && tests[i]->matches(subject);
    ASSERT_EQ(found.contains(i), expected) << tests[i]->key() << "  on  '" << subject << "'";
  }
}

// Few letters, so that much overlaps; accents, the Kelvin sign, the replacement character and malformed bytes among them.
std::string random_text(RandomExpr& random, std::size_t length) {
  static const std::vector<std::string> kLetters = {
      "a",    "b",    "A", "B", "k", "K", "\xe2\x84\xaa", "\xc3\xa9", "\xc3\x89", "s", "\xc5\xbf", "\xef\xbf\xbd",
      "\xff", "\xc3", ".", "1"};
  std::string text;
  while (length-- > 0) text += random.chance(3) ? kLetters[random.pick(kLetters.size())] : kLetters[random.pick(4)];
  return text;
}

std::string valid_text(RandomExpr& random, std::size_t length) {
  for (;;) {
    std::string text = random_text(random, length);
    if (schema::is_valid_utf8(text)) return text;
  }
}

std::string random_regexp(RandomExpr& random, int depth) {
  std::string pattern;
  for (std::size_t n = 1 + random.pick(4); n > 0; --n) {
    static const std::vector<std::string> kAtoms = {".",   "[ab]", "[^a]",         "\\d",   "\\.", "^",
                                                    "$",   "[]a]", "[[:alpha:]b]", "\\pL",  "\\n", "\\b",
                                                    "\\-", "{",    "a{,2}",        "\\p{L}"};
    static const std::vector<std::string> kRepeats = {"*", "+", "?", "{2}", "{0,2}", "{1,}", "+?", "*?", "??", "{0}"};
    std::string atom;
    switch (random.pick(depth > 0 ? 5 : 4)) {
      case 0:
        atom = kAtoms[random.pick(kAtoms.size())];
        break;
      case 4: {
        static const std::vector<std::string> kGroups = {"(", "(?:", "(?i:", "(?P<n>", "(?s:", "(?-i:"};
        atom = kGroups[random.pick(kGroups.size())] + random_regexp(random, depth - 1) + ")";
        break;
      }
      default:
        for (const char c : valid_text(random, 1 + random.pick(3))) atom += c == '.' ? std::string("\\.") : std::string(1, c);
    }
    pattern += atom;
    if (random.chance(4)) pattern += kRepeats[random.pick(kRepeats.size())];
    if (depth > 0 && random.chance(6)) pattern += "|";
    if (random.chance(30)) pattern += "(?i)";
  }
  return pattern;
}

std::shared_ptr<const TextTest> random_test(RandomExpr& random) {
  const auto pattern = [&] {
    std::string text;
    for (std::size_t n = 1 + random.pick(3); n > 0; --n) {
      if (random.chance(2)) text += "%";
      if (random.chance(5)) text += "_";
      text += valid_text(random, random.pick(4));
    }
    return random.chance(2) ? text + "%" : text;
  };
  switch (random.pick(6)) {
    case 0:
      return TextTest::suffix(valid_text(random, 1 + random.pick(4)));
    case 1:
      return TextTest::contains(valid_text(random, 1 + random.pick(4)));
    case 2:
      return TextTest::like(pattern(), std::nullopt, false, false);
    case 3:
      return TextTest::like(pattern(), std::nullopt, false, true);
    default:
      for (;;) {
        if (auto test = TextTest::regexp(random_regexp(random, 2))) return *test;
      }
  }
}

TEST(TextIndex, AgreesWithEachTestAlone) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  RandomExpr random(seed);
  TextScratch scratch;
  std::size_t covered = 0, all = 0;
  for (int round = 0; round < 30; ++round) {
    Tests tests;
    for (std::size_t n = 1 + random.pick(300); n > 0; --n) tests.push_back(random_test(random));
    const TextIndex index = index_of(tests);
    for (std::uint32_t i = 0; i < index.size(); ++i) covered += index.covers(i) ? 1 : 0;
    all += tests.size();
    for (int k = 0; k < 60; ++k)
      ASSERT_NO_FATAL_FAILURE(expect_same(index, tests, random_text(random, random.pick(12)), scratch));
  }
  EXPECT_GT(covered, all * 2 / 3);
}

// What regexp_access() says must be there is there, whatever matches.
TEST(TextIndex, LiteralsOfRegularExpressionsAreRequired) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  RandomExpr random(seed + 1);
  int matched = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string pattern = random_regexp(random, 2);
    const auto test = TextTest::regexp(pattern);
    if (!test) continue;
    const TextAccess access = predicate::regexp_access(pattern);
    for (int k = 0; k < 4; ++k) {
      const std::string subject = random_text(random, random.pick(8));
      if (!(*test)->matches(subject)) continue;
      ++matched;
      std::string folded;
      for (std::size_t at = 0; at < subject.size();) {
        schema::append_utf8(folded, schema::fold_simple(schema::next_code_point(subject, at)));
      }
      for (const TextAccess::Choice& choice : access.choices) {
        const bool found = std::any_of(choice.literals.begin(), choice.literals.end(), [&](const std::string& literal) {
          return (access.folded ? folded : subject).find(literal) != std::string::npos;
        });
        ASSERT_TRUE(found) << pattern << "  on  '" << subject << "'";
      }
    }
  }
  EXPECT_GT(matched, 3000);
}

TEST(TextIndex, ReadsLiteralsFromRegularExpressions) {
  const auto first = [](std::string_view pattern) {
    const TextAccess access = predicate::regexp_access(pattern);
    std::string text = access.folded ? "i:" : "";
    if (access.choices.empty()) return text + "-";
    for (const std::string& literal : access.choices.front().literals) text += literal + ";";
    return text;
  };
  EXPECT_EQ(first("^order-[0-9]+$"), "order-;");
  EXPECT_EQ(first("err(or)?"), "err;");
  EXPECT_EQ(first("errors?"), "error;");
  EXPECT_EQ(first("foo|bar"), "foo;bar;");
  EXPECT_EQ(first("foo|.*"), "-");
  EXPECT_EQ(first("(?i)Error"), "i:error;");
  EXPECT_EQ(first("a\\.b"), "a.b;");
  EXPECT_EQ(first(".*"), "-");
  EXPECT_EQ(first("x{3}y"), "x;");
  EXPECT_EQ(first("\\Qa.b\\E"), "-");
}

// Every suffix of a long text is a literal, and all of them occur at once.
TEST(TextIndex, NestedLiteralsAreReportedOnce) {
  Tests tests;
  for (std::size_t n = 1; n <= 3000; ++n) {
    tests.push_back(TextTest::contains(std::string(n, 'a')));
    tests.push_back(TextTest::suffix(std::string(n, 'a')));
    tests.push_back(TextTest::like("%" + std::string(n, 'a') + "_%b", std::nullopt, false, false));
  }
  const TextIndex index = index_of(tests);
  TextScratch scratch;
  EXPECT_EQ(holding(index, std::string(50'000, 'a'), scratch).size(), 6000U);
  EXPECT_EQ(holding(index, std::string(50'000, 'a') + "b", scratch).size(), 6000U);
  EXPECT_EQ(holding(index, std::string(100, 'a'), scratch).size(), 200U);
  EXPECT_TRUE(holding(index, "b", scratch).empty());
  EXPECT_TRUE(holding(index, "", scratch).empty());
}

TEST(TextIndex, LongPatternsStayBounded) {
  Tests tests;
  for (int i = 0; i < 50; ++i) {
    const std::string tail = std::to_string(i) + "!";
    tests.push_back(TextTest::contains(std::string(65'000, 'x') + tail));
    tests.push_back(TextTest::like("%" + std::string(65'000, 'y') + tail + "%z", std::nullopt, false, true));
  }
  const TextIndex index = index_of(tests);
  EXPECT_LT(index.memory_bytes(), 200'000U);
  TextScratch scratch;
  EXPECT_EQ(holding(index, std::string(65'000, 'x') + "17!", scratch), std::set<std::uint32_t>{34});
  EXPECT_TRUE(holding(index, std::string(60'000, 'x') + "17!", scratch).empty());
  EXPECT_EQ(holding(index, std::string(65'000, 'Y') + "17!.Z", scratch), std::set<std::uint32_t>{35});
}

TEST(LiteralAutomaton, FindsEachLiteralOnceAndThoseAtTheEnd) {
  const std::vector<std::string_view> literals = {"a", "ab", "abab", "b", "bab", "c"};
  const LiteralAutomaton automaton(literals);
  std::vector<std::uint64_t> seen(1, 0);
  std::multiset<std::uint32_t> found;
  std::set<std::uint32_t> ends;
  automaton.scan(
      "xababab", seen.data(), [&](std::uint32_t literal) { found.insert(literal); },
      [&](std::uint32_t literal) { ends.insert(literal); });
  EXPECT_EQ(found, (std::multiset<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(ends, (std::set<std::uint32_t>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace turnout::index
