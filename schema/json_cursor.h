// The tokens of one JSON text, and what stands at each. Internal to the event reader.
//
// Nothing behind the text is read, and of the text only what is kept is copied: into room taken from the event's arena.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "schema/event_data.h"
#include "schema/json_index.h"
#include "schema/json_scalar.h"
#include "turnout/limits.h"

namespace turnout::schema {

// A token: one of JsonIndex. Handed on by value, so that it stays in a register; nullptr: the text is refused, see reason().
using Token = const std::uint32_t*;

class JsonCursor {
 public:
  // The first token of `json`, which must live while it is walked.
  Token open(std::string_view json, Arena& arena) {
    reason_ = "";
    depth_ = 0;
    text_ = json.data();
    text_end_ = text_ + json.size();
    if (!index_.build(json)) return fail("malformed string or invalid UTF-8");
    end_ = index_.end();
    has_backslash_ = index_.has_backslash();
    // Strings shrink when their escapes are undone, and each keeps room for its closing quote: all fit.
    room_ = out_ = static_cast<char*>(arena.allocate(json.size() + kCopySlack));
    return index_.begin();
  }

  std::nullptr_t fail(const char* reason) noexcept {
    reason_ = reason;
    return nullptr;
  }
  [[nodiscard]] const char* reason() const noexcept { return reason_; }

  // Whether there are so many tokens from `at` on.
  [[nodiscard]] bool has(Token at, std::ptrdiff_t tokens) const noexcept { return end_ - at >= tokens; }
  // The place of a token or of the end of the text; the token's first byte.
  [[nodiscard]] const char* place(Token at) const noexcept { return text_ + *at; }
  [[nodiscard]] char byte(Token at) const noexcept { return *place(at); }

  // What is between the quotes of a string token, escapes not undone.
  [[nodiscard]] std::string_view raw_string(Token at) const noexcept {
    const char* const begin = place(at) + 1;
    const char* end = place(at + 1) - 1;
    while (*end != '"') --end;  // over blanks
    return {begin, static_cast<std::size_t>(end - begin)};
  }
  [[nodiscard]] bool has_escape(std::string_view raw) const noexcept {
    return has_backslash_ && raw.find('\\') != std::string_view::npos;
  }

  // A copy that stays with the event; what is there already is not copied again.
  std::string_view keep(std::string_view bytes) noexcept {
    if (bytes.data() >= room_ && bytes.data() < out_) return bytes;
    char* const copy = out_;
    if (bytes.size() <= kCopySlack && static_cast<std::size_t>(text_end_ - bytes.data()) >= kCopySlack && is_in_text(bytes)) {
      std::memcpy(copy, bytes.data(), kCopySlack);
    } else if (!bytes.empty()) {
      std::memcpy(copy, bytes.data(), bytes.size());
    }
    out_ += bytes.size();
    return {copy, bytes.size()};
  }

  // The string without its escapes, kept; nullopt: one is malformed, or a lone surrogate. `raw` is a raw_string().
  std::optional<std::string_view> unescape(std::string_view raw) noexcept {
    char* const copy = out_;
    std::memcpy(copy, raw.data(), raw.size() + 1);  // the closing quote too
    const char* end = nullptr;
    const auto text = unescape_json_string(copy, end);
    if (text) out_ += text->size();
    return text;
  }

  // Reads a string; returns what follows it.
  Token read_string(Token at, ValueView& out) noexcept {
    const std::string_view raw = raw_string(at);
    if (!has_escape(raw)) [[likely]] {
      out = ValueView::string(keep(raw));
      return at + 1;
    }
    const auto text = unescape(raw);
    if (!text) return fail("malformed escape or lone surrogate in a string");
    out = ValueView::string(*text);
    return at + 1;
  }

  // Reads what is neither string, object nor array.
  Token read_plain(Token at, ValueView& out) noexcept {
    const char* const begin = place(at);
    const char* const end = place(at + 1);
    if (read_short_integer(begin, end, out)) [[likely]]
      return at + 1;
    if (!read_word({begin, static_cast<std::size_t>(end - begin)}, out)) return fail("expected a value");
    return at + 1;
  }

  // What follows a value, which is not read. Its first byte must be one that can begin a value.
  Token skip(Token at) noexcept {
    const Start start = kStarts[static_cast<unsigned char>(byte(at))];
    if (start == Start::scalar) [[likely]]
      return at + 1;
    return start == Start::container ? skip_container(at) : fail("expected a value");
  }

  // Around the members or elements of a container, brackets not included.
  Token enter(Token at) noexcept { return ++depth_ <= limits::kJsonDepth ? at + 1 : fail("nesting is deeper than the limit"); }
  Token leave(Token at) noexcept {
    --depth_;
    return at + 1;
  }

 private:
  static constexpr std::size_t kCopySlack = 32;  // also what unescape_json_string() reads behind a string

  // What a byte can begin.
  enum class Start : std::uint8_t { nothing, scalar, container };
  static constexpr std::array<Start, 256> kStarts = [] {
    std::array<Start, 256> starts{};
    for (const char c : std::string_view("\"-0123456789tfn")) starts[static_cast<unsigned char>(c)] = Start::scalar;
    for (const char c : std::string_view("{[")) starts[static_cast<unsigned char>(c)] = Start::container;
    return starts;
  }();

  [[nodiscard]] bool is_in_text(std::string_view bytes) const noexcept {
    return bytes.data() >= text_ && bytes.data() < text_end_;
  }

  Token skip_container(Token at) noexcept {
    std::size_t depth = depth_;
    for (; at != end_; ++at) {
      const int folded = text_[*at] | 0x20;  // [ and { differ in one bit, and so ] and }
      if (folded == '{') {
        if (++depth > limits::kJsonDepth) return fail("nesting is deeper than the limit");
      } else if (folded == '}' && --depth == depth_) {
        return at + 1;
      }
    }
    return fail("an object or array is not closed");
  }

  // An integer of up to 18 digits that ends where the token does. All others are left to read_word().
  static bool read_short_integer(const char* at, const char* end, ValueView& out) noexcept {
    const bool negative = *at == '-';
    if (negative) ++at;
    const std::ptrdiff_t digits = end - at;
    if (digits < 1 || digits > 18 || (*at == '0' && digits > 1)) return false;
    std::int64_t value = 0;
    for (; at != end; ++at) {
      const auto digit = static_cast<unsigned char>(*at - '0');
      if (digit > 9) return false;
      value = 10 * value + digit;
    }
    out = ValueView::int64(negative ? -value : value);
    return true;
  }

  static bool read_word(std::string_view token, ValueView& out) noexcept {
    token = token.substr(0, token.find_last_not_of(" \t\n\r") + 1);
    if (token == "true") {
      out = ValueView::boolean(true);
    } else if (token == "false") {
      out = ValueView::boolean(false);
    } else if (token == "null") {
      out = ValueView::null();
    } else if (const auto number = parse_json_number(token)) {
      out = *number;
    } else {
      return false;
    }
    return true;
  }

  JsonIndex index_;
  Token end_ = nullptr;
  const char* text_ = nullptr;
  const char* text_end_ = nullptr;
  char* room_ = nullptr;
  char* out_ = nullptr;  // room that is free
  std::size_t depth_ = 0;
  bool has_backslash_ = false;
  const char* reason_ = "";
};

}  // namespace turnout::schema
