// Which operands need parentheses in filter text.
#pragma once

#include <cstddef>
#include <cstdint>

#include "matcher/predicate/expr.h"

namespace turnout::predicate {

// How tightly a construct binds, loosest first.
enum class Binding : std::uint8_t { logical_or, logical_and, logical_not, predicate, additive, multiplicative, unary, primary };

Binding binding_of(const Expr& expr) noexcept;
// The loosest construct that may stand as this operand without parentheses.
Binding least_binding(const Expr& parent, std::size_t index) noexcept;

// The forms that take a NOT inside: a NOT IN (...), a IS NOT NULL.
bool takes_not_inside(Op op) noexcept;

}  // namespace turnout::predicate
