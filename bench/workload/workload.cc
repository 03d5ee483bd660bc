#include "bench/workload/workload.h"

#include <algorithm>
#include <array>

#include "bench/workload/shapes.h"

namespace turnout::workload {
namespace {

struct Entry {
  Description description;
  std::unique_ptr<Workload> (*make)(const Options&);
};

constexpr std::array kEntries{
    Entry{{"orders", "e-commerce routing: 12 typed attributes, 13 shapes of 1-6 predicates, 1% very broad"}, make_orders},
    Entry{{"orders-flat", "orders without broad filters; domains grow with N, about 50 matches at every N"}, make_orders_flat},
    Entry{{"uniform", "7 predicates on integers, 30% equalities, ranges of 12%; 400 attributes in 16 schemas"}, make_uniform},
    Entry{{"skewed", "6-7 wide ranges on 30 integer attributes, the first ones preferred"}, make_skewed},
    Entry{{"equality", "5 equalities on 20 text attributes of 100-1000 values"}, make_equality},
    Entry{{"rules", "2-4 simple conditions: equality, IN, <>, a range of numbers; about 10 matches"}, make_rules},
    Entry{{"suffix", "LIKE '%x', distinct suffixes of many lengths"}, make_suffix},
    Entry{{"contains", "LIKE '%x%', distinct words"}, make_contains},
    Entry{{"like-inner", "LIKE '%x%y%' and 'x%y%', distinct pairs of words"}, make_like_inner},
    Entry{{"ilike", "ILIKE 'X%' and '%X%', distinct constants in any case"}, make_ilike},
    Entry{{"regexp", "REGEXP_LIKE, distinct patterns around a word"}, make_regexp},
    Entry{{"arithmetic", "sums and products of two attributes within narrow ranges"}, make_arithmetic},
    Entry{{"attr-compare", "a < b over distinct pairs of attributes"}, make_attr_compare},
    Entry{{"any", "'x' = ANY(tags), distinct tags"}, make_any},
    Entry{{"not-any", "an equality and NOT ('x' = ANY(tags)), distinct tags"}, make_not_any},
    Entry{{"or5", "an OR of five equalities and ranges on five attributes"}, make_or5},
    Entry{{"in100", "IN of 100 values"}, make_in100},
    Entry{{"not-in", "an equality and NOT IN of 5 values"}, make_not_in},
    Entry{{"is-null", "an equality and IS NULL of one of 50 attributes"}, make_is_null},
};

constexpr auto kDescriptions = [] {
  std::array<Description, kEntries.size()> all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = kEntries[i].description;
  return all;
}();

}  // namespace

std::span<const Description> descriptions() noexcept { return kDescriptions; }

std::unique_ptr<Workload> make_workload(std::string_view name, const Options& options) {
  const auto* const found =
      std::find_if(kEntries.begin(), kEntries.end(), [&](const Entry& entry) { return entry.description.name == name; });
  return found == kEntries.end() ? nullptr : found->make(options);
}

}  // namespace turnout::workload
