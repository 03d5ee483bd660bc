#include "grammar/token_context.h"

#include <algorithm>

#include "grammar/name_characters.h"
#include "grammar/words.h"

namespace turnout::grammar {
namespace {

class Context {
 public:
  Context(std::string_view text, const Tokens& tokens, std::size_t at) : text_(text), tokens_(tokens), at_(at) {}

  [[nodiscard]] TokenKind identifier() const {
    const std::string_view word = text_of(text_, tokens_[at_]);
    const TokenKind previous = before(1);
    const TokenKind next = tokens_[at_ + 1].kind;
    if (previous == TokenKind::dot) return TokenKind::identifier;
    if (same_word(word, "ilike") && (ends_value(previous) || (previous == TokenKind::word_not && ends_value(before(2))))) {
      return TokenKind::word_ilike;
    }
    if (same_word(word, "missing") &&
        (previous == TokenKind::word_is || (previous == TokenKind::word_not && before(2) == TokenKind::word_is))) {
      return TokenKind::word_missing;
    }
    if (next == TokenKind::string && same_word(word, "timestamp")) return TokenKind::word_timestamp;
    if (next != TokenKind::left_paren) return TokenKind::identifier;
    if (is_comparison(previous) && same_word(word, "any")) return TokenKind::word_any;
    if (is_comparison(previous) && same_word(word, "all")) return TokenKind::word_all;
    return same_word(word, "exists") ? TokenKind::word_exists : TokenKind::function;
  }

  [[nodiscard]] TokenKind bracketed() const {
    switch (before(1)) {
      case TokenKind::identifier:
      case TokenKind::quoted:
      case TokenKind::bracketed:
      case TokenKind::index:
      case TokenKind::star_index:
        break;
      default:
        return TokenKind::bracketed;
    }
    std::string_view inside = text_of(text_, tokens_[at_]);
    inside = inside.substr(1, inside.size() - 2);
    if (inside == "*") return TokenKind::star_index;
    const bool digits = !inside.empty() && std::all_of(inside.begin(), inside.end(),
                                                       [](char c) { return is_ascii_digit(static_cast<unsigned char>(c)); });
    return digits ? TokenKind::index : TokenKind::bracketed;
  }

 private:
  [[nodiscard]] TokenKind before(std::size_t distance) const {
    return at_ >= distance ? tokens_[at_ - distance].kind : TokenKind::end;
  }

  std::string_view text_;
  const Tokens& tokens_;
  std::size_t at_;
};

}  // namespace

void resolve_context(std::string_view text, Tokens& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::identifier) tokens[i].kind = Context(text, tokens, i).identifier();
    if (tokens[i].kind == TokenKind::bracketed) tokens[i].kind = Context(text, tokens, i).bracketed();
  }
}

}  // namespace turnout::grammar
