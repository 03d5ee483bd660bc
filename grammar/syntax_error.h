// What the parser could not accept, in words.
#pragma once

#include <span>
#include <string_view>

#include "grammar/parser.h"
#include "grammar/token.h"
#include "matcher/predicate/check.h"

namespace turnout::grammar {

// The finding of an outcome of kind syntax_error or too_deep.
predicate::Finding explain_outcome(std::string_view text, std::span<const Token> tokens, const ParseOutcome& outcome);

}  // namespace turnout::grammar
