// What the bytecode of a residual computes: comparison, arithmetic and functions. Values of a wrong type yield null.
#pragma once

#include <span>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/residual.h"
#include "matcher/predicate/truth.h"
#include "schema/value_view.h"

namespace turnout::predicate {

// `a op b` for op one of equal..greater_equal.
Truth compare_operands(Op op, schema::ValueView a, schema::ValueView b, bool unordered_strings) noexcept;

// add..modulo; overflow and division by zero are null.
schema::ValueView compute(Op op, schema::ValueView a, schema::ValueView b, bool real_division) noexcept;
schema::ValueView compute_negation(schema::ValueView a) noexcept;

// Whether call() may use a string of the scratch.
bool computes_string(Function function) noexcept;
// Requires that scratch.strings has room for one more string when computes_string(). Pattern functions are TextTests instead.
schema::ValueView call(Function function, std::span<const schema::ValueView> arguments, ResidualScratch& scratch);

}  // namespace turnout::predicate
