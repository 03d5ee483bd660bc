// After one pass over other events a match asks for no memory, whatever changes meanwhile: malloc, new and mmap of the matching
// thread are counted.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "turnout/matcher.h"

namespace {
thread_local std::size_t allocations = 0;
thread_local bool counting = false;
}  // namespace

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCounts = false;  // the sanitizer has malloc
#else
constexpr bool kCounts = true;
// operator new of libstdc++ and everything of the C library below it end here.
extern "C" {
void* __libc_malloc(std::size_t);               // NOLINT
void* __libc_calloc(std::size_t, std::size_t);  // NOLINT
void* __libc_realloc(void*, std::size_t);       // NOLINT
void* malloc(std::size_t bytes) {
  if (counting) ++allocations;
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  if (counting) ++allocations;
  return __libc_calloc(count, bytes);
}
void* realloc(void* memory, std::size_t bytes) {
  if (counting) ++allocations;
  return __libc_realloc(memory, bytes);
}
void* mmap(void* address, std::size_t bytes, int protection, int flags, int descriptor, off_t offset) noexcept {
  if (counting) ++allocations;
  return reinterpret_cast<void*>(::syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset));  // NOLINT
}
}
#endif

namespace turnout {
namespace {

constexpr std::uint64_t kFilters = 6000;

// A function of its number: equalities, ranges, lists, text, an OR and arithmetic-free broad filters.
Filter filter_of(std::uint64_t i) {
  const auto n = static_cast<std::int64_t>(i);
  const Condition tenant = attr("tenant") == "t" + std::to_string(i % 300);
  const Condition kinds[] = {
      tenant && attr("amount") > n % 50,
      tenant && attr("type").in({"a" + std::to_string(i % 5), "b", "c"}) && attr("status") != "s1",
      attr("sku").starts_with("x" + std::to_string(i % 40)) && attr("amount").between(n % 30, n % 30 + 20),
      tenant || (attr("sku") == "x" + std::to_string(i % 90) && attr("amount") < 5),
      attr("note").like("%w" + std::to_string(i % 20) + "%") && attr("amount") > 10};
  Result<Filter> filter = kinds[i % 5].build();
  EXPECT_TRUE(filter.ok());
  return *filter;
}

Event event_of(std::uint64_t i) {
  Event event;
  event.set("tenant", "t" + std::to_string(i * 7 % 300)).set("amount", static_cast<std::int64_t>(i * 13 % 60));
  event.set("type", i % 3 == 0 ? "b" : "a" + std::to_string(i % 5)).set("sku", "x" + std::to_string(i * 11 % 90));
  if (i % 2 == 0) event.set("status", "s" + std::to_string(i % 4));
  if (i % 3 != 0) event.set("note", "some w" + std::to_string(i % 20) + " words");
  return event;
}

TEST(NoAllocation, RequireThatMatchingUnderChangeAsksForNoMemory) {
  if (!kCounts) GTEST_SKIP() << "the sanitizer has malloc";
  Matcher matcher({.keep_text = false});
  for (std::uint64_t i = 0; i < kFilters; ++i) ASSERT_TRUE(matcher.add({i}, filter_of(i)));
  std::vector<Event> warmup, events;
  for (std::uint64_t i = 0; i < 300; ++i) warmup.push_back(event_of(i));
  for (std::uint64_t i = 300; i < 700; ++i) events.push_back(event_of(i));
  MatchScratch scratch;
  for (const Event& event : warmup) matcher.match(event, scratch);
  matcher.match(warmup, scratch);

  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> changes{0};
  std::thread writer([&] {
    for (std::uint64_t i = 0; !stop; ++i, ++changes) {
      EXPECT_TRUE(matcher.remove({i}));
      EXPECT_TRUE(matcher.add({i + kFilters}, filter_of(i + kFilters)));
    }
  });
  std::size_t matches = 0;
  allocations = 0;
  while (changes < 3 * kFilters) {
    for (const Event& event : events) {
      counting = true;
      matches += matcher.match(event, scratch).size();
      counting = false;
    }
    counting = true;
    matches += matcher.match(std::span<const Event>(events).first(100), scratch).size();
    counting = false;
  }
  stop = true;
  writer.join();
  EXPECT_EQ(allocations, 0U);
  EXPECT_GT(matches, 0U);
  EXPECT_GT(matcher.change_counters().merges, 10U);
  counting = true;  // that counting works
  void* volatile memory = std::malloc(100);
  counting = false;
  std::free(memory);
  EXPECT_EQ(allocations, 1U);
}

}  // namespace
}  // namespace turnout
