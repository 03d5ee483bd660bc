// Why a verdict is what it is, where the values alone do not say.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/naive.h"
#include "matcher/predicate/truth.h"
#include "schema/value_view.h"

namespace turnout::analysis {

// A value as in filter text, shortened: long strings are cut, of arrays the first elements are shown.
std::string short_text(schema::ValueView value);

// One line about an atom (no AND, OR, NOT) with that verdict, or an empty text where nothing is surprising: unlike types, a
// missing value, division by zero, a string test on a number, ANY over no array.
std::string note_for(const predicate::Expr& atom, predicate::Truth verdict, const predicate::Lookup& lookup, Dialect dialect);

}  // namespace turnout::analysis
