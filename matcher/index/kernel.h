// The inner loop of a match: which lanes of a column hold a code. Portable and AVX2 versions behind one pointer, chosen once at
// run time; all give the same answer.
#pragma once

#include <cstdint>

namespace turnout::index {

// Bit i: low[i] <= code <= high[i], for i below `lanes` (1 to 64). May read up to kKernelSlack words behind either column.
using RangeMask = std::uint64_t (*)(const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes,
                                    std::uint32_t code);
inline constexpr std::uint32_t kKernelSlack = 8;

std::uint64_t range_mask_portable(const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes, std::uint32_t code);
#if defined(__x86_64__)
std::uint64_t range_mask_avx2(const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes, std::uint32_t code);
#endif

// The fastest one for this processor.
RangeMask range_mask() noexcept;

}  // namespace turnout::index
