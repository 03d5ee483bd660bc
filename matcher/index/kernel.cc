#include "matcher/index/kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace turnout::index {
namespace {

std::uint64_t lanes_mask(std::uint32_t lanes) { return lanes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1; }

}  // namespace

std::uint64_t range_mask_portable(const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes,
                                  std::uint32_t code) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) { mask |= static_cast<std::uint64_t>(code - low[i] <= high[i] - low[i]) << i; }
  return mask & lanes_mask(lanes);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) std::uint64_t range_mask_avx2(const std::uint32_t* low, const std::uint32_t* high,
                                                              std::uint32_t lanes, std::uint32_t code) {
  const __m256i codes = _mm256_set1_epi32(static_cast<int>(code));
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) {
    const __m256i lows = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(low + i));
    const __m256i highs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(high + i));
    const __m256i from = _mm256_cmpeq_epi32(_mm256_max_epu32(codes, lows), codes);
    const __m256i to = _mm256_cmpeq_epi32(_mm256_min_epu32(codes, highs), codes);
    const int bits = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_and_si256(from, to)));
    mask |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(bits)) << i;
  }
  return mask & lanes_mask(lanes);
}
#endif

RangeMask range_mask() noexcept {
#if defined(__x86_64__)
  static const RangeMask chosen = __builtin_cpu_supports("avx2") ? range_mask_avx2 : range_mask_portable;
  return chosen;
#else
  return range_mask_portable;
#endif
}

}  // namespace turnout::index
