// The shape of a filter: its tokens without the values of its constants and the names of its paths.
//
// Real filters repeat a few shapes with other constants: `type = 'a' AND n > 1`, `kind = 'b' AND m > 7`. Texts of one shape
// parse to the same tree but for the paths and constants, which lie in the order of the units. A list of strings, or of
// numbers, behind IN is one unit however long it is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/path_table.h"
#include "grammar/token.h"
#include "turnout/compile.h"

namespace turnout::grammar {

// What the tree takes from the text at a unit.
enum class Slot : std::uint8_t { none, path, number, string, binary, strings, numbers };

struct Unit {
  Slot slot = Slot::none;
  std::uint32_t first = 0, end = 0;  // tokens
};

struct Shape {
  std::string key;  // equal for texts of one shape, and for no others
  std::vector<Unit> units;
  std::vector<std::shared_ptr<const schema::Path>> paths;  // of the units that are paths, in order
};

// Fills `shape`, whose memory is reused. False when the text is not worth a template or cannot have one: it is longer than
// kShapeTokens, or holds a path or a function that is not plainly right. The tokens are those of tokenize() after
// resolve_context(). O(tokens).
inline constexpr std::size_t kShapeTokens = 1024;  // IN lists of constants not counted
bool shape_of(std::string_view text, std::span<const Token> tokens, const CompileOptions& options, PathTable& paths,
              Shape& shape);

}  // namespace turnout::grammar
