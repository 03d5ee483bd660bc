// UTF-8: validation, decoding and encoding, one code point at a time. Pure functions, thread-safe, no allocation unless said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace turnout::schema {

// What decoding yields for a malformed byte.
inline constexpr char32_t kReplacement = 0xfffd;
inline constexpr char32_t kLastCodePoint = 0x10ffff;

// Whether `text` is well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF. Linear.
bool is_valid_utf8(std::string_view text) noexcept;

namespace detail {
char32_t decode_long(std::string_view text, std::size_t& at) noexcept;
}

// The code point at byte `at` of `text`, which it moves behind it. A malformed byte yields kReplacement and moves by one, so a
// loop always ends. Requires at < text.size().
inline char32_t next_code_point(std::string_view text, std::size_t& at) noexcept {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  return detail::decode_long(text, at);
}

// Bytes of the code point that starts with `lead`, 1 to 4, for well-formed text; 1 for a byte that starts none.
constexpr std::size_t code_point_bytes(char lead) noexcept {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
}

// Number of code points of well-formed text (bytes that continue none, otherwise). Linear.
std::size_t count_code_points(std::string_view text) noexcept;

// Writes the encoding of `point`, a code point that is no surrogate, to `out` (at most 4 bytes); returns the end.
char* put_utf8(char* out, char32_t point) noexcept;

// Appends the encoding of `point`; a surrogate or a number above U+10FFFF becomes U+FFFD. Allocates as `out` grows.
void append_utf8(std::string& out, char32_t point);

}  // namespace turnout::schema
