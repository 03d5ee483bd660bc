#include "schema/json_scalar.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "schema/utf8.h"

namespace turnout::schema {

namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// The parts of a number that follow the JSON grammar.
struct NumberShape {
  bool valid = false;
  bool negative = false;
  bool integer = false;       // neither fraction nor exponent
  std::string_view whole;     // digits before the point
  std::string_view fraction;  // digits behind it
  std::int64_t exponent = 0;  // saturates far beyond double's range
};

std::size_t digits_at(std::string_view token, std::size_t at) noexcept {
  std::size_t end = at;
  while (end < token.size() && is_digit(token[end])) ++end;
  return end;
}

NumberShape shape_of(std::string_view token) noexcept {
  NumberShape shape;
  std::size_t at = 0;
  if (at < token.size() && token[at] == '-') {
    shape.negative = true;
    ++at;
  }
  std::size_t end = digits_at(token, at);
  if (end == at || (token[at] == '0' && end - at > 1)) return shape;
  shape.whole = token.substr(at, end - at);
  at = end;
  shape.integer = at == token.size();
  if (at < token.size() && token[at] == '.') {
    end = digits_at(token, ++at);
    if (end == at) return shape;
    shape.fraction = token.substr(at, end - at);
    at = end;
  }
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    ++at;
    const bool minus = at < token.size() && token[at] == '-';
    if (at < token.size() && (token[at] == '-' || token[at] == '+')) ++at;
    end = digits_at(token, at);
    if (end == at) return shape;
    constexpr std::int64_t kFar = std::int64_t{1} << 40;  // more than any count of digits
    for (; at < end; ++at) {
      if (shape.exponent < kFar) shape.exponent = 10 * shape.exponent + (token[at] - '0');
    }
    if (minus) shape.exponent = -shape.exponent;
  }
  shape.valid = at == token.size();
  return shape;
}

// nullopt when the digits pass int64.
std::optional<std::int64_t> integer_of(const NumberShape& shape) noexcept {
  constexpr std::size_t kMostDigits = 19;  // of an int64; 19 nines fit an uint64
  if (shape.whole.size() > kMostDigits) return std::nullopt;
  std::uint64_t magnitude = 0;
  for (const char c : shape.whole) magnitude = 10 * magnitude + static_cast<std::uint64_t>(c - '0');
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (magnitude > kMost + (shape.negative ? 1 : 0)) return std::nullopt;
  return static_cast<std::int64_t>(shape.negative ? 0 - magnitude : magnitude);
}

// Whether a number that double cannot hold is too large rather than too small: by the place of its first digit that is not 0.
bool is_large(const NumberShape& shape) noexcept {
  const std::size_t whole = shape.whole.find_first_not_of('0');
  if (whole != std::string_view::npos) { return static_cast<std::int64_t>(shape.whole.size() - whole) + shape.exponent > 0; }
  const std::size_t fraction = shape.fraction.find_first_not_of('0');
  if (fraction == std::string_view::npos) return false;
  return shape.exponent - static_cast<std::int64_t>(fraction) > 0;
}

// The value of four hex digits, or nullopt. Reads no further than the first byte that is none.
std::optional<char32_t> hex4(const char* at) noexcept {
  char32_t value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at[i];
    const char lower = static_cast<char>(c | 0x20);
    char32_t digit = 0;
    if (is_digit(c)) {
      digit = static_cast<char32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      digit = static_cast<char32_t>(lower - 'a' + 10);
    } else {
      return std::nullopt;
    }
    value = 16 * value + digit;
  }
  return value;
}

// \uXXXX, with `at` behind the u: moves `at` behind the escape (both halves of a pair) and appends to `out`. False: malformed,
// or a surrogate without its partner.
bool unescape_unicode(const char*& at, char*& out) noexcept {
  const auto first = hex4(at);
  if (!first) return false;
  at += 4;
  char32_t point = *first;
  if (point >= 0xdc00 && point <= 0xdfff) return false;
  if (point >= 0xd800 && point <= 0xdbff) {
    if (at[0] != '\\' || at[1] != 'u') return false;
    const auto second = hex4(at + 2);
    if (!second || *second < 0xdc00 || *second > 0xdfff) return false;
    at += 6;
    point = 0x10000 + ((point - 0xd800) << 10) + (*second - 0xdc00);
  }
  out = put_utf8(out, point);
  return true;
}

// The character that \c stands for, or 0.
constexpr char simple_escape(char c) noexcept {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

// The first quote or backslash at or behind `at`; there is one.
char* find_quote_or_backslash(char* at) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    // The lowest marked byte is exact: a borrow only spreads upward from a true one.
    const auto zero_bytes = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighs; };
    for (;; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, 8);
      const std::uint64_t marks = zero_bytes(word ^ (kOnes * '"')) | zero_bytes(word ^ (kOnes * '\\'));
      if (marks != 0) return at + std::countr_zero(marks) / 8;
    }
  }
  while (*at != '"' && *at != '\\') ++at;
  return at;
}

}  // namespace

std::optional<ValueView> parse_json_number(std::string_view token) noexcept {
  const NumberShape shape = shape_of(token);
  if (!shape.valid) return std::nullopt;
  if (shape.integer) {
    if (const auto integer = integer_of(shape)) return ValueView::int64(*integer);
  }
  double value = 0;
  const auto parsed = std::from_chars(token.data(), token.data() + token.size(), value);
  if (parsed.ec == std::errc::result_out_of_range) {
    return is_large(shape) ? ValueView::null() : ValueView::float64(shape.negative ? -0.0 : 0.0);
  }
  if (parsed.ec != std::errc{} || parsed.ptr != token.data() + token.size()) return std::nullopt;
  return std::isinf(value) ? ValueView::null() : ValueView::float64(value);
}

std::optional<std::string_view> unescape_json_string(char* at, const char*& end) noexcept {
  char* const begin = at;
  char* out = find_quote_or_backslash(at);
  const char* in = out;
  while (*in != '"') {
    if (*in != '\\') {
      *out++ = *in++;
      continue;
    }
    ++in;
    if (*in == 'u') {
      ++in;
      if (!unescape_unicode(in, out)) return std::nullopt;
      continue;
    }
    const char escaped = simple_escape(*in);
    if (escaped == 0) return std::nullopt;
    *out++ = escaped;
    ++in;
  }
  end = in;
  return std::string_view(begin, static_cast<std::size_t>(out - begin));
}

}  // namespace turnout::schema
