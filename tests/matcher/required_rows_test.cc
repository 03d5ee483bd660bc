// Rows that name paths which events often lack: their kernels against plain loops, and indexes that have them against filters.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "matcher/index/filter_rows.h"
#include "matcher/index/kernel.h"
#include "matcher/index/live_index.h"
#include "turnout/matcher.h"

namespace turnout::index {
namespace {

std::uint64_t seed() {
  const char* text = std::getenv("TURNOUT_SEED");
  const std::uint64_t seed = text == nullptr ? std::random_device{}() : std::strtoull(text, nullptr, 10);
  std::cout << "TURNOUT_SEED=" << seed << '\n';
  return seed;
}

template <class Word>
void compare_rows(std::mt19937_64& random, const Kernel& kernel) {
  const auto atoms = static_cast<std::uint32_t>(random() % kRowAtomsMax + 1);
  const std::uint32_t lane_words = sizeof(Word) / 2;
  const std::uint32_t words = (atoms + 1) / 2 + lane_words * atoms;
  std::vector<Code> codes(20);
  for (Code& code : codes) code = static_cast<Code>(random() % 4);
  std::vector<std::uint32_t> rows(std::size_t{64} * words + kKernelSlack, ~0U);  // paths behind a row may not be looked up
  std::uint64_t expected = 0;
  const std::uint64_t asked = random();
  for (std::uint32_t r = 0; r < 64; ++r) {
    auto* paths = reinterpret_cast<Local*>(rows.data() + r * words);
    auto* ranges = reinterpret_cast<Word*>(rows.data() + r * words + (atoms + 1) / 2);
    bool holds = (asked >> r & 1) != 0;
    for (std::uint32_t i = 0; i < atoms; ++i) {
      paths[i] = static_cast<Local>(random() % codes.size());
      const Code own = codes[paths[i]];
      const bool miss = random() % (2 * atoms) == 0;
      ranges[2 * i] = static_cast<Word>(miss ? own + 1 : own - own % (random() % 2 + 1));
      ranges[2 * i + 1] = static_cast<Word>(own + random() % 3 + 1);
      holds = holds && ranges[2 * i] <= own && own <= ranges[2 * i + 1];
    }
    expected |= std::uint64_t{holds ? 1U : 0U} << r;
  }
  const auto holding = sizeof(Word) == 2 ? kernel.narrow_rows : kernel.wide_rows;
  ASSERT_EQ(holding(rows.data(), words, atoms, asked, codes.data()), expected) << atoms << " atoms";
}

void compare_masks(std::mt19937_64& random, const Kernel& kernel) {
  const auto lanes = static_cast<std::uint32_t>(random() % 64 + 1);
  std::vector<std::uint32_t> masks(lanes + kKernelSlack);
  for (std::uint32_t& mask : masks) mask = static_cast<std::uint32_t>(random() & random() & random());
  const auto without = static_cast<std::uint32_t>(random() & random() & random());
  std::uint64_t expected = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) expected |= std::uint64_t{(masks[i] & without) == 0 ? 1U : 0U} << i;
  ASSERT_EQ(kernel.masks(masks.data(), lanes, without), expected);

  const auto count = static_cast<std::uint32_t>(random() % 32 + 1);
  std::vector<Local> paths(32, 0);
  std::vector<Code> codes(40);
  for (Code& code : codes) code = static_cast<Code>(random() % 3);
  std::uint32_t absent = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    paths[i] = static_cast<Local>(random() % codes.size());
    absent |= (codes[paths[i]] == 0 ? 1U : 0U) << i;
  }
  ASSERT_EQ(kernel.absent(paths.data(), count, codes.data()), absent);
}

TEST(RequiredRows, RequireThatEveryKernelAgreesWithALoop) {
  std::mt19937_64 random(seed());
  std::vector<const Kernel*> kernels{&kPortableKernel};
#if defined(TURNOUT_X86_SIMD)
  if (__builtin_cpu_supports("avx2") != 0) kernels.push_back(&kAvx2Kernel);
#endif
  for (int round = 0; round < 3000; ++round) {
    for (const Kernel* kernel : kernels) {
      ASSERT_NO_FATAL_FAILURE(compare_rows<std::uint16_t>(random, *kernel));
      ASSERT_NO_FATAL_FAILURE(compare_rows<std::uint32_t>(random, *kernel));
      ASSERT_NO_FATAL_FAILURE(compare_masks(random, *kernel));
    }
  }
}

constexpr std::uint64_t kFilters = 9000;  // enough that events are learnt from
constexpr std::size_t kNames = 40;        // of paths, more than masks speak of
constexpr std::uint64_t kTenants = 60;

std::string name(std::uint64_t i) { return "a" + std::to_string(i); }

// A tenant, six ranges and now and then something that no column tests. Every event that has all of a filter's paths matches it
// with a fair chance.
Filter filter_of(std::uint64_t number, std::mt19937_64& random, bool wide) {
  Condition condition = attr("tenant") == static_cast<std::int64_t>(number % kTenants);
  std::vector<std::uint64_t> names;
  while (names.size() < 6) {
    const std::uint64_t next = random() % kNames;
    if (std::find(names.begin(), names.end(), next) == names.end()) names.push_back(next);
  }
  for (const std::uint64_t each : names) {
    const auto low = static_cast<std::int64_t>(random() % 4);
    condition = condition && attr(name(each)) >= low && attr(name(each)) <= static_cast<std::int64_t>(low + 7);
  }
  if (number % 7 == 0) condition = condition && (attr(name(names[0])) > 3 || attr(name(number % kNames)) < 5);
  if (wide && number < 4) {  // together more constants than 16 bits tell apart
    std::vector<Value> values;
    for (std::int64_t i = 0; i < 9000; ++i) values.emplace_back(100 + 8 * i + 2 * static_cast<std::int64_t>(number));
    for (std::uint64_t i = 0; i < kNames; i += 5) condition = condition || attr(name(i)).in(values);
  }
  Result<Filter> filter = condition.build();
  EXPECT_TRUE(filter.ok());
  return *filter;
}

Event event_of(std::mt19937_64& random) {
  Event event;
  event.set("tenant", static_cast<std::int64_t>(random() % kTenants));
  const std::uint64_t share = random() % 4;  // all of the paths, half of them, fewer
  for (std::uint64_t i = 0; i < kNames; ++i) {
    if (share > 0 && random() % (share + 1) != 0) continue;
    if (random() % 50 == 0) event.set(name(i), Value::null());
    else event.set(name(i), static_cast<std::int64_t>(random() % 10));
  }
  return event;
}

std::uint64_t rows_behind_masks(const LiveIndex& index, std::uint64_t filters) {
  const std::shared_ptr<const Snapshot> now = index.snapshot();
  std::uint64_t count = 0;
  for (const Part& part : now->parts) {
    for (Entry e = 0; e < std::min<std::uint64_t>(filters, part.segment->size()); e += 61) {
      for (const FilterRow& row : rows_of(*part.segment, e)) {
        count += read_header(part.segment->blocks.data() + row.block).has(BlockHeader::kRequired) ? 1 : 0;
      }
    }
  }
  return count;
}

class RequiredRows : public ::testing::TestWithParam<bool> {};

TEST_P(RequiredRows, RequireThatTheyMatchAsTheirFiltersDo) {
  std::mt19937_64 random(seed());
  std::vector<Filter> filters;
  for (std::uint64_t i = 0; i < kFilters; ++i) filters.push_back(filter_of(i, random, GetParam()));
  std::vector<Change> changes;
  for (std::uint64_t i = 0; i < kFilters; ++i) changes.push_back({Change::Kind::add, {i}, filters[i], i});
  LiveIndex index({.keep_text = false});
  ASSERT_TRUE(index.apply(changes));

  std::size_t hint = 0;
  Workspace work;
  std::vector<std::uint64_t> found;
  const Sink sink{&found, [](void* target, std::span<const SubscriptionId> ids, const std::uint64_t* words) -> Sink::Taken {
                    for (std::size_t i = 0; i < ids.size(); ++i) {
                      EXPECT_EQ(ids[i].value, words[i]);
                      static_cast<std::vector<std::uint64_t>*>(target)->push_back(ids[i].value);
                    }
                    return {ids.size(), true};
                  }};
  const auto check = [&](int events, std::uint64_t first) {
    for (int n = 0; n < events; ++n) {
      const Event event = event_of(random);
      MatchItem item{&event.data(), &work, sink};
      found.clear();
      index.match({&item, 1}, hint);
      std::sort(found.begin(), found.end());
      std::vector<std::uint64_t> expected;
      for (std::uint64_t i = first; i < kFilters; ++i) {
        if (filters[i].matches(event)) expected.push_back(i);
      }
      ASSERT_EQ(found, expected) << event.to_string();
    }
  };
  check(300, 0);
  ASSERT_TRUE(index.compact());
  EXPECT_GT(rows_behind_masks(index, kFilters), kFilters / 61 / 4) << "the layout that this test is about is not used";
  check(300, 0);

  // Rows are read back when segments are merged.
  std::vector<Change> removals;
  for (std::uint64_t i = 0; i < kFilters / 3; ++i) removals.push_back({Change::Kind::remove, {i}, {}, 0});
  ASSERT_TRUE(index.apply(removals));
  ASSERT_TRUE(index.compact());
  EXPECT_GT(rows_behind_masks(index, kFilters), 0U);
  check(100, kFilters / 3);
}

INSTANTIATE_TEST_SUITE_P(Codes, RequiredRows, ::testing::Values(false, true),
                         [](const auto& each) { return each.param ? "wide" : "narrow"; });

}  // namespace
}  // namespace turnout::index
