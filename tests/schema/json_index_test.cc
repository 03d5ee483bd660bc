// Where tokens begin: every kernel of this processor against one byte after the other.
#include "schema/json_index.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace turnout::schema {
namespace {

struct Expected {
  std::vector<std::uint32_t> tokens;
  bool broken = false;
  bool backslash = false;
  bool high = false;
};

Expected expected(std::string_view text) {
  Expected out;
  bool escaped = false;
  bool inside = false;
  bool plain = false;  // the byte before belongs to a number or word
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    const bool quote = c == '"' && !escaped;
    escaped = c == '\\' && !escaped;
    out.backslash = out.backslash || c == '\\';
    out.high = out.high || byte > 0x7f;
    if (inside) {
      out.broken = out.broken || byte < 0x20;
      inside = !quote;
      plain = !quote && std::string_view(" \t\n\r{}[]:,\x1a\x0c").find(c) == std::string_view::npos;
      continue;
    }
    const bool blank = std::string_view(" \t\n\r").find(c) != std::string_view::npos;
    const bool op = std::string_view("{}[]:,\x1a\x0c").find(c) != std::string_view::npos;
    if (op || (!blank && !plain)) out.tokens.push_back(static_cast<std::uint32_t>(i));
    plain = !op && !blank && !quote;
    inside = quote;
  }
  out.broken = out.broken || inside;
  return out;
}

void expect_kernels_agree(const std::string& text) {
  const Expected want = expected(text);
  std::vector<std::uint32_t> tokens(text.size() + detail::kIndexSlack);
  // Exactly as many bytes as the text has, for the sanitizer to see reads behind it.
  const std::vector<char> bytes(text.begin(), text.end());
  for (const detail::IndexKernel kernel : detail::index_kernels()) {
    const detail::IndexFlags flags = kernel(bytes.data(), bytes.size(), tokens.data());
    ASSERT_EQ(std::vector(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(flags.count)), want.tokens) << text;
    ASSERT_EQ(flags.broken, want.broken) << text;
    ASSERT_EQ(flags.backslash, want.backslash) << text;
    ASSERT_EQ(flags.high, want.high) << text;
  }
}

TEST(JsonIndex, KernelsAgreeOnRandomText) {
  const char* fixed = std::getenv("TURNOUT_SEED");
  const std::uint64_t seed = fixed == nullptr ? 20260706 : std::strtoull(fixed, nullptr, 10);
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  static constexpr std::string_view kBytes = "{}[]:,\"\"\"\\\\\\ \t\r\nab01-.\x01\x1a\x0c\x1f\x7f\x80\xc3\xa9\xff";
  for (int round = 0; round < 20'000; ++round) {
    std::string text(below(200), 'x');
    const std::size_t plain = below(10);
    for (char& c : text) {
      if (below(10) >= plain) c = kBytes[below(kBytes.size())];
    }
    expect_kernels_agree(text);
  }
}

TEST(JsonIndex, KernelsAgreeAroundTheEndsOfBlocks) {
  for (std::size_t before = 0; before < 140; ++before) {
    for (const char* end : {"", "\"", "\\", "\\\\", "\\\"", "\"a\\\\\":1", "\"\\\"\\\\\\\"\",2", "true,false"}) {
      expect_kernels_agree(std::string(before, ' ') + end);
      expect_kernels_agree("\"" + std::string(before, 'a') + end);
      expect_kernels_agree(std::string(before, '\\') + end);
      expect_kernels_agree(std::string(before, '[') + end);
    }
  }
}

TEST(JsonIndex, EveryByteIsATokenOfItsKind) {
  for (int c = 0; c < 256; ++c) {
    expect_kernels_agree(std::string(70, static_cast<char>(c)));
    expect_kernels_agree("1" + std::string(1, static_cast<char>(c)) + "2");
  }
}

TEST(JsonIndex, BuildChecksStringsAndUtf8) {
  JsonIndex index;
  EXPECT_TRUE(index.build("{\"a\": [1, \"\xc3\xa9\"]}"));
  EXPECT_EQ(index.end() - index.begin(), 9);
  EXPECT_EQ(*index.end(), 16U);
  EXPECT_FALSE(index.has_backslash());
  EXPECT_TRUE(index.build("\"\\n\""));
  EXPECT_TRUE(index.has_backslash());
  EXPECT_TRUE(index.build(""));
  EXPECT_EQ(index.begin(), index.end());
  for (const char* bad : {"\"", "\"a\nb\"", "\"\xff\"", "\"\xc3\"", "[1, 2]\xed\xa0\x80", "\"\\\""})
    EXPECT_FALSE(index.build(bad)) << bad;
}

}  // namespace
}  // namespace turnout::schema
