// Tokens of filter text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace turnout::grammar {

// The numbers are those of the generated parser (FilterParser.h); parser.cc asserts it.
enum class TokenKind : std::uint8_t {
  end = 0,  // of the text
  word_or = 1,
  word_and,
  word_not,
  word_between,
  word_like,
  word_in,
  word_is,
  word_escape,
  word_null,
  word_true,
  word_false,
  string,
  binary,  // X'..'
  number,
  identifier,
  quoted,     // "name"
  bracketed,  // [name]
  equal,
  not_equal,  // <> and !=
  less,
  less_equal,
  greater,
  greater_equal,
  plus,
  minus,
  star,
  slash,
  percent,
  left_paren,
  right_paren,
  comma,
  dot,
  blank,  // never a token of ours
  // Contextual: read as `identifier` or `bracketed`, told apart by their neighbours (token_context.h).
  word_ilike,
  word_missing,
  word_any,
  word_all,
  word_timestamp,
  word_exists,
  function,
  index,      // [12] after a segment of a path
  star_index  // [*]
};
inline constexpr std::size_t kTokenKinds = 43;

struct Token {
  TokenKind kind = TokenKind::end;
  std::uint32_t begin = 0, end = 0;  // bytes of the text
};

// The tokens of one text; the last one is `end`, with begin == end == size of the text.
using Tokens = std::vector<Token>;

inline std::string_view text_of(std::string_view text, const Token& token) {
  return text.substr(token.begin, token.end - token.begin);
}

// A token after which an operator may follow.
constexpr bool ends_value(TokenKind kind) noexcept {
  switch (kind) {
    case TokenKind::word_null:
    case TokenKind::word_true:
    case TokenKind::word_false:
    case TokenKind::string:
    case TokenKind::binary:
    case TokenKind::number:
    case TokenKind::identifier:
    case TokenKind::quoted:
    case TokenKind::bracketed:
    case TokenKind::index:
    case TokenKind::star_index:
    case TokenKind::right_paren:
      return true;
    default:
      return false;
  }
}

constexpr bool is_comparison(TokenKind kind) noexcept { return kind >= TokenKind::equal && kind <= TokenKind::greater_equal; }
constexpr bool is_reserved_word(TokenKind kind) noexcept { return kind >= TokenKind::word_or && kind <= TokenKind::word_false; }
constexpr bool is_constant(TokenKind kind) noexcept { return kind >= TokenKind::word_null && kind <= TokenKind::number; }

}  // namespace turnout::grammar
