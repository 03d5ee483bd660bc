// The code space of one path in one segment.
//
// The cuts of all value sets on the path, sorted, divide the line of values into cells; a cell's number is its code. A value's
// code is the number of cuts at or before it, so every set is a union of code intervals, missing is always code 0, and a value
// is looked up once per event however many filters name it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "matcher/index/number_guide.h"
#include "matcher/predicate/value_set.h"
#include "schema/value_view.h"

namespace turnout::index {

using Code = std::uint32_t;
using Local = std::uint16_t;  // a path's number in a segment
inline constexpr Local kNoLocal = 0xffff;

// Both ends included.
struct CodeRange {
  Code low = 0;
  Code high = 0;
  friend bool operator==(const CodeRange&, const CodeRange&) = default;
};

class Dictionary {
  struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
  };

 public:
  // Collects cuts, then builds. `add` may see a cut many times.
  class Builder {
   public:
    void add(const predicate::ValueSet& set) { add_cuts(std::span<const predicate::Cut>(set.cuts())); }
    void add(const predicate::SetView& set) { add_cuts(set.cuts); }
    Dictionary build() &&;

   private:
    boost::unordered_flat_set<std::string, StringHash, std::equal_to<>>
        points_;                        // strings that sets name as single points: most constants, often repeated
    std::vector<predicate::Cut> cuts_;  // all other cuts
    // Cuts that are in cuts_: most constants are named again and again, and comparing these is cheaper than keeping them twice.
    std::array<boost::unordered_flat_set<std::uint64_t>, 4> seen_numbers_;  // integers and doubles, before and after
    std::uint32_t seen_starts_ = 0;                                         // by region
    std::size_t unique_ = 0;                                                // so many of cuts_ are sorted and unique
    std::array<bool, 2> ordered_{};                                         // strings, binaries: some set needs their order
    template <class AnyCut>
    void add_cuts(std::span<const AnyCut> cuts);
    bool is_known(const predicate::CutView& cut);
    void compress();
  };

  // O(log constants); O(1) expected for strings that equality alone names, and for numbers that lie evenly. Never fails.
  [[nodiscard]] Code code(schema::ValueView value) const noexcept;
  // Fetches what code() of the value will read first.
  void prefetch(schema::ValueView value) const noexcept;
  // The set as ascending, separate code ranges. Every cut of the set was given to the builder.
  void encode(const predicate::ValueSet& set, std::vector<CodeRange>& ranges) const;
  void encode(const predicate::SetView& set, std::vector<CodeRange>& ranges) const;
  // The inverse of encode().
  [[nodiscard]] predicate::ValueSet decode(const CodeRange* ranges, std::size_t count) const;

  // All cuts, ascending: cut i is where code i + 1 begins; and whether sets need the order of strings (1), of binaries (2).
  [[nodiscard]] predicate::Cut cut_at(Code rank) const;
  [[nodiscard]] std::uint8_t ordered_kinds() const noexcept {
    return static_cast<std::uint8_t>((bytes_[0].ordered ? 1U : 0U) + (bytes_[1].ordered ? 2U : 0U));
  }
  // The inverse of the two. `cuts` strictly ascending.
  static Dictionary of_cuts(const std::vector<predicate::Cut>& cuts, std::uint8_t ordered_kinds);

  [[nodiscard]] Code code_count() const noexcept { return code_count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // Constants of one region, ascending. A constant has the code `at` when its cell is a point and otherwise the code of the
  // cell it begins or ends; `after` is the code just behind it.
  struct Place {
    Code at;
    Code after;
  };
  [[nodiscard]] Code number_code(schema::ValueView value) const noexcept;
  [[nodiscard]] Code search_number(schema::ValueView value) const noexcept;
  [[nodiscard]] Code bytes_code(std::size_t kind, schema::ValueView value) const noexcept;
  [[nodiscard]] Code cut_rank(const predicate::CutView& cut) const noexcept;
  template <class AnyCut>
  void encode_cuts(bool from_start, std::span<const AnyCut> cuts, std::vector<CodeRange>& ranges) const;

  // Strings (0) and binaries (1).
  struct Bytes {
    std::string text;                    // all constants, one after the other
    std::vector<std::uint32_t> offsets;  // n + 1
    std::vector<Place> places;
    std::vector<std::uint32_t> hash;  // open addressing: index + 1, 0 empty; a power of two
    bool ordered = false;
    [[nodiscard]] std::string_view at(std::size_t i) const noexcept {
      return std::string_view(text).substr(offsets[i], offsets[i + 1] - offsets[i]);
    }
    [[nodiscard]] std::size_t size() const noexcept { return places.size(); }
    [[nodiscard]] std::uint32_t find(std::string_view key) const noexcept;         // index, or size() when absent
    [[nodiscard]] std::uint32_t upper_bound(std::string_view key) const noexcept;  // first greater
    void prefetch(std::string_view key) const noexcept;
    void build_hash();
  };

  friend class DictionaryMerge;
  void add_cuts(const std::vector<predicate::Cut>& cuts);
  void finish(Code code_count);  // after the last constant
  void add_place(const predicate::Cut& cut, Code rank);

  // Numbers are ordered by (floor to double, remainder): exact for every int64 and double.
  std::vector<double> numbers_;
  std::vector<std::uint16_t> remainders_;  // empty when all are 0
  std::vector<Place> number_places_;
  NumberGuide guide_;
  std::array<Bytes, 2> bytes_;
  std::array<Place, 2> boolean_places_{};
  std::array<bool, 2> boolean_named_{};
  // The code of a value at the very start of each region, and whether a cut stands there.
  std::array<Code, static_cast<std::size_t>(predicate::Region::end)> region_code_{};
  std::array<bool, static_cast<std::size_t>(predicate::Region::end)> region_cut_{};
  Code code_count_ = 1;
};

}  // namespace turnout::index
