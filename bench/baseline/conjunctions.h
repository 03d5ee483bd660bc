// A filter's T formula as an OR of conjunctions, which is what the counting algorithm counts.
#pragma once

#include <cstddef>
#include <vector>

#include "matcher/predicate/formula.h"

namespace turnout::baseline {

struct Conjunction {
  std::vector<const predicate::Formula*> sets;    // counted
  std::vector<const predicate::Formula*> others;  // text, residual, or an any_of left whole: evaluated when all sets hold
};

// An any_of inside an all_of is multiplied out as long as the conjunction then splits into no more than these.
inline constexpr std::size_t kConjunctionsMax = 64;

// The formula is TRUE exactly when one of these is. Points into `formula`. No conjunction: never; one without a part: always.
std::vector<Conjunction> conjunctions_of(const predicate::Formula& formula);

}  // namespace turnout::baseline
