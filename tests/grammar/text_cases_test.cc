// Holds the language to tests/filters/*.test: the naive evaluator, the (T, F) formulas, the matcher (each filter alone and all
// filters of a file together), the canonical text and explain.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/formula.h"
#include "matcher/predicate/naive.h"
#include "tests/grammar/case_event.h"
#include "tests/grammar/case_file.h"
#include "turnout/compile.h"
#include "turnout/explain.h"
#include "turnout/matcher.h"

namespace turnout::test {
namespace {

using predicate::Truth;

constexpr const char* kDirectory = "tests/filters";

const char* name(Truth truth) { return truth == Truth::yes ? "true" : truth == Truth::no ? "false" : "unknown"; }

Result<Filter> compile_text(const FilterText& filter) {
  return compile(filter.text, {.dialect = filter.dialect, .real_division = filter.real_division});
}

Truth naive(const Filter& filter, const Event& event) {
  return predicate::evaluate(*filter.rep().root(), predicate::EventLookup(event.data()));
}

class TextCases : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    file_ = CaseFileReader().read(std::string(kDirectory) + "/" + GetParam());
    for (const std::string& mistake : file_.mistakes) ADD_FAILURE() << GetParam() << " " << mistake;
  }

  [[nodiscard]] std::string at(int line) const {
    return std::string(kDirectory) + "/" + GetParam() + ":" + std::to_string(line);
  }

  // The compiled filter, each text once; null and a failure when it is rejected.
  const Filter* filter(const FilterText& text) {
    const auto key = std::tuple(text.dialect, text.real_division, text.text);
    const auto found = filters_.find(key);
    if (found != filters_.end()) return found->second.get();
    auto compiled = compile_text(text);
    EXPECT_TRUE(compiled.ok()) << at(text.line) << ": " << text.text << "\n" << to_string(compiled.error());
    auto& slot = filters_[key];
    if (compiled.ok()) slot = std::make_unique<Filter>(*compiled);
    return slot.get();
  }

  CaseFile file_;
  std::map<std::tuple<Dialect, bool, std::string>, std::unique_ptr<Filter>> filters_;
};

// One filter against one event, by every way there is.
void check_verdict(const std::string& where, const Filter& filter, const Event& event, Truth expected) {
  EXPECT_STREQ(name(naive(filter, event)), name(expected)) << where << ": naive evaluator";

  const predicate::TrueFalse formulas = predicate::compile(*filter.rep().root());
  const predicate::EventLookup lookup(event.data());
  EXPECT_EQ(predicate::evaluate(formulas.when_true, lookup), expected == Truth::yes) << where << ": T formula";
  EXPECT_EQ(predicate::evaluate(formulas.when_false, lookup), expected == Truth::no) << where << ": F formula";
  EXPECT_EQ(predicate::evaluate(filter.rep().matches(), lookup), expected == Truth::yes) << where << ": formula of the filter";

  EXPECT_EQ(filter.matches(event), expected == Truth::yes) << where << ": Filter::matches";
  const Explanation why = explain(filter, event);
  EXPECT_EQ(why.matches, expected == Truth::yes) << where << ": explain\n" << to_text(why);
}

TEST_P(TextCases, GiveTheVerdict) {
  EventReader reader;
  MatchScratch scratch;
  Event event;
  for (const VerdictCase& c : file_.verdicts) {
    const std::string where = at(c.line) + ": " + c.filter.text + "  on  " + c.event;
    const Filter* compiled = filter(c.filter);
    if (compiled == nullptr) continue;
    const std::string problem = read_event(c.event, reader, event);
    ASSERT_EQ(problem, "") << where;
    check_verdict(where, *compiled, event, c.expected);

    Matcher alone;
    ASSERT_TRUE(alone.add(SubscriptionId{7}, *compiled).ok()) << where;
    EXPECT_EQ(alone.match(event, scratch).size(), c.expected == Truth::yes ? 1U : 0U) << where << ": matcher";
    EXPECT_EQ(alone.any(event, scratch), c.expected == Truth::yes) << where << ": Matcher::any";
    EventReader selective(alone.paths());
    ASSERT_EQ(read_event(c.event, selective, event), "") << where;
    EXPECT_EQ(alone.match(event, scratch).size(), c.expected == Truth::yes ? 1U : 0U)
        << where << ": matcher, its own paths read";
  }
}

std::vector<std::uint64_t> sorted_ids(std::span<const SubscriptionId> ids) {
  std::vector<std::uint64_t> sorted;
  for (const SubscriptionId id : ids) sorted.push_back(id.value);
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Filters in one matcher against events: each event must find exactly the filters that are TRUE for it.
class Together {
 public:
  void add(const Filter& filter) {
    if (!added_.insert(&filter).second) return;
    const std::uint64_t id = filters_.size() * 3 + 1;
    filters_.emplace(id, &filter);
    ASSERT_TRUE(matcher_.add(SubscriptionId{id}, filter, id * 2).ok()) << filter.text();
  }

  void check(const std::set<std::string>& events, const std::string& what) {
    EXPECT_EQ(matcher_.size(), filters_.size());
    EventReader reader;
    EventReader selective(matcher_.paths());
    Event event;
    for (const std::string& text : events) {
      ASSERT_EQ(read_event(text, reader, event), "") << text;
      std::vector<std::uint64_t> expected;
      for (const auto& [id, filter] : filters_) {
        if (naive(*filter, event) == Truth::yes) expected.push_back(id);
      }
      compare(event, expected, what + ", every path read, on " + text);
      ASSERT_EQ(read_event(text, selective, event), "") << text;
      compare(event, expected, what + ", its own paths read, on " + text);
    }
  }

  void compact() { ASSERT_TRUE(matcher_.compact()); }

 private:
  void compare(const Event& event, const std::vector<std::uint64_t>& expected, const std::string& what) {
    const std::vector<std::uint64_t> found = sorted_ids(matcher_.match(event, scratch_));
    std::vector<std::uint64_t> wrong;
    std::set_symmetric_difference(found.begin(), found.end(), expected.begin(), expected.end(), std::back_inserter(wrong));
    for (const std::uint64_t id : wrong) {
      const bool extra = std::binary_search(found.begin(), found.end(), id);
      const auto known = filters_.find(id);
      ADD_FAILURE() << what << ": " << (extra ? "too many: " : "lost: ")
                    << (known == filters_.end() ? "an id twice" : known->second->text());
    }
  }

  Matcher matcher_;
  MatchScratch scratch_;
  std::map<std::uint64_t, const Filter*> filters_;
  std::set<const Filter*> added_;
};

TEST_P(TextCases, MatchTogether) {
  Together together;
  std::set<std::string> events;
  for (const VerdictCase& c : file_.verdicts) {
    events.insert(c.event);
    if (const Filter* compiled = filter(c.filter)) together.add(*compiled);
  }
  together.check(events, GetParam() + ", added one by one");
  together.compact();
  together.check(events, GetParam() + ", compacted");
}

// The canonical text compiles to the same expression and is its own canonical text.
void check_round_trip(const std::string& where, const FilterText& source, const Filter& filter) {
  FilterText canonical = source;
  canonical.text = filter.text();
  const auto again = compile_text(canonical);
  ASSERT_TRUE(again.ok()) << where << ": canonical text " << canonical.text << "\n" << to_string(again.error());
  EXPECT_TRUE(predicate::same(*filter.rep().root(), *again->rep().root())) << where << ": canonical text " << canonical.text;
  EXPECT_EQ(again->text(), canonical.text) << where;
}

TEST_P(TextCases, ReadBackTheCanonicalText) {
  for (const VerdictCase& c : file_.verdicts) filter(c.filter);
  for (const auto& [key, compiled] : filters_) {
    if (compiled == nullptr) continue;
    const FilterText source{std::get<2>(key), std::get<0>(key), std::get<1>(key), 0};
    check_round_trip(GetParam() + ": " + source.text, source, *compiled);
  }
}

void check_error(const std::string& where, const FilterCase& c, const Result<Filter>& result) {
  ASSERT_FALSE(result.ok()) << where << ": must be rejected, was read as " << result->text();
  const Error& error = result.error();
  const std::string place = std::to_string(error.line) + ":" + std::to_string(error.column);
  if (c.place.ends_with(":")) {
    EXPECT_TRUE(place.starts_with(c.place)) << where << ": at " << place << "\n" << to_string(error);
  } else if (c.place != "-") {
    EXPECT_EQ(place, c.place) << where << "\n" << to_string(error);
  }
  EXPECT_NE(to_string(error).find(c.argument), std::string::npos) << where << ": no " << c.argument << " in\n"
                                                                  << to_string(error);
  EXPECT_FALSE(error.message.empty()) << where;
  EXPECT_GT(error.line, 0U) << where << "\n" << to_string(error);
  EXPECT_GT(error.column, 0U) << where << "\n" << to_string(error);
  EXPECT_NE(error.excerpt.find('^'), std::string::npos) << where << ": no caret\n" << to_string(error);
}

TEST_P(TextCases, AcceptAndReject) {
  for (const FilterCase& c : file_.filters) {
    const std::string where = at(c.line) + ": " + c.filter.text;
    const auto result = compile_text(c.filter);
    if (c.kind == FilterCase::Kind::error) {
      check_error(where, c, result);
      continue;
    }
    EXPECT_TRUE(result.ok()) << where << "\n" << to_string(result.error());
    if (!result.ok()) continue;
    check_round_trip(where, c.filter, *result);
    const std::vector<Warning>& warnings = result->warnings();
    if (c.kind == FilterCase::Kind::canonical) { EXPECT_EQ(result->text(), c.argument) << where; }
    if (c.kind == FilterCase::Kind::no_warning) {
      EXPECT_TRUE(warnings.empty()) << where << ": " << (warnings.empty() ? "" : warnings.front().message);
    }
    if (c.kind == FilterCase::Kind::warning) {
      EXPECT_TRUE(std::any_of(
          warnings.begin(), warnings.end(),
          [&](const Warning& w) { return w.message.find(c.argument) != std::string::npos && w.line > 0 && w.column > 0; }))
          << where << ": no such warning";
    }
  }
}

TEST_P(TextCases, RefuseBrokenEvents) {
  EventReader reader;
  Event event;
  for (const InvalidCase& c : file_.invalid) {
    const auto result = reader.read_body(c.json, event);
    EXPECT_FALSE(result.ok()) << at(c.line) << ": accepted " << c.json;
    if (!result.ok()) { EXPECT_EQ(result.error().code, ErrorCode::invalid_event) << at(c.line); }
  }
}

std::vector<std::string> case_files() {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory, ignored)) {
    if (entry.path().extension() == ".test") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Files, TextCases, testing::ValuesIn(case_files()), [](const auto& file) {
  std::string title = file.param.substr(0, file.param.find('.'));
  std::replace_if(
      title.begin(), title.end(), [](char c) { return c == '-' || c == ' '; }, '_');
  return title;
});

// The filters of all files and dialects in one matcher, against the events of all files.
TEST(TextCaseFiles, MatchTogether) {
  std::vector<std::unique_ptr<Filter>> filters;
  std::set<std::tuple<Dialect, bool, std::string>> texts;
  std::set<std::string> events;
  Together together;
  for (const std::string& file : case_files()) {
    for (const VerdictCase& c : CaseFileReader().read(std::string(kDirectory) + "/" + file).verdicts) {
      events.insert(c.event);
      if (!texts.emplace(c.filter.dialect, c.filter.real_division, c.filter.text).second) continue;
      if (auto compiled = compile_text(c.filter); compiled.ok()) filters.push_back(std::make_unique<Filter>(*compiled));
    }
  }
  for (const auto& filter : filters) together.add(*filter);
  together.compact();
  together.check(events, "all files");
}

// The directory was found and holds what it should.
TEST(TextCaseFiles, CoverTheLanguage) {
  std::size_t verdicts = 0;
  for (const std::string& file : case_files()) {
    const CaseFile read = CaseFileReader().read(std::string(kDirectory) + "/" + file);
    verdicts += read.verdicts.size() + read.filters.size();
  }
  EXPECT_GE(verdicts, 3000U) << "run from the root of the source tree";
}

}  // namespace
}  // namespace turnout::test
