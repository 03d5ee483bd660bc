#include "grammar/reference_lexer.h"

#include <string>
#include <vector>

#include "grammar/generated/FilterLexer.h"
#include "schema/utf8.h"

namespace turnout::grammar {
namespace {

class Failures final : public antlr4::BaseErrorListener {
 public:
  void syntaxError(antlr4::Recognizer* /*recognizer*/, antlr4::Token* /*token*/, std::size_t /*line*/, std::size_t /*column*/,
                   const std::string& /*message*/, std::exception_ptr /*e*/) override {
    failed = true;
  }
  bool failed = false;
};

// Byte positions of the code points, and of the end: ANTLR counts code points.
std::vector<std::uint32_t> byte_positions(std::string_view text) {
  std::vector<std::uint32_t> positions;
  for (std::size_t at = 0; at < text.size();) {
    positions.push_back(static_cast<std::uint32_t>(at));
    schema::next_code_point(text, at);
  }
  positions.push_back(static_cast<std::uint32_t>(text.size()));
  return positions;
}

}  // namespace

std::optional<Tokens> lex_by_reference(std::string_view text) {
  antlr4::ANTLRInputStream input{std::string(text)};
  generated::FilterLexer lexer(&input);
  Failures failures;
  lexer.removeErrorListeners();
  lexer.addErrorListener(&failures);
  const std::vector<std::uint32_t> positions = byte_positions(text);
  Tokens tokens;
  for (;;) {
    const auto token = lexer.nextToken();
    if (failures.failed) return std::nullopt;
    if (token->getType() == antlr4::Token::EOF) break;
    tokens.push_back(
        {static_cast<TokenKind>(token->getType()), positions[token->getStartIndex()], positions[token->getStopIndex() + 1]});
  }
  tokens.push_back({TokenKind::end, positions.back(), positions.back()});
  return tokens;
}

}  // namespace turnout::grammar
