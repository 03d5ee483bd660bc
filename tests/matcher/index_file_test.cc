// Saved indexes: what was saved comes back, and what is no saved index is refused, however close it comes.
#include "matcher/index/index_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "base/file.h"
#include "matcher/index/live_index.h"
#include "matcher/predicate/check.h"
#include "matcher/predicate/filter_rep.h"
#include "tests/matcher/random_expr.h"
#include "turnout/matcher.h"

namespace turnout {
namespace {

class IndexFileTest : public testing::Test {
 protected:
  IndexFileTest() {
    std::filesystem::create_directory(folder_);
    std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed_));
  }
  ~IndexFileTest() override { std::filesystem::remove_all(folder_); }

  // Filters that a compiler would accept: what no filter can hold, a saved index must not hold either.
  Filter random_filter() {
    for (;;) {
      const predicate::ExprPtr root = random_.condition(static_cast<int>(random_.pick(4)));
      if (predicate::check(*root, Dialect::core).errors.empty()) return predicate::make_filter(root, Dialect::core, {});
    }
  }
  void add_random(Matcher& matcher, std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) ASSERT_TRUE(matcher.add({i}, random_filter(), i * 3));
  }

  // What the matcher says to an event, as text.
  std::string answer(const Matcher& matcher, const Event& event) {
    std::vector<std::string> all;
    matcher.match(event, scratch_, [&](SubscriptionId id, std::uint64_t word) {
      all.push_back(std::to_string(id.value) + ':' + std::to_string(word));
      return true;
    });
    std::sort(all.begin(), all.end());
    std::string joined;
    for (const std::string& one : all) joined += one + ' ';
    return joined;
  }

  void expect_same(const Matcher& a, const Matcher& b, int events) {
    Event event;
    for (int i = 0; i < events; ++i) {
      random_.fill(event);
      ASSERT_EQ(answer(a, event), answer(b, event)) << event.to_string();
    }
  }

  std::string small_file() {
    Matcher matcher;
    add_random(matcher, 0, 30);
    EXPECT_TRUE(matcher.add({100}, *(attr("a") == 1 && attr("s").like("%x%y") && !attr("b").in({1, 2, 3})).build()));
    EXPECT_TRUE(matcher.save(path_));
    return *base::read_file(path_, 1U << 24);
  }

  std::uint64_t seed_ = predicate::test_seed();
  predicate::RandomExpr random_{seed_};
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("turnout_index_" + std::to_string(::getpid()));
  std::string path_ = (folder_ / "index").string();
  MatchScratch scratch_;
};

Result<void> load_bytes(const std::string& bytes, index::LiveIndex& index) { return index.load(bytes); }

TEST_F(IndexFileTest, RequireThatWhatWasSavedComesBack) {
  Matcher matcher;
  add_random(matcher, 0, 900);
  for (std::uint64_t i = 0; i < 900; i += 4) ASSERT_TRUE(matcher.remove({i}));
  add_random(matcher, 1000, 1100);  // some of them in the delta still
  ASSERT_TRUE(matcher.save(path_));
  Matcher loaded;
  ASSERT_TRUE(loaded.load(path_));
  EXPECT_EQ(loaded.size(), matcher.size());
  EXPECT_EQ(loaded.referenced_paths(), matcher.referenced_paths());
  expect_same(matcher, loaded, 400);
  for (std::uint64_t i = 1; i < 900; i += 50) {
    const Result<std::string> text = matcher.get({i});
    if (text) { EXPECT_EQ(*loaded.get({i}), *text); }
  }
  // The loaded index is as live as another.
  add_random(loaded, 2000, 2400);
  EXPECT_FALSE(loaded.load(path_).ok());  // the ids are there
  ASSERT_TRUE(loaded.remove({1}));
  ASSERT_TRUE(loaded.compact());
  EXPECT_EQ(loaded.size(), matcher.size() + 399);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1) << "temporary files are left";
}

// Sets of small codes on many paths: those of one path must not be taken for those of another.
TEST_F(IndexFileTest, RequireThatEachSetIsKeptOnce) {
  Matcher matcher({.keep_text = false});
  std::uint64_t id = 0;
  for (int again = 0; again < 2; ++again) {
    for (int path = 0; path < 12; ++path) {
      const std::string name = "p" + std::to_string(path);
      for (int low = 0; low < 16; ++low) {
        const Condition condition = (attr(name) >= low && attr(name) <= 20) || (attr(name) >= 30 && attr(name) <= 40);
        ASSERT_TRUE(matcher.add({id++}, *(condition && attr("q") == again).build()));
      }
    }
  }
  ASSERT_TRUE(matcher.compact());
  ASSERT_TRUE(matcher.save(path_));
  Matcher loaded({.keep_text = false});
  const Result<void> ok = loaded.load(path_);
  ASSERT_TRUE(ok) << to_string(ok.error());
  EXPECT_EQ(loaded.size(), matcher.size());
}

TEST_F(IndexFileTest, RequireThatSavingTwiceGivesTheSameFilters) {
  Matcher matcher({.keep_text = false});
  add_random(matcher, 0, 500);
  ASSERT_TRUE(matcher.save(path_));
  Matcher second({.keep_text = false});
  ASSERT_TRUE(second.load(path_));
  ASSERT_TRUE(second.save(path_));
  Matcher third({.keep_text = false});
  ASSERT_TRUE(third.load(path_));
  expect_same(matcher, third, 200);
  Matcher with_texts;
  const Result<void> refused = with_texts.load(path_);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::unavailable);
}

TEST_F(IndexFileTest, RequireThatAnEmptyMatcherCanBeSaved) {
  ASSERT_TRUE(Matcher().save(path_));
  Matcher loaded;
  ASSERT_TRUE(loaded.load(path_));
  EXPECT_EQ(loaded.size(), 0U);
}

TEST_F(IndexFileTest, RequireThatFilesThatAreNotThereAreReported) {
  Matcher matcher;
  EXPECT_EQ(matcher.load((folder_ / "none").string()).error().code, ErrorCode::io);
  EXPECT_EQ(matcher.load(folder_.string()).error().code, ErrorCode::io);
  EXPECT_EQ(matcher.save((folder_ / "none" / "index").string()).error().code, ErrorCode::io);
}

TEST_F(IndexFileTest, RequireThatEveryFlippedBitAndEveryTruncationIsNoticed) {
  const std::string good = small_file();
  index::LiveIndex index({});
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    std::string bad = good;
    bad[bit / 8] = static_cast<char>(static_cast<unsigned char>(bad[bit / 8]) ^ (1U << (bit % 8)));
    const Result<void> result = load_bytes(bad, index);
    ASSERT_FALSE(result.ok()) << "bit " << bit;
    ASSERT_EQ(result.error().code, ErrorCode::damaged);
  }
  for (std::size_t size = 0; size < good.size(); ++size) {
    ASSERT_FALSE(load_bytes(good.substr(0, size), index).ok()) << "size " << size;
  }
  ASSERT_FALSE(load_bytes(good + 'x', index).ok());
  ASSERT_FALSE(load_bytes(good + good, index).ok());
  EXPECT_TRUE(load_bytes(good, index).ok());
}

template <class T>
void put(std::string& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(value));
}

// Sums over whatever the payloads have become: what someone who knows the format would do.
void mend_sums(std::string& bytes) {
  base::Checksum whole;
  whole.add(std::string_view(bytes).substr(0, 16));
  for (std::size_t at = 16; at + index::kFrameHeaderBytes <= bytes.size();) {
    std::uint32_t section = 0;
    std::uint32_t size = 0;
    std::memcpy(&section, bytes.data() + at, 4);
    std::memcpy(&size, bytes.data() + at + 4, 4);
    if (section == static_cast<std::uint32_t>(index::IndexSection::end)) put(bytes, at + 24, whole.value());
    base::Checksum sum;
    sum.add(std::string_view(bytes).substr(at, 8));
    sum.add(std::string_view(bytes).substr(at + 16, size));
    put(bytes, at + 8, sum.value());
    whole.add(std::string_view(bytes).substr(at, 16));
    whole.add(std::string_view(bytes).substr(at + 16, size));
    at += 16 + size;
  }
}

// A forged file is refused or is some index; either way nothing is read or written out of bounds (run with ASan).
TEST_F(IndexFileTest, RequireThatForgedFilesAreRefusedOrHarmless) {
  const std::string good = small_file();
  std::size_t accepted = 0;
  Event event;
  for (std::size_t round = 0; round < 12'000; ++round) {
    std::string forged = good;
    for (std::size_t n = 1 + random_.pick(3); n > 0; --n) {
      const std::size_t at = 32 + random_.pick(good.size() - 32 - 32);
      switch (random_.pick(3)) {
        case 0:
          forged[at] = static_cast<char>(random_.pick(256));
          break;
        case 1:
          put(forged, at, static_cast<std::uint32_t>(random_.pick(70)));
          break;
        default:
          put(forged, at, ~std::uint32_t{0} - static_cast<std::uint32_t>(random_.pick(3)));
      }
    }
    // Frame headers stay as they are.
    for (std::size_t at = 16; at + 16 <= good.size();) {
      std::uint32_t size = 0;
      std::memcpy(&size, good.data() + at + 4, 4);
      std::memcpy(forged.data() + at, good.data() + at, 8);
      at += 16 + size;
    }
    mend_sums(forged);
    index::LiveIndex index({});
    if (!load_bytes(forged, index).ok()) continue;
    ++accepted;
    index::Workspace work;
    std::size_t hint = 0;
    for (int e = 0; e < 3; ++e) {
      random_.fill(event);
      const index::Sink sink{nullptr,
                             [](void*, std::span<const SubscriptionId> ids, const std::uint64_t*) -> index::Sink::Taken {
                               return {ids.size(), true};
                             }};
      index::MatchItem item{.event = &event.data(), .work = &work, .sink = sink};
      index.match({&item, 1}, hint);
    }
    (void)index.referenced_paths();
    ASSERT_TRUE(index.compact());
  }
  EXPECT_GT(accepted, 500U);
  EXPECT_LT(accepted, 11'000U);
}

}  // namespace
}  // namespace turnout
