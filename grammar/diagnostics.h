// From a place in the text to an Error with line, column, excerpt and caret.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grammar/token.h"
#include "matcher/predicate/check.h"
#include "turnout/filter.h"
#include "turnout/result.h"

namespace turnout::grammar {

// A line longer than this many code points is cut to a window around the caret.
inline constexpr std::size_t kExcerptWidth = 100;

// Line and column (1-based, in code points) of a byte of the text. O(byte).
struct Place {
  std::uint32_t line = 1, column = 1;
};
Place place_of(std::string_view text, std::size_t byte);

// The line around `byte` and, below it, a caret: control characters become blanks, malformed bytes U+FFFD, cut ends "...".
std::string excerpt_at(std::string_view text, std::size_t byte);

Error to_error(std::string_view text, const predicate::Finding& finding);
Warning to_warning(std::string_view text, const predicate::Finding& finding);

// "expected a value", "expected an operator, AND, OR or the end of the filter": kinds of tokens in words, values and operators
// summed up.
std::string describe_expected(const std::vector<TokenKind>& expected);

// A word of the text for a message: at most 40 bytes, "..." where it is cut, control characters as blanks.
std::string cut(std::string_view word);

// What was found, to follow "unexpected": "name foo", "string 'abc'", "end of the filter", "`)`". Long tokens are cut.
std::string describe_found(std::string_view text, const Token& token);

}  // namespace turnout::grammar
