#include "grammar/refusals.h"

#include <string>

namespace turnout::grammar {
namespace {

struct Refusal {
  std::string what;
  std::string hint;
};

std::optional<Refusal> jms_refusal(std::string_view text, std::span<const Token> tokens, std::size_t at) {
  const auto before = [&](std::size_t distance) { return at >= distance ? tokens[at - distance].kind : TokenKind::end; };
  const std::string_view word = text_of(text, tokens[at]);
  switch (tokens[at].kind) {
    case TokenKind::function:
      return Refusal{"functions are", "compare the property itself"};
    case TokenKind::not_equal:
      if (word == "!=") return Refusal{"!= is", "write <>"};
      return std::nullopt;
    case TokenKind::percent:
      return Refusal{"% is", ""};
    case TokenKind::dot:
      return Refusal{"paths with . are", "quote a name that contains a point: \"a.b\""};
    case TokenKind::bracketed:
    case TokenKind::index:
    case TokenKind::star_index:
      return Refusal{"names in [...] are", "quote the name: \"a name\""};
    case TokenKind::binary:
      return Refusal{"binary literals are", ""};
    case TokenKind::word_timestamp:
      return Refusal{"TIMESTAMP literals are", "write milliseconds since 1970"};
    case TokenKind::word_ilike:
      return Refusal{"ILIKE is", "write LIKE"};
    case TokenKind::word_any:
    case TokenKind::word_all:
      return Refusal{"ANY and ALL are", ""};
    case TokenKind::word_exists:
      return Refusal{"EXISTS is", "write IS NOT NULL"};
    case TokenKind::word_missing:
      return Refusal{"MISSING is", "write IS NULL"};
    case TokenKind::word_null:
      if (before(1) == TokenKind::word_is || (before(1) == TokenKind::word_not && before(2) == TokenKind::word_is)) {
        return std::nullopt;
      }
      return Refusal{"NULL as a value is", "write IS NULL or IS NOT NULL"};
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<predicate::Finding> find_refusal(std::string_view text, std::span<const Token> tokens, Dialect dialect) {
  if (dialect != Dialect::jms) return std::nullopt;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (auto refusal = jms_refusal(text, tokens, i)) {
      return predicate::Finding{ErrorCode::syntax, refusal->what + " not part of the jms dialect", std::move(refusal->hint),
                                tokens[i].begin, tokens[i].end};
    }
  }
  return std::nullopt;
}

}  // namespace turnout::grammar
