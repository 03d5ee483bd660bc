#include "schema/timestamp.h"

namespace turnout::schema {

namespace {

// Reads from the front of a text; `ok` turns false at the first mismatch and stays so.
struct Scanner {
  std::string_view text;
  bool ok = true;

  std::int64_t digits(std::size_t count) noexcept {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (text.empty() || text.front() < '0' || text.front() > '9') {
        ok = false;
        return 0;
      }
      value = 10 * value + (text.front() - '0');
      text.remove_prefix(1);
    }
    return value;
  }
  char one_of(std::string_view expected) noexcept {
    if (text.empty() || expected.find(text.front()) == std::string_view::npos) {
      ok = false;
      return 0;
    }
    const char found = text.front();
    text.remove_prefix(1);
    return found;
  }
};

constexpr bool is_leap(std::int64_t year) noexcept { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

constexpr std::int64_t days_in_month(std::int64_t year, std::int64_t month) noexcept {
  if (month == 2) return is_leap(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Days from 1970-01-01 to the first day of the year, negative before.
constexpr std::int64_t days_before_year(std::int64_t year) noexcept {
  const auto leaps = [](std::int64_t y) { return y / 4 - y / 100 + y / 400; };  // in the years 1 to y
  return year == 0 ? -719528 : 365 * (year - 1970) + leaps(year - 1) - leaps(1969);
}

std::int64_t fraction_ms(Scanner& in, std::size_t fraction_digits) noexcept {
  std::int64_t ms = 0;
  std::size_t count = 0;
  while (!in.text.empty() && in.text.front() >= '0' && in.text.front() <= '9') {
    if (count < 3) ms = 10 * ms + (in.text.front() - '0');
    ++count;
    in.text.remove_prefix(1);
  }
  if (count == 0 || count > fraction_digits) in.ok = false;
  for (; count < 3; ++count) ms *= 10;
  return ms;
}

}  // namespace

std::optional<std::int64_t> parse_timestamp(std::string_view text, std::size_t fraction_digits) noexcept {
  Scanner in{text};
  const std::int64_t year = in.digits(4);
  in.one_of("-");
  const std::int64_t month = in.digits(2);
  in.one_of("-");
  const std::int64_t day = in.digits(2);
  in.one_of("Tt");
  const std::int64_t hour = in.digits(2);
  in.one_of(":");
  const std::int64_t minute = in.digits(2);
  in.one_of(":");
  const std::int64_t second = in.digits(2);
  std::int64_t ms = 0;
  if (in.ok && !in.text.empty() && in.text.front() == '.') {
    in.text.remove_prefix(1);
    ms = fraction_ms(in, fraction_digits);
  }
  std::int64_t offset = 0;  // minutes east of UTC
  const char zone = in.one_of("Zz+-");
  if (zone == '+' || zone == '-') {
    const std::int64_t hours = in.digits(2);
    in.one_of(":");
    const std::int64_t minutes = in.digits(2);
    if (hours > 23 || minutes > 59) in.ok = false;
    offset = (zone == '-' ? -1 : 1) * (60 * hours + minutes);
  }
  if (!in.ok || !in.text.empty()) return std::nullopt;
  if (month < 1 || month > 12 || day < 1 || day > days_in_month(year, month) || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  std::int64_t days = days_before_year(year) + day - 1;
  for (std::int64_t m = 1; m < month; ++m) days += days_in_month(year, m);
  return (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + ms;
}

}  // namespace turnout::schema
