// Filters that are equal: they share one row, however many subscriptions have them.
#pragma once

#include <cstdint>
#include <vector>

#include "matcher/index/encoded_filters.h"

namespace turnout::index {

struct EqualFilters {
  // By what the alternatives call an entry: the next one with an equal filter, or kLast. Empty when all filters differ.
  std::vector<std::uint32_t> next;
  static constexpr std::uint32_t kLast = 0xffff'ffff;
};

// Finds filters of equal atoms and programs, whatever the order of their atoms, and drops the alternatives of all but the first
// of each. The alternatives of one entry lie together. O(atoms) expected.
EqualFilters join_equal_filters(EncodedFilters& filters);

}  // namespace turnout::index
