#include "schema/base64.h"

#include <cstdint>

namespace turnout::schema {

namespace {

// 0 to 63, or 64 for a byte that is no digit.
constexpr std::uint32_t digit(char c) noexcept {
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a' + 26);
  if (c >= '0' && c <= '9') return static_cast<std::uint32_t>(c - '0' + 52);
  return c == '+' ? 62 : c == '/' ? 63 : 64;
}

}  // namespace

std::optional<std::string_view> decode_base64(std::string_view text, char* out) noexcept {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  const std::size_t digits = text.size() - padding;
  const char* const begin = out;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const std::uint32_t value = digit(text[i]);
    if (value == 64) return std::nullopt;
    bits = (bits << 6) | value;
    // A byte is complete at the second, third and fourth digit of each four; 4, 2 and 0 bits remain.
    if (i % 4 != 0) *out++ = static_cast<char>(static_cast<unsigned char>(bits >> (6 - 2 * (i % 4))));
  }
  return std::string_view(begin, static_cast<std::size_t>(out - begin));
}

}  // namespace turnout::schema
