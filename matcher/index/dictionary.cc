#include "matcher/index/dictionary.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <utility>

namespace turnout::index {
namespace {

using predicate::Cut;
using predicate::CutView;
using predicate::Region;
using predicate::SetView;
using predicate::ValueSet;
using schema::ValueView;

constexpr std::size_t region_index(Region region) { return static_cast<std::size_t>(region); }

// A number as the greatest double not above it and what is left: an order that is exact for int64 and double alike.
struct NumberKey {
  double floor;
  std::uint16_t remainder;
};

NumberKey number_key(ValueView value) noexcept {
  if (value.type() == ValueType::float64) return {value.as_float64(), 0};
  const std::int64_t exact = value.as_int64();
  double floor = static_cast<double>(exact);
  // Rounded up: step down. 2^63 itself is no int64, so the comparison is done before converting back.
  if (floor >= 9223372036854775808.0 || static_cast<std::int64_t>(floor) > exact) floor = std::nextafter(floor, -HUGE_VAL);
  return {floor, static_cast<std::uint16_t>(exact - static_cast<std::int64_t>(floor))};
}

std::size_t hash_bytes(std::string_view key) noexcept {
  std::size_t h = std::hash<std::string_view>{}(key);
  return h ^ (h >> 29);
}

}  // namespace

Dictionary Dictionary::of_cuts(const std::vector<Cut>& cuts, std::uint8_t ordered_kinds) {
  Dictionary dictionary;
  dictionary.bytes_[0].ordered = (ordered_kinds & 1) != 0;
  dictionary.bytes_[1].ordered = (ordered_kinds & 2) != 0;
  dictionary.add_cuts(cuts);
  return dictionary;
}

void Dictionary::add_cuts(const std::vector<Cut>& cuts) {
  std::size_t i = 0;
  for (std::size_t r = 0; r < region_code_.size(); ++r) {
    const Region region = static_cast<Region>(r);
    region_cut_[r] = i < cuts.size() && cuts[i].region == region && cuts[i].side == Cut::Side::start;
    if (region_cut_[r]) ++i;
    region_code_[r] = static_cast<Code>(i);
    for (; i < cuts.size() && cuts[i].region == region; ++i) add_place(cuts[i], static_cast<Code>(i));
    if (region == Region::boolean) {
      Code code = region_code_[r];
      for (std::size_t b = 0; b < 2; ++b) {
        if (!boolean_named_[b]) boolean_places_[b] = {code, code};
        code = boolean_places_[b].after;
      }
    }
  }
  finish(static_cast<Code>(cuts.size()) + 1);
}

void Dictionary::finish(Code code_count) {
  code_count_ = code_count;
  bool plain = true;
  for (const std::uint16_t remainder : remainders_) plain = plain && remainder == 0;
  if (plain) remainders_.clear();
  numbers_.shrink_to_fit();
  number_places_.shrink_to_fit();
  remainders_.shrink_to_fit();
  for (Bytes& bytes : bytes_) bytes.build_hash();
  guide_.build(numbers_);
  std::size_t next = 0;  // the first number above the integer
  for (std::size_t i = 0; i < guide_.integers(); ++i) {
    const auto integer = static_cast<double>(guide_.first() + static_cast<std::int64_t>(i));
    while (next < numbers_.size() && numbers_[next] <= integer) ++next;
    const Place& place = number_places_[next - 1];
    guide_.set_code(i, numbers_[next - 1] == integer ? place.at : place.after);
  }
}

// Cuts come in ascending order: a constant's `before` cut, if any, directly before its `after` cut, if any.
void Dictionary::add_place(const Cut& cut, Code rank) {
  const bool before = cut.side == Cut::Side::before;
  const Place fresh = before ? Place{rank + 1, rank + 1} : Place{rank, rank + 1};
  const ValueView value = ValueView::of(cut.value);
  switch (cut.region) {
    case Region::boolean: {
      const std::size_t b = value.as_boolean() ? 1 : 0;
      if (!before && boolean_named_[b]) {
        boolean_places_[b].after = rank + 1;
      } else {
        boolean_places_[b] = fresh;
        boolean_named_[b] = true;
      }
      return;
    }
    case Region::number: {
      const NumberKey key = number_key(value);
      if (!before && !numbers_.empty() && numbers_.back() == key.floor && remainders_.back() == key.remainder) {
        number_places_.back().after = rank + 1;
        return;
      }
      numbers_.push_back(key.floor);
      remainders_.push_back(key.remainder);
      number_places_.push_back(fresh);
      return;
    }
    default: {
      Bytes& bytes = bytes_[cut.region == Region::string ? 0 : 1];
      const std::string_view text = value.as_bytes();
      if (!before && bytes.size() != 0 && bytes.at(bytes.size() - 1) == text) {
        bytes.places.back().after = rank + 1;
        return;
      }
      if (bytes.offsets.empty()) bytes.offsets.push_back(0);
      bytes.text.append(text);
      bytes.offsets.push_back(static_cast<std::uint32_t>(bytes.text.size()));
      bytes.places.push_back(fresh);
      return;
    }
  }
}

void Dictionary::Bytes::build_hash() {
  if (size() == 0) return;
  text.shrink_to_fit();
  offsets.shrink_to_fit();
  places.shrink_to_fit();
  std::size_t capacity = 8;
  while (capacity < size() + size() / 2) capacity *= 2;
  hash.assign(capacity, 0);
  for (std::size_t i = 0; i < size(); ++i) {
    std::size_t slot = hash_bytes(at(i)) & (capacity - 1);
    while (hash[slot] != 0) slot = (slot + 1) & (capacity - 1);
    hash[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

std::uint32_t Dictionary::Bytes::find(std::string_view key) const noexcept {
  if (hash.empty()) return 0;
  const std::size_t mask = hash.size() - 1;
  for (std::size_t slot = hash_bytes(key) & mask; hash[slot] != 0; slot = (slot + 1) & mask) {
    if (at(hash[slot] - 1) == key) return hash[slot] - 1;
  }
  return static_cast<std::uint32_t>(size());
}

void Dictionary::Bytes::prefetch(std::string_view key) const noexcept {
  constexpr std::size_t kKeyMax = 64;  // hashing a longer one twice costs more than it spares
  if (!hash.empty() && key.size() <= kKeyMax) __builtin_prefetch(&hash[hash_bytes(key) & (hash.size() - 1)]);
}

std::uint32_t Dictionary::Bytes::upper_bound(std::string_view key) const noexcept {
  std::size_t low = 0;
  std::size_t high = size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (at(middle) <= key) low = middle + 1;
    else high = middle;
  }
  return static_cast<std::uint32_t>(low);
}

Code Dictionary::number_code(ValueView value) const noexcept {
  const std::uint32_t* known = value.type() == ValueType::int64 ? guide_.code(value.as_int64()) : nullptr;
  return known != nullptr ? *known : search_number(value);
}

Code Dictionary::search_number(ValueView value) const noexcept {
  const NumberKey key = number_key(value);
  const auto begin = numbers_.begin();
  const auto [first, last] = guide_.stretch(key.floor, numbers_.size());
  std::size_t next = static_cast<std::size_t>(
      std::upper_bound(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last), key.floor) -
      begin);
  if (!remainders_.empty()) {
    // Equal floors are neighbours, ascending by remainder.
    while (next > 0 && numbers_[next - 1] == key.floor && remainders_[next - 1] > key.remainder) --next;
  }
  if (next == 0) return region_code_[region_index(Region::number)];
  const std::uint16_t remainder = remainders_.empty() ? std::uint16_t{0} : remainders_[next - 1];
  const Place& place = number_places_[next - 1];
  return numbers_[next - 1] == key.floor && remainder == key.remainder ? place.at : place.after;
}

Code Dictionary::bytes_code(std::size_t kind, ValueView value) const noexcept {
  const Bytes& bytes = bytes_[kind];
  const std::string_view text = value.as_bytes();
  const std::uint32_t found = bytes.find(text);
  if (found < bytes.size()) return bytes.places[found].at;
  const Code start = region_code_[region_index(kind == 0 ? Region::string : Region::binary)];
  if (!bytes.ordered) return start;  // no set tells the values between constants apart
  const std::uint32_t next = bytes.upper_bound(text);
  return next == 0 ? start : bytes.places[next - 1].after;
}

void Dictionary::prefetch(ValueView value) const noexcept {
  switch (value.type()) {
    case ValueType::int64:
      if (const std::uint32_t* known = guide_.code(value.as_int64())) __builtin_prefetch(known);
      else guide_.prefetch(static_cast<double>(value.as_int64()));
      return;
    case ValueType::float64:
      guide_.prefetch(value.as_float64());
      return;
    case ValueType::string:
      bytes_[0].prefetch(value.as_bytes());
      return;
    default:
      return;
  }
}

Code Dictionary::code(ValueView value) const noexcept {
  switch (value.type()) {
    case ValueType::missing:
      return 0;
    case ValueType::boolean:
      return boolean_places_[value.as_boolean() ? 1 : 0].at;
    case ValueType::int64:
      return number_code(value);
    case ValueType::float64:
      if (std::isnan(value.as_float64())) return region_code_[region_index(Region::nan)];
      return number_code(value);
    case ValueType::string:
      return bytes_code(0, value);
    case ValueType::binary:
      return bytes_code(1, value);
    default:
      return region_code_[region_index(predicate::region_of(value))];
  }
}

// The number of cuts before `cut`, which is one of them.
Code Dictionary::cut_rank(const CutView& cut) const noexcept {
  const std::size_t region = region_index(cut.region);
  if (cut.side == Cut::Side::start) return region_code_[region] - 1;
  // The rank of `after v` is the code of v; that of `before v` is one less.
  const Code at = code(cut.value);
  return cut.side == Cut::Side::after ? at : at - 1;
}

template <class AnyCut>
void Dictionary::encode_cuts(bool from_start, std::span<const AnyCut> cuts, std::vector<CodeRange>& ranges) const {
  ranges.clear();
  bool inside = from_start;
  Code low = 0;
  Code rank = 0;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    // The cut after a value comes right behind the one before it, if both are there.
    rank = i > 0 && predicate::is_point(CutView::of(cuts[i - 1]), CutView::of(cuts[i])) ? rank + 1
                                                                                        : cut_rank(CutView::of(cuts[i]));
    if (inside) {
      ranges.push_back({low, rank});
    } else {
      low = rank + 1;
    }
    inside = !inside;
  }
  if (inside) ranges.push_back({low, code_count_ - 1});
}

void Dictionary::encode(const ValueSet& set, std::vector<CodeRange>& ranges) const {
  encode_cuts(set.from_start(), std::span<const Cut>(set.cuts()), ranges);
}

void Dictionary::encode(const SetView& set, std::vector<CodeRange>& ranges) const {
  encode_cuts(set.from_start, set.cuts, ranges);
}

Cut Dictionary::cut_at(Code rank) const {
  std::size_t region = region_code_.size() - 1;
  while (region > 0 && region_code_[region] - (region_cut_[region] ? 1U : 0U) > rank) --region;
  if (region_cut_[region] && region_code_[region] == rank + 1) return Cut::start(static_cast<Region>(region));
  const auto cut_of = [rank](const Place& place, Region r, Value value) {
    return Cut{r, place.at > rank ? Cut::Side::before : Cut::Side::after, std::move(value)};
  };
  const auto place_of = [rank](const std::vector<Place>& places) {
    return static_cast<std::size_t>(
        std::partition_point(places.begin(), places.end(), [rank](const Place& p) { return p.after <= rank; }) -
        places.begin());
  };
  switch (static_cast<Region>(region)) {
    case Region::boolean: {
      const std::size_t b = boolean_named_[0] && boolean_places_[0].after > rank ? 0 : 1;
      return cut_of(boolean_places_[b], Region::boolean, Value(b == 1));
    }
    case Region::number: {
      const std::size_t i = place_of(number_places_);
      const double floor = numbers_[i];
      const bool integral = floor >= -9223372036854775808.0 && floor < 9223372036854775808.0 && std::trunc(floor) == floor;
      const std::int64_t remainder = remainders_.empty() ? 0 : remainders_[i];
      return cut_of(number_places_[i], Region::number,
                    integral ? Value(static_cast<std::int64_t>(floor) + remainder) : Value(floor));
    }
    default: {
      const bool string = static_cast<Region>(region) == Region::string;
      const Bytes& bytes = bytes_[string ? 0 : 1];
      const std::size_t i = place_of(bytes.places);
      const std::string text(bytes.at(i));
      return cut_of(bytes.places[i], static_cast<Region>(region), string ? Value(text) : Value::binary(text));
    }
  }
}

ValueSet Dictionary::decode(const CodeRange* ranges, std::size_t count) const {
  std::vector<Cut> cuts;
  cuts.reserve(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    if (ranges[i].low > 0) cuts.push_back(cut_at(ranges[i].low - 1));
    if (ranges[i].high + 1 < code_count_) cuts.push_back(cut_at(ranges[i].high));
  }
  return ValueSet::from_cuts(count > 0 && ranges[0].low == 0, std::move(cuts));
}

std::size_t Dictionary::memory_bytes() const noexcept {
  std::size_t total = guide_.memory_bytes() + numbers_.capacity() * sizeof(double) +
                      remainders_.capacity() * sizeof(std::uint16_t) + number_places_.capacity() * sizeof(Place);
  for (const Bytes& bytes : bytes_) {
    total += bytes.text.capacity() + (bytes.offsets.capacity() + bytes.hash.capacity()) * sizeof(std::uint32_t) +
             bytes.places.capacity() * sizeof(Place);
  }
  return total;
}

}  // namespace turnout::index
