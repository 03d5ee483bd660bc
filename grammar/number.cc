#include "grammar/number.h"

#include <charconv>
#include <limits>

#include "grammar/name_characters.h"
#include "schema/utf8.h"

namespace turnout::grammar {
namespace {

enum class Base : std::uint8_t { decimal, hex, binary };

bool is_digit_of(Base base, char c) {
  const auto u = static_cast<unsigned char>(c);
  if (base == Base::binary) return c == '0' || c == '1';
  return is_ascii_digit(u) || (base == Base::hex && (u | 0x20) >= 'a' && (u | 0x20) <= 'f');
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c; }

class Scanner {
 public:
  Scanner(std::string_view text, std::size_t begin) : text_(text), at_(begin) {}

  NumberScan scan() {
    const char second = lower(peek(1));
    if (peek() == '0' && (second == 'x' || second == 'b')) {
      prefixed(second == 'x' ? Base::hex : Base::binary);
    } else {
      decimal();
    }
    if (!mistake_) check_what_follows();
    return {at_, std::move(mistake_)};
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void fail(std::string message, std::string hint) {
    if (!mistake_) mistake_ = LiteralMistake{std::move(message), std::move(hint)};
  }

  // Digits with `_` between them. Returns whether there was a digit.
  bool digits(Base base) {
    if (!is_digit_of(base, peek())) return false;
    while (is_digit_of(base, peek()) || peek() == '_') ++at_;
    if (text_[at_ - 1] == '_') fail("`_` in a number must stand between digits", "remove the `_` at the end of the digits");
    return true;
  }

  void prefixed(Base base) {
    at_ += 2;
    const std::string name = base == Base::hex ? "hexadecimal" : "binary";
    if (!digits(base))
      return fail("a " + name + " number needs digits after `" + std::string(text_.substr(at_ - 2, 2)) + "`", "");
    if (base == Base::hex && (peek() == '.' || lower(peek()) == 'p')) {
      return fail("hexadecimal floating-point numbers are not part of the language", "write the number in decimal");
    }
    if (lower(peek()) == 'l') ++at_;
  }

  void decimal() {
    bool fraction = false;
    digits(Base::decimal);
    if (peek() == '.') {
      fraction = true;
      ++at_;
      digits(Base::decimal);
    }
    if (lower(peek()) == 'e') {
      const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      fraction = true;
      if (!is_digit_of(Base::decimal, peek(1 + sign))) return fail("an exponent needs digits", "write `1e3`, or quote a name");
      at_ += 1 + sign;
      digits(Base::decimal);
    }
    const char suffix = lower(peek());
    if (suffix == 'f' || suffix == 'd' || (suffix == 'l' && !fraction)) ++at_;
  }

  void check_what_follows() {
    if (at_ >= text_.size()) return;
    std::size_t next = at_;
    const char32_t point = schema::next_code_point(text_, next);
    if (!continues_name(point)) return;
    const std::string character(text_.substr(at_, next - at_));
    fail("a number followed directly by `" + character + "`",
         "put a blank or an operator between them; a name that starts with a digit must be quoted");
  }

  std::string_view text_;
  std::size_t at_;
  std::optional<LiteralMistake> mistake_;
};

std::string without_underscores(std::string_view text) {
  std::string digits;
  digits.reserve(text.size());
  for (const char c : text) {
    if (c != '_') digits += c;
  }
  return digits;
}

// Hex, octal and binary integers may use all 64 bits, two's complement.
NumberValue decode_bits(std::string_view digits, int base, std::string_view name) {
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    return LiteralMistake{"the " + std::string(name) + " number does not fit into 64 bits",
                          "use a decimal number with a point"};
  }
  return Value(static_cast<std::int64_t>(bits));
}

NumberValue decode_integer(std::string_view digits) {
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, 10);
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (error == std::errc{} && magnitude <= kMost) return Value(static_cast<std::int64_t>(magnitude));
  if (error == std::errc{} && magnitude == kMost + 1) return LeastInt64Magnitude{};
  return LiteralMistake{"the number is beyond the range of 64-bit integers, which ends at 9223372036854775807",
                        "write it with a decimal point to make it a double"};
}

// Whether a decimal that from_chars could not represent is too large (or else too small): by the power of ten of its first
// significant digit.
bool is_overflow(std::string_view digits) {
  const std::size_t e = digits.find_first_of("eE");
  const std::string_view mantissa = digits.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t significant = mantissa.find_first_not_of("0.");
  if (significant == std::string_view::npos) return false;
  auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(significant);
  if (e != std::string_view::npos) {
    std::string_view exponent = digits.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::int64_t value = 0;
    const auto result = std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
    if (result.ec != std::errc{}) return !exponent.starts_with('-');
    if (value > 1'000'000'000 || value < -1'000'000'000) return value > 0;
    power += value;
  }
  return power > 0;
}

NumberValue decode_double(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) {
    if (is_overflow(digits)) {
      return LiteralMistake{"the number is beyond the range of doubles, which ends at 1.7976931348623157e308",
                            "use a smaller number"};
    }
    return Value(0.0);
  }
  if (error != std::errc{} || end != digits.data() + digits.size()) return LiteralMistake{"malformed number", ""};
  return Value(value);
}

bool is_octal(std::string_view digits) {
  for (const char c : digits) {
    if (c > '7') return false;
  }
  return true;
}

}  // namespace

NumberScan scan_number(std::string_view text, std::size_t begin) { return Scanner(text, begin).scan(); }

NumberValue decode_number(std::string_view text, Dialect dialect) {
  const std::string kept = without_underscores(text);
  std::string_view digits = kept;
  const char second = digits.size() > 1 ? lower(digits[1]) : '\0';
  if (digits[0] == '0' && (second == 'x' || second == 'b')) {
    digits.remove_prefix(2);
    if (lower(digits.back()) == 'l') digits.remove_suffix(1);
    return second == 'x' ? decode_bits(digits, 16, "hexadecimal") : decode_bits(digits, 2, "binary");
  }
  const char suffix = lower(digits.back());
  if (suffix == 'l' || suffix == 'f' || suffix == 'd') digits.remove_suffix(1);
  if (suffix == 'f' || suffix == 'd' || digits.find_first_of(".eE") != std::string_view::npos) return decode_double(digits);
  if (digits.size() == 1 || digits[0] != '0' || dialect == Dialect::azure_sql) return decode_integer(digits);
  if (is_octal(digits)) return decode_bits(digits, 8, "octal");
  return LiteralMistake{"a number with a leading 0 is octal and has only the digits 0 to 7", "remove the leading 0"};
}

}  // namespace turnout::grammar
