// The lexer that ANTLR generates from Filter.g4: what tests hold the tokenizer against. Not used at run time.
#pragma once

#include <optional>
#include <string_view>

#include "grammar/token.h"

namespace turnout::grammar {

// The tokens of well-formed UTF-8, `end` included; contextual words are identifiers and [..] is `bracketed`. nullopt where some
// text is no token. Unlike the tokenizer it holds no limits and lets a number be followed by a letter.
std::optional<Tokens> lex_by_reference(std::string_view text);

}  // namespace turnout::grammar
