#include "bench/baseline/operator_index.h"

#include <algorithm>
#include <numeric>

namespace turnout::baseline {

using predicate::Cut;
using predicate::Region;
using predicate::ValueSet;

void PostingLists::finish(std::size_t keys) {
  begins_.assign(keys + 1, 0);
  for (const auto& [key, conjunction] : pending_) ++begins_[key + std::size_t{1}];
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  std::vector<std::uint32_t> next = begins_;
  conjunctions_.resize(pending_.size());
  for (const auto& [key, conjunction] : pending_) conjunctions_[next[key]++] = conjunction;
  pending_ = decltype(pending_)();
}

void Bounds::finish() {
  std::stable_sort(pending_.begin(), pending_.end(),
                   [](const auto& a, const auto& b) { return compare(a.first, b.first) < 0; });
  for (auto& [cut, conjunction] : pending_) {
    if (cuts_.empty() || compare(cuts_.back(), cut) != 0) cuts_.push_back(std::move(cut));
    lists_.add(static_cast<std::uint32_t>(cuts_.size() - 1), conjunction);
  }
  lists_.finish(cuts_.size());
  cuts_.shrink_to_fit();
  pending_ = decltype(pending_)();
}

std::uint32_t Bounds::rank_of(schema::ValueView value) const {
  const auto end = std::partition_point(cuts_.begin(), cuts_.end(), [&](const Cut& cut) { return at_or_after(value, cut); });
  return static_cast<std::uint32_t>(end - cuts_.begin());
}

std::span<const std::uint32_t> Bounds::below(schema::ValueView value) const {
  return cuts_.empty() ? std::span<const std::uint32_t>() : lists_.lists(0, rank_of(value));
}

std::span<const std::uint32_t> Bounds::above(schema::ValueView value) const {
  if (cuts_.empty()) return {};
  return lists_.lists(rank_of(value), static_cast<std::uint32_t>(cuts_.size()));
}

// What a set holds of the values of one type: from `low`, or from the first, to `high`, or to the last.
struct OperatorIndex::Part {
  const Cut* low = nullptr;
  const Cut* high = nullptr;
  [[nodiscard]] bool is_point() const {
    return low != nullptr && high != nullptr && low->side == Cut::Side::before && high->side == Cut::Side::after &&
           low->value == high->value;
  }
};

struct OperatorIndex::Shape {
  std::array<std::vector<Part>, static_cast<std::size_t>(Region::end)> parts;  // ascending
};

OperatorIndex::Shape OperatorIndex::shape_of(const ValueSet& set) {
  static const Cut first = Cut::start(Region::missing), last = Cut::start(Region::end);
  Shape shape;
  const std::vector<Cut>& cuts = set.cuts();
  std::size_t at = 0;
  const Cut* low = set.from_start() ? &first : nullptr;
  while (low != nullptr || at < cuts.size()) {
    if (low == nullptr) low = &cuts[at++];
    const Cut* const high = at < cuts.size() ? &cuts[at++] : &last;
    for (auto region = static_cast<std::size_t>(low->region); region <= static_cast<std::size_t>(high->region); ++region) {
      const bool begins = region == static_cast<std::size_t>(low->region) && low->side != Cut::Side::start;
      const bool ends = region == static_cast<std::size_t>(high->region);
      if (ends && high->side == Cut::Side::start) break;
      shape.parts[region].push_back({begins ? low : nullptr, ends ? high : nullptr});
    }
    low = nullptr;
  }
  return shape;
}

namespace {

template <class Parts>
bool all_points(const Parts& parts) {
  return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.is_point(); });
}

// All values but some.
template <class Parts>
bool all_gaps_are_points(const Parts& parts) {
  if (parts.front().low != nullptr || parts.back().high != nullptr) return false;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Cut &before = *parts[i - 1].high, &after = *parts[i].low;
    if (before.side != Cut::Side::before || after.side != Cut::Side::after || !(before.value == after.value)) return false;
  }
  return true;
}

template <class Parts>
bool all_one_sided(const Parts& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [](const auto& part) { return (part.low == nullptr) != (part.high == nullptr); });
}

}  // namespace

std::uint32_t OperatorIndex::add(const ValueSet& set, std::uint32_t conjunction) {
  const Shape shape = shape_of(set);
  wants_missing_ = wants_missing_ || set.from_start();
  std::size_t types = 0;
  bool between = false, others = false;
  for (const std::vector<Part>& parts : shape.parts) {
    if (parts.empty()) continue;
    ++types;
    if (all_points(parts) || all_gaps_are_points(parts) || all_one_sided(parts)) continue;
    between = true;
    others = others || parts.size() > 1;
  }
  if (others || (between && types > 1)) {  // a value would count once here and twice there
    others_.emplace_back(set, conjunction);
    return 1;
  }
  if (between && set.cuts().front().region == Region::string) {
    const std::string& prefix = *set.cuts().front().value.if_string();
    if (ValueSet::prefix(prefix) == set) {
      pending_prefixes_.emplace_back(prefix, conjunction);
      return 1;
    }
  }
  for (std::size_t region = 0; region < shape.parts.size(); ++region) {
    if (!shape.parts[region].empty()) add_parts(region, shape.parts[region], conjunction);
  }
  return between ? 2 : 1;
}

void OperatorIndex::add_parts(std::size_t region, const std::vector<Part>& parts, std::uint32_t conjunction) {
  TypeIndex& type = types_[region];
  if (all_points(parts)) {
    for (const Part& part : parts) constants_.add(part.low->value, conjunction);
  } else if (all_gaps_are_points(parts)) {
    (parts.size() == 1 ? type.whole : type.negated).push_back(conjunction);
    for (std::size_t i = 1; i < parts.size(); ++i) excluded_.add(parts[i].low->value, conjunction);
  } else {
    for (const Part& part : parts) {
      if (part.low != nullptr) type.lower.add(*part.low, conjunction);
      if (part.high != nullptr) type.upper.add(*part.high, conjunction);
    }
  }
}

void OperatorIndex::finish() {
  constants_.finish();
  excluded_.finish();
  for (TypeIndex& type : types_) {
    type.lower.finish();
    type.upper.finish();
  }
  finish_prefixes();
}

void OperatorIndex::finish_prefixes() {
  std::stable_sort(pending_prefixes_.begin(), pending_prefixes_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [prefix, conjunction] : pending_prefixes_) {
    if (prefixes_.empty() || prefixes_.back() != prefix) prefixes_.push_back(std::move(prefix));
    prefix_lists_.add(static_cast<std::uint32_t>(prefixes_.size() - 1), conjunction);
  }
  prefix_lists_.finish(prefixes_.size());
  pending_prefixes_ = decltype(pending_prefixes_)();
  for (std::uint32_t i = 0; i < prefixes_.size(); ++i) {
    const std::size_t length = prefixes_[i].size();
    auto at = std::lower_bound(prefix_lengths_.begin(), prefix_lengths_.end(), length,
                               [](const auto& entry, std::size_t wanted) { return entry.first < wanted; });
    if (at == prefix_lengths_.end() || at->first != length)
      at = prefix_lengths_.emplace(at, length, Lengths::value_type::second_type{});
    at->second.emplace(prefixes_[i], i);
  }
}

std::size_t OperatorIndex::memory_bytes() const noexcept {
  std::size_t bytes = constants_.memory_bytes() + excluded_.memory_bytes() + prefix_lists_.memory_bytes() +
                      others_.capacity() * sizeof(others_.front());
  for (const TypeIndex& type : types_) {
    bytes += (type.whole.capacity() + type.negated.capacity()) * sizeof(std::uint32_t) + type.lower.memory_bytes() +
             type.upper.memory_bytes();
  }
  for (const std::string& prefix : prefixes_) bytes += sizeof(std::string) + prefix.capacity() + 4 * sizeof(std::uint64_t);
  return bytes;
}

}  // namespace turnout::baseline
