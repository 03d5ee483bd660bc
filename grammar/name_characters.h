// What a name without quotes may be made of. Pure functions, thread-safe, O(log of the table's 700 ranges) beyond ASCII.
#pragma once

namespace turnout::grammar {

namespace detail {
bool is_letter_beyond_ascii(char32_t point) noexcept;
bool is_digit_beyond_ascii(char32_t point) noexcept;
}  // namespace detail

inline bool is_ascii_letter(char32_t point) noexcept { return (point | 0x20) >= U'a' && (point | 0x20) <= U'z'; }
inline bool is_ascii_digit(char32_t point) noexcept { return point >= U'0' && point <= U'9'; }

// [\p{L}_$], by Unicode 15.0.
inline bool starts_name(char32_t point) noexcept {
  if (point < 0x80) return is_ascii_letter(point) || point == U'_' || point == U'$';
  return detail::is_letter_beyond_ascii(point);
}
// [\p{L}\p{Nd}_$].
inline bool continues_name(char32_t point) noexcept {
  if (point < 0x80) return starts_name(point) || is_ascii_digit(point);
  return detail::is_letter_beyond_ascii(point) || detail::is_digit_beyond_ascii(point);
}

}  // namespace turnout::grammar
