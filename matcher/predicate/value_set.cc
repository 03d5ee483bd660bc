#include "matcher/predicate/value_set.h"

#include <algorithm>
#include <cmath>

#include "schema/compare.h"

namespace turnout::predicate {
namespace {

using schema::Order;
using schema::ValueView;

// Order of two values of one region. Booleans and binaries have an order here too, which the language does not expose.
int compare_in_region(Region region, ValueView a, ValueView b) noexcept {
  switch (region) {
    case Region::boolean:
      return static_cast<int>(a.as_boolean()) - static_cast<int>(b.as_boolean());
    case Region::number: {
      const Order order = schema::compare(a, b);
      return order == Order::less ? -1 : order == Order::greater ? 1 : 0;
    }
    case Region::string:
    case Region::binary: {
      const int order = a.as_bytes().compare(b.as_bytes());
      return order < 0 ? -1 : order > 0 ? 1 : 0;
    }
    default:
      return 0;
  }
}

// Equal cuts are equal structures.
Value normalized(const Value& value) {
  const ValueView view = predicate::normalized(ValueView::of(value));
  return view.type() == ValueType::int64 ? Value(view.as_int64()) : value;
}

bool is_point_value(const Value& value) noexcept {
  const Region region = region_of(ValueView::of(value));
  return region == Region::boolean || region == Region::number || region == Region::string || region == Region::binary;
}

bool less(const Cut& a, const Cut& b) noexcept { return compare(a, b) < 0; }

// Of two cuts in one region.
bool same_value(ValueView a, ValueView b) noexcept {
  if (a.type() != b.type()) return false;
  switch (a.type()) {
    case ValueType::int64:
      return a.as_int64() == b.as_int64();
    case ValueType::float64:
      return a.as_float64() == b.as_float64();
    case ValueType::boolean:
      return a.as_boolean() == b.as_boolean();
    default:
      return a.as_bytes() == b.as_bytes();
  }
}

}  // namespace

Region region_of(ValueView value) noexcept {
  switch (value.type()) {
    case ValueType::missing:
      return Region::missing;
    case ValueType::null:
      return Region::null;
    case ValueType::boolean:
      return Region::boolean;
    case ValueType::int64:
      return Region::number;
    case ValueType::float64:
      return std::isnan(value.as_float64()) ? Region::nan : Region::number;
    case ValueType::string:
      return Region::string;
    case ValueType::binary:
      return Region::binary;
    case ValueType::array:
      return Region::array;
    case ValueType::object:
      return Region::object;
  }
  return Region::end;
}

ValueView normalized(ValueView value) noexcept {
  if (value.type() != ValueType::float64) return value;
  constexpr double kTwo63 = 9223372036854775808.0;
  const double number = value.as_float64();
  const bool integral = number >= -kTwo63 && number < kTwo63 && std::trunc(number) == number;
  return integral ? ValueView::int64(static_cast<std::int64_t>(number)) : value;
}

Cut Cut::before(const Value& value) { return {region_of(ValueView::of(value)), Side::before, normalized(value)}; }

Cut Cut::after(const Value& value) { return {region_of(ValueView::of(value)), Side::after, normalized(value)}; }

int compare(const Cut& a, const Cut& b) noexcept { return compare(CutView::of(a), CutView::of(b)); }

int compare(const CutView& a, const CutView& b) noexcept {
  if (a.region != b.region) return a.region < b.region ? -1 : 1;
  const bool a_start = a.side == Cut::Side::start;
  const bool b_start = b.side == Cut::Side::start;
  if (a_start || b_start) return static_cast<int>(b_start) - static_cast<int>(a_start);
  const int order = compare_in_region(a.region, a.value, b.value);
  if (order != 0) return order;
  return static_cast<int>(a.side) - static_cast<int>(b.side);
}

bool is_point(const CutView& low, const CutView& high) noexcept {
  return low.side == Cut::Side::before && high.side == Cut::Side::after && low.region == high.region &&
         same_value(low.value, high.value);
}

bool at_or_after(ValueView value, const Cut& cut) noexcept {
  const Region region = region_of(value);
  if (region != cut.region) return region > cut.region;
  if (cut.side == Cut::Side::start) return true;
  const int order = compare_in_region(region, value, ValueView::of(cut.value));
  return cut.side == Cut::Side::before ? order >= 0 : order > 0;
}

template <class Keep>
ValueSet ValueSet::combine(const ValueSet& a, const ValueSet& b, Keep keep) {
  ValueSet result;
  result.cuts_.reserve(a.cuts_.size() + b.cuts_.size());
  bool in_a = a.from_start_;
  bool in_b = b.from_start_;
  result.from_start_ = keep(in_a, in_b);
  bool inside = result.from_start_;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.cuts_.size() || j < b.cuts_.size()) {
    const int order = i == a.cuts_.size() ? 1 : j == b.cuts_.size() ? -1 : compare(a.cuts_[i], b.cuts_[j]);
    const Cut& cut = order <= 0 ? a.cuts_[i] : b.cuts_[j];
    if (order <= 0) in_a = !in_a, ++i;
    if (order >= 0) in_b = !in_b, ++j;
    if (keep(in_a, in_b) != inside) {
      inside = !inside;
      result.cuts_.push_back(cut);
    }
  }
  return result;
}

ValueSet ValueSet::range(Cut low, Cut high) {
  ValueSet set;
  if (compare(low, high) < 0) {
    set.cuts_.reserve(2);
    set.cuts_.push_back(std::move(low));
    if (high.region != Region::end) set.cuts_.push_back(std::move(high));  // nothing lies beyond the end
  }
  return set;
}

ValueSet ValueSet::region(Region region) {
  if (region == Region::missing) {
    ValueSet set = all();
    set.cuts_.push_back(Cut::start(Region::null));
    return set;
  }
  return range(Cut::start(region), Cut::start(static_cast<Region>(static_cast<int>(region) + 1)));
}

ValueSet ValueSet::has() {
  ValueSet set;
  set.cuts_.push_back(Cut::start(Region::boolean));
  return set;
}

ValueSet ValueSet::lacks() { return has().complement(); }

ValueSet ValueSet::point(const Value& value) {
  if (!is_point_value(value)) return {};
  return range(Cut::before(value), Cut::after(value));
}

ValueSet ValueSet::points(const std::vector<Value>& values) {
  std::vector<Cut> lows;
  lows.reserve(values.size());
  for (const Value& value : values) {
    if (is_point_value(value)) lows.push_back(Cut::before(value));
  }
  std::sort(lows.begin(), lows.end(), less);
  ValueSet set;
  set.cuts_.reserve(2 * lows.size());
  for (Cut& low : lows) {
    if (!set.cuts_.empty() && compare(set.cuts_[set.cuts_.size() - 2], low) == 0) continue;
    Cut high = low;
    high.side = Cut::Side::after;
    set.cuts_.push_back(std::move(low));
    set.cuts_.push_back(std::move(high));
  }
  return set;
}

ValueSet ValueSet::prefix(const std::string& prefix) {
  // The least string that is greater than every string with the prefix: the last byte that can grow, grown. UTF-8 has no byte
  // 0xff, so one exists unless the prefix is empty.
  std::string next = prefix;
  while (!next.empty() && static_cast<unsigned char>(next.back()) == 0xff) next.pop_back();
  if (next.empty()) return region(Region::string);
  next.back() = static_cast<char>(static_cast<unsigned char>(next.back()) + 1);
  return range(Cut::before(Value(prefix)), Cut::before(Value(std::move(next))));
}

ValueSet ValueSet::from_cuts(bool from_start, std::vector<Cut> cuts) {
  ValueSet set;
  set.from_start_ = from_start;
  set.cuts_ = std::move(cuts);
  return set;
}

ValueSet ValueSet::complement() const {
  ValueSet set = *this;
  set.from_start_ = !set.from_start_;
  return set;
}

ValueSet ValueSet::unite(const ValueSet& other) const {
  return combine(*this, other, [](bool a, bool b) { return a || b; });
}

ValueSet ValueSet::intersect(const ValueSet& other) const {
  return combine(*this, other, [](bool a, bool b) { return a && b; });
}

bool ValueSet::contains(ValueView value) const noexcept {
  const auto end = std::partition_point(cuts_.begin(), cuts_.end(), [&](const Cut& cut) { return at_or_after(value, cut); });
  const bool toggled = ((end - cuts_.begin()) & 1) != 0;
  return from_start_ != toggled;
}

bool operator==(const ValueSet& a, const ValueSet& b) noexcept {
  return a.from_start_ == b.from_start_ && a.cuts_.size() == b.cuts_.size() &&
         std::equal(a.cuts_.begin(), a.cuts_.end(), b.cuts_.begin(),
                    [](const Cut& x, const Cut& y) { return compare(x, y) == 0; });
}

}  // namespace turnout::predicate
