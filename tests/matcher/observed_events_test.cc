// What is remembered of events, and that an index built with it leads fewer of them to filters that do not match.
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "matcher/index/cost_model.h"
#include "matcher/index/event_sample.h"
#include "matcher/index/segment.h"
#include "turnout/matcher.h"

namespace turnout::index {
namespace {

using schema::ValueView;

schema::Slots slots_of(const std::vector<ValueView>& values) {
  schema::Slots slots;
  slots.values = values;
  for (schema::PathId id = 0; id < values.size(); ++id) {
    if (!values[id].is_missing()) slots.present.push_back(id);
  }
  return slots;
}

TEST(EventSample, RequireThatTheLastEventsAreKept) {
  EventSample sample;
  EXPECT_EQ(sample.memory_bytes(), 0U);
  const std::size_t count = EventSample::kEvents + 10;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = "text " + std::to_string(i);
    sample.note(slots_of({ValueView::int64(static_cast<std::int64_t>(i)), {}, ValueView::string(text), ValueView::array({})}));
    text.assign(text.size(), '#');  // what is kept is a copy
  }
  EXPECT_EQ(sample.noted(), count);
  std::set<std::int64_t> seen;
  sample.for_each([&](std::span<const SampledValue> values, double weight) {
    EXPECT_EQ(weight, 1);
    ASSERT_EQ(values.size(), 3U);
    const std::int64_t i = values[0].value.as_int64();
    seen.insert(i);
    EXPECT_EQ(values[1].path, 2U);
    EXPECT_EQ(values[1].value.as_bytes(), "text " + std::to_string(i));
    EXPECT_EQ(values[2].value.type(), ValueType::array);
  });
  EXPECT_EQ(seen.size(), EventSample::kEvents);
  EXPECT_EQ(*seen.begin(), 10);
}

TEST(EventSample, RequireThatLargeEventsAreKeptInPart) {
  EventSample sample;
  const std::string huge(5000, 'x');
  const std::vector<ValueView> values(3 * EventSample::kValues, ValueView::string(huge));
  sample.note(slots_of(values));
  sample.note(slots_of(values));
  std::set<schema::PathId> firsts;
  sample.for_each([&](std::span<const SampledValue> kept, double weight) {
    EXPECT_EQ(weight, 3);
    EXPECT_EQ(kept.size(), EventSample::kValues);
    EXPECT_LE(kept[0].value.size(), EventSample::kTextBytes);
    EXPECT_GT(kept[0].value.size(), 0U);
    firsts.insert(kept[0].path);
  });
  EXPECT_EQ(firsts.size(), 2U) << "the same part of each";
  EXPECT_GT(sample.gap(), 0U);
}

TEST(EventSample, RequireThatAnEventWithoutValuesCounts) {
  EventSample sample;
  sample.note(slots_of({}));
  EXPECT_EQ(sample.noted(), 1U);
  std::size_t events = 0;
  sample.for_each([&](std::span<const SampledValue> values, double) { events += values.empty() ? 1 : 0; });
  EXPECT_EQ(events, 1U);
}

// One path, of which filters name the integers 0 to 9; codes 2i + 2 or so: looked up in the dictionary.
class CostModelTest : public testing::Test {
 protected:
  void SetUp() override {
    Dictionary::Builder builder;
    for (std::int64_t i = 0; i < 10; ++i) builder.add(predicate::ValueSet::point(Value(i)));
    PathIndex path;
    path.path = 0;
    path.dictionary = std::move(builder).build();
    segment_.paths.push_back(std::move(path));
    segment_.local_of = {0};
    counts_.assign(1, std::vector<std::uint32_t>(segment_.paths[0].dictionary.code_count(), 0));
    for (std::int64_t i = 0; i < 10; ++i) counts_[0][code(i)] = 1;
  }
  Code code(std::int64_t i) const { return segment_.paths[0].dictionary.code(ValueView::int64(i)); }
  double chance(const CostModel& model, std::int64_t i) const { return model.probability(0, code(i), code(i)); }
  double total(const CostModel& model) const { return model.probability(0, 0, segment_.paths[0].dictionary.code_count() - 1); }

  Segment segment_;
  std::vector<std::vector<std::uint32_t>> counts_;
  EventSample sample_;
};

TEST_F(CostModelTest, RequireThatConstantsAloneAreThePrior) {
  const CostModel model(segment_, counts_, nullptr);
  EXPECT_NEAR(total(model), 1, 1e-9);
  for (std::int64_t i = 1; i < 10; ++i) EXPECT_NEAR(chance(model, i), chance(model, 0), 1e-9);
}

TEST_F(CostModelTest, RequireThatEventsOutweighThePrior) {
  for (int i = 0; i < 200; ++i) sample_.note(slots_of({i % 4 == 0 ? ValueView() : ValueView::int64(3)}));
  const CostModel model(segment_, counts_, &sample_);
  EXPECT_NEAR(total(model), 1, 1e-9);
  EXPECT_NEAR(chance(model, 3), 0.75, 0.05);
  EXPECT_NEAR(model.probability(0, 0, 0), 0.25, 0.05);
  EXPECT_LT(chance(model, 4), 0.01);
  EXPECT_GT(chance(model, 4), 0);
}

TEST_F(CostModelTest, RequireThatValuesSeenOnceAreSharedOut) {
  for (std::int64_t i = 0; i < 10; ++i) sample_.note(slots_of({ValueView::int64(i)}));
  const CostModel model(segment_, counts_, &sample_);
  EXPECT_NEAR(total(model), 1, 1e-9);
  for (std::int64_t i = 1; i < 10; ++i) EXPECT_NEAR(chance(model, i), chance(model, 0), 1e-9);
}

constexpr std::int64_t kNamed = 20;  // of each attribute

Filter filter_of(std::uint64_t i) {
  const auto number = static_cast<std::int64_t>(i);
  const std::int64_t shop = number / kNamed % kNamed;
  Result<Filter> filter = (attr("kind") == number % kNamed && (attr("shop") == shop || attr("zone") == shop)).build();
  EXPECT_TRUE(filter.ok());
  return *filter;
}

// All events have one kind, and shops that filters seldom name.
std::uint64_t candidates(const Matcher& matcher, std::size_t filters) {
  MatchScratch scratch;
  std::uint64_t sum = 0;
  std::size_t matches = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    Event event;
    event.set("kind", 3).set("shop", i).set("zone", -1 - i);
    matches += matcher.match(event, scratch).size();
    sum += scratch.counters().candidates;
  }
  EXPECT_EQ(matches, filters / static_cast<std::size_t>(kNamed));
  return sum / 1000;
}

constexpr std::uint64_t kFilters = 20'000;

TEST(ObservedEvents, RequireThatCompactionAdaptsToThem) {
  Matcher matcher;
  BulkLoad load(matcher);
  for (std::uint64_t i = 0; i < kFilters; ++i) ASSERT_TRUE(load.add({i}, filter_of(i)));
  ASSERT_TRUE(load.finish());
  // Constants say that both attributes are alike.
  const std::uint64_t before = candidates(matcher, kFilters);
  const std::uint64_t merges = matcher.change_counters().merges;
  ASSERT_TRUE(matcher.compact());
  EXPECT_EQ(matcher.change_counters().merges, merges + 1);
  EXPECT_LE(candidates(matcher, kFilters), before / 5);
}

TEST(ObservedEvents, RequireThatAnExecutorAdaptsASegmentThatStays) {
  std::vector<std::function<void()>> tasks;
  Matcher matcher({.executor = [&](std::function<void()> task) { tasks.push_back(std::move(task)); }});
  BulkLoad load(matcher);
  for (std::uint64_t i = 0; i < kFilters; ++i) ASSERT_TRUE(load.add({i}, filter_of(i)));
  ASSERT_TRUE(load.finish());
  ASSERT_TRUE(tasks.empty());
  candidates(matcher, kFilters);
  const auto change = [&] {
    ASSERT_TRUE(matcher.add({kFilters}, filter_of(0)));
    ASSERT_TRUE(matcher.remove({kFilters}));
    while (!tasks.empty()) {
      const std::function<void()> task = std::move(tasks.back());
      tasks.pop_back();
      task();
    }
  };
  change();
  const std::uint64_t merges = matcher.change_counters().merges;
  EXPECT_EQ(merges, 1U);
  change();  // nothing new was seen
  EXPECT_EQ(matcher.change_counters().merges, merges);
  candidates(matcher, kFilters);
}

}  // namespace
}  // namespace turnout::index
