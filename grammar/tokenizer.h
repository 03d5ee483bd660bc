// Text to tokens, in one linear pass that also holds every bound, so that nothing hostile reaches the parser:
// limits::kFilterBytes, kFilterTokens, kFilterLiterals, kFilterDepth (parentheses, and chains of NOT and of signs), well-formed
// UTF-8, balanced parentheses, closed quotes, well-formed numbers.
#pragma once

#include <optional>
#include <string_view>

#include "grammar/token.h"
#include "matcher/predicate/check.h"
#include "turnout/filter.h"

namespace turnout::grammar {

struct Tokenized {
  Tokens tokens;                              // as far as they were read when there is a problem
  std::optional<predicate::Finding> problem;  // the first one
};

// O(size of the text). Memory: 12 bytes a token. Dialects differ in what starts a name only.
Tokenized tokenize(std::string_view text, Dialect dialect);

// The same into memory that is used again; returns the problem.
std::optional<predicate::Finding> tokenize_into(std::string_view text, Dialect dialect, Tokens& tokens);

}  // namespace turnout::grammar
