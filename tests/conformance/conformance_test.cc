// The shared conformance suites of the dialects spoken here, when they are present: TURNOUT_CONFORMANCE names their directory,
// else it is ../shared/conformance beside the checkout. Which cases may differ, and why, stands in docs/conformance.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/eval_case.h"
#include "schema/elements.h"
#include "schema/event_data.h"

namespace turnout::cli {
namespace {

using schema::ValueView;

std::filesystem::path suites_directory() {
  const char* named = std::getenv("TURNOUT_CONFORMANCE");
  if (named != nullptr) return named;
  return std::filesystem::path("..") / "shared" / "conformance";
}

// What a verdict may be: true, false, unknown or error, as text.
std::string text_of(ValueView value) {
  if (value.type() == ValueType::boolean) return value.as_boolean() ? "true" : "false";
  return value.type() == ValueType::string ? std::string(value.as_bytes()) : std::string();
}

struct Expectation {
  std::string id;
  std::string expect;
  std::string expect3;
  std::string strict;      // empty when there is none
  std::string exempt_tag;  // the first tag that begins with vendor-, static- or spec-; empty when there is none
};

Expectation expectation_of(ValueView test) {
  Expectation e{text_of(schema::member(test, "id")), text_of(schema::member(test, "expect")),
                text_of(schema::member(test, "expect3")), text_of(schema::member(test, "strict")), ""};
  const ValueView tags = schema::member(test, "tags");
  if (tags.type() != ValueType::array) return e;
  for (const ValueView tag : tags.elements()) {
    const std::string name = text_of(tag);
    if (e.exempt_tag.empty() && (name.starts_with("vendor-") || name.starts_with("static-") || name.starts_with("spec-"))) {
      e.exempt_tag = name;
    }
  }
  return e;
}

std::string result_of(const std::string& answer) {
  EventReader reader;
  Event event;
  const Result<void> read = reader.read_body(answer, event);
  EXPECT_TRUE(read.ok()) << answer;
  return text_of(schema::member(event.data().body, "result"));
}

bool satisfies(const std::string& result, const std::string& expected) {
  return result == expected || (expected == "false" && result == "unknown");
}

// Ids in the table of docs/conformance.md under "Cases that differ": rows "| `id` | reason |".
std::set<std::string> documented() {
  std::set<std::string> ids;
  std::ifstream file("docs/conformance.md");
  EXPECT_TRUE(file.good()) << "docs/conformance.md is missing";
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## Cases that differ";
    if (!inside || !line.starts_with("| `")) continue;
    const std::size_t end = line.find('`', 3);
    EXPECT_GT(line.size(), end + 8) << "a row without a reason: " << line;
    ids.insert(line.substr(3, end - 3));
  }
  return ids;
}

struct Tally {
  std::size_t cases = 0;
  std::size_t exempt = 0;
  std::set<std::string> seen;
  std::set<std::string> differing;  // not exempt, or exempt without a strict verdict, and unlike the expectation
  std::vector<std::string> reports;
};

void judge(const std::string& line, ValueView test, CaseEvaluator& evaluator, Tally& tally) {
  const Expectation expectation = expectation_of(test);
  const CaseEvaluator::Answer answer = evaluator.evaluate(line);
  EXPECT_EQ(answer.disagreement, "") << expectation.id;
  const std::string result = result_of(answer.line);
  ++tally.cases;
  tally.seen.insert(expectation.id);
  const bool strict = !expectation.exempt_tag.empty() && !expectation.strict.empty();
  tally.exempt += strict ? 1 : 0;
  if (strict) {
    EXPECT_TRUE(satisfies(result, expectation.strict)) << "strictly " << expectation.strict << ": " << answer.line << '\n'
                                                       << line;
    return;
  }
  const std::string& exact = expectation.exempt_tag.empty() ? expectation.expect3 : expectation.strict;
  if (satisfies(result, expectation.expect) && (exact.empty() || result == exact)) return;
  tally.differing.insert(expectation.id);
  tally.reports.push_back("expected " + expectation.expect + (exact.empty() ? "" : " (" + exact + ")") + ": " + answer.line +
                          '\n' + line);
}

Tally run_dialect(std::string_view dialect) {
  Tally tally;
  CaseEvaluator evaluator;
  EventReader reader;
  Event test;
  std::set<std::filesystem::path> suites;
  for (const auto& entry : std::filesystem::directory_iterator(suites_directory())) {
    if (entry.path().extension() == ".jsonl") suites.insert(entry.path());
  }
  for (const std::filesystem::path& suite : suites) {
    std::ifstream file(suite);
    for (std::string line; std::getline(file, line);) {
      const Result<void> read = reader.read_body(line, test);
      EXPECT_TRUE(read.ok()) << suite << ": " << line;
      const ValueView body = test.data().body;
      if (text_of(schema::member(body, "dialect")) == dialect) judge(line, body, evaluator, tally);
    }
  }
  return tally;
}

class Conformance : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Conformance, EveryCasePassesExceptTheDocumentedOnes) {
  if (!std::filesystem::is_directory(suites_directory())) {
    GTEST_SKIP() << "no conformance suites in " << suites_directory() << " (set TURNOUT_CONFORMANCE)";
  }
  const Tally tally = run_dialect(GetParam());
  EXPECT_GT(tally.cases, 0U) << "the directory holds no case of this dialect";
  std::cout << GetParam() << ": " << tally.cases << " cases, " << tally.exempt << " judged by their strict verdict, "
            << tally.differing.size() << " differ\n";
  const std::set<std::string> listed = documented();
  for (const std::string& report : tally.reports) {
    const auto named = [&report](const std::string& id) { return report.find('"' + id + '"') != std::string::npos; };
    EXPECT_TRUE(std::any_of(listed.begin(), listed.end(), named)) << report;
  }
  for (const std::string& id : listed) {
    EXPECT_TRUE(!tally.seen.contains(id) || tally.differing.contains(id)) << id << " is documented as differing and does not";
  }
}

INSTANTIATE_TEST_SUITE_P(Dialects, Conformance, ::testing::Values("jms", "azure-sql"),
                         [](const auto& dialect) { return std::string(dialect.param == "jms" ? "jms" : "azure_sql"); });

}  // namespace
}  // namespace turnout::cli
