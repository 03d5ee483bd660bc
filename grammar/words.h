// The words of the language.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "grammar/token.h"

namespace turnout::grammar {

// ASCII comparison without regard to case; `lower` is in lower case.
bool same_word(std::string_view word, std::string_view lower) noexcept;

// The kind of a reserved word in any case, or nullopt.
std::optional<TokenKind> find_reserved_word(std::string_view word) noexcept;

// How diagnostics speak of a kind: "AND", "a number", "`(`".
std::string_view describe(TokenKind kind) noexcept;

}  // namespace turnout::grammar
