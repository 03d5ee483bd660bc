// The inner loops of a match: which lanes of columns hold an event's codes. Portable and AVX2 versions, chosen once at run
// time; all give the same answer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/simd.h"
#include "matcher/index/dictionary.h"

namespace turnout::index {

// Bit i of every answer, for i below `lanes` (1 to 64): low[i] <= code <= high[i]. Any function may read up to kKernelSlack
// words behind a column.
struct Kernel {
  // One path: the code is the same for all lanes.
  std::uint64_t (*narrow)(const std::uint16_t* low, const std::uint16_t* high, std::uint32_t lanes, Code code);
  std::uint64_t (*wide)(const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes, Code code);
  // A path to each lane: the code is codes[paths[i]]. The paths of kHeadPad lanes at a time are read, and must be there.
  std::uint64_t (*narrow_heads)(const Local* paths, const std::uint16_t* low, const std::uint16_t* high, std::uint32_t lanes,
                                const Code* codes);
  std::uint64_t (*wide_heads)(const Local* paths, const std::uint32_t* low, const std::uint32_t* high, std::uint32_t lanes,
                              const Code* codes);
  // The same where each lane holds for one code: codes[paths[i]] == points[i].
  std::uint64_t (*narrow_points)(const Local* paths, const std::uint16_t* points, std::uint32_t lanes, const Code* codes);
  std::uint64_t (*wide_points)(const Local* paths, const std::uint32_t* points, std::uint32_t lanes, const Code* codes);
  // One row: bit i of the answer, for i below `atoms` (1 to 24): the code of path i lies between the low and the high at i,
  // which stand side by side. Paths behind the last are not looked up.
  std::uint32_t (*narrow_row)(const Local* paths, const std::uint16_t* ranges, std::uint32_t atoms, const Code* codes);
  std::uint32_t (*wide_row)(const Local* paths, const std::uint32_t* ranges, std::uint32_t atoms, const Code* codes);
  // Which of the rows in `rows` hold all of their atoms: each takes `words` words and is as above, its ranges behind its paths.
  std::uint64_t (*narrow_rows)(const std::uint32_t* block_rows, std::uint32_t words, std::uint32_t atoms, std::uint64_t rows,
                               const Code* codes);
  std::uint64_t (*wide_rows)(const std::uint32_t* block_rows, std::uint32_t words, std::uint32_t atoms, std::uint64_t rows,
                             const Code* codes);
  // Bit i of the answer, for i below `count` (1 to 32): codes[paths[i]] is 0. The paths of 8 at a time are read, and must be
  // there.
  std::uint32_t (*absent)(const Local* paths, std::uint32_t count, const Code* codes);
  // A mask to each lane: whether it has no bit of `without`.
  std::uint64_t (*masks)(const std::uint32_t* masks, std::uint32_t lanes, std::uint32_t without);
  // A set to each lane: whether its bit is set among `members`.
  std::uint64_t (*narrow_sets)(const std::uint64_t* members, const std::uint16_t* sets, std::uint32_t lanes);
  std::uint64_t (*wide_sets)(const std::uint64_t* members, const std::uint32_t* sets, std::uint32_t lanes);
  // Bitmaps, 1 or more of them: ands the kLineWords words that begin at `word` in each into `out`. False, and `out` left as it
  // is, when they come to 0.
  bool (*and_lines)(const std::uint64_t* const* bitmaps, std::size_t count, std::size_t word, std::uint64_t* out);
};
inline constexpr std::uint32_t kKernelSlack = 16;
inline constexpr std::size_t kLineWords = 8;  // of 64 bits, in a cache line

extern const Kernel kPortableKernel;
#if defined(TURNOUT_X86_SIMD)
extern const Kernel kAvx2Kernel;
#endif

// The fastest one for this processor.
const Kernel& kernel() noexcept;

}  // namespace turnout::index
