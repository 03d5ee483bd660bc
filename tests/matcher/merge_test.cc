// Merging segments gives what a segment built at once from the same filters gives.
#include "matcher/index/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "matcher/index/match.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "tests/matcher/random_expr.h"

namespace turnout::index {
namespace {

class MergeTest : public testing::Test {
 protected:
  std::shared_ptr<const Segment> build(std::size_t from, std::size_t to) {
    std::vector<Source> sources;
    for (std::size_t i = from; i < to; ++i) { sources.push_back({{i}, i % 5 == 0 ? 0 : i, &filters_[i].rep(), texts_[i]}); }
    auto segment = build_segment(sources, registry_, {});
    EXPECT_TRUE(segment.ok());
    return *segment;
  }

  void fill(std::size_t count, int depth) {
    for (std::size_t i = 0; i < count; ++i) {
      filters_.push_back(predicate::make_filter(random_.condition(depth), Dialect::core, {}));
      texts_.push_back(filters_.back().text());
    }
  }

  std::vector<std::uint64_t> match(const Segment& segment, const Event& event) {
    std::vector<std::uint64_t> ids;
    const std::size_t paths = registry_.size();
    if (work_.slots.values.size() < paths) work_.slots.values.resize(paths);
    registry_.resolve(event.data(), work_.slots);
    const auto take = [](void* target, std::span<const SubscriptionId> found, const std::uint64_t* words) -> Sink::Taken {
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(words[i], found[i].value % 5 == 0 ? 0 : found[i].value);
        static_cast<std::vector<std::uint64_t>*>(target)->push_back(found[i].value);
      }
      return {found.size(), true};
    };
    MatchItem item{.event = &event.data(), .work = &work_, .sink = {&ids, take}};
    match_segment(segment, nullptr, {&item, 1});
    work_.slots.clear();
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  std::uint64_t seed_ = predicate::test_seed();
  predicate::RandomExpr random_{seed_};
  schema::PathRegistry registry_;
  std::vector<Filter> filters_;
  std::vector<std::string> texts_;
  Workspace work_;
};

std::size_t constants(const Segment& segment) {
  std::size_t codes = 0;
  for (const PathIndex& path : segment.paths) codes += path.dictionary.code_count();
  return codes;
}

TEST_F(MergeTest, RequireThatAMergeEqualsASegmentBuiltAtOnce) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_));
  for (int round = 0; round < 12; ++round) {
    filters_.clear();
    texts_.clear();
    fill(300, round % 4);
    const auto whole = build(0, filters_.size());
    std::vector<std::shared_ptr<const Segment>> parts;
    std::vector<MergeInput> inputs;
    for (std::size_t from = 0; from < filters_.size();) {
      const std::size_t to = std::min(filters_.size(), from + 1 + random_.pick(120));
      parts.push_back(build(from, to));
      inputs.push_back({parts.back().get(), nullptr, nullptr});
      from = to;
    }
    const auto merged = merge_segments(inputs, {});
    ASSERT_TRUE(merged.ok());
    ASSERT_EQ((*merged)->size(), whole->size());
    EXPECT_EQ(constants(**merged), constants(*whole));
    EXPECT_EQ((*merged)->texts.size(), whole->texts.size());
    EXPECT_EQ((*merged)->residuals.size(), whole->residuals.size());
    EXPECT_EQ((*merged)->programs.size(), whole->programs.size());
    for (Entry entry = 0; entry < (*merged)->size(); ++entry) {
      EXPECT_EQ((*merged)->text_of(entry), texts_[(*merged)->ids[entry].value]);
    }
    Event event;
    for (int e = 0; e < 40; ++e) {
      random_.fill(event);
      ASSERT_EQ(match(**merged, event), match(*whole, event)) << event.to_string();
      const predicate::EventLookup lookup(event.data());
      for (Entry entry = 0; entry < (*merged)->size(); ++entry) {
        const Filter& filter = filters_[(*merged)->ids[entry].value];
        ASSERT_EQ(predicate::evaluate(decode(**merged, registry_, entry), lookup),
                  predicate::evaluate(filter.rep().matches(), lookup))
            << filter.text();
      }
    }
  }
}

TEST_F(MergeTest, RequireThatWhatOnlyRemovedFiltersNamedIsLeftBehind) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_));
  for (int round = 0; round < 12; ++round) {
    filters_.clear();
    texts_.clear();
    fill(200, 2);
    const auto kept = build(150, 200);
    const auto first = build(0, 170);
    const auto second = build(170, 200);
    Tombstones dead(first->size());
    for (Entry entry = 0; entry < first->size(); ++entry) {
      if (first->ids[entry].value < 150) dead.insert(entry);
    }
    const MergeInput inputs[] = {{first.get(), &dead, nullptr}, {second.get(), nullptr, nullptr}};
    const auto merged = merge_segments(inputs, {});
    ASSERT_TRUE(merged.ok());
    EXPECT_EQ((*merged)->size(), 50U);
    EXPECT_EQ((*merged)->paths.size(), kept->paths.size());
    EXPECT_LE(constants(**merged), constants(*kept));  // what a residual asks for and no program uses goes too
    EXPECT_EQ((*merged)->texts.size(), kept->texts.size());
    EXPECT_EQ((*merged)->residuals.size(), kept->residuals.size());
    Event event;
    for (int e = 0; e < 40; ++e) {
      random_.fill(event);
      ASSERT_EQ(match(**merged, event), match(*kept, event)) << event.to_string();
    }
  }
}

TEST_F(MergeTest, RequireThatConsumedInputsGiveTheSame) {
  SCOPED_TRACE("TURNOUT_SEED=" + std::to_string(seed_));
  fill(400, 2);
  const auto whole = build(0, 400);
  const auto first = std::const_pointer_cast<Segment>(build(0, 250));
  const auto second = std::const_pointer_cast<Segment>(build(250, 400));
  const MergeInput inputs[] = {{first.get(), nullptr, first.get()}, {second.get(), nullptr, second.get()}};
  const auto merged = merge_segments(inputs, {});
  ASSERT_TRUE(merged.ok());
  EXPECT_TRUE(first->blocks.empty());
  Event event;
  for (int e = 0; e < 100; ++e) {
    random_.fill(event);
    ASSERT_EQ(match(**merged, event), match(*whole, event)) << event.to_string();
  }
}

}  // namespace
}  // namespace turnout::index
