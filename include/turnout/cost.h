// What will a filter cost, and why?
//
//   FilterCost cost = predict_cost(filter);
//   std::cout << to_text(cost);
//
// A matcher looks at a filter only for events that reach one of its access paths, and tests what is left for each of those.
// This says which access that will be, and how many events are expected to reach it, from the form of the filter alone: a
// matcher also weighs what its other filters ask for. Thread-safe. Linear in the filter.
//
// What a filter does cost in a matcher is counted over events that are shown to it: Matcher::observed_cost().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "turnout/filter.h"

namespace turnout {

struct FilterCost {
  struct Access {
    std::string what;  // "tenant: one value"
    double share = 1;  // of all events, 0 to 1
  };
  bool never = false;                 // no event can match: it is not looked at
  bool always = false;                // nothing narrows it down: it is looked at for every event
  double share = 1;                   // of the events that look at the filter, 0 to 1
  std::vector<Access> access;         // an event that reaches one of these looks at the filter; one entry for a conjunction
  std::vector<std::string> verified;  // what is tested for each such event
  std::vector<std::string> hints;     // what would make it cheaper
};

FilterCost predict_cost(const Filter& filter);

// What one filter of a matcher cost over some events.
struct ObservedCost {
  struct Access {
    std::string what;          // "tenant: one value"
    std::uint64_t events = 0;  // that it led to the filter
  };
  std::uint64_t events = 0;
  std::uint64_t looked_at = 0;  // of them, those for which a condition of the filter was looked at
  std::uint64_t evaluated = 0;  // of those, the ones for which it was evaluated by itself, for what columns cannot test
  std::uint64_t matched = 0;    // it is TRUE for them
  std::vector<Access> access;   // where the filter is attached, those that lead most events to it first; 20 at most
};

// A few lines for a terminal.
std::string to_text(const FilterCost& cost);
std::string to_text(const ObservedCost& cost);

}  // namespace turnout
