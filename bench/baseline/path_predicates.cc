#include "bench/baseline/path_predicates.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace turnout::baseline {

namespace {

using predicate::Cut;
using schema::ValueView;

constexpr std::uint32_t kNoCut = std::numeric_limits<std::uint32_t>::max();

// The int64 that a double equals, if any.
std::optional<std::int64_t> as_integer(double number) {
  constexpr double kTwoTo63 = 9223372036854775808.0;
  if (!(number >= -kTwoTo63 && number < kTwoTo63) || std::trunc(number) != number) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

// [before v, after v)
bool is_point(const Cut& low, const Cut& high) {
  return low.side == Cut::Side::before && high.side == Cut::Side::after && low.region == high.region && low.value == high.value;
}

template <class Map, class Key>
std::optional<std::uint32_t> find_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional<std::uint32_t>(found->second);
}

void append_bits(std::string& key, std::uint64_t bits) {
  char bytes[sizeof bits];
  std::memcpy(bytes, &bits, sizeof bits);
  key.append(bytes, sizeof bits);
}

// Distinct for distinct cuts; numbers stay within the small strings.
std::string key_of(const Cut& cut) {
  std::string key = {static_cast<char>(cut.region), static_cast<char>(cut.side)};
  if (cut.side == Cut::Side::start) return key;
  const ValueView value = ValueView::of(cut.value);
  key += static_cast<char>(value.type());
  switch (value.type()) {
    case ValueType::boolean:
      key += value.as_boolean() ? '1' : '0';
      break;
    case ValueType::int64:
      append_bits(key, static_cast<std::uint64_t>(value.as_int64()));
      break;
    case ValueType::float64:
      append_bits(key, std::bit_cast<std::uint64_t>(value.as_float64()));
      break;
    case ValueType::string:
    case ValueType::binary:
      key += value.as_bytes();
      break;
    default:
      break;
  }
  return key;
}

}  // namespace

std::uint32_t PointTable::intern(const Value& value) {
  const ValueView view = ValueView::of(value);
  if (const std::optional<std::uint32_t> known = find(view)) return *known;
  const std::uint32_t point = size_++;
  switch (view.type()) {
    case ValueType::boolean:
      booleans_[view.as_boolean() ? 1 : 0] = point;
      break;
    case ValueType::int64:
      integers_.emplace(view.as_int64(), point);
      break;
    case ValueType::float64:
      if (const std::optional<std::int64_t> integer = as_integer(view.as_float64())) {
        integers_.emplace(*integer, point);
      } else {
        fractions_.emplace(view.as_float64(), point);
      }
      break;
    case ValueType::string:
      strings_.emplace(std::string(view.as_bytes()), point);
      break;
    default:
      binaries_.emplace(std::string(view.as_bytes()), point);
  }
  return point;
}

std::optional<std::uint32_t> PointTable::find(ValueView value) const {
  switch (value.type()) {
    case ValueType::boolean:
      return booleans_[value.as_boolean() ? 1 : 0];
    case ValueType::int64:
      return find_in(integers_, value.as_int64());
    case ValueType::float64: {
      if (const std::optional<std::int64_t> integer = as_integer(value.as_float64())) return find_in(integers_, *integer);
      return std::isnan(value.as_float64()) ? std::nullopt : find_in(fractions_, value.as_float64());
    }
    case ValueType::string:
      return find_in(strings_, value.as_bytes());
    case ValueType::binary:
      return find_in(binaries_, value.as_bytes());
    default:
      return std::nullopt;
  }
}

std::size_t PointTable::memory_bytes() const noexcept {
  constexpr std::size_t kSmallString = 15;
  std::size_t bytes = (strings_.bucket_count() + binaries_.bucket_count()) * (sizeof(std::string) + sizeof(std::uint64_t)) +
                      (integers_.bucket_count() + fractions_.bucket_count()) * 2 * sizeof(std::uint64_t);
  for (const BytesMap* map : {&strings_, &binaries_}) {
    for (const auto& [text, point] : *map) bytes += text.size() > kSmallString ? text.capacity() : 0;
  }
  return bytes;
}

void PathPredicates::add(const predicate::ValueSet& set, std::uint32_t id) {
  const std::vector<Cut>& cuts = set.cuts();
  wants_missing_ = wants_missing_ || set.from_start();
  std::size_t at = 0;
  if (set.from_start()) {
    const std::uint32_t high = cuts.empty() ? kNoCut : intern(cuts[at++]) + 1;
    pending_.intervals.push_back({0, high, id});
  }
  for (; at < cuts.size(); at += 2) {
    if (at + 1 < cuts.size() && is_point(cuts[at], cuts[at + 1])) {
      pending_.points.emplace_back(points_.intern(cuts[at].value), id);
      continue;
    }
    const std::uint32_t high = at + 1 < cuts.size() ? intern(cuts[at + 1]) + 1 : kNoCut;
    pending_.intervals.push_back({intern(cuts[at]) + 1, high, id});
  }
}

std::uint32_t PathPredicates::intern(const Cut& cut) {
  const auto [found, added] = pending_.cuts.emplace(key_of(cut), static_cast<std::uint32_t>(cuts_.size()));
  if (added) cuts_.push_back(cut);
  return found->second;
}

void PathPredicates::finish() {
  finish_points();
  finish_intervals();
  pending_ = {};
}

void PathPredicates::finish_points() {
  point_begins_.assign(points_.size() + std::size_t{1}, 0);
  for (const auto& [point, id] : pending_.points) ++point_begins_[point + std::size_t{1}];
  std::partial_sum(point_begins_.begin(), point_begins_.end(), point_begins_.begin());
  std::vector<std::uint32_t> next = point_begins_;
  point_ids_.resize(pending_.points.size());
  for (const auto& [point, id] : pending_.points) point_ids_[next[point]++] = id;
}

void PathPredicates::finish_intervals() {
  if (pending_.intervals.empty()) return;
  const auto count = static_cast<std::uint32_t>(cuts_.size());
  std::vector<std::uint32_t> order(count), rank(count);
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return compare(cuts_[a], cuts_[b]) < 0; });
  std::vector<Cut> sorted;
  sorted.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    rank[order[i]] = i;
    sorted.push_back(std::move(cuts_[order[i]]));
  }
  cuts_ = std::move(sorted);
  finish_numbers();
  for (Interval& interval : pending_.intervals) {
    interval.low = interval.low == 0 ? 0 : rank[interval.low - 1] + 1;
    interval.high = interval.high == kNoCut ? count + 1 : rank[interval.high - 1] + 1;
  }
  intervals_.build(std::move(pending_.intervals), count + 1);
}

void PathPredicates::finish_numbers() {
  const auto is_number = [](const Cut& cut) { return cut.region == predicate::Region::number && cut.side != Cut::Side::start; };
  const auto first = std::find_if(cuts_.begin(), cuts_.end(), is_number);
  numbers_begin_ = static_cast<std::size_t>(first - cuts_.begin());
  for (auto cut = first; cut != cuts_.end() && is_number(*cut); ++cut) {
    const std::int64_t* integer = cut->value.if_int64();
    numbers_.push_back(integer != nullptr ? static_cast<double>(*integer) : *cut->value.if_float64());
  }
  numbers_.shrink_to_fit();
}

std::uint32_t PathPredicates::rank_of(ValueView value) const {
  auto first = cuts_.begin(), last = cuts_.end();
  const bool is_integer = value.type() == ValueType::int64;
  if ((is_integer || value.type() == ValueType::float64) && !numbers_.empty()) {
    const double number = is_integer ? static_cast<double>(value.as_int64()) : value.as_float64();
    if (!std::isnan(number)) {
      const auto [low, high] = std::equal_range(numbers_.begin(), numbers_.end(), number);
      first = cuts_.begin() + static_cast<std::ptrdiff_t>(numbers_begin_) + (low - numbers_.begin());
      last = first + (high - low);
    }
  }
  const auto end = std::partition_point(first, last, [&](const Cut& cut) { return at_or_after(value, cut); });
  return static_cast<std::uint32_t>(end - cuts_.begin());
}

std::size_t PathPredicates::memory_bytes() const noexcept {
  return points_.memory_bytes() + (point_begins_.capacity() + point_ids_.capacity()) * sizeof(std::uint32_t) +
         cuts_.capacity() * sizeof(Cut) + numbers_.capacity() * sizeof(double) + intervals_.memory_bytes();
}

}  // namespace turnout::baseline
