#include "schema/utf8.h"

namespace turnout::schema {

namespace detail {

// Length and value of the well-formed sequence at `at`, or kReplacement with a step of one byte.
char32_t decode_long(std::string_view text, std::size_t& at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const unsigned lead = byte(0);
  std::size_t count = 0;
  char32_t point = 0;
  char32_t least = 0;
  if (lead >= 0xc2 && lead <= 0xdf) {
    count = 2, point = lead & 0x1f, least = 0x80;
  } else if (lead >= 0xe0 && lead <= 0xef) {
    count = 3, point = lead & 0x0f, least = 0x800;
  } else if (lead >= 0xf0 && lead <= 0xf4) {
    count = 4, point = lead & 0x07, least = 0x10000;
  }
  if (count == 0 || text.size() - at < count) {
    ++at;
    return kReplacement;
  }
  for (std::size_t i = 1; i < count; ++i) {
    const unsigned next = byte(i);
    if ((next & 0xc0) != 0x80) {
      ++at;
      return kReplacement;
    }
    point = (point << 6) | (next & 0x3f);
  }
  if (point < least || point > kLastCodePoint || (point >= 0xd800 && point <= 0xdfff)) {
    ++at;
    return kReplacement;
  }
  at += count;
  return point;
}

}  // namespace detail

bool is_valid_utf8(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t before = at;
    // Only a malformed byte yields U+FFFD after a single byte: the real one takes three.
    if (next_code_point(text, at) == kReplacement && at - before == 1) return false;
  }
  return true;
}

std::size_t count_code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

char* put_utf8(char* out, char32_t point) noexcept {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xc0 | (point >> 6));
    put(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    put(0xe0 | (point >> 12));
    put(0x80 | ((point >> 6) & 0x3f));
    put(0x80 | (point & 0x3f));
  } else {
    put(0xf0 | (point >> 18));
    put(0x80 | ((point >> 12) & 0x3f));
    put(0x80 | ((point >> 6) & 0x3f));
    put(0x80 | (point & 0x3f));
  }
  return out;
}

void append_utf8(std::string& out, char32_t point) {
  if (point > kLastCodePoint || (point >= 0xd800 && point <= 0xdfff)) point = kReplacement;
  char bytes[4];
  out.append(bytes, static_cast<std::size_t>(put_utf8(bytes, point) - bytes));
}

}  // namespace turnout::schema
