#include "matcher/predicate/naive_functions.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "matcher/predicate/naive_text.h"
#include "schema/case_fold.h"
#include "schema/utf8.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

using schema::ValueView;
using Arguments = std::span<const ValueView>;

constexpr std::size_t kComputedBytesMax = limits::kEventBytes;

bool is_string(ValueView v) noexcept { return v.type() == ValueType::string; }

ValueView keep(std::string text, StringStorage& storage) {
  if (text.size() > kComputedBytesMax) return ValueView::null();
  storage.push_back(std::make_unique<std::string>(std::move(text)));
  return ValueView::string(*storage.back());
}

ValueView change_case(ValueView v, char32_t (*change)(char32_t), StringStorage& storage) {
  if (!is_string(v)) return ValueView::null();
  const std::string_view text = v.as_bytes();
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) schema::append_utf8(out, change(schema::next_code_point(text, at)));
  return keep(std::move(out), storage);
}

ValueView length(ValueView v) noexcept {
  if (v.type() == ValueType::binary) return ValueView::int64(static_cast<std::int64_t>(v.size()));
  if (!is_string(v)) return ValueView::null();
  std::int64_t points = 0;
  const std::string_view text = v.as_bytes();
  for (std::size_t at = 0; at < text.size(); ++points) schema::next_code_point(text, at);
  return ValueView::int64(points);
}

ValueView trim(ValueView v) noexcept {
  if (!is_string(v)) return ValueView::null();
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  std::string_view text = v.as_bytes();
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return ValueView::string(text.substr(0, 0));
  return ValueView::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

ValueView concat(Arguments arguments, StringStorage& storage) {
  std::size_t bytes = 0;
  for (const ValueView v : arguments) {
    if (!is_string(v)) return ValueView::null();
    bytes += v.size();
  }
  if (bytes > kComputedBytesMax) return ValueView::null();
  std::string out;
  out.reserve(bytes);
  for (const ValueView v : arguments) out += v.as_bytes();
  return keep(std::move(out), storage);
}

// Positions [start, start + count) of a string whose first code point has position 1; what lies outside is not there.
ValueView substring(Arguments arguments) noexcept {
  const bool counted = arguments.size() == 3;
  if (!is_string(arguments[0]) || arguments[1].type() != ValueType::int64) return ValueView::null();
  if (counted && arguments[2].type() != ValueType::int64) return ValueView::null();
  const std::int64_t start = arguments[1].as_int64();
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  if (counted && __builtin_add_overflow(start, arguments[2].as_int64(), &end)) {
    end = arguments[2].as_int64() < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  }
  const std::string_view text = arguments[0].as_bytes();
  std::size_t from = text.size();
  std::size_t to = text.size();
  std::int64_t position = 1;
  for (std::size_t at = 0; at < text.size(); ++position) {
    if (position >= start && from == text.size()) from = at;
    if (position >= end) {
      to = at;
      break;
    }
    schema::next_code_point(text, at);
  }
  return ValueView::string(from < to ? text.substr(from, to - from) : text.substr(0, 0));
}

ValueView string_test(Function function, ValueView a, ValueView b) noexcept {
  if (!is_string(a) || !is_string(b)) return ValueView::null();
  const std::string_view text = a.as_bytes();
  const std::string_view part = b.as_bytes();
  switch (function) {
    case Function::starts_with:
      return ValueView::boolean(text.starts_with(part));
    case Function::ends_with:
      return ValueView::boolean(text.ends_with(part));
    default:
      return ValueView::boolean(text.find(part) != std::string_view::npos);
  }
}

ValueView pattern_test(Function function, Arguments arguments) {
  for (const ValueView v : arguments) {
    if (!is_string(v)) return ValueView::null();
  }
  const std::string_view subject = arguments[0].as_bytes();
  const std::string_view pattern = arguments[1].as_bytes();
  std::optional<bool> verdict;
  switch (function) {
    case Function::regexp_like:
      verdict = naive_regexp(subject, std::string(pattern));
      break;
    case Function::cidr_match:
      verdict = naive_cidr(subject, pattern);
      break;
    default:
      verdict = naive_topic(subject, pattern, arguments[2].as_bytes());
      break;
  }
  return verdict ? ValueView::boolean(*verdict) : ValueView::null();
}

ValueView absolute(ValueView v) noexcept {
  if (v.type() == ValueType::float64) return ValueView::float64(std::fabs(v.as_float64()));
  if (v.type() != ValueType::int64) return ValueView::null();
  return v.as_int64() < 0 ? negated(v) : v;
}

ValueView whole(Function function, ValueView v) noexcept {
  if (v.type() == ValueType::int64) return v;
  if (v.type() != ValueType::float64) return ValueView::null();
  return ValueView::float64(function == Function::floor ? std::floor(v.as_float64()) : std::ceil(v.as_float64()));
}

ValueView to_int(ValueView v) noexcept {
  switch (v.type()) {
    case ValueType::int64:
      return v;
    case ValueType::float64: {
      constexpr double kBound = 9223372036854775808.0;  // 2^63
      const double cut = std::trunc(v.as_float64());
      return cut >= -kBound && cut < kBound ? ValueView::int64(static_cast<std::int64_t>(cut)) : ValueView::null();
    }
    case ValueType::string: {
      const std::string_view text = v.as_bytes();
      // from_chars takes a minus but no plus.
      const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
      std::int64_t number = 0;
      const char* const last = text.data() + text.size();
      const auto [end, error] = std::from_chars(text.data() + (plus ? 1 : 0), last, number);
      return error == std::errc() && end == last ? ValueView::int64(number) : ValueView::null();
    }
    default:
      return ValueView::null();
  }
}

// Digits with an optional point and exponent; no "inf", no "nan", no hexadecimal.
bool is_decimal(std::string_view text) noexcept {
  const auto skip_digits = [&] {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    text.remove_prefix(count);
    return count;
  };
  const auto skip_any_of = [&](std::string_view set) {
    const bool found = !text.empty() && set.find(text[0]) != std::string_view::npos;
    if (found) text.remove_prefix(1);
    return found;
  };
  std::size_t digits = skip_digits();
  if (skip_any_of(".")) digits += skip_digits();
  if (digits == 0) return false;
  if (skip_any_of("eE")) {
    skip_any_of("+-");
    if (skip_digits() == 0) return false;
  }
  return text.empty();
}

// Whether an out-of-range decimal is too small rather than too large: by the power of ten of its first digit that is not zero.
bool underflows(std::string_view text) noexcept {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, e);
  std::int64_t exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view tail = text.substr(e + 1);
    const bool minus = tail.starts_with('-');
    if (minus || tail.starts_with('+')) tail.remove_prefix(1);
    if (std::from_chars(tail.data(), tail.data() + tail.size(), exponent).ec != std::errc()) return minus;
    if (minus) exponent = -exponent;
  }
  const std::size_t first = digits.find_first_of("123456789");
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const auto place = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);  // zero or less: behind the point
  return exponent < -place;
}

ValueView to_double(ValueView v) noexcept {
  if (v.type() == ValueType::float64) return v;
  if (v.type() == ValueType::int64) return ValueView::float64(static_cast<double>(v.as_int64()));
  if (!is_string(v)) return ValueView::null();
  std::string_view text = v.as_bytes();
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  if (!is_decimal(text)) return ValueView::null();
  double number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc::result_out_of_range) {
    if (!underflows(text)) return ValueView::null();
    number = 0;
  }
  return ValueView::float64(minus ? -number : number);
}

ValueView to_text(ValueView v, StringStorage& storage) {
  char buffer[32];
  switch (v.type()) {
    case ValueType::string:
      return v;
    case ValueType::boolean:
      return ValueView::string(v.as_boolean() ? "true" : "false");
    case ValueType::int64:
      return keep(std::to_string(v.as_int64()), storage);
    case ValueType::float64: {
      const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, v.as_float64());
      return keep(std::string(buffer, end), storage);
    }
    default:
      return ValueView::null();
  }
}

ValueView to_bool(ValueView v) noexcept {
  if (v.type() == ValueType::boolean) return v;
  if (!is_string(v)) return ValueView::null();
  if (schema::equal_folded(v.as_bytes(), "true")) return ValueView::boolean(true);
  if (schema::equal_folded(v.as_bytes(), "false")) return ValueView::boolean(false);
  return ValueView::null();
}

ValueView coalesce(Arguments arguments) noexcept {
  for (const ValueView v : arguments) {
    if (v.has_value()) return v;
  }
  return ValueView::null();
}

}  // namespace

ValueView call_naively(Function function, Arguments arguments, StringStorage& storage) {
  switch (function) {
    case Function::none:
      return ValueView::null();
    case Function::upper:
      return change_case(arguments[0], schema::to_upper_simple, storage);
    case Function::lower:
      return change_case(arguments[0], schema::to_lower_simple, storage);
    case Function::length:
      return length(arguments[0]);
    case Function::trim:
      return trim(arguments[0]);
    case Function::concat:
      return concat(arguments, storage);
    case Function::substring:
      return substring(arguments);
    case Function::starts_with:
    case Function::ends_with:
    case Function::contains:
      return string_test(function, arguments[0], arguments[1]);
    case Function::regexp_like:
    case Function::cidr_match:
    case Function::topic_match:
      return pattern_test(function, arguments);
    case Function::abs:
      return absolute(arguments[0]);
    case Function::floor:
    case Function::ceil:
      return whole(function, arguments[0]);
    case Function::mod:
      return calculate(Op::modulo, arguments[0], arguments[1], false);
    case Function::coalesce:
      return coalesce(arguments);
    case Function::to_int:
      return to_int(arguments[0]);
    case Function::to_double:
      return to_double(arguments[0]);
    case Function::to_string:
      return to_text(arguments[0], storage);
    case Function::to_bool:
      return to_bool(arguments[0]);
  }
  return ValueView::null();
}

}  // namespace turnout::predicate
