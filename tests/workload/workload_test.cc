// The generated workloads: their texts are filters and events, they follow from the seed, and match about as much as they say.
#include "bench/workload/workload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "bench/baseline/engine.h"
#include "turnout/compile.h"

namespace turnout::workload {
namespace {

std::string filter_of(const Workload& workload, std::uint64_t number) {
  std::string text;
  workload.filter(number, text);
  return text;
}

std::string event_of(const Workload& workload, std::uint64_t number) {
  std::string text;
  workload.event(number, text);
  return text;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Description& description : descriptions()) all.emplace_back(description.name);
  return all;
}

std::unique_ptr<baseline::Engine> build(const Workload& workload, std::uint64_t filters) {
  std::vector<Change> changes;
  for (std::uint64_t i = 0; i < filters; ++i) {
    Result<Filter> filter = compile(filter_of(workload, i));
    EXPECT_TRUE(filter.ok()) << filter_of(workload, i) << '\n' << to_string(filter.error());
    if (!filter) return nullptr;
    changes.push_back({Change::Kind::add, {i}, *std::move(filter), 0});
  }
  auto engine = baseline::make_engine("counting-tuned");
  EXPECT_TRUE(engine->build(changes).ok());
  return engine;
}

class EveryWorkload : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryWorkload, FollowsFromItsSeedInAnyOrder) {
  const auto first = make_workload(GetParam(), {.filters = 1000, .seed = 7});
  const auto again = make_workload(GetParam(), {.filters = 1000, .seed = 7});
  const auto other = make_workload(GetParam(), {.filters = 1000, .seed = 8});
  ASSERT_NE(first, nullptr);
  std::set<std::string> distinct;
  std::size_t differ = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(filter_of(*first, i), filter_of(*again, i));
    distinct.insert(filter_of(*first, i));
    differ += event_of(*first, i) != event_of(*other, i) ? 1 : 0;
  }
  for (std::uint64_t i = 100; i > 0; --i) EXPECT_EQ(event_of(*again, i), event_of(*first, i));
  EXPECT_GT(distinct.size(), 500U);
  EXPECT_GT(differ, 900U);
}

TEST_P(EveryWorkload, MatchesSomethingButNotEverything) {
  constexpr std::uint64_t kFilters = 5'000, kEvents = 200;
  const auto workload = make_workload(GetParam(), {.filters = kFilters, .seed = 3});
  const auto engine = build(*workload, kFilters);
  ASSERT_NE(engine, nullptr);
  EventReader reader(engine->paths());
  Event event;
  std::vector<SubscriptionId> ids;
  for (std::uint64_t i = 0; i < kEvents; ++i) {
    const std::string text = event_of(*workload, i);
    ASSERT_TRUE(reader.read_body(text, event).ok()) << text;
    engine->match(event, ids);
  }
  const double matches = static_cast<double>(ids.size()) / kEvents;
  std::cout << GetParam() << ": " << matches << " matches an event\n";
  // These two match in proportion to their filters, and one event in many.
  const bool sparse = GetParam() == "equality" || GetParam() == "uniform";
  EXPECT_GT(matches, sparse ? 0.001 : 5);
  EXPECT_LT(matches, 100);
}

INSTANTIATE_TEST_SUITE_P(All, EveryWorkload, ::testing::ValuesIn(names()), [](const auto& workload) {
  std::string name = workload.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

// What another machine must make of the same seed.
TEST(Workloads, MakeTheSameTextsEverywhere) {
  const auto workload = make_workload("equality", {.filters = 1000, .seed = 1});
  EXPECT_EQ(filter_of(*workload, 0), "s06 = 'v5' AND s08 = 'v2' AND s11 = 'v1' AND s15 = 'v0' AND s16 = 'v28'");
  EXPECT_EQ(filter_of(*make_workload("orders", {.filters = 1000, .seed = 1}), 5),
            "(tenant = 't000002' AND type = 'invoice.created') OR (sku = 'book.seeds.1155' AND status = 'returned')");
}

TEST(Workloads, AreKnownByName) {
  EXPECT_EQ(make_workload("no-such", {}), nullptr);
  EXPECT_NE(make_workload("orders", {.filters = 1, .seed = 0}), nullptr);
}

}  // namespace
}  // namespace turnout::workload
