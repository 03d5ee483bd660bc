// Literals against a table of hand-written values (tests/verdicts/literals.tsv).
#include <gtest/gtest.h>

#include <cmath>

#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "tests/matcher/verdict_table.h"
#include "turnout/compile.h"

namespace turnout::test {
namespace {

// Same type and same content, -0 and 0 apart.
bool identical(const Value& a, const Value& b) {
  if (a.type() != b.type()) return false;
  if (const double* x = a.if_float64()) return *x == *b.if_float64();
  return a == b;
}

// The value of the right operand of `a = TEXT`, sign included.
Value right_operand(const Filter& filter, const Event& event) {
  std::vector<std::unique_ptr<std::string>> storage;
  const predicate::Expr& root = *filter.rep().root();
  const schema::ValueView view = predicate::evaluate_value(*root.children.at(1), predicate::EventLookup(event.data()), storage);
  return schema::to_scalar(view).value_or(Value());
}

void check_literal(const VerdictRow& row, Dialect dialect) {
  const std::string where = row.where + " (" + std::string(dialect_name(dialect)) + ")";
  const auto compiled = compile("a = " + row.columns[1], {.dialect = dialect});
  if (row.columns[2] == "error") {
    EXPECT_FALSE(compiled.ok()) << where << ": read as " << compiled->text();
    return;
  }
  const auto expected = table_value(row.columns[2]);
  ASSERT_TRUE(expected.has_value()) << where;
  ASSERT_TRUE(compiled.ok()) << where << "\n" << to_string(compiled.error());
  Event event;
  event.set("a", *expected);
  EXPECT_TRUE(identical(right_operand(*compiled, event), *expected)) << where << ": " << compiled->text();
  EXPECT_TRUE(compiled->matches(event)) << where << ": " << compiled->text();

  const auto again = compile(compiled->text(), {.dialect = dialect});
  ASSERT_TRUE(again.ok()) << where << ": canonical text " << compiled->text() << "\n" << to_string(again.error());
  EXPECT_TRUE(identical(right_operand(*again, event), *expected)) << where << ": canonical text " << compiled->text();
}

TEST(Verdicts, Literals) {
  const std::vector<VerdictRow> rows = read_table("literals.tsv");
  ASSERT_GE(rows.size(), 200U) << "run from the root of the source tree";
  for (const VerdictRow& row : rows) {
    ASSERT_EQ(row.columns.size(), 3U) << row.where;
    if (row.columns[0] == "all") {
      for (const Dialect dialect : {Dialect::core, Dialect::jms, Dialect::azure_sql}) check_literal(row, dialect);
    } else {
      const auto dialect = find_dialect(row.columns[0]);
      ASSERT_TRUE(dialect.ok()) << row.where;
      check_literal(row, *dialect);
    }
  }
}

}  // namespace
}  // namespace turnout::test
