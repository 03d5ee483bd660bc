// The last steps of every segment, however its filters came into codes: rows, then what is known of each entry by name.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "matcher/index/encoded_filters.h"
#include "matcher/index/segment.h"

namespace turnout::index {

// Fewer filters are packed without a look at observed events: it would take longer than they are worth.
inline constexpr std::size_t kLearningMin = 4096;

inline constexpr std::uint32_t kUnplaced = 0xffff'ffff;  // the location of an entry that has none yet

struct EntryName {
  SubscriptionId id;
  std::uint64_t word = 0;
  std::string_view text;  // empty when texts are not kept
};

// Lays the filters out and stores their names; `name_of` gives the name of what the encoder called entry i. Frees `encoded`.
// Errors: limit, for more rows than 32-bit offsets reach; already_exists, for an id that two entries have.
Result<void> finish_segment(Segment& segment, EncodedFilters& encoded, PackOptions options,
                            const std::function<EntryName(std::uint32_t)>& name_of);

}  // namespace turnout::index
