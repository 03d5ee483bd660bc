// Canonical text of an expression.
#pragma once

#include <string>

#include "matcher/predicate/expr.h"

namespace turnout::predicate {

// Parses back, in `dialect`, to the same() expression: fewest parentheses, keywords in capitals, one blank around operators,
// NOT IN / NOT LIKE / NOT BETWEEN / IS NOT NULL where logical_not stands over them, shortest round-trip numbers (a double
// always with a point or exponent), quotes doubled, names quoted only where they must be.
std::string print(const Expr& expr, Dialect dialect);

// A literal as in filter text.
std::string print_literal(const Value& value);

}  // namespace turnout::predicate
