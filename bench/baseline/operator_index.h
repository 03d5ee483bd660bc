// Predicates by path and operator: which conjunctions have one that a value satisfies?
//   equality, IN       a hash table of the constants
//   <, <=, >, >=       sorted arrays of the constants; BETWEEN is one of each, and counts twice
//   prefixes           a hash table per length
//   <>, NOT IN         the list of all, without those that name the value
//   IS NULL and such   a list per type
// What is none of these (an IN whose parts are ranges, say) is tried one by one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "bench/baseline/path_predicates.h"
#include "matcher/predicate/value_set.h"
#include "schema/value_view.h"

namespace turnout::baseline {

// Lists of conjunctions by key 0, 1, ..., each ascending, one after the other.
class PostingLists {
 public:
  // Before finish(). Conjunctions come in ascending order.
  void add(std::uint32_t key, std::uint32_t conjunction) { pending_.emplace_back(key, conjunction); }
  void finish(std::size_t keys);

  [[nodiscard]] std::span<const std::uint32_t> list(std::uint32_t key) const noexcept { return lists(key, key + 1); }
  // Those of keys begin .. end - 1.
  [[nodiscard]] std::span<const std::uint32_t> lists(std::uint32_t begin, std::uint32_t end) const noexcept {
    return std::span(conjunctions_).subspan(begins_[begin], begins_[end] - begins_[begin]);
  }
  [[nodiscard]] bool empty() const noexcept { return conjunctions_.empty(); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return (begins_.capacity() + conjunctions_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pending_;  // key, conjunction
  std::vector<std::uint32_t> begins_, conjunctions_;
};

// Equality with constants.
class Constants {
 public:
  void add(const Value& constant, std::uint32_t conjunction) { lists_.add(points_.intern(constant), conjunction); }
  void finish() { lists_.finish(points_.size()); }
  [[nodiscard]] std::span<const std::uint32_t> equal(schema::ValueView value) const {
    const std::optional<std::uint32_t> point = points_.size() == 0 ? std::nullopt : points_.find(value);
    return point ? lists_.list(*point) : std::span<const std::uint32_t>();
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return points_.memory_bytes() + lists_.memory_bytes(); }

 private:
  PointTable points_;
  PostingLists lists_;
};

// Comparisons with constants of one type, by ascending constant.
class Bounds {
 public:
  void add(const predicate::Cut& cut, std::uint32_t conjunction) { pending_.emplace_back(cut, conjunction); }
  void finish();
  // Whose constants lie left of the value, and right of it.
  [[nodiscard]] std::span<const std::uint32_t> below(schema::ValueView value) const;
  [[nodiscard]] std::span<const std::uint32_t> above(schema::ValueView value) const;
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return cuts_.capacity() * sizeof(predicate::Cut) + lists_.memory_bytes();
  }

 private:
  [[nodiscard]] std::uint32_t rank_of(schema::ValueView value) const;

  std::vector<std::pair<predicate::Cut, std::uint32_t>> pending_;
  std::vector<predicate::Cut> cuts_;  // distinct, ascending
  PostingLists lists_;                // by cut
};

class OperatorIndex {
 public:
  // Before finish(): a predicate of a conjunction; these come in ascending order. How many counts the predicate is worth.
  std::uint32_t add(const predicate::ValueSet& set, std::uint32_t conjunction);
  void finish();

  // Calls visit(conjunctions) for spans of conjunctions, each as often as its predicate counts when it holds; one that does not
  // hold is counted less often.
  template <class Visit>
  void satisfied(schema::ValueView value, Visit&& visit) const {
    const TypeIndex& type = types_[static_cast<std::size_t>(predicate::region_of(value))];
    visit(std::span<const std::uint32_t>(type.whole));
    visit(constants_.equal(value));
    visit(type.lower.below(value));
    visit(type.upper.above(value));
    visit_all_but(type.negated, excluded_.equal(value), visit);
    if (value.type() == ValueType::string) visit_prefixes(value.as_bytes(), visit);
    for (const auto& [set, conjunction] : others_) {
      if (set.contains(value)) visit(std::span(&conjunction, 1));
    }
  }

  // Whether some predicate holds when the path is missing.
  [[nodiscard]] bool wants_missing() const noexcept { return wants_missing_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // The predicates for values of one type.
  struct TypeIndex {
    std::vector<std::uint32_t> whole;    // holds for all of them
    std::vector<std::uint32_t> negated;  // holds for all but some constants, which are in excluded_
    Bounds lower, upper;
  };
  using Lengths = std::vector<std::pair<std::size_t, boost::unordered_flat_map<std::string_view, std::uint32_t>>>;

  struct Part;
  struct Shape;
  static Shape shape_of(const predicate::ValueSet& set);
  void add_parts(std::size_t region, const std::vector<Part>& parts, std::uint32_t conjunction);
  void finish_prefixes();

  template <class Visit>
  static void visit_all_but(std::span<const std::uint32_t> all, std::span<const std::uint32_t> excluded, Visit&& visit) {
    std::size_t from = 0;
    for (const std::uint32_t conjunction : excluded) {
      // Between two excluded ones lies a run of others.
      const auto at = static_cast<std::size_t>(
          std::lower_bound(all.begin() + static_cast<std::ptrdiff_t>(from), all.end(), conjunction) - all.begin());
      if (at == all.size() || all[at] != conjunction) continue;
      visit(all.subspan(from, at - from));
      from = at + 1;
    }
    visit(all.subspan(from));
  }
  template <class Visit>
  void visit_prefixes(std::string_view text, Visit&& visit) const {
    for (const auto& [length, prefixes] : prefix_lengths_) {
      if (length > text.size()) return;
      if (const auto found = prefixes.find(text.substr(0, length)); found != prefixes.end())
        visit(prefix_lists_.list(found->second));
    }
  }

  Constants constants_, excluded_;
  std::array<TypeIndex, static_cast<std::size_t>(predicate::Region::end)> types_;
  std::vector<std::string> prefixes_;  // distinct, ascending once finished
  std::vector<std::pair<std::string, std::uint32_t>> pending_prefixes_;
  PostingLists prefix_lists_;
  Lengths prefix_lengths_;  // ascending
  std::vector<std::pair<predicate::ValueSet, std::uint32_t>> others_;
  bool wants_missing_ = false;
};

}  // namespace turnout::baseline
