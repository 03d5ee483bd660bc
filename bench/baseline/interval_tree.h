// Which intervals contain a number? A static centred interval tree over 0 .. universe-1: an interval lies at the highest node
// whose centre it contains, so those at a node that contain a number left of the centre are a prefix of the node's intervals
// sorted by their low ends, and right of it a prefix of them sorted by their high ends. Nothing unsatisfied is looked at.
// O(log^2 universe + answers). Immutable after build().
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace turnout::baseline {

struct Interval {
  std::uint32_t low, high;  // [low, high), not empty
  std::uint32_t id;
};

class IntervalTree {
 public:
  void build(std::vector<Interval> intervals, std::uint32_t universe);

  [[nodiscard]] bool empty() const noexcept { return by_low_ids_.empty(); }
  // Calls visit(ids) for spans of ids that together are the intervals that contain `at`, each once.
  template <class Visit>
  void stab(std::uint32_t at, Visit&& visit) const {
    if (empty()) return;
    std::uint32_t left = 0, right = static_cast<std::uint32_t>(begins_.size()) - 1;
    while (left < right) {
      const std::uint32_t centre = left + (right - left) / 2;
      const std::uint32_t begin = begins_[centre], end = begins_[centre + 1];
      if (at < centre) {
        if (begin != end)
          visit(ids(by_low_ids_, begin, count(by_low_, begin, end, [at](std::uint32_t low) { return low <= at; })));
        right = centre;
      } else if (at > centre) {
        if (begin != end)
          visit(ids(by_high_ids_, begin, count(by_high_, begin, end, [at](std::uint32_t h) { return h > at; })));
        left = centre + 1;
      } else {
        if (begin != end) visit(ids(by_low_ids_, begin, end - begin));
        return;
      }
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return sizeof(std::uint32_t) *
           (begins_.capacity() + by_low_.capacity() + by_high_.capacity() + by_low_ids_.capacity() + by_high_ids_.capacity());
  }

 private:
  using Column = std::vector<std::uint32_t>;

  static std::span<const std::uint32_t> ids(const Column& column, std::uint32_t begin, std::size_t size) {
    return std::span(column).subspan(begin, size);
  }
  template <class Holds>
  static std::size_t count(const Column& bounds, std::uint32_t begin, std::uint32_t end, Holds holds) {
    const auto first = bounds.begin() + begin;
    return static_cast<std::size_t>(std::partition_point(first, bounds.begin() + end, holds) - first);
  }

  Column begins_;                 // by centre: where its intervals begin in the columns
  Column by_low_, by_low_ids_;    // of a node ascending by low end
  Column by_high_, by_high_ids_;  // of a node descending by high end
};

}  // namespace turnout::baseline
