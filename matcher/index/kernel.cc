#include "matcher/index/kernel.h"

#include <algorithm>
#include <bit>

#if defined(TURNOUT_X86_SIMD)
#include <immintrin.h>
#endif

namespace turnout::index {
namespace {

template <class Word>
std::uint64_t portable_range(const Word* low, const Word* high, std::uint32_t lanes, Code code) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) { mask |= static_cast<std::uint64_t>(code >= low[i] && code <= high[i]) << i; }
  return mask;
}

template <class Word>
std::uint64_t portable_heads(const Local* paths, const Word* low, const Word* high, std::uint32_t lanes, const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) {
    const Code code = codes[paths[i]];
    mask |= static_cast<std::uint64_t>(code >= low[i] && code <= high[i]) << i;
  }
  return mask;
}

template <class Word>
std::uint64_t portable_points(const Local* paths, const Word* points, std::uint32_t lanes, const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) mask |= static_cast<std::uint64_t>(codes[paths[i]] == points[i]) << i;
  return mask;
}

template <class Word>
std::uint32_t portable_row(const Local* paths, const Word* ranges, std::uint32_t atoms, const Code* codes) {
  std::uint32_t mask = 0;
  for (std::uint32_t i = 0; i < atoms; ++i) {
    const Code code = codes[paths[i]];
    mask |= static_cast<std::uint32_t>(code >= ranges[2 * i] && code <= ranges[2 * i + 1]) << i;
  }
  return mask;
}

template <class Word>
std::uint64_t portable_rows(const std::uint32_t* block_rows, std::uint32_t words, std::uint32_t atoms, std::uint64_t rows,
                            const Code* codes) {
  const std::uint32_t all = (1U << atoms) - 1;
  std::uint64_t held = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(rows));
    const std::uint32_t* row = block_rows + number * words;
    const auto* ranges = reinterpret_cast<const Word*>(row + (atoms + 1) / 2);
    const std::uint32_t holds = portable_row(reinterpret_cast<const Local*>(row), ranges, atoms, codes);
    held |= static_cast<std::uint64_t>(holds == all) << number;
  }
  return held;
}

std::uint32_t portable_absent(const Local* paths, std::uint32_t count, const Code* codes) {
  std::uint32_t mask = 0;
  for (std::uint32_t i = 0; i < count; ++i) mask |= static_cast<std::uint32_t>(codes[paths[i]] == 0) << i;
  return mask;
}

std::uint64_t portable_masks(const std::uint32_t* masks, std::uint32_t lanes, std::uint32_t without) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) mask |= static_cast<std::uint64_t>((masks[i] & without) == 0) << i;
  return mask;
}

template <class Word>
std::uint64_t portable_sets(const std::uint64_t* members, const Word* sets, std::uint32_t lanes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; ++i) mask |= (members[sets[i] / 64] >> (sets[i] % 64) & 1) << i;
  return mask;
}

bool portable_and_lines(const std::uint64_t* const* bitmaps, std::size_t count, std::size_t word, std::uint64_t* out) {
  std::uint64_t alive[kLineWords];
  std::fill_n(alive, kLineWords, ~std::uint64_t{0});
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t some = 0;
    for (std::size_t w = 0; w < kLineWords; ++w) some |= alive[w] &= bitmaps[i][word + w];
    if (some == 0) return false;
  }
  std::copy_n(alive, kLineWords, out);
  return true;
}

#if defined(TURNOUT_X86_SIMD)
#define TURNOUT_AVX2 __attribute__((target("avx2")))

std::uint64_t lanes_mask(std::uint32_t lanes) { return lanes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1; }

TURNOUT_AVX2 __m256i load(const void* at) { return _mm256_loadu_si256(static_cast<const __m256i*>(at)); }

// Bit i: the low 32 bits of lane i's answer, of eight lanes.
TURNOUT_AVX2 std::uint64_t bits(__m256i from, __m256i to) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_and_si256(from, to))));
}

TURNOUT_AVX2 std::uint64_t within(__m256i codes, __m256i lows, __m256i highs) {
  return bits(_mm256_cmpeq_epi32(_mm256_max_epu32(codes, lows), codes),
              _mm256_cmpeq_epi32(_mm256_min_epu32(codes, highs), codes));
}

TURNOUT_AVX2 std::uint64_t avx2_wide(const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes, Code code) {
  const __m256i codes = _mm256_set1_epi32(static_cast<int>(code));
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) mask |= within(codes, load(low + i), load(high + i)) << i;
  return mask & lanes_mask(lanes);
}

TURNOUT_AVX2 std::uint64_t avx2_narrow(const std::uint16_t* low, const std::uint16_t* high, std::uint32_t lanes, Code code) {
  if (code > 0xffff) return 0;
  const __m256i codes = _mm256_set1_epi16(static_cast<short>(code));
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 16) {
    const __m256i from = _mm256_cmpeq_epi16(_mm256_max_epu16(codes, load(low + i)), codes);
    const __m256i to = _mm256_cmpeq_epi16(_mm256_min_epu16(codes, load(high + i)), codes);
    const __m256i both = _mm256_and_si256(from, to);
    const __m128i bytes = _mm_packs_epi16(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
    mask |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(bytes))) << i;
  }
  return mask & lanes_mask(lanes);
}

TURNOUT_AVX2 __m256i widen(const std::uint16_t* at) {
  return _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)));
}

TURNOUT_AVX2 __m256i gather(const Local* paths, const Code* codes) {
  return _mm256_i32gather_epi32(reinterpret_cast<const int*>(codes), widen(paths), 4);
}

TURNOUT_AVX2 std::uint64_t avx2_narrow_heads(const Local* paths, const std::uint16_t* low, const std::uint16_t* high,
                                             std::uint32_t lanes, const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) {
    mask |= within(gather(paths + i, codes), widen(low + i), widen(high + i)) << i;
  }
  return mask & lanes_mask(lanes);
}

TURNOUT_AVX2 std::uint64_t avx2_wide_heads(const Local* paths, const std::uint32_t* low, const std::uint32_t* high,
                                           std::uint32_t lanes, const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) mask |= within(gather(paths + i, codes), load(low + i), load(high + i)) << i;
  return mask & lanes_mask(lanes);
}

TURNOUT_AVX2 std::uint64_t equal(__m256i a, __m256i b) {
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(a, b))));
}

TURNOUT_AVX2 std::uint64_t avx2_narrow_points(const Local* paths, const std::uint16_t* points, std::uint32_t lanes,
                                              const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) mask |= equal(gather(paths + i, codes), widen(points + i)) << i;
  return mask & lanes_mask(lanes);
}

TURNOUT_AVX2 std::uint64_t avx2_wide_points(const Local* paths, const std::uint32_t* points, std::uint32_t lanes,
                                            const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) mask |= equal(gather(paths + i, codes), load(points + i)) << i;
  return mask & lanes_mask(lanes);
}

// The words of `table` at eight indices, of which the first `count` are there; 0 for the others.
TURNOUT_AVX2 __m256i gather_some(const std::uint32_t* table, __m256i indices, std::uint32_t count) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), lane);
  return _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), reinterpret_cast<const int*>(table), indices, there, 4);
}

// Bit i: eight sets' bits among `members`, of which the first `count` are there.
TURNOUT_AVX2 std::uint64_t members_of(const std::uint64_t* members, __m256i sets, std::uint32_t count) {
  const auto* words = reinterpret_cast<const std::uint32_t*>(members);  // x86 has the low word first
  const __m256i word = gather_some(words, _mm256_srli_epi32(sets, 5), count);
  const __m256i in_word = _mm256_and_si256(sets, _mm256_set1_epi32(31));
  const __m256i top = _mm256_slli_epi32(_mm256_srlv_epi32(word, in_word), 31);
  return static_cast<std::uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(top)));
}

TURNOUT_AVX2 std::uint64_t avx2_narrow_sets(const std::uint64_t* members, const std::uint16_t* sets, std::uint32_t lanes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) mask |= members_of(members, widen(sets + i), lanes - i) << i;
  return mask;
}

TURNOUT_AVX2 std::uint64_t avx2_wide_sets(const std::uint64_t* members, const std::uint32_t* sets, std::uint32_t lanes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) mask |= members_of(members, load(sets + i), lanes - i) << i;
  return mask;
}

TURNOUT_AVX2 std::uint32_t avx2_narrow_row(const Local* paths, const std::uint16_t* ranges, std::uint32_t atoms,
                                           const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < atoms; i += 8) {
    const __m256i pairs = load(ranges + 2 * i);
    const __m256i lows = _mm256_and_si256(pairs, _mm256_set1_epi32(0xffff));
    mask |= within(gather_some(codes, widen(paths + i), atoms - i), lows, _mm256_srli_epi32(pairs, 16)) << i;
  }
  return static_cast<std::uint32_t>(mask & lanes_mask(atoms));
}

TURNOUT_AVX2 std::uint32_t avx2_wide_row(const Local* paths, const std::uint32_t* ranges, std::uint32_t atoms,
                                         const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < atoms; i += 8) {
    // Each half of `evens` and `odds` has four lows or highs, of pairs 0, 1, 4, 5 and 2, 3, 6, 7.
    const __m256 first = _mm256_castsi256_ps(load(ranges + 2 * i));
    const __m256 second = _mm256_castsi256_ps(load(ranges + 2 * i + 8));
    const __m256i evens = _mm256_castps_si256(_mm256_shuffle_ps(first, second, _MM_SHUFFLE(2, 0, 2, 0)));
    const __m256i odds = _mm256_castps_si256(_mm256_shuffle_ps(first, second, _MM_SHUFFLE(3, 1, 3, 1)));
    const __m256i lows = _mm256_permute4x64_epi64(evens, _MM_SHUFFLE(3, 1, 2, 0));
    const __m256i highs = _mm256_permute4x64_epi64(odds, _MM_SHUFFLE(3, 1, 2, 0));
    mask |= within(gather_some(codes, widen(paths + i), atoms - i), lows, highs) << i;
  }
  return static_cast<std::uint32_t>(mask & lanes_mask(atoms));
}

// As avx2_narrow_row() for rows of up to eight atoms, without a call for each.
TURNOUT_AVX2 std::uint64_t avx2_short_rows(const std::uint32_t* block_rows, std::uint32_t words, std::uint32_t atoms,
                                           std::uint64_t rows, const Code* codes) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(atoms)), lane);
  const __m256i low_half = _mm256_set1_epi32(0xffff);
  const std::uint32_t path_half = (atoms + 1) / 2;
  const std::uint64_t all = lanes_mask(atoms);
  std::uint64_t held = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(rows));
    const std::uint32_t* row = block_rows + number * words;
    const __m256i paths = _mm256_and_si256(widen(reinterpret_cast<const std::uint16_t*>(row)), there);
    const __m256i own = _mm256_i32gather_epi32(reinterpret_cast<const int*>(codes), paths, 4);
    const __m256i pairs = load(row + path_half);
    const std::uint64_t holds = within(own, _mm256_and_si256(pairs, low_half), _mm256_srli_epi32(pairs, 16));
    held |= static_cast<std::uint64_t>((holds & all) == all) << number;
  }
  return held;
}

TURNOUT_AVX2 std::uint64_t avx2_narrow_rows(const std::uint32_t* block_rows, std::uint32_t words, std::uint32_t atoms,
                                            std::uint64_t rows, const Code* codes) {
  if (atoms <= 8) return avx2_short_rows(block_rows, words, atoms, rows, codes);
  const std::uint64_t all = lanes_mask(atoms);
  std::uint64_t held = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(rows));
    const std::uint32_t* row = block_rows + number * words;
    const auto* ranges = reinterpret_cast<const std::uint16_t*>(row + (atoms + 1) / 2);
    const std::uint32_t holds = avx2_narrow_row(reinterpret_cast<const Local*>(row), ranges, atoms, codes);
    held |= static_cast<std::uint64_t>(holds == all) << number;
  }
  return held;
}

TURNOUT_AVX2 std::uint64_t avx2_wide_rows(const std::uint32_t* block_rows, std::uint32_t words, std::uint32_t atoms,
                                          std::uint64_t rows, const Code* codes) {
  const std::uint64_t all = lanes_mask(atoms);
  std::uint64_t held = 0;
  for (; rows != 0; rows &= rows - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(rows));
    const std::uint32_t* row = block_rows + number * words;
    const std::uint32_t holds = avx2_wide_row(reinterpret_cast<const Local*>(row), row + (atoms + 1) / 2, atoms, codes);
    held |= static_cast<std::uint64_t>(holds == all) << number;
  }
  return held;
}

TURNOUT_AVX2 std::uint32_t avx2_absent(const Local* paths, std::uint32_t count, const Code* codes) {
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < count; i += 8) mask |= equal(gather(paths + i, codes), _mm256_setzero_si256()) << i;
  return static_cast<std::uint32_t>(mask & lanes_mask(count));
}

TURNOUT_AVX2 std::uint64_t avx2_masks(const std::uint32_t* masks, std::uint32_t lanes, std::uint32_t without) {
  const __m256i bits = _mm256_set1_epi32(static_cast<int>(without));
  std::uint64_t mask = 0;
  for (std::uint32_t i = 0; i < lanes; i += 8) {
    mask |= equal(_mm256_and_si256(load(masks + i), bits), _mm256_setzero_si256()) << i;
  }
  return mask & lanes_mask(lanes);
}

TURNOUT_AVX2 bool avx2_and_lines(const std::uint64_t* const* bitmaps, std::size_t count, std::size_t word, std::uint64_t* out) {
  __m256i first = load(bitmaps[0] + word);
  __m256i second = load(bitmaps[0] + word + 4);
  for (std::size_t i = 1; i < count; ++i) {
    first = _mm256_and_si256(first, load(bitmaps[i] + word));
    second = _mm256_and_si256(second, load(bitmaps[i] + word + 4));
    const __m256i either = _mm256_or_si256(first, second);
    if (_mm256_testz_si256(either, either) != 0) return false;
  }
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), first);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 4), second);
  return true;
}
#undef TURNOUT_AVX2
#endif

}  // namespace

const Kernel kPortableKernel{
    .narrow = portable_range<std::uint16_t>,
    .wide = portable_range<std::uint32_t>,
    .narrow_heads = portable_heads<std::uint16_t>,
    .wide_heads = portable_heads<std::uint32_t>,
    .narrow_points = portable_points<std::uint16_t>,
    .wide_points = portable_points<std::uint32_t>,
    .narrow_row = portable_row<std::uint16_t>,
    .wide_row = portable_row<std::uint32_t>,
    .narrow_rows = portable_rows<std::uint16_t>,
    .wide_rows = portable_rows<std::uint32_t>,
    .absent = portable_absent,
    .masks = portable_masks,
    .narrow_sets = portable_sets<std::uint16_t>,
    .wide_sets = portable_sets<std::uint32_t>,
    .and_lines = portable_and_lines,
};
#if defined(TURNOUT_X86_SIMD)
const Kernel kAvx2Kernel{
    .narrow = avx2_narrow,
    .wide = avx2_wide,
    .narrow_heads = avx2_narrow_heads,
    .wide_heads = avx2_wide_heads,
    .narrow_points = avx2_narrow_points,
    .wide_points = avx2_wide_points,
    .narrow_row = avx2_narrow_row,
    .wide_row = avx2_wide_row,
    .narrow_rows = avx2_narrow_rows,
    .wide_rows = avx2_wide_rows,
    .absent = avx2_absent,
    .masks = avx2_masks,
    .narrow_sets = avx2_narrow_sets,
    .wide_sets = avx2_wide_sets,
    .and_lines = avx2_and_lines,
};
#endif

const Kernel& kernel() noexcept {
#if defined(TURNOUT_X86_SIMD)
  static const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  return avx2 ? kAvx2Kernel : kPortableKernel;
#else
  return kPortableKernel;
#endif
}

}  // namespace turnout::index
