// The oracle's functions, over values already computed.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "matcher/predicate/expr.h"
#include "schema/value_view.h"

namespace turnout::predicate {

// Strings that functions computed while a comparison is evaluated.
using StringStorage = std::vector<std::unique_ptr<std::string>>;

// The function's value; missing, null or a wrong type as an argument yields null (docs/language.md, "Functions"), except for
// COALESCE. A result that would be longer than limits::kEventBytes is null.
schema::ValueView call_naively(Function function, std::span<const schema::ValueView> arguments, StringStorage& storage);

// `a op b` for the five arithmetic operators: null for anything but two numbers, for a division by zero and for an overflow.
schema::ValueView calculate(Op op, schema::ValueView a, schema::ValueView b, bool real_division) noexcept;
// -a: null for anything but a number and for the least int64.
schema::ValueView negated(schema::ValueView a) noexcept;

}  // namespace turnout::predicate
