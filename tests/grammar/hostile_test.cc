// Input made to hurt: every answer is quick, correct or a clear error, and leaves no memory behind. Time is not asserted here;
// a quadratic answer to any of these would take minutes.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "turnout/compile.h"
#include "turnout/limits.h"

namespace turnout {
namespace {

std::string repeat(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

std::string in_list(std::size_t values) {
  std::string text = "a IN (0";
  for (std::size_t i = 1; i < values; ++i) text += "," + std::to_string(i);
  return text + ")";
}

// The limit that a text runs into, by its name in the message; "accepted", or the message of another error.
std::string answer(std::string_view text) {
  const auto filter = compile(text);
  if (filter) return "accepted";
  if (filter.error().code != ErrorCode::limit) return filter.error().message;
  for (const char* name : {"kFilterBytes", "kFilterDepth", "kFilterLiterals", "kFilterTokens", "kPathSegments",
                           "kRegexTextBytes", "kRegexMemoryBytes"}) {
    if (filter.error().message.find(name) != std::string::npos) return name;
  }
  return filter.error().message;
}

TEST(Hostile, nesting_is_bounded_whatever_makes_it) {
  EXPECT_EQ(answer(repeat("(", 1'000'000)), "kFilterDepth");
  EXPECT_EQ(answer(repeat("NOT ", 100'000)), "kFilterDepth");
  EXPECT_EQ(answer(repeat("NOT ", 100'000) + "a"), "kFilterDepth");
  EXPECT_EQ(answer(repeat("(a = 1 AND ", 90'000)), "kFilterDepth");
  EXPECT_EQ(answer("a = " + repeat("-", 1'000'000) + "1"), "kFilterDepth");
  EXPECT_EQ(answer("a = " + repeat("- + ", 200'000) + "1"), "kFilterDepth");
  EXPECT_EQ(answer(repeat("ABS(", 200'000)), "kFilterDepth");
  EXPECT_EQ(answer(repeat("NOT (", 129) + "a" + repeat(")", 129)), "kFilterDepth");
  EXPECT_EQ(answer(repeat("NOT (", 128) + "a" + repeat(")", 128)), "accepted");
  EXPECT_EQ(answer(repeat("(", 256) + "a" + repeat(")", 256)), "accepted");
  EXPECT_EQ(answer(repeat("(", 257) + "a" + repeat(")", 257)), "kFilterDepth");
  EXPECT_EQ(answer(repeat("NOT ", 256) + "a"), "accepted");
  EXPECT_EQ(answer(repeat("NOT ", 257) + "a"), "kFilterDepth");
  EXPECT_EQ(answer("a = " + repeat("- ", 256) + "b"), "accepted");
  EXPECT_EQ(answer("a = " + repeat("- ", 257) + "b"), "kFilterDepth");
  // NOT stays open across the comparison: half of it on each side.
  EXPECT_EQ(answer(repeat("NOT ", 128) + "a = " + repeat("-", 128) + "b"), "accepted");
  EXPECT_EQ(answer(repeat("NOT ", 128) + "a = " + repeat("-", 129) + "b"), "kFilterDepth");
}

TEST(Hostile, flat_chains_do_not_count_as_nesting) {
  EXPECT_EQ(answer("NOT a = 1" + repeat(" AND NOT a = 1", 20'000)), "accepted");
  EXPECT_EQ(answer("(a = 1)" + repeat(" OR (a = 1)", 20'000)), "accepted");
  EXPECT_EQ(answer("a" + repeat(" AND a", 100'000)), "accepted");
  EXPECT_EQ(answer(in_list(100'000)), "accepted");
}

TEST(Hostile, arithmetic_chains_make_high_trees_and_are_bounded) {
  EXPECT_EQ(answer("a = b" + repeat(" + b", 1000)), "accepted");
  EXPECT_NE(answer("a = b" + repeat(" + b", 100'000)).find("one above the other"), std::string::npos);
}

TEST(Hostile, long_texts_lists_and_paths_are_bounded) {
  EXPECT_EQ(answer(repeat(" ", limits::kFilterBytes)), "accepted");
  EXPECT_EQ(answer(repeat(" ", limits::kFilterBytes + 1)), "kFilterBytes");
  EXPECT_EQ(answer(in_list(100'001)), "kFilterLiterals");
  EXPECT_EQ(answer(repeat("a.", 524'000) + "a"), "kFilterTokens");
  EXPECT_EQ(answer("a = a" + repeat(".a", limits::kPathSegments)), "kPathSegments");
  EXPECT_EQ(answer("a = a" + repeat(".a", limits::kPathSegments - 1)), "accepted");
  EXPECT_EQ(answer(repeat("1", 1'000'000) + " = a").find("the number is beyond"), 0U);
  EXPECT_EQ(answer("a = 0." + repeat("1", 1'000'000)), "accepted");
}

// Each of these patterns takes RE2 long to read, to compile or to refuse.
TEST(Hostile, regular_expressions_are_bounded_for_the_filter_as_a_whole) {
  const auto any_of = [](std::string_view pattern, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += (i == 0 ? "REGEXP_LIKE(a,'" : " OR REGEXP_LIKE(a,'") + std::string(pattern) + std::to_string(i) + "')";
    }
    return text;
  };
  EXPECT_EQ(answer(any_of("x", 1000)), "accepted");
  EXPECT_EQ(answer(any_of("x", 20'000)), "kRegexMemoryBytes");
  EXPECT_EQ(answer(any_of("x{900}", 20)), "accepted");
  EXPECT_EQ(answer(any_of("x{900}", 20'000)), "kRegexMemoryBytes");
  EXPECT_EQ(answer(any_of("\\pL*", 20'000)), "kRegexMemoryBytes");
  EXPECT_EQ(answer(any_of("(\\pL\\pN){500}", 20'000)), "kRegexMemoryBytes");
  EXPECT_EQ(answer(any_of("(", 20'000)).find("malformed regular expression"), 0U);
  EXPECT_EQ(answer("REGEXP_LIKE(a,'" + repeat("w[0-9]|", 2000) + "')"), "accepted");
  EXPECT_EQ(answer("REGEXP_LIKE(a,'" + repeat("[\\pL\\PN\\pZ\\PS\\pM]", 50'000) + "')"), "kRegexTextBytes");
  EXPECT_EQ(answer("REGEXP_LIKE(a,'" + repeat("a", limits::kRegexTextBytes + 1) + "')"), "kRegexTextBytes");
}

TEST(Hostile, garbage_is_answered_at_its_first_character) {
  EXPECT_EQ(answer(repeat("\x01\xfe$%", 262'144)), "unexpected character U+0001");
  EXPECT_EQ(answer(repeat("\xff", 1'048'576)), "not valid UTF-8");
  EXPECT_EQ(answer("a " + repeat("(a", 100)).find("unexpected"), std::string::npos);  // the parenthesis is reported first
  EXPECT_EQ(answer(repeat("a ", 250'000)).find("unexpected name a"), 0U);
  EXPECT_EQ(answer(repeat("'", 1'048'575)), "this quoted string is never closed");
}

TEST(Hostile, messages_stay_short) {
  for (const std::string& text :
       {repeat("x", 1'000'000) + "(a)", "sys." + repeat("x", 1'000'000), "a " + repeat("x", 1'000'000),
        "a '" + repeat("é", 400'000) + "'", repeat("\t", 1'000'000) + "!"}) {
    const auto filter = compile(text);
    ASSERT_FALSE(filter);
    EXPECT_LT(to_string(filter.error()).size(), 2000U);
  }
}

// VmHWM after the kernel was asked to forget the last peak; 0 where it does not tell.
std::size_t peak_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::strtoul(line.c_str() + 6, nullptr, 10);
  }
  return 0;
}

bool forget_peak() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5";
  file.flush();
  return file.good();
}

std::size_t resident_kilobytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  statm >> size >> resident;
  return resident * 4;
}

constexpr bool sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#endif
#endif
  return false;
}

TEST(Hostile, one_text_costs_little_memory_at_its_peak) {
  if (sanitized()) GTEST_SKIP() << "sanitizers keep freed memory";
  if (!forget_peak() || peak_kilobytes() == 0) GTEST_SKIP() << "the kernel does not tell the peak of memory";
  constexpr std::size_t kPeakKilobytes = 64 * 1024;
  for (const std::string& text : {in_list(100'000), repeat("(", 1'000'000), repeat("NOT ", 100'000), repeat("(", 100'000),
                                  repeat("\x01\xfe$%", 262'144)}) {
    malloc_trim(0);
    const std::size_t before = resident_kilobytes();
    ASSERT_TRUE(forget_peak());
    const auto filter = compile(text);
    EXPECT_LT(peak_kilobytes(), before + kPeakKilobytes) << text.substr(0, 20);
    if (filter) {
      EXPECT_GT(filter->text().size(), 0U);
      EXPECT_LT(peak_kilobytes(), before + kPeakKilobytes) << "canonical text of " << text.substr(0, 20);
    }
  }
}

TEST(Hostile, repeating_leaves_no_memory_behind) {
  if (sanitized()) GTEST_SKIP() << "sanitizers keep freed memory";
  const std::vector<std::string> texts = {repeat("(", 1'000'000),        repeat("NOT ", 100'000),
                                          repeat("(a = 1 AND ", 90'000), repeat("\x01\xfe$%", 262'144),
                                          repeat("a ", 250'000),         repeat("(", 200) + "a = = 1" + repeat(")", 200)};
  for (const std::string& text : texts) {
    EXPECT_FALSE(compile(text));
    EXPECT_FALSE(compile(text));
    const std::size_t second = resident_kilobytes();
    for (int i = 2; i < 100; ++i) EXPECT_FALSE(compile(text));
    EXPECT_LT(resident_kilobytes(), second + 1024) << text.substr(0, 20);
  }
}

// By the peak: the allocator may keep some of what is freed.
TEST(Hostile, accepting_again_costs_no_more_memory) {
  if (sanitized()) GTEST_SKIP() << "sanitizers keep freed memory";
  malloc_trim(0);
  if (!forget_peak() || peak_kilobytes() == 0) GTEST_SKIP() << "the kernel does not tell the peak of memory";
  const std::string text = in_list(20'000);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(compile(text));
  const std::size_t second = peak_kilobytes();
  for (int i = 2; i < 100; ++i) EXPECT_TRUE(compile(text));
  EXPECT_LT(peak_kilobytes(), second + 1024);
}

// Parsers are per thread; the tables that ANTLR fills for diagnostics are shared.
TEST(Threads, compile_at_the_same_time) {
  const std::vector<std::string> texts = {
      "a = 1 AND b LIKE 'x%'", "a = = 1", "NOT (a IN (1, 2) OR b IS NULL)", "a IN (1,", "UPER(a)", "a + 1 > b * 2", "a b c"};
  std::vector<std::string> expected;
  for (const std::string& text : texts) {
    const auto filter = compile(text);
    expected.push_back(filter ? filter->text() : to_string(filter.error()));
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 300; ++i) {
        const std::size_t which = (i + static_cast<std::size_t>(t)) % texts.size();
        const auto filter = compile(texts[which]);
        if ((filter ? filter->text() : to_string(filter.error())) != expected[which]) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace turnout
