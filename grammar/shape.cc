#include "grammar/shape.h"

namespace turnout::grammar {
namespace {

// Length first, so that no two lists of names yield one key.
void append_name(std::string& key, std::string_view name) {
  key += std::to_string(name.size());
  key += ':';
  key += name;
}

}  // namespace

Shape shape_of(std::string_view text, std::span<const Token> tokens, const CompileOptions& options) {
  Shape shape;
  shape.key.reserve(2 * tokens.size() + 2);
  shape.key += static_cast<char>(options.dialect);
  shape.key += options.real_division ? '\1' : '\0';
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    shape.key += static_cast<char>(token.kind);
    switch (token.kind) {
      case TokenKind::string:
      case TokenKind::number:
      case TokenKind::binary:
        shape.slots.push_back(i);
        break;
      case TokenKind::identifier:
      case TokenKind::quoted:
      case TokenKind::bracketed:
      case TokenKind::function:
      case TokenKind::index:
        append_name(shape.key, text_of(text, token));
        break;
      default:
        break;
    }
  }
  return shape;
}

}  // namespace turnout::grammar
