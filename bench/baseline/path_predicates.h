// The predicates on one path: which conjunctions have one that a value satisfies? Points (equality, IN) by hash table, all
// other intervals of values by an interval tree over the ranks of their ends. A set is a disjoint union of both, so a value
// satisfies it through one of them at most, and no conjunction is counted twice for one predicate.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "bench/baseline/interval_tree.h"
#include "matcher/predicate/value_set.h"
#include "schema/value_view.h"

namespace turnout::baseline {

// From a point to its number.
class PointTable {
 public:
  // A boolean, number, string or binary. Numbers the points 0, 1, ... as they come.
  std::uint32_t intern(const Value& value);
  // The number of the point that `value` equals.
  [[nodiscard]] std::optional<std::uint32_t> find(schema::ValueView value) const;
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct BytesHash {
    using is_transparent = void;
    using is_avalanching = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
  };
  using BytesMap = boost::unordered_flat_map<std::string, std::uint32_t, BytesHash, std::equal_to<>>;

  BytesMap strings_, binaries_;
  boost::unordered_flat_map<std::int64_t, std::uint32_t> integers_;  // numbers that int64 holds exactly, doubles among them
  boost::unordered_flat_map<double, std::uint32_t> fractions_;       // all others
  std::array<std::optional<std::uint32_t>, 2> booleans_;
  std::uint32_t size_ = 0;
};

class PathPredicates {
 public:
  // Before finish(): a predicate of conjunction `id`, which come in ascending order.
  void add(const predicate::ValueSet& set, std::uint32_t id);
  void finish();

  // Calls visit(ids) for spans of ids whose predicates `value` satisfies.
  template <class Visit>
  void satisfied(schema::ValueView value, Visit&& visit) const {
    if (points_.size() > 0) {
      if (const std::optional<std::uint32_t> point = points_.find(value)) {
        visit(std::span(point_ids_).subspan(point_begins_[*point], point_begins_[*point + 1] - point_begins_[*point]));
      }
    }
    if (!intervals_.empty()) intervals_.stab(rank_of(value), visit);
  }

  // Whether some predicate holds when the path is missing.
  [[nodiscard]] bool wants_missing() const noexcept { return wants_missing_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Pending {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> points;  // number of the point, conjunction
    std::vector<Interval> intervals;                              // ends as 1 + number of the cut
    boost::unordered_flat_map<std::string, std::uint32_t> cuts;   // by what tells them apart
  };

  std::uint32_t intern(const predicate::Cut& cut);
  void finish_points();
  void finish_intervals();
  void finish_numbers();
  // Number of cuts at or before the value.
  [[nodiscard]] std::uint32_t rank_of(schema::ValueView value) const;

  Pending pending_;
  PointTable points_;
  std::vector<std::uint32_t> point_begins_, point_ids_;
  std::vector<predicate::Cut> cuts_;  // ascending once finished
  // The values of the cuts within the numbers, rounded to double: one cache line holds eight. Rounding keeps the order, so only
  // cuts that round to the same double as a value need an exact comparison.
  std::vector<double> numbers_;
  std::size_t numbers_begin_ = 0;  // in cuts_
  IntervalTree intervals_;
  bool wants_missing_ = false;
};

}  // namespace turnout::baseline
