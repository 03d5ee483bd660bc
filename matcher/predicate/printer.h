// Canonical text of an expression.
#pragma once

#include <string>

#include "matcher/predicate/expr.h"

namespace turnout::predicate {

// Parses back, in `dialect`, to the same() expression: fewest parentheses, keywords in capitals, one blank around operators,
// NOT IN / NOT LIKE / NOT BETWEEN / IS NOT NULL where logical_not stands over them, shortest round-trip numbers (a double
// always with a point or exponent), quotes doubled, names quoted only where they must be.
//
// A sign is never part of a number token, so a negative literal (all 64 bits written in hexadecimal, a time before 1970) prints
// with a minus and parses back to the negation of its absolute value, which is same() as it. The least int64 is a literal.
std::string print(const Expr& expr, Dialect dialect);

// The same, cut after at most `bytes_max` bytes, between code points, with `...` behind the cut. Costs no more than what it
// yields, whatever the size of the expression, except for single long literals.
std::string print_beginning(const Expr& expr, Dialect dialect, std::size_t bytes_max);

// A literal as in filter text. Values that no literal can stand for (arrays, objects, missing, NaN, infinity) are shown for
// people.
std::string print_literal(const Value& value);

}  // namespace turnout::predicate
