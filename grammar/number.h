// Number literals (docs/language.md, "Values").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "turnout/filter.h"
#include "turnout/value.h"

namespace turnout::grammar {

// What is wrong with a literal.
struct LiteralMistake {
  std::string message;
  std::string hint;
};

// Where a number that starts at `begin` (a digit, or a point before a digit) ends. A mistake when its form is wrong: a letter
// directly after it, `_` not between digits, a hex float, a prefix or exponent without digits.
struct NumberScan {
  std::size_t end = 0;
  std::optional<LiteralMistake> mistake;
};
NumberScan scan_number(std::string_view text, std::size_t begin);

// 9223372036854775808: a literal only directly after unary minus.
struct LeastInt64Magnitude {};

// The value of a scanned number: int64 or double. A leading 0 is octal in core and jms, decimal in azure-sql. O(size).
using NumberValue = std::variant<Value, LeastInt64Magnitude, LiteralMistake>;
NumberValue decode_number(std::string_view text, Dialect dialect);

}  // namespace turnout::grammar
