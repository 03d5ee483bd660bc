// The parts of the index on their own: value sets, dictionaries, kernels, tombstones, reclamation.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "base/epoch.h"
#include "matcher/index/block.h"
#include "matcher/index/dictionary.h"
#include "matcher/index/kernel.h"
#include "matcher/index/tombstones.h"
#include "matcher/predicate/value_set.h"

namespace turnout {
namespace {

using index::Code;
using index::CodeRange;
using index::Dictionary;
using predicate::Cut;
using predicate::Region;
using predicate::ValueSet;
using schema::ValueView;

std::uint64_t seed() {
  const char* text = std::getenv("TURNOUT_SEED");
  const std::uint64_t value = text == nullptr ? 20261130 : std::strtoull(text, nullptr, 10);
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(value));
  return value;
}

constexpr std::int64_t kTwo53 = std::int64_t{1} << 53;

// Values that lie close together wherever the order has an edge.
std::vector<Value> edge_values() {
  std::vector<Value> values{false,
                            true,
                            0,
                            1,
                            -1,
                            2,
                            0.5,
                            1.5,
                            -0.0,
                            "",
                            "a",
                            "ab",
                            "abc",
                            "b",
                            "\xc3\xa4",
                            "\xf0\x9f\x98\x80",
                            Value::binary(""),
                            Value::binary("a"),
                            Value::binary("b"),
                            std::nan(""),
                            std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(),
                            std::numeric_limits<std::int64_t>::max(),
                            std::numeric_limits<std::int64_t>::min(),
                            9223372036854775808.0,
                            -9223372036854775808.0,
                            1e300,
                            -1e300,
                            5e-324};
  for (std::int64_t d = -3; d <= 3; ++d) {
    values.emplace_back(kTwo53 + d);
    values.emplace_back(static_cast<double>(kTwo53 + d));
    values.emplace_back((std::int64_t{1} << 62) + d);
    values.emplace_back(std::numeric_limits<std::int64_t>::max() - 1024 + d);
  }
  return values;
}

std::vector<ValueView> all_views(const std::vector<Value>& values) {
  std::vector<ValueView> views{ValueView{}, ValueView::null(), ValueView::array({}), ValueView::object(nullptr, 0)};
  for (const Value& value : values) views.push_back(ValueView::of(value));
  return views;
}

ValueSet random_set(std::mt19937_64& random, const std::vector<Value>& values) {
  const auto pick = [&]() -> const Value& {
    for (;;) {
      const Value& value = values[random() % values.size()];
      const double* number = value.if_float64();
      if (number == nullptr || !std::isnan(*number)) return value;
    }
  };
  const auto cut = [&] { return random() % 2 == 0 ? Cut::before(pick()) : Cut::after(pick()); };
  switch (random() % 7) {
    case 0:
      return ValueSet::point(pick());
    case 1:
      return ValueSet::points({pick(), pick(), pick()});
    case 2: {
      const Cut a = cut();
      const Cut b = cut();
      return compare(a, b) < 0 ? ValueSet::range(a, b) : ValueSet::range(b, a);
    }
    case 3:
      return ValueSet::region(static_cast<Region>(random() % 9));
    case 4:
      return random_set(random, values).complement();
    case 5:
      return random_set(random, values).unite(random_set(random, values));
    default:
      return random_set(random, values).intersect(random_set(random, values));
  }
}

TEST(ValueSet, RequireThatAlgebraAgreesWithMembership) {
  std::mt19937_64 random(seed());
  const std::vector<Value> values = edge_values();
  const std::vector<ValueView> views = all_views(values);
  for (int round = 0; round < 2000; ++round) {
    const ValueSet a = random_set(random, values);
    const ValueSet b = random_set(random, values);
    const ValueSet either = a.unite(b);
    const ValueSet both = a.intersect(b);
    const ValueSet not_a = a.complement();
    for (const ValueView view : views) {
      ASSERT_EQ(either.contains(view), a.contains(view) || b.contains(view)) << "round " << round;
      ASSERT_EQ(both.contains(view), a.contains(view) && b.contains(view)) << "round " << round;
      ASSERT_EQ(not_a.contains(view), !a.contains(view)) << "round " << round;
    }
    ASSERT_TRUE(a.intersect(not_a).is_empty());
    ASSERT_TRUE(a.unite(not_a).is_all());
    for (std::size_t i = 1; i < either.cuts().size(); ++i) ASSERT_LT(compare(either.cuts()[i - 1], either.cuts()[i]), 0);
  }
}

TEST(ValueSet, RequireThatNumbersCompareExactlyAcrossTypes) {
  const ValueSet at = ValueSet::point(Value(kTwo53 + 1));
  EXPECT_TRUE(at.contains(ValueView::int64(kTwo53 + 1)));
  EXPECT_FALSE(at.contains(ValueView::float64(static_cast<double>(kTwo53))));
  EXPECT_FALSE(at.contains(ValueView::float64(static_cast<double>(kTwo53 + 2))));
  EXPECT_TRUE(ValueSet::point(Value(1)).contains(ValueView::float64(1.0)));
  EXPECT_TRUE(ValueSet::point(Value(-0.0)).contains(ValueView::int64(0)));
  EXPECT_EQ(ValueSet::point(Value(1.0)), ValueSet::point(Value(1)));
  EXPECT_TRUE(ValueSet::point(Value(std::nan(""))).is_empty());
}

TEST(ValueSet, RequireThatAPrefixHoldsExactlyTheStringsThatBeginWithIt) {
  const ValueSet set = ValueSet::prefix("a\xff");
  EXPECT_TRUE(set.contains(ValueView::string("a\xff")));
  EXPECT_TRUE(set.contains(ValueView::string("a\xff\xff")));
  EXPECT_FALSE(set.contains(ValueView::string("b")));
  EXPECT_TRUE(ValueSet::prefix("").contains(ValueView::string("")));
  EXPECT_FALSE(ValueSet::prefix("").contains(ValueView::int64(1)));
}

TEST(Dictionary, RequireThatCodesDecideMembershipAndSetsComeBack) {
  std::mt19937_64 random(seed());
  const std::vector<Value> values = edge_values();
  const std::vector<ValueView> views = all_views(values);
  for (int round = 0; round < 400; ++round) {
    Dictionary::Builder builder;
    std::vector<ValueSet> sets;
    for (std::uint64_t i = 0; i <= random() % 8; ++i) {
      sets.push_back(random_set(random, values));
      builder.add(sets.back());
    }
    const Dictionary dictionary = std::move(builder).build();
    std::vector<CodeRange> ranges;
    for (const ValueSet& set : sets) {
      dictionary.encode(set, ranges);
      ASSERT_EQ(dictionary.decode(ranges.data(), ranges.size()), set) << "round " << round;
      for (const ValueView view : views) {
        const Code code = dictionary.code(view);
        ASSERT_LT(code, dictionary.code_count());
        bool inside = false;
        for (const CodeRange& range : ranges) inside = inside || (range.low <= code && code <= range.high);
        ASSERT_EQ(inside, set.contains(view)) << "round " << round << ", type " << type_name(view.type());
      }
    }
    ASSERT_EQ(dictionary.code(ValueView{}), 0U);
  }
}

// More numbers than are searched one by one: integers that lie close together, evenly, in heaps, and of any size.
TEST(Dictionary, RequireThatManyNumbersAreFound) {
  std::mt19937_64 random(seed());
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  for (int kind = 0; kind < 7; ++kind) {
    std::vector<Value> numbers;
    for (int i = 0; i < 300; ++i) {
      const auto r = static_cast<std::int64_t>(random() % 400);
      const Value of_kind[] = {Value(r - 200),
                               Value(r * 1'000),
                               Value(static_cast<double>(r) / 8),
                               Value(std::ldexp(1.0, static_cast<int>(r) - 200)),
                               Value(kMax - r),
                               i == 0 ? Value(-HUGE_VAL) : Value(r),
                               i % 2 == 0 ? Value((std::int64_t{1} << 53) + r) : Value(0x1p53 - static_cast<double>(r))};
      numbers.push_back(of_kind[kind]);
    }
    Dictionary::Builder builder;
    std::vector<ValueSet> sets;
    for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
      sets.push_back(i % 2 == 0 ? ValueSet::point(numbers[i])
                                : ValueSet::range(predicate::Cut::before(numbers[i]), predicate::Cut::start(Region::string)));
      builder.add(sets.back());
    }
    const Dictionary dictionary = std::move(builder).build();
    std::vector<Value> probes = numbers;
    for (const Value& number : numbers) {
      const std::int64_t* integer = number.if_int64();
      const double real = integer != nullptr ? static_cast<double>(*integer) : *number.if_float64();
      probes.insert(probes.end(), {Value(real), Value(std::nextafter(real, -HUGE_VAL)), Value(std::nextafter(real, HUGE_VAL))});
      if (integer != nullptr && *integer < kMax) probes.emplace_back(*integer + 1);
      if (integer != nullptr) probes.emplace_back(*integer - 1);
    }
    probes.insert(probes.end(), {Value(HUGE_VAL), Value(-HUGE_VAL), Value(kMax), Value(-kMax - 1), Value(-0.0)});
    std::vector<CodeRange> ranges;
    for (const ValueSet& set : sets) {
      dictionary.encode(set, ranges);
      ASSERT_EQ(dictionary.decode(ranges.data(), ranges.size()), set) << "kind " << kind;
      for (const Value& probe : probes) {
        const ValueView view = ValueView::of(probe);
        dictionary.prefetch(view);
        const Code code = dictionary.code(view);
        bool inside = false;
        for (const CodeRange& range : ranges) inside = inside || (range.low <= code && code <= range.high);
        ASSERT_EQ(inside, set.contains(view)) << "kind " << kind;
      }
    }
  }
}

template <class Word>
void compare_kernels(std::mt19937_64& random, const index::Kernel& kernel) {
  const std::uint32_t lanes = static_cast<std::uint32_t>(random() % 64 + 1);
  std::vector<Word> low(lanes + 2 * index::kKernelSlack);
  std::vector<Word> high(lanes + 2 * index::kKernelSlack);
  std::vector<index::Local> paths(64, 0);
  std::vector<Code> codes(20);
  const std::uint32_t scale = random() % 2 == 0 ? 10 : static_cast<Word>(~Word{0});
  for (Code& code : codes) code = static_cast<std::uint32_t>(random()) % scale;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    low[i] = static_cast<Word>(static_cast<std::uint32_t>(random()) % scale);
    high[i] = static_cast<Word>(low[i] + static_cast<std::uint32_t>(random()) % (scale - low[i]));
    paths[i] = static_cast<index::Local>(random() % codes.size());
  }
  std::uint64_t expected = 0;
  std::uint64_t expected_heads = 0;
  std::uint64_t expected_points = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    expected |= std::uint64_t{low[i] <= codes[0] && codes[0] <= high[i] ? 1U : 0U} << i;
    expected_heads |= std::uint64_t{low[i] <= codes[paths[i]] && codes[paths[i]] <= high[i] ? 1U : 0U} << i;
    expected_points |= std::uint64_t{low[i] == codes[paths[i]] ? 1U : 0U} << i;
  }
  if constexpr (sizeof(Word) == 2) {
    ASSERT_EQ(kernel.narrow_points(paths.data(), low.data(), lanes, codes.data()), expected_points);
    ASSERT_EQ(kernel.narrow(low.data(), high.data(), lanes, codes[0]), expected);
    ASSERT_EQ(kernel.narrow_heads(paths.data(), low.data(), high.data(), lanes, codes.data()), expected_heads);
  } else {
    ASSERT_EQ(kernel.wide_points(paths.data(), low.data(), lanes, codes.data()), expected_points);
    ASSERT_EQ(kernel.wide(low.data(), high.data(), lanes, codes[0]), expected);
    ASSERT_EQ(kernel.wide_heads(paths.data(), low.data(), high.data(), lanes, codes.data()), expected_heads);
  }
}

template <class Word>
void compare_row_kernels(std::mt19937_64& random, const index::Kernel& kernel) {
  const std::uint32_t atoms = static_cast<std::uint32_t>(random() % index::kRowAtomsMax + 1);
  std::vector<Word> ranges(2 * atoms + 2 * index::kKernelSlack);
  std::vector<index::Local> paths(atoms + 2 * index::kKernelSlack, index::kNoLocal);  // of which none may be looked up
  std::vector<Code> codes(20);
  const std::uint32_t scale = random() % 2 == 0 ? 3 : static_cast<Word>(~Word{0});
  for (Code& code : codes) code = static_cast<std::uint32_t>(random()) % scale;
  std::uint32_t expected = 0;
  for (std::uint32_t i = 0; i < atoms; ++i) {
    paths[i] = static_cast<index::Local>(random() % codes.size());
    ranges[2 * i] = static_cast<Word>(static_cast<std::uint32_t>(random()) % scale);
    ranges[2 * i + 1] = static_cast<Word>(ranges[2 * i] + static_cast<std::uint32_t>(random()) % (scale - ranges[2 * i]));
    const Code code = codes[paths[i]];
    if (ranges[2 * i] <= code && code <= ranges[2 * i + 1]) expected |= 1U << i;
  }
  if constexpr (sizeof(Word) == 2) {
    ASSERT_EQ(kernel.narrow_row(paths.data(), ranges.data(), atoms, codes.data()), expected);
  } else {
    ASSERT_EQ(kernel.wide_row(paths.data(), ranges.data(), atoms, codes.data()), expected);
  }
}

void compare_line_kernels(std::mt19937_64& random, const index::Kernel& kernel) {
  const std::size_t count = random() % 9 + 1;
  const std::size_t word = index::kLineWords * (random() % 3);
  const bool dense = random() % 2 == 0;
  std::vector<std::vector<std::uint64_t>> bitmaps(count, std::vector<std::uint64_t>(3 * index::kLineWords));
  std::vector<const std::uint64_t*> chosen;
  for (std::vector<std::uint64_t>& bitmap : bitmaps) {
    for (std::uint64_t& bits : bitmap) bits = random() & (dense ? ~std::uint64_t{0} : random() & random() & random());
    chosen.push_back(bitmap.data());
  }
  std::array<std::uint64_t, index::kLineWords> expected;
  expected.fill(~std::uint64_t{0});
  std::array<std::uint64_t, index::kLineWords> alive{};
  std::uint64_t left = 0;
  for (std::size_t w = 0; w < index::kLineWords; ++w) {
    for (const std::uint64_t* bitmap : chosen) expected[w] &= bitmap[word + w];
    left |= expected[w];
  }
  const bool some = kernel.and_lines(chosen.data(), count, word, alive.data());
  ASSERT_EQ(some, left != 0);
  if (some) { ASSERT_EQ(alive, expected); }
}

// A bit per set, and sets in lanes of which those behind the last lie far outside.
template <class Word>
void compare_set_kernels(std::mt19937_64& random, const index::Kernel& kernel) {
  const std::uint32_t lanes = static_cast<std::uint32_t>(random() % 64 + 1);
  std::vector<std::uint64_t> members(random() % 40 + 1);
  for (std::uint64_t& word : members) word = random();
  std::vector<Word> sets(lanes + 2 * index::kKernelSlack, static_cast<Word>(~Word{0}));
  std::uint64_t expected = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    sets[i] = static_cast<Word>(random() % (64 * members.size()));
    expected |= (members[sets[i] / 64] >> (sets[i] % 64) & 1) << i;
  }
  if constexpr (sizeof(Word) == 2) {
    ASSERT_EQ(kernel.narrow_sets(members.data(), sets.data(), lanes), expected);
  } else {
    ASSERT_EQ(kernel.wide_sets(members.data(), sets.data(), lanes), expected);
  }
}

template <class Word>
void compare_all_kernels(std::mt19937_64& random, const index::Kernel& kernel) {
  ASSERT_NO_FATAL_FAILURE(compare_kernels<Word>(random, kernel));
  ASSERT_NO_FATAL_FAILURE(compare_row_kernels<Word>(random, kernel));
  ASSERT_NO_FATAL_FAILURE(compare_set_kernels<Word>(random, kernel));
  ASSERT_NO_FATAL_FAILURE(compare_line_kernels(random, kernel));
}

TEST(Kernel, RequireThatEveryImplementationGivesTheSameMask) {
  std::mt19937_64 random(seed());
  for (int round = 0; round < 3000; ++round) {
    ASSERT_NO_FATAL_FAILURE(compare_all_kernels<std::uint16_t>(random, index::kPortableKernel));
    ASSERT_NO_FATAL_FAILURE(compare_all_kernels<std::uint32_t>(random, index::kPortableKernel));
#if defined(TURNOUT_X86_SIMD)
    if (__builtin_cpu_supports("avx2") == 0) continue;
    ASSERT_NO_FATAL_FAILURE(compare_all_kernels<std::uint16_t>(random, index::kAvx2Kernel));
    ASSERT_NO_FATAL_FAILURE(compare_all_kernels<std::uint32_t>(random, index::kAvx2Kernel));
#endif
  }
}

TEST(Tombstones, RequireThatACopySharesPagesButNotChanges) {
  index::Tombstones first(100'000);
  first.insert(5);
  first.insert(99'999);
  first.insert(5);
  index::Tombstones second(first);
  second.insert(6);
  EXPECT_EQ(first.count(), 2U);
  EXPECT_EQ(second.count(), 3U);
  EXPECT_TRUE(second.contains(5));
  EXPECT_TRUE(second.contains(99'999));
  EXPECT_TRUE(second.contains(6));
  EXPECT_FALSE(first.contains(6));
  EXPECT_FALSE(first.contains(50'000));
}

TEST(Epoch, RequireThatWhatAReaderMayHoldIsKept) {
  base::EpochDomain domain;
  auto object = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = object;
  std::size_t hint = 0;
  {
    const base::EpochDomain::Guard guard = domain.enter(hint);
    domain.retire(std::move(object));
    EXPECT_FALSE(watch.expired());
  }
  domain.reclaim();
  EXPECT_TRUE(watch.expired());
}

TEST(Epoch, RequireThatMoreReadersThanSlotsFindRoom) {
  base::EpochDomain domain;
  std::vector<std::unique_ptr<base::EpochDomain::Guard>> inside;
  std::vector<std::size_t> hints(200, 0);
  for (std::size_t& hint : hints) inside.emplace_back(new base::EpochDomain::Guard(domain.enter(hint)));
  auto object = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = object;
  domain.retire(std::move(object));
  inside.resize(1);
  domain.reclaim();
  EXPECT_FALSE(watch.expired());
  inside.clear();
  domain.reclaim();
  EXPECT_TRUE(watch.expired());
}

TEST(Epoch, RequireThatReadersNeverSeeFreedMemory) {
  struct Node {
    std::uint64_t a = 1, b = ~std::uint64_t{1};
    ~Node() { a = b = 0; }
  };
  base::EpochDomain domain;
  auto current = std::make_shared<const Node>();
  std::atomic<const Node*> published{current.get()};
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0};
  std::vector<std::thread> readers;
  for (int t = 0; t < 3; ++t) {
    readers.emplace_back([&] {
      std::size_t hint = 0;
      while (!stop.load()) {
        const base::EpochDomain::Guard guard = domain.enter(hint);
        const Node* node = published.load();
        if (node->a != ~node->b) torn.fetch_add(1);
      }
    });
  }
  for (int i = 0; i < 20'000; ++i) {
    auto next = std::make_shared<const Node>();
    published.store(next.get());
    std::swap(current, next);
    domain.retire(std::move(next));
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(torn.load(), 0);
  domain.reclaim();
  EXPECT_EQ(domain.retired(), 0U);
}

}  // namespace
}  // namespace turnout
