#include "matcher/index/equal_filters.h"

#include <algorithm>
#include <bit>
#include <span>

#include "matcher/index/finish_segment.h"

namespace turnout::index {
namespace {

std::uint64_t mixed(std::uint64_t h) noexcept {
  h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93ULL;
  return h ^ (h >> 32);
}

bool same(const Atom& a, const Atom& b) noexcept {
  return a.path == b.path && a.indexed == b.indexed && a.low == b.low && (a.indexed || a.high == b.high);
}

class Joiner {
 public:
  explicit Joiner(EncodedFilters& filters) : filters_(filters) {}

  EqualFilters run() {
    const std::vector<Alternative>& all = filters_.alternatives;
    std::size_t kept = 0;
    find_places(all.size());
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
      end = begin + 1;
      while (end < all.size() && all[end].entry == all[begin].entry) ++end;
      if (joined(std::span(all).subspan(begin, end - begin), kept)) continue;
      std::copy(all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end),
                filters_.alternatives.begin() + static_cast<std::ptrdiff_t>(kept));
      kept += end - begin;
    }
    filters_.alternatives.resize(kept);
    if (!equal_.next.empty()) drop_programs();
    return std::move(equal_);
  }

 private:
  struct Place {
    std::uint32_t tag = 0;    // of the hash
    std::uint32_t first = 0;  // its alternatives begin there, among those kept; plus 1, or 0 for none
  };

  void find_places(std::size_t count) { places_.resize(std::bit_ceil(2 * count + 1)); }

  std::span<const Atom> atoms(const Alternative& alternative) const {
    return std::span(filters_.atoms).subspan(alternative.first, alternative.count);
  }
  std::span<const std::uint32_t> program(const Alternative& alternative) const {
    if (alternative.program == kNoProgram) return {};
    const std::uint32_t* code = filters_.segment.programs.data() + alternative.program;
    return {code, node_words(code)};
  }

  std::uint64_t hash(std::span<const Alternative> filter) const {
    std::uint64_t h = filter.size();
    for (const Alternative& alternative : filter) {
      std::uint64_t sum = alternative.count;
      for (const Atom& atom : atoms(alternative)) {
        const std::uint64_t place = atom.path * 2U + (atom.indexed ? 1U : 0U);
        sum += mixed(mixed(place << 32 | atom.low) + (atom.indexed ? 0 : atom.high));
      }
      for (const std::uint32_t word : program(alternative)) sum = mixed(sum + word);
      h = mixed(h + sum);
    }
    return h;
  }

  bool equal(const Alternative& a, const Alternative& b) const {
    if (a.count != b.count || !std::ranges::equal(program(a), program(b))) return false;
    return std::ranges::all_of(atoms(a), [&](const Atom& atom) {
      return std::ranges::any_of(atoms(b), [&](const Atom& other) { return same(atom, other); });
    });
  }

  // Whether an equal filter is among those kept; if not, it is the first of its kind, at `kept`.
  bool joined(std::span<const Alternative> filter, std::size_t kept) {
    const std::uint64_t h = hash(filter);
    const auto tag = static_cast<std::uint32_t>(h >> 32);
    for (std::size_t at = h & (places_.size() - 1);; at = (at + 1) & (places_.size() - 1)) {
      Place& place = places_[at];
      if (place.first == 0) {
        place = {tag, static_cast<std::uint32_t>(kept) + 1};
        return false;
      }
      if (place.tag != tag) continue;
      const Alternative* first = filters_.alternatives.data() + place.first - 1;
      const std::size_t left = kept - (place.first - 1);
      if (left < filter.size() ||
          !std::equal(filter.begin(), filter.end(), first, [&](const auto& a, const auto& b) { return equal(a, b); })) {
        continue;
      }
      if (left > filter.size() && first[filter.size()].entry == first->entry) continue;  // that one has more alternatives
      join(first->entry, filter.front().entry);
      return true;
    }
  }

  void join(Entry first, Entry other) {
    if (equal_.next.empty()) equal_.next.assign(filters_.segment.locations.size(), EqualFilters::kLast);
    equal_.next[other] = equal_.next[first];
    equal_.next[first] = other;
  }

  // Keeps the programs of those that are kept, and of filters without alternatives. The others find theirs through the first.
  void drop_programs() {
    std::vector<std::uint32_t>& programs = filters_.segment.programs;
    std::vector<std::uint32_t>& locations = filters_.segment.locations;
    std::vector<std::uint32_t> kept;
    const auto keep = [&](std::uint32_t at) {
      const auto to = static_cast<std::uint32_t>(kept.size());
      kept.insert(kept.end(), programs.begin() + at, programs.begin() + at + node_words(programs.data() + at));
      return to;
    };
    std::vector<bool> follows(locations.size(), false);
    for (const std::uint32_t other : equal_.next) {
      if (other != EqualFilters::kLast) follows[other] = true;
    }
    std::vector<std::uint32_t> moved_from(locations.size(), kNoProgram);  // where the program of an entry was
    for (std::size_t entry = 0; entry < locations.size(); ++entry) {
      if (follows[entry] || locations[entry] == kUnplaced || (locations[entry] & kProgramBit) == 0) continue;
      moved_from[entry] = locations[entry] & ~kProgramBit;
      locations[entry] = keep(moved_from[entry]) | kProgramBit;
    }
    for (Alternative& alternative : filters_.alternatives) {
      if (alternative.program == kNoProgram) continue;
      const std::uint32_t from = moved_from[alternative.entry];
      const bool inside =
          from != kNoProgram && alternative.program >= from && alternative.program < from + node_words(programs.data() + from);
      alternative.program =
          inside ? (locations[alternative.entry] & ~kProgramBit) + (alternative.program - from) : keep(alternative.program);
    }
    programs = std::move(kept);
  }

  EncodedFilters& filters_;
  EqualFilters equal_;
  std::vector<Place> places_;
};

}  // namespace

EqualFilters join_equal_filters(EncodedFilters& filters) { return Joiner(filters).run(); }

}  // namespace turnout::index
