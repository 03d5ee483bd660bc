// Comparison with a constant as a set of values: what a path, a computed value or an element must lie in.
#pragma once

#include <optional>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/value_set.h"

namespace turnout::predicate {

// The constant a value expression stands for: a literal, or a sign before a number. nullopt: not a constant by form.
std::optional<Value> constant_of(const Expr& expr);

// `a op b` is `b mirrored(op) a`.
Op mirrored(Op op) noexcept;

// The values v for which `v op constant` is TRUE; for every other value it is FALSE, and unknown when there is none.
ValueSet satisfying(Op op, const Value& constant, bool unordered_strings);

}  // namespace turnout::predicate
