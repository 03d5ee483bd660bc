// What a dialect leaves out of the language.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "grammar/token.h"
#include "matcher/predicate/check.h"
#include "turnout/filter.h"

namespace turnout::grammar {

// The first token, contextual words resolved, that the dialect refuses although the core language has it. jms is strict: no
// functions, !=, %, unquoted `.`, [x], X'..', TIMESTAMP, ILIKE, ANY, ALL, EXISTS, MISSING, and NULL only after IS [NOT].
// O(tokens).
std::optional<predicate::Finding> find_refusal(std::string_view text, std::span<const Token> tokens, Dialect dialect);

}  // namespace turnout::grammar
