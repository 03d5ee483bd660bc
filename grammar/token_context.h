// Contextual words: names that are keywords only beside certain tokens.
#pragma once

#include <string_view>

#include "grammar/token.h"

namespace turnout::grammar {

// Turns identifiers into keywords where their neighbours say so, so that the grammar decides by one token:
//   ILIKE       after a value, or after a NOT that follows a value
//   MISSING     after IS [NOT]
//   ANY, ALL    after a comparison operator and before `(`
//   TIMESTAMP   before a string
//   EXISTS, and any other name (a function), before `(`
// and [digits], [*] directly after a segment of a path into indices. O(tokens).
void resolve_context(std::string_view text, Tokens& tokens);

}  // namespace turnout::grammar
