// Numbers of filters and events as people write them.
#pragma once

#include <cstdint>
#include <string_view>

#include "turnout/result.h"

namespace turnout::cli {

inline constexpr std::uint64_t kGeneratedFiltersMax = 1'000'000'000;

// "20000", "20k" or "1M". Errors: anything else, zero, more than kGeneratedFiltersMax.
Result<std::uint64_t> parse_count(std::string_view text);

}  // namespace turnout::cli
