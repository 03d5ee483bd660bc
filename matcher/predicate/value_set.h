// Sets of values of one single-valued path, closed under complement, union and intersection.
//
// All values, missing and null included, lie on one line: missing < null < booleans < numbers < NaN < strings < binaries <
// arrays < objects. A set is a sorted list of cuts on that line; it is toggled at each. `a = 1` is [before 1, after 1], `a > 5`
// is [after 5, start of NaN), `a <> 1` is all numbers without that point, "has a value" is [start of booleans, end). So every
// comparison with constants, IN, BETWEEN, prefix, IS NULL and type test is a ValueSet, and logic over one path is set algebra.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "schema/value_view.h"
#include "turnout/value.h"

namespace turnout::predicate {

enum class Region : std::uint8_t { missing, null, boolean, number, nan, string, binary, array, object, end };

Region region_of(schema::ValueView value) noexcept;

// A place between two values.
struct Cut {
  enum class Side : std::uint8_t { start, before, after };
  Region region = Region::missing;
  Side side = Side::start;  // start of the region, or just before or after `value`
  Value value;              // boolean, number (an int64 where it is one exactly), string or binary of that region

  static Cut start(Region region) { return {region, Side::start, {}}; }
  static Cut before(const Value& value);
  static Cut after(const Value& value);
};

// A cut by reference.
struct CutView {
  Region region = Region::missing;
  Cut::Side side = Cut::Side::start;
  schema::ValueView value;  // as in Cut

  static CutView of(const Cut& cut) noexcept { return {cut.region, cut.side, schema::ValueView::of(cut.value)}; }
  static CutView of(const CutView& cut) noexcept { return cut; }
};
// A set by reference: see ValueSet::from_cuts().
struct SetView {
  bool from_start = false;
  std::span<const CutView> cuts;
};

// <0, 0, >0: order on the line.
int compare(const Cut& a, const Cut& b) noexcept;
int compare(const CutView& a, const CutView& b) noexcept;
// Whether the two cuts enclose one value.
bool is_point(const CutView& low, const CutView& high) noexcept;
// Numbers that are integers within int64 as such, all other values as they are: the one form of values in cuts.
schema::ValueView normalized(schema::ValueView value) noexcept;
// Whether the value lies at or right of the cut.
bool at_or_after(schema::ValueView value, const Cut& cut) noexcept;

class ValueSet {
 public:
  ValueSet() = default;  // empty
  static ValueSet all() {
    ValueSet s;
    s.from_start_ = true;
    return s;
  }
  static ValueSet range(Cut low, Cut high);  // [low, high)
  static ValueSet region(Region region);
  static ValueSet has();                                     // present and not null
  static ValueSet lacks();                                   // missing or null
  static ValueSet point(const Value& value);                 // values equal to it; empty for NaN, null, arrays and objects
  static ValueSet points(const std::vector<Value>& values);  // O(n log n)
  static ValueSet prefix(const std::string& prefix);         // strings that start with it

  // `cuts` strictly increasing, none at the end of the line; membership toggles at each.
  static ValueSet from_cuts(bool from_start, std::vector<Cut> cuts);

  [[nodiscard]] ValueSet complement() const;
  [[nodiscard]] ValueSet unite(const ValueSet& other) const;
  [[nodiscard]] ValueSet intersect(const ValueSet& other) const;

  [[nodiscard]] bool contains(schema::ValueView value) const noexcept;  // O(log cuts)
  [[nodiscard]] bool is_empty() const noexcept { return !from_start_ && cuts_.empty(); }
  [[nodiscard]] bool is_all() const noexcept { return from_start_ && cuts_.empty(); }
  [[nodiscard]] bool from_start() const noexcept { return from_start_; }
  [[nodiscard]] const std::vector<Cut>& cuts() const noexcept { return cuts_; }

  friend bool operator==(const ValueSet& a, const ValueSet& b) noexcept;

 private:
  template <class Keep>
  static ValueSet combine(const ValueSet& a, const ValueSet& b, Keep keep);

  bool from_start_ = false;  // whether the set contains the least value (missing)
  std::vector<Cut> cuts_;    // strictly increasing; membership toggles at each
};

}  // namespace turnout::predicate
