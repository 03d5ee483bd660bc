// How likely an event's code on a path lies in a range: what covers, the order of verification and slices are chosen by.
//
// The prior: constants that many filters name are as common in events, for subscribers ask for what there is. Events that were
// seen (EventSample) count for more: a value that came at least twice is as common as it was among them; values that came once
// say only that such values come, and share what is left as the prior has it.
#pragma once

#include <cstdint>
#include <vector>

#include "matcher/index/dictionary.h"

namespace turnout::index {

struct Segment;
class EventSample;

class CostModel {
 public:
  // `constant_counts`: how often each code is named, by path. `sample` may be null.
  CostModel(const Segment& segment, const std::vector<std::vector<std::uint32_t>>& constant_counts, const EventSample* sample);
  // O(1).
  [[nodiscard]] double probability(Local path, Code low, Code high) const noexcept;

 private:
  struct Observed;
  void set_path(Local path, const std::vector<std::uint32_t>& counts, Observed& observed, double events);

  std::vector<std::vector<double>> prefix_;  // by path: probability of codes below
};

}  // namespace turnout::index
