// What a filter of an index costs, counted over events: against what matching itself finds.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bench/workload/workload.h"
#include "turnout/compile.h"
#include "turnout/matcher.h"

namespace turnout::workload {
namespace {

constexpr std::uint64_t kFilters = 5000;

std::vector<Event> events_of(const Workload& workload, std::size_t count) {
  std::vector<Event> events(count);
  EventReader reader;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    workload.event(i, text);
    EXPECT_TRUE(reader.read_body(text, events[i])) << text;
  }
  return events;
}

std::vector<Filter> filters_of(const Workload& workload) {
  std::vector<Filter> filters;
  for (std::uint64_t i = 0; i < kFilters; ++i) {
    std::string text;
    workload.filter(i, text);
    Result<Filter> filter = compile(text);
    EXPECT_TRUE(filter.ok()) << text;
    if (filter) filters.push_back(*std::move(filter));
  }
  return filters;
}

class EveryWorkload : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryWorkload, CountsWhatTheFilterMatches) {
  const auto workload = make_workload(GetParam(), {.filters = kFilters, .seed = 3});
  const std::vector<Filter> filters = filters_of(*workload);
  const std::vector<Event> events = events_of(*workload, 60);
  Matcher matcher({.keep_text = false});
  for (std::uint64_t i = 0; i < filters.size(); ++i) ASSERT_TRUE(matcher.add({i}, filters[i]));
  for (const bool compacted : {false, true}) {
    if (compacted) { ASSERT_TRUE(matcher.compact()); }
    for (std::uint64_t i = compacted ? 0 : 3; i < filters.size(); i += 97) {
      const Result<ObservedCost> cost = matcher.observed_cost({i}, events);
      ASSERT_TRUE(cost.ok());
      std::uint64_t matched = 0;
      for (const Event& event : events) matched += filters[i].matches(event) ? 1 : 0;
      EXPECT_EQ(cost->matched, matched) << filters[i].text();
      EXPECT_EQ(cost->events, events.size());
      EXPECT_LE(cost->matched, cost->looked_at);
      EXPECT_LE(cost->evaluated, cost->looked_at);
      std::uint64_t led = 0;
      for (const ObservedCost::Access& access : cost->access) led += access.events;
      EXPECT_FALSE(cost->access.empty()) << filters[i].text();
      EXPECT_GE(led, cost->access.size() < 20 ? cost->looked_at : 0) << filters[i].text();
    }
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Description& description : descriptions()) all.emplace_back(description.name);
  return all;
}

INSTANTIATE_TEST_SUITE_P(All, EveryWorkload, ::testing::ValuesIn(names()), [](const auto& each) {
  std::string name = each.param;
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
});

TEST(ObservedCost, TellsAFilterThatWasAddedLast) {
  Matcher matcher;
  ASSERT_TRUE(matcher.add({1}, *compile("a = 1 AND b > 2")));
  std::vector<Event> events(3);
  events[0].set("a", 1).set("b", 3);
  events[1].set("a", 1);
  const Result<ObservedCost> cost = matcher.observed_cost({1}, events);
  ASSERT_TRUE(cost.ok());
  EXPECT_EQ(cost->looked_at, 3U);
  EXPECT_EQ(cost->matched, 1U);
  ASSERT_EQ(cost->access.size(), 1U);
  EXPECT_EQ(cost->access[0].events, 3U);
}

TEST(ObservedCost, RefusesAnIdThatIsNotThere) {
  Matcher matcher;
  ASSERT_TRUE(matcher.add({1}, *compile("a = 1")));
  ASSERT_TRUE(matcher.compact());
  ASSERT_TRUE(matcher.observed_cost({1}, {}).ok());
  ASSERT_TRUE(matcher.remove({1}));
  const Result<ObservedCost> cost = matcher.observed_cost({1}, {});
  ASSERT_FALSE(cost.ok());
  EXPECT_EQ(cost.error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace turnout::workload
