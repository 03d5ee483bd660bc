// The one comparison of values, shared by everything that compares: naive evaluator, index, printer of explanations.
#pragma once

#include <cstdint>

#include "schema/value_view.h"

namespace turnout::schema {

enum class Order : std::uint8_t { less, equal, greater, unordered };

// Exact: no rounding between int64 and double. Unordered when either is NaN.
Order compare_numbers(std::int64_t a, std::int64_t b) noexcept;
Order compare_numbers(std::int64_t a, double b) noexcept;
Order compare_numbers(double a, double b) noexcept;

// Numbers by value, strings by code point (= by byte, UTF-8), booleans equal or unordered, binaries equal or unordered. Unlike
// types, arrays, objects, null and missing: unordered.
Order compare(ValueView a, ValueView b) noexcept;

}  // namespace turnout::schema
