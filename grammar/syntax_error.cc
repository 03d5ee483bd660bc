#include "grammar/syntax_error.h"

#include <algorithm>
#include <string>

#include "grammar/diagnostics.h"
#include "grammar/suggestion.h"
#include "grammar/words.h"
#include "turnout/limits.h"

namespace turnout::grammar {
namespace {

class Hint {
 public:
  Hint(std::string_view text, std::span<const Token> tokens, const ParseOutcome& outcome)
      : text_(text), tokens_(tokens), outcome_(outcome), at_(outcome.token) {}

  [[nodiscard]] std::string text() const {
    const TokenKind found = tokens_[at_].kind;
    const TokenKind previous = at_ > 0 ? tokens_[at_ - 1].kind : TokenKind::end;
    const std::string word = cut(text_of(text_, tokens_[at_]));
    if (is_comparison(found) && ends_value(previous) && !expects(TokenKind::equal)) {
      return "comparisons do not chain: join them with AND, or put one into parentheses";
    }
    if (found == TokenKind::number && word.starts_with('.') && ends_value(previous)) {
      return "an element of an array is written a[5], a name of digits a.\"5\"";
    }
    if (found == TokenKind::bracketed && ends_value(previous)) return "a member is written a.name or a.\"any name\"";
    if (found == TokenKind::word_not && expects_value()) return "put a negated operand into parentheses: (NOT a)";
    if (found == TokenKind::right_paren && previous == TokenKind::left_paren)
      return "an empty list matches nothing: leave it out";
    if (found == TokenKind::word_escape) return "ESCAPE follows the pattern of LIKE";
    if (previous == TokenKind::word_like || previous == TokenKind::word_ilike) return "the pattern is a string: '...'";
    if (is_reserved_word(found) && expects(TokenKind::identifier)) {
      return word + " is a reserved word: quote it to use it as a name, \"" + word + "\"";
    }
    if (found == TokenKind::identifier || found == TokenKind::function) return misspelt(word);
    return {};
  }

 private:
  [[nodiscard]] bool expects(TokenKind kind) const {
    return std::binary_search(outcome_.expected.begin(), outcome_.expected.end(), kind);
  }
  [[nodiscard]] bool expects_value() const { return expects(TokenKind::identifier) && expects(TokenKind::number); }

  // A name where a keyword could stand: the likely one.
  [[nodiscard]] std::string misspelt(std::string_view word) const {
    std::vector<std::string_view> keywords;
    for (const TokenKind kind : outcome_.expected) {
      if (is_reserved_word(kind) || kind == TokenKind::word_ilike || kind == TokenKind::word_missing) {
        keywords.push_back(describe(kind));
      }
    }
    std::string hint = did_you_mean(word, keywords);
    if (hint.empty() && same_word(word, "matches")) hint = "a pattern is LIKE '...' or REGEXP_LIKE(a, '...')";
    if (hint.empty() && same_word(word, "contains")) hint = "write CONTAINS(a, 'text')";
    return hint;
  }

  std::string_view text_;
  std::span<const Token> tokens_;
  const ParseOutcome& outcome_;
  std::size_t at_;
};

}  // namespace

predicate::Finding explain_outcome(std::string_view text, std::span<const Token> tokens, const ParseOutcome& outcome) {
  const Token& token = tokens[outcome.token];
  if (outcome.kind == ParseOutcome::Kind::too_deep) {
    return {ErrorCode::limit,
            "parentheses, NOT and signs are nested more than " + std::to_string(limits::kFilterDepth) +
                " deep (limit kFilterDepth)",
            "flatten the expression; chains of AND, OR and IN do not count", token.begin, token.end};
  }
  return {ErrorCode::syntax, "unexpected " + describe_found(text, token) + ": " + describe_expected(outcome.expected),
          Hint(text, tokens, outcome).text(), token.begin, token.end};
}

}  // namespace turnout::grammar
