#include "matcher/predicate/residual_functions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "schema/case_fold.h"
#include "schema/utf8.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

using schema::ValueView;
using Arguments = std::span<const ValueView>;
using Int = std::int64_t;

constexpr Int kIntMax = std::numeric_limits<Int>::max();
constexpr double kTwoTo63 = 9223372036854775808.0;

bool all_strings(Arguments arguments) noexcept {
  return std::all_of(arguments.begin(), arguments.end(), [](ValueView v) { return v.type() == ValueType::string; });
}

// The next free string of the scratch, emptied.
std::string& fresh(ResidualScratch& scratch) {
  std::string& text = scratch.strings[scratch.used];
  text.clear();
  return text;
}

// Takes the string from fresh() as a value, unless the strings of this comparison have grown too long.
ValueView keep(ResidualScratch& scratch) {
  const std::string& text = scratch.strings[scratch.used++];
  scratch.bytes += text.size();
  return scratch.bytes <= limits::kEventBytes ? ValueView::string(text) : ValueView::null();
}

template <class Map>
ValueView map_points(ValueView v, ResidualScratch& scratch, Map map) {
  std::string& out = fresh(scratch);
  const std::string_view text = v.as_bytes();
  for (std::size_t at = 0; at < text.size();) schema::append_utf8(out, map(schema::next_code_point(text, at)));
  return out.size() > limits::kEventBytes ? ValueView::null() : keep(scratch);
}

Int point_count(std::string_view text) noexcept {
  Int count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) schema::next_code_point(text, at);
  return count;
}

std::string_view trimmed(std::string_view text) noexcept {
  const auto blank = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

ValueView concat(Arguments arguments, ResidualScratch& scratch) {
  std::size_t bytes = 0;
  for (const ValueView v : arguments) bytes += v.size();
  if (bytes > limits::kEventBytes) return ValueView::null();
  std::string& out = fresh(scratch);
  for (const ValueView v : arguments) out.append(v.as_bytes());
  return keep(scratch);
}

// SUBSTRING(text, start [, count]): the code points whose 1-based positions lie in [start, start + count).
ValueView substring(Arguments arguments) noexcept {
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i].type() != ValueType::int64) return ValueView::null();
  }
  if (arguments[0].type() != ValueType::string) return ValueView::null();
  const std::string_view text = arguments[0].as_bytes();
  const Int start = arguments[1].as_int64();
  Int count = arguments.size() > 2 ? arguments[2].as_int64() : kIntMax;
  if (count <= 0) return ValueView::string({});
  // The positions before the first take their share of the count.
  if (start < 1 && arguments.size() > 2) count = std::max<Int>(start + count - 1, 0);
  std::size_t at = 0;
  for (Int i = 1; i < start && at < text.size(); ++i) schema::next_code_point(text, at);
  std::size_t end = at;
  for (Int i = 0; i < count && end < text.size(); ++i) schema::next_code_point(text, end);
  return ValueView::string(text.substr(at, end - at));
}

bool contains(std::string_view text, std::string_view part) noexcept {
  if (part.size() > text.size()) return false;
  return part.empty() || ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

ValueView to_int(ValueView v) noexcept {
  if (v.type() == ValueType::int64) return v;
  if (v.type() == ValueType::float64) {
    const double d = v.as_float64();
    return d >= -kTwoTo63 && d < kTwoTo63 ? ValueView::int64(static_cast<Int>(d)) : ValueView::null();
  }
  if (v.type() != ValueType::string) return ValueView::null();
  std::string_view text = v.as_bytes();
  if (text.starts_with('+') && !text.substr(1).starts_with('-')) text.remove_prefix(1);
  Int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return ValueView::null();
  return ValueView::int64(number);
}

// A decimal number as far as DOUBLE() reads one: digits, a point, an exponent; nullopt for other text. `negative` and where
// its first significant digit stands as a power of ten say what to do when it does not fit a double.
struct Decimal {
  std::string_view digits;  // without the sign
  bool negative = false;
  Int magnitude = 0;  // value in [10^(magnitude-1), 10^magnitude)
};

std::optional<Decimal> parse_decimal(std::string_view text) noexcept {
  Decimal decimal;
  if (text.starts_with('-') || text.starts_with('+')) {
    decimal.negative = text.front() == '-';
    text.remove_prefix(1);
  }
  decimal.digits = text;
  std::size_t at = 0;
  bool any_digit = false, point = false, significant = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !point) {
      point = true;
      continue;
    }
    if (text[at] < '0' || text[at] > '9') break;
    any_digit = true;
    significant = significant || text[at] != '0';
    if (significant && !point) ++decimal.magnitude;
    if (!significant && point) --decimal.magnitude;
  }
  if (!any_digit) return std::nullopt;
  if (at == text.size()) return decimal;
  if (text[at] != 'e' && text[at] != 'E') return std::nullopt;
  ++at;
  const bool below = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  if (at == text.size()) return std::nullopt;
  constexpr Int kBeyond = Int{1} << 40;  // beyond any magnitude that digits in memory can make up for
  Int exponent = 0;
  for (; at < text.size(); ++at) {
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
    exponent = std::min(kBeyond, exponent * 10 + (text[at] - '0'));
  }
  decimal.magnitude += below ? -exponent : exponent;
  return decimal;
}

ValueView to_double(ValueView v) noexcept {
  if (v.type() == ValueType::float64) return v;
  if (v.type() == ValueType::int64) return ValueView::float64(static_cast<double>(v.as_int64()));
  if (v.type() != ValueType::string) return ValueView::null();
  const std::optional<Decimal> decimal = parse_decimal(v.as_bytes());
  if (!decimal) return ValueView::null();
  double number = 0;
  const std::string_view digits = decimal->digits;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc::result_out_of_range) {
    if (decimal->magnitude > 0) return ValueView::null();
    number = 0;
  }
  return ValueView::float64(decimal->negative ? -number : number);
}

ValueView to_string(ValueView v, ResidualScratch& scratch) {
  constexpr std::size_t kNumberBytesMax = 32;
  switch (v.type()) {
    case ValueType::string:
      return v;
    case ValueType::boolean:
      return ValueView::string(v.as_boolean() ? "true" : "false");
    case ValueType::int64:
    case ValueType::float64: {
      std::string& out = fresh(scratch);
      out.resize(kNumberBytesMax);
      char* const first = out.data();
      const std::to_chars_result end = v.type() == ValueType::int64
                                           ? std::to_chars(first, first + kNumberBytesMax, v.as_int64())
                                           : std::to_chars(first, first + kNumberBytesMax, v.as_float64());
      out.resize(static_cast<std::size_t>(end.ptr - first));
      return keep(scratch);
    }
    default:
      return ValueView::null();
  }
}

ValueView to_bool(ValueView v) noexcept {
  if (v.type() == ValueType::boolean) return v;
  if (v.type() != ValueType::string) return ValueView::null();
  const std::string_view text = v.as_bytes();
  if (schema::equal_folded(text, "true")) return ValueView::boolean(true);
  return schema::equal_folded(text, "false") ? ValueView::boolean(false) : ValueView::null();
}

ValueView call_on_number(Function function, ValueView v) noexcept {
  if (v.type() == ValueType::int64) return function == Function::abs && v.as_int64() < 0 ? compute_negation(v) : v;
  if (v.type() != ValueType::float64) return ValueView::null();
  const double d = v.as_float64();
  return ValueView::float64(function == Function::abs     ? std::abs(d)
                            : function == Function::floor ? std::floor(d)
                                                          : std::ceil(d));
}

ValueView call_on_strings(Function function, Arguments arguments, ResidualScratch& scratch) {
  const ValueView first = arguments[0];
  if (function == Function::length && first.type() == ValueType::binary) return ValueView::int64(first.size());
  if (!all_strings(arguments)) return ValueView::null();
  const std::string_view text = first.as_bytes();
  switch (function) {
    case Function::upper:
      return map_points(first, scratch, schema::to_upper_simple);
    case Function::lower:
      return map_points(first, scratch, schema::to_lower_simple);
    case Function::length:
      return ValueView::int64(point_count(text));
    case Function::trim:
      return ValueView::string(trimmed(text));
    case Function::concat:
      return concat(arguments, scratch);
    case Function::starts_with:
      return ValueView::boolean(text.starts_with(arguments[1].as_bytes()));
    case Function::ends_with:
      return ValueView::boolean(text.ends_with(arguments[1].as_bytes()));
    case Function::contains:
      return ValueView::boolean(contains(text, arguments[1].as_bytes()));
    default:
      return ValueView::null();
  }
}

}  // namespace

bool computes_string(Function function) noexcept {
  return function == Function::upper || function == Function::lower || function == Function::concat ||
         function == Function::to_string;
}

ValueView call(Function function, Arguments arguments, ResidualScratch& scratch) {
  switch (function) {
    case Function::abs:
    case Function::floor:
    case Function::ceil:
      return call_on_number(function, arguments[0]);
    case Function::mod:
      return compute(Op::modulo, arguments[0], arguments[1], false);
    case Function::substring:
      return substring(arguments);
    case Function::coalesce: {
      const auto found = std::find_if(arguments.begin(), arguments.end(), [](ValueView v) { return v.has_value(); });
      return found == arguments.end() ? ValueView::null() : *found;
    }
    case Function::to_int:
      return to_int(arguments[0]);
    case Function::to_double:
      return to_double(arguments[0]);
    case Function::to_string:
      return to_string(arguments[0], scratch);
    case Function::to_bool:
      return to_bool(arguments[0]);
    default:
      return call_on_strings(function, arguments, scratch);
  }
}

}  // namespace turnout::predicate
