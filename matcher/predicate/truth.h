// Three-valued logic (Kleene).
#pragma once

#include <cstdint>

namespace turnout::predicate {

enum class Truth : std::uint8_t { no, unknown, yes };

constexpr Truth negate(Truth a) noexcept { return static_cast<Truth>(2 - static_cast<int>(a)); }
constexpr Truth truth(bool b) noexcept { return b ? Truth::yes : Truth::no; }

// A set of truth values as bits: an atom over a residual says which outcomes satisfy it, so its complement is an atom too.
using Outcomes = std::uint8_t;
constexpr Outcomes outcome(Truth t) noexcept { return static_cast<Outcomes>(1U << static_cast<unsigned>(t)); }
inline constexpr Outcomes kAllOutcomes = 7;

}  // namespace turnout::predicate
