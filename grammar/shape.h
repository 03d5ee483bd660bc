// The shape of a filter: its tokens without the values of its constants.
//
// Real filters repeat a few shapes with other constants: `type = 'a' AND n > 1`, `type = 'b' AND n > 7`. Texts of one shape
// parse to the same tree but for the literals, which lie in the order of `slots`. So a cache from key to compiled template
// turns the registration of a million filters into a million tokenizations and a few hundred parses. What such a cache must do
// itself when it fills the slots: decode the constants (number.h, literal.h) and check those that the tree was checked by
// (ESCAPE patterns, REGEXP_LIKE and its like, the type of a number).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/token.h"
#include "turnout/compile.h"

namespace turnout::grammar {

struct Shape {
  std::string key;                   // equal for texts of one shape
  std::vector<std::uint32_t> slots;  // tokens that are constants (strings, numbers, binaries), in order
};

// O(tokens). The tokens are those of tokenize() after resolve_context().
Shape shape_of(std::string_view text, std::span<const Token> tokens, const CompileOptions& options);

}  // namespace turnout::grammar
