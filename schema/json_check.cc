#include "schema/json_check.h"

#include <bitset>

#include "schema/json_scalar.h"
#include "schema/utf8.h"
#include "turnout/limits.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace turnout::schema {

namespace {

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_hex(char c) noexcept { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
// What may stand in a number, well formed or not.
constexpr bool is_number_part(char c) noexcept {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

// Reads a text from front to back; the first flaw stops it.
class Checker {
 public:
  explicit Checker(std::string_view text) noexcept : text_(text) {}

  std::optional<JsonFlaw> run() noexcept {
    // One turn per value. After it, closing brackets and commas up to the next value.
    do {
      skip_blanks();
      if (!value()) return flaw_;
      if (opened_) continue;  // the next value is the first in the new container
      if (!after_value()) return flaw_;
    } while (depth_ > 0);
    skip_blanks();
    if (at_ < text_.size()) fail("text follows the value");
    return flaw_;
  }

 private:
  bool fail(const char* reason) noexcept { return fail_at(at_, reason); }
  bool fail_at(std::size_t byte, const char* reason) noexcept {
    flaw_ = JsonFlaw{.byte = byte, .reason = reason, .too_deep = false};
    return false;
  }
  void skip_blanks() noexcept {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }

  // A scalar, an empty container, or the opening of a container and, of an object, its first key.
  bool value() noexcept {
    opened_ = false;
    switch (peek()) {
      case '{':
        return open(true);
      case '[':
        return open(false);
      case '"':
        return string();
      case 't':
        return word("true");
      case 'f':
        return word("false");
      case 'n':
        return word("null");
      default:
        return number();
    }
  }

  bool open(bool object) noexcept {
    if (depth_ == limits::kJsonDepth) {
      fail("nesting is deeper than the limit");
      flaw_->too_deep = true;
      return false;
    }
    ++at_;
    skip_blanks();
    if (peek() == (object ? '}' : ']')) {
      ++at_;
      return true;
    }
    objects_[depth_++] = object;
    opened_ = true;
    return !object || key();
  }

  // Closes what ends here and stops before the next value.
  bool after_value() noexcept {
    while (depth_ > 0) {
      skip_blanks();
      const bool object = objects_[depth_ - 1];
      const char c = peek();
      if (c == ',') {
        ++at_;
        skip_blanks();
        return !object || key();
      }
      if (c != (object ? '}' : ']')) return fail(object ? "expected a comma or }" : "expected a comma or ]");
      ++at_;
      --depth_;
    }
    return true;
  }

  bool key() noexcept {
    if (peek() != '"') return fail("expected a member name in double quotes");
    if (!string()) return false;
    skip_blanks();
    if (peek() != ':') return fail("expected a colon after the member name");
    ++at_;
    skip_blanks();
    return true;
  }

  bool word(std::string_view expected) noexcept {
    if (text_.substr(at_, expected.size()) != expected) return fail("expected a value");
    at_ += expected.size();
    return true;
  }

  bool number() noexcept {
    std::size_t end = at_;
    while (end < text_.size() && is_number_part(text_[end])) ++end;
    if (end == at_) return fail(at_ < text_.size() ? "expected a value" : "the text ends where a value should be");
    if (!parse_json_number(text_.substr(at_, end - at_))) return fail("malformed number");
    at_ = end;
    return true;
  }

  bool string() noexcept {
    const std::size_t begin = at_++;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(c) < 0x20) return fail("a control character in a string must be escaped");
      if (c == '\\') {
        if (!escape()) return false;
        continue;
      }
      const std::size_t before = at_;
      if (next_code_point(text_, at_) == kReplacement && at_ - before == 1) return fail_at(before, "invalid UTF-8");
    }
    return fail_at(begin, "the string is not closed");
  }

  bool escape() noexcept {
    const std::size_t begin = at_;
    const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    at_ += 2;
    if (c != 'u') return std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos || fail_at(begin, "malformed escape");
    const int first = hex4();
    if (first < 0) return fail_at(begin, "malformed escape");
    if (first >= 0xdc00 && first <= 0xdfff) return fail_at(begin, "lone surrogate");
    if (first < 0xd800 || first > 0xdbff) return true;
    if (text_.substr(at_, 2) != "\\u") return fail_at(begin, "lone surrogate");
    at_ += 2;
    const int second = hex4();
    return (second >= 0xdc00 && second <= 0xdfff) || fail_at(begin, "lone surrogate");
  }

  // The value of four hex digits, or -1.
  int hex4() noexcept {
    if (text_.size() - at_ < 4) return -1;
    int value = 0;
    for (int i = 0; i < 4; ++i) {
      const char c = text_[at_++];
      if (!is_hex(c)) return -1;
      value = 16 * value + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool opened_ = false;
  std::bitset<limits::kJsonDepth> objects_;  // which open containers are objects
  std::optional<JsonFlaw> flaw_;
};

// Number of [ and { in the text, strings included. They differ in one bit.
std::size_t count_opening(std::string_view text) noexcept {
  std::size_t count = 0;
  std::size_t at = 0;
#if defined(__SSE2__)
  const __m128i case_bit = _mm_set1_epi8(0x20);
  const __m128i brace = _mm_set1_epi8('{');
  __m128i sums = _mm_setzero_si128();
  for (; at + 16 <= text.size(); at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    const __m128i hits = _mm_cmpeq_epi8(_mm_or_si128(bytes, case_bit), brace);
    sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_sub_epi8(_mm_setzero_si128(), hits), _mm_setzero_si128()));
  }
  alignas(16) std::uint64_t halves[2];
  _mm_store_si128(reinterpret_cast<__m128i*>(halves), sums);
  count = halves[0] + halves[1];
#endif
  for (; at < text.size(); ++at) count += (text[at] | 0x20) == '{' ? 1 : 0;
  return count;
}

}  // namespace

std::optional<JsonFlaw> check_json(std::string_view text) noexcept { return Checker(text).run(); }

std::optional<std::size_t> find_too_deep(std::string_view text) noexcept {
  if (count_opening(text) <= limits::kJsonDepth) return std::nullopt;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        for (++at; at < text.size() && text[at] != '"'; ++at) {
          if (text[at] == '\\') ++at;
        }
        break;
      case '[':
      case '{':
        if (++depth > limits::kJsonDepth) return at;
        break;
      case ']':
      case '}':
        depth -= depth > 0 ? 1 : 0;
        break;
      default:
        break;
    }
  }
  return std::nullopt;
}

}  // namespace turnout::schema
