#include "bench/baseline/interval_tree.h"

#include <tuple>

namespace turnout::baseline {

namespace {

std::uint32_t centre_of(const Interval& interval, std::uint32_t universe) {
  std::uint32_t left = 0, right = universe;
  for (;;) {
    const std::uint32_t centre = left + (right - left) / 2;
    if (interval.high <= centre) {
      right = centre;
    } else if (interval.low > centre) {
      left = centre + 1;
    } else {
      return centre;
    }
  }
}

}  // namespace

void IntervalTree::build(std::vector<Interval> intervals, std::uint32_t universe) {
  if (intervals.empty()) return;
  begins_.assign(universe + std::size_t{1}, 0);
  std::vector<std::pair<std::uint32_t, Interval>> placed;
  placed.reserve(intervals.size());
  for (const Interval& interval : intervals) placed.emplace_back(centre_of(interval, universe), interval);
  std::vector<Interval>().swap(intervals);
  for (const auto& [centre, interval] : placed) ++begins_[centre + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  const auto fill = [&](Column& bounds, Column& ids, auto bound) {
    bounds.reserve(placed.size());
    ids.reserve(placed.size());
    for (const auto& [centre, interval] : placed) {
      bounds.push_back(interval.*bound);
      ids.push_back(interval.id);
    }
  };
  std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.low, a.second.id) < std::tie(b.first, b.second.low, b.second.id);
  });
  fill(by_low_, by_low_ids_, &Interval::low);
  std::sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first, b.second.high, a.second.id) < std::tie(b.first, a.second.high, b.second.id);
  });
  fill(by_high_, by_high_ids_, &Interval::high);
}

}  // namespace turnout::baseline
