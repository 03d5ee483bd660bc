#include "grammar/words.h"

#include <array>

#include "grammar/name_characters.h"

namespace turnout::grammar {
namespace {

// In the order of TokenKind, from word_or to word_false.
constexpr std::array<std::string_view, 11> kReserved = {"or", "and",    "not",  "between", "like", "in",
                                                        "is", "escape", "null", "true",    "false"};

// In the order of TokenKind.
constexpr std::array<std::string_view, kTokenKinds> kDescriptions = {"the end of the filter",
                                                                     "OR",
                                                                     "AND",
                                                                     "NOT",
                                                                     "BETWEEN",
                                                                     "LIKE",
                                                                     "IN",
                                                                     "IS",
                                                                     "ESCAPE",
                                                                     "NULL",
                                                                     "TRUE",
                                                                     "FALSE",
                                                                     "a string",
                                                                     "a binary literal",
                                                                     "a number",
                                                                     "a name",
                                                                     "a quoted name",
                                                                     "a bracketed name",
                                                                     "`=`",
                                                                     "`<>`",
                                                                     "`<`",
                                                                     "`<=`",
                                                                     "`>`",
                                                                     "`>=`",
                                                                     "`+`",
                                                                     "`-`",
                                                                     "`*`",
                                                                     "`/`",
                                                                     "`%`",
                                                                     "`(`",
                                                                     "`)`",
                                                                     "`,`",
                                                                     "`.`",
                                                                     "a blank",
                                                                     "ILIKE",
                                                                     "MISSING",
                                                                     "ANY",
                                                                     "ALL",
                                                                     "TIMESTAMP",
                                                                     "EXISTS",
                                                                     "a function",
                                                                     "an index",
                                                                     "`[*]`"};

}  // namespace

bool same_word(std::string_view word, std::string_view lower) noexcept {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto c = static_cast<unsigned char>(word[i]);
    if ((is_ascii_letter(c) ? (c | 0x20) : c) != static_cast<unsigned char>(lower[i])) return false;
  }
  return true;
}

std::optional<TokenKind> find_reserved_word(std::string_view word) noexcept {
  if (word.size() < 2 || word.size() > 7) return std::nullopt;
  for (std::size_t i = 0; i < kReserved.size(); ++i) {
    if (same_word(word, kReserved[i])) return static_cast<TokenKind>(static_cast<std::size_t>(TokenKind::word_or) + i);
  }
  return std::nullopt;
}

std::string_view describe(TokenKind kind) noexcept { return kDescriptions[static_cast<std::size_t>(kind)]; }

}  // namespace turnout::grammar
