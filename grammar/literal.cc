#include "grammar/literal.h"

#include <chrono>
#include <optional>

#include "grammar/name_characters.h"

namespace turnout::grammar {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char l = static_cast<char>(c | 0x20);
  return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

// Reads the fixed-width fields of a timestamp from left to right; the first mismatch makes it fail for good.
class FieldReader {
 public:
  explicit FieldReader(std::string_view text) : text_(text) {}

  int number(std::size_t width, int most) {
    int value = 0;
    if (at_ + width > text_.size()) return fail();
    for (std::size_t i = 0; i < width; ++i) {
      const char c = text_[at_ + i];
      if (!is_ascii_digit(static_cast<unsigned char>(c))) return fail();
      value = value * 10 + (c - '0');
    }
    at_ += width;
    return value <= most ? value : fail();
  }
  void character(char expected) {
    if (!accept(expected)) fail();
  }
  bool accept(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  // After the point: one to three digits, as milliseconds.
  int fraction() {
    int value = 0;
    std::size_t width = 0;
    while (at_ < text_.size() && is_ascii_digit(static_cast<unsigned char>(text_[at_])) && width < 4) {
      value = value * 10 + (text_[at_++] - '0');
      ++width;
    }
    if (width == 0 || width > 3) return fail();
    for (; width < 3; ++width) value *= 10;
    return value;
  }
  [[nodiscard]] bool complete() const { return !failed_ && at_ == text_.size(); }

 private:
  int fail() {
    failed_ = true;
    return 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

std::optional<std::int64_t> read_timestamp(std::string_view text) {
  using namespace std::chrono;
  FieldReader in(text);
  const int y = in.number(4, 9999);
  in.character('-');
  const int m = in.number(2, 12);
  in.character('-');
  const int d = in.number(2, 31);
  in.character('T');
  const int hour = in.number(2, 23);
  in.character(':');
  const int minute = in.number(2, 59);
  in.character(':');
  const int second = in.number(2, 59);
  const int fraction = in.accept('.') ? in.fraction() : 0;
  int offset = 0;  // minutes
  if (!in.accept('Z')) {
    const bool west = in.accept('-');
    if (!west) in.character('+');
    offset = in.number(2, 23) * 60;
    in.character(':');
    offset += in.number(2, 59);
    if (west) offset = -offset;
  }
  const year_month_day date{year{y}, month{static_cast<unsigned>(m)}, day{static_cast<unsigned>(d)}};
  if (!in.complete() || !date.ok()) return std::nullopt;
  const std::int64_t days = sys_days{date}.time_since_epoch().count();
  const std::int64_t minutes = days * 24 * 60 + hour * 60 + minute - offset;
  return (minutes * 60 + second) * 1000 + fraction;
}

}  // namespace

std::string unquote(std::string_view token) {
  const char close = token.back();
  const std::string_view inside = token.substr(1, token.size() - 2);
  std::string text;
  text.reserve(inside.size());
  for (std::size_t i = 0; i < inside.size(); ++i) {
    text += inside[i];
    if (inside[i] == close) ++i;  // the tokenizer saw that it is doubled
  }
  return text;
}

std::variant<std::string, LiteralMistake> decode_binary(std::string_view token) {
  const std::string_view digits = token.substr(2, token.size() - 3);
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = hex_digit(digits[i]);
    const int low = i + 1 < digits.size() ? hex_digit(digits[i + 1]) : -1;
    if (high < 0 || low < 0) {
      return LiteralMistake{"a binary literal holds pairs of hexadecimal digits", "write it as X'0aff'"};
    }
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

std::variant<std::int64_t, LiteralMistake> decode_timestamp(std::string_view text) {
  if (const auto milliseconds = read_timestamp(text)) return *milliseconds;
  return LiteralMistake{
      "not a timestamp",
      "write it as TIMESTAMP '2026-07-06T11:04:18Z', with Z or an offset such as +02:00 and at most 3 digits of a "
      "fraction"};
}

}  // namespace turnout::grammar
