// Sets of values and residuals in a few words, for reports.
#pragma once

#include <cstddef>
#include <string>

#include "matcher/predicate/residual.h"
#include "matcher/predicate/value_set.h"

namespace turnout::predicate {

// What a set consists of, by kind.
struct SetPieces {
  std::size_t points = 0, ranges = 0, prefixes = 0, whole = 0;  // `whole`: all values of a type, and of those that follow
  bool absence = false;                                         // missing or null
};
SetPieces pieces_of(const ValueSet& set);

// "one value", "2 ranges, no value". Linear in the set.
std::string describe(const ValueSet& set);

// "a, b": the first 20.
std::string paths_of(const Residual& residual);

}  // namespace turnout::predicate
