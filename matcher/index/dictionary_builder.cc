// Constants on their way into a dictionary.
#include <algorithm>
#include <bit>
#include <utility>

#include "matcher/index/dictionary.h"

namespace turnout::index {
namespace {

using predicate::Cut;
using predicate::CutView;
using predicate::Region;

constexpr std::size_t region_index(Region region) { return static_cast<std::size_t>(region); }

bool cut_less(const Cut& a, const Cut& b) { return compare(a, b) < 0; }
bool cut_equal(const Cut& a, const Cut& b) { return compare(a, b) == 0; }

// Whether the cut at `i` begins a point.
template <class AnyCut>
bool begins_point(std::span<const AnyCut> cuts, std::size_t i) noexcept {
  return i + 1 < cuts.size() && predicate::is_point(CutView::of(cuts[i]), CutView::of(cuts[i + 1]));
}

}  // namespace

// Whether the cut was added before, for those that are told cheaply: regions' starts and numbers.
bool Dictionary::Builder::is_known(const CutView& cut) {
  if (cut.side == Cut::Side::start) {
    const std::uint32_t bit = 1U << region_index(cut.region);
    return (std::exchange(seen_starts_, seen_starts_ | bit) & bit) != 0;
  }
  if (cut.region != Region::number) return false;
  const std::size_t side = cut.side == Cut::Side::before ? 0 : 1;
  if (cut.value.type() == ValueType::int64) {
    return !seen_numbers_[side].insert(static_cast<std::uint64_t>(cut.value.as_int64())).second;
  }
  return !seen_numbers_[2 + side].insert(std::bit_cast<std::uint64_t>(cut.value.as_float64())).second;
}

// A set whose cuts among strings (or binaries) are points holds all the strings between constants, or none: without other sets,
// their order is not needed.
template <class AnyCut>
void Dictionary::Builder::add_cuts(std::span<const AnyCut> cuts) {
  // A long list is taken whole, not by doubling; many short ones by doubling as ever.
  const std::size_t needed = cuts_.size() + cuts.size();
  if (needed > cuts_.capacity()) cuts_.reserve(std::max(needed, 2 * cuts_.capacity()));
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const CutView cut = CutView::of(cuts[i]);
    const bool bytes = (cut.region == Region::string || cut.region == Region::binary) && cut.side != Cut::Side::start;
    const bool point = bytes && begins_point(cuts, i);
    if (bytes && !point) ordered_[cut.region == Region::string ? 0 : 1] = true;
    if (point && cut.region == Region::string) {
      const std::string_view text = cut.value.as_bytes();
      if (!points_.contains(text)) points_.emplace(text);
      ++i;
    } else if (point) {
      cuts_.push_back({cut.region, cut.side, *schema::to_scalar(cut.value)});
      cuts_.push_back({cut.region, Cut::Side::after, *schema::to_scalar(cut.value)});
      ++i;
    } else if (!is_known(cut)) {
      cuts_.push_back({cut.region, cut.side, cut.side == Cut::Side::start ? Value() : *schema::to_scalar(cut.value)});
    }
  }
  if (cuts_.size() > 2 * unique_ + 4096) compress();
}
template void Dictionary::Builder::add_cuts(std::span<const Cut> cuts);
template void Dictionary::Builder::add_cuts(std::span<const CutView> cuts);

void Dictionary::Builder::compress() {
  std::sort(cuts_.begin(), cuts_.end(), cut_less);
  cuts_.erase(std::unique(cuts_.begin(), cuts_.end(), cut_equal), cuts_.end());
  unique_ = cuts_.size();
}

Dictionary Dictionary::Builder::build() && {
  cuts_.reserve(cuts_.size() + 2 * points_.size());
  for (const std::string& point : points_) {
    cuts_.push_back(Cut::before(Value(point)));
    cuts_.push_back(Cut::after(Value(point)));
  }
  compress();
  Dictionary dictionary;
  dictionary.bytes_[0].ordered = ordered_[0];
  dictionary.bytes_[1].ordered = ordered_[1];
  dictionary.add_cuts(cuts_);
  return dictionary;
}

}  // namespace turnout::index
