#include "schema/json_index.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/simd.h"

#if defined(TURNOUT_X86_SIMD)
#include <immintrin.h>
#endif

namespace turnout::schema {

namespace {

using detail::IndexFlags;
using detail::IndexKernel;

constexpr std::size_t kBlock = 64;

// Into each kernel, to be compiled for its instruction set.
#define TURNOUT_ALWAYS_INLINE [[gnu::always_inline]] inline

// What the bytes of a block are: bit i is byte i.
struct Masks {
  std::uint64_t quote;
  std::uint64_t backslash;
  std::uint64_t op;       // { } [ ] : , and the control characters that differ from , and : in one bit: no text may hold those
  std::uint64_t blank;    // space, tab, line feed, carriage return
  std::uint64_t control;  // below 0x20
  std::uint64_t high;     // above 0x7f
};

// What one block hands to the next.
struct Carry {
  std::uint64_t escaped = 0;  // bit 0: the first byte is
  std::uint64_t inside = 0;   // all ones: the block begins within a string
  std::uint64_t plain = 0;    // bit 0: the byte before belongs to a number or word
  std::uint64_t control = 0;  // of any block: control characters in strings
  std::uint64_t backslash = 0;
  std::uint64_t high = 0;
};

// The last bytes of a text, filled up with blanks.
const char* pad(const char* text, std::size_t size, char* block) noexcept {
  std::memset(block, ' ', kBlock);
  std::memcpy(block, text, size);
  return block;
}

// The quotes that no backslash escapes.
TURNOUT_ALWAYS_INLINE std::uint64_t open_quotes(const Masks& masks, Carry& carry) noexcept {
  carry.high |= masks.high;
  if ((masks.backslash | carry.escaped) == 0) return masks.quote;
  carry.backslash |= masks.backslash;
  // A backslash escapes the byte behind it, backslash or not. They are few.
  std::uint64_t escaped = carry.escaped;
  std::uint64_t left = masks.backslash & ~escaped;
  carry.escaped = 0;
  while (left != 0) {
    const std::uint64_t first = left & (0 - left);
    carry.escaped = first >> 63;
    escaped |= first << 1;
    left &= ~(first | first << 1);
  }
  return masks.quote & ~escaped;
}

// Bit i: the exclusive or of the bits up to i.
TURNOUT_ALWAYS_INLINE std::uint64_t running_xor(std::uint64_t bits) noexcept {
  for (int step = 1; step < 64; step *= 2) bits ^= bits << step;
  return bits;
}

// Where tokens begin. `quotes`: those that open or close a string; `flips`: their running_xor().
TURNOUT_ALWAYS_INLINE std::uint64_t tokens_of(const Masks& masks, std::uint64_t quotes, std::uint64_t flips,
                                              Carry& carry) noexcept {
  const std::uint64_t inside = flips ^ carry.inside;  // opening quotes too, closing ones not
  carry.inside = 0 - (inside >> 63);
  carry.control |= masks.control & inside;
  const std::uint64_t scalar = ~(masks.op | masks.blank);
  const std::uint64_t plain = scalar & ~quotes;
  const std::uint64_t starts = scalar & ~(plain << 1 | carry.plain);
  carry.plain = plain >> 63;
  return (masks.op | starts) & ~(inside ^ quotes);
}

// Appends the places of the bits. Writes 8 at a time: a branch for each would be guessed wrong in most blocks.
TURNOUT_ALWAYS_INLINE std::uint32_t* put_places(std::uint64_t bits, std::uint32_t base, std::uint32_t* out) noexcept {
  std::uint32_t* const end = out + std::popcount(bits);
  do {
    for (int i = 0; i < 8; ++i) {
      out[i] = base + static_cast<std::uint32_t>(std::countr_zero(bits));
      bits &= bits - 1;
    }
    out += 8;
  } while (bits != 0);
  return end;
}

IndexFlags flags_of(const Carry& carry, const std::uint32_t* begin, const std::uint32_t* end) noexcept {
  return {.count = static_cast<std::size_t>(end - begin),
          .broken = carry.control != 0 || carry.inside != 0,
          .backslash = carry.backslash != 0,
          .high = carry.high != 0};
}

constexpr bool is_op(unsigned char c) noexcept {
  const int folded = c | 0x20;
  return folded == '{' || folded == '}' || folded == ':' || folded == ',';
}

Masks masks_of(const char* at) noexcept {
  Masks masks{};
  for (unsigned i = 0; i < kBlock; ++i) {
    const auto c = static_cast<unsigned char>(at[i]);
    const auto put = [i](std::uint64_t& mask, bool set) { mask |= static_cast<std::uint64_t>(set) << i; };
    put(masks.quote, c == '"');
    put(masks.backslash, c == '\\');
    put(masks.op, is_op(c));
    put(masks.blank, c == ' ' || c == '\t' || c == '\n' || c == '\r');
    put(masks.control, c < 0x20);
    put(masks.high, c > 0x7f);
  }
  return masks;
}

IndexFlags index_plain(const char* text, std::size_t size, std::uint32_t* const begin) {
  Carry carry;
  std::array<char, kBlock> tail;
  std::uint32_t* out = begin;
  for (std::size_t base = 0; base < size; base += kBlock) {
    const char* at = size - base >= kBlock ? text + base : pad(text + base, size - base, tail.data());
    const Masks masks = masks_of(at);
    const std::uint64_t quotes = open_quotes(masks, carry);
    out = put_places(tokens_of(masks, quotes, running_xor(quotes), carry), static_cast<std::uint32_t>(base), out);
  }
  return flags_of(carry, begin, out);
}

#if defined(TURNOUT_X86_SIMD)
#define TURNOUT_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,pclmul")))
#define TURNOUT_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi,bmi2,popcnt,pclmul")))

Masks masks_sse2(const char* at) noexcept {
  Masks masks{};
  for (int i = 0; i < 4; ++i) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16 * i));
    const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
    const auto is = [](__m128i in, char c) { return _mm_cmpeq_epi8(in, _mm_set1_epi8(c)); };
    const auto put = [i](std::uint64_t& mask, __m128i set) {
      mask |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(set))) << (16 * i);
    };
    put(masks.quote, is(bytes, '"'));
    put(masks.backslash, is(bytes, '\\'));
    put(masks.op, _mm_or_si128(_mm_or_si128(is(folded, '{'), is(folded, '}')), _mm_or_si128(is(folded, ':'), is(folded, ','))));
    put(masks.blank,
        _mm_or_si128(_mm_or_si128(is(bytes, ' '), is(bytes, '\t')), _mm_or_si128(is(bytes, '\n'), is(bytes, '\r'))));
    put(masks.control, _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes));
    put(masks.high, bytes);
  }
  return masks;
}

IndexFlags index_sse2(const char* text, std::size_t size, std::uint32_t* const begin) {
  Carry carry;
  std::array<char, kBlock> tail;
  std::uint32_t* out = begin;
  for (std::size_t base = 0; base < size; base += kBlock) {
    const char* at = size - base >= kBlock ? text + base : pad(text + base, size - base, tail.data());
    const Masks masks = masks_sse2(at);
    const std::uint64_t quotes = open_quotes(masks, carry);
    out = put_places(tokens_of(masks, quotes, running_xor(quotes), carry), static_cast<std::uint32_t>(base), out);
  }
  return flags_of(carry, begin, out);
}

// By low nibble: the byte that is wanted, or one that no lookup finds (bytes above 0x7f look up 0).
constexpr char kNone = '\x80';
#define TURNOUT_BLANK_TABLE \
  ' ', kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, '\t', '\n', kNone, kNone, '\r', kNone, kNone
#define TURNOUT_OP_TABLE kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, kNone, ':', '{', ',', '}', kNone, kNone
alignas(16) constexpr char kBlankTable[16] = {TURNOUT_BLANK_TABLE};
alignas(16) constexpr char kOpTable[16] = {TURNOUT_OP_TABLE};

TURNOUT_AVX2 inline std::uint64_t running_xor_clmul(std::uint64_t bits) noexcept {
  const __m128i product =
      _mm_clmulepi64_si128(_mm_cvtsi64_si128(static_cast<long long>(bits)), _mm_set1_epi8(static_cast<char>(0xff)), 0);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
}

TURNOUT_AVX2 inline std::uint64_t bits_avx2(__m256i low, __m256i high) noexcept {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high))) << 32;
}

TURNOUT_AVX2 inline Masks masks_avx2(const char* at) noexcept {
  const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
  const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
  const __m256i blanks = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(kBlankTable)));
  const __m256i ops = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(kOpTable)));
  const __m256i case_bit = _mm256_set1_epi8(0x20);
  const __m256i last_control = _mm256_set1_epi8(0x1f);
  const __m256i low_folded = _mm256_or_si256(low, case_bit);
  const __m256i high_folded = _mm256_or_si256(high, case_bit);
  return {
      .quote = bits_avx2(_mm256_cmpeq_epi8(low, _mm256_set1_epi8('"')), _mm256_cmpeq_epi8(high, _mm256_set1_epi8('"'))),
      .backslash = bits_avx2(_mm256_cmpeq_epi8(low, _mm256_set1_epi8('\\')), _mm256_cmpeq_epi8(high, _mm256_set1_epi8('\\'))),
      .op = bits_avx2(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(ops, low_folded), low_folded),
                      _mm256_cmpeq_epi8(_mm256_shuffle_epi8(ops, high_folded), high_folded)),
      .blank = bits_avx2(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(blanks, low), low),
                         _mm256_cmpeq_epi8(_mm256_shuffle_epi8(blanks, high), high)),
      .control = bits_avx2(_mm256_cmpeq_epi8(_mm256_min_epu8(low, last_control), low),
                           _mm256_cmpeq_epi8(_mm256_min_epu8(high, last_control), high)),
      .high = bits_avx2(low, high)};
}

TURNOUT_AVX2 IndexFlags index_avx2(const char* text, std::size_t size, std::uint32_t* const begin) {
  Carry carry;
  std::array<char, kBlock> tail;
  std::uint32_t* out = begin;
  for (std::size_t base = 0; base < size; base += kBlock) {
    const char* at = size - base >= kBlock ? text + base : pad(text + base, size - base, tail.data());
    const Masks masks = masks_avx2(at);
    const std::uint64_t quotes = open_quotes(masks, carry);
    out = put_places(tokens_of(masks, quotes, running_xor_clmul(quotes), carry), static_cast<std::uint32_t>(base), out);
  }
  return flags_of(carry, begin, out);
}

TURNOUT_AVX512 inline Masks masks_avx512(const char* at) noexcept {
  const __m512i bytes = _mm512_loadu_si512(at);
  const __m512i blanks = _mm512_maskz_broadcast_i32x4(0xffff, _mm_load_si128(reinterpret_cast<const __m128i*>(kBlankTable)));
  const __m512i ops = _mm512_maskz_broadcast_i32x4(0xffff, _mm_load_si128(reinterpret_cast<const __m128i*>(kOpTable)));
  const __m512i folded = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
  return {.quote = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('"')),
          .backslash = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\\')),
          .op = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(ops, folded), folded),
          .blank = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(blanks, bytes), bytes),
          .control = _mm512_cmplt_epu8_mask(bytes, _mm512_set1_epi8(0x20)),
          .high = static_cast<std::uint64_t>(_mm512_movepi8_mask(bytes))};
}

// The places are the bytes 0, 1, 2 ... that the bits select. All lanes are written by masks that keep all: GCC 12 warns of the
// plain forms.
TURNOUT_AVX512 inline std::uint32_t* put_places_avx512(std::uint64_t bits, std::uint32_t base, __m512i identity,
                                                       std::uint32_t* out) noexcept {
  const int count = std::popcount(bits);
  const __m512i places = _mm512_maskz_compress_epi8(bits, identity);
  const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
  const auto put = [bases](std::uint32_t* at, __m128i bytes) TURNOUT_AVX512 {
    _mm512_storeu_si512(at, _mm512_add_epi32(_mm512_maskz_cvtepu8_epi32(0xffff, bytes), bases));
  };
  put(out, _mm512_maskz_extracti32x4_epi32(0xf, places, 0));
  if (count > 16) {
    put(out + 16, _mm512_maskz_extracti32x4_epi32(0xf, places, 1));
    if (count > 32) {
      put(out + 32, _mm512_maskz_extracti32x4_epi32(0xf, places, 2));
      put(out + 48, _mm512_maskz_extracti32x4_epi32(0xf, places, 3));
    }
  }
  return out + count;
}

TURNOUT_AVX512 IndexFlags index_avx512(const char* text, std::size_t size, std::uint32_t* const begin) {
  alignas(64) std::array<std::uint8_t, kBlock> numbers;
  for (std::size_t i = 0; i < kBlock; ++i) numbers[i] = static_cast<std::uint8_t>(i);
  const __m512i identity = _mm512_load_si512(numbers.data());
  Carry carry;
  std::array<char, kBlock> tail;
  std::uint32_t* out = begin;
  for (std::size_t base = 0; base < size; base += kBlock) {
    const char* at = size - base >= kBlock ? text + base : pad(text + base, size - base, tail.data());
    const Masks masks = masks_avx512(at);
    const std::uint64_t quotes = open_quotes(masks, carry);
    const std::uint64_t tokens = tokens_of(masks, quotes, running_xor_clmul(quotes), carry);
    out = put_places_avx512(tokens, static_cast<std::uint32_t>(base), identity, out);
  }
  return flags_of(carry, begin, out);
}
#endif

struct Kernels {
  std::array<IndexKernel, 4> all{index_plain};
  std::size_t count = 1;
};

Kernels find_kernels() noexcept {
  Kernels kernels;
#if defined(TURNOUT_X86_SIMD)
  kernels.all[kernels.count++] = index_sse2;
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 &&
                    __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_supports("popcnt") != 0 &&
                    __builtin_cpu_supports("pclmul") != 0;
  if (avx2) kernels.all[kernels.count++] = index_avx2;
  const bool avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                      __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512vbmi2") != 0;
  if (avx2 && avx512) kernels.all[kernels.count++] = index_avx512;
#endif
  return kernels;
}

}  // namespace

std::span<const IndexKernel> detail::index_kernels() noexcept {
  static const Kernels kernels = find_kernels();
  return std::span(kernels.all).first(kernels.count);
}

JsonIndex::JsonIndex() noexcept : kernel_(detail::index_kernels().back()) {}

bool JsonIndex::build(std::string_view text) {
  if (tokens_ == nullptr || capacity_ < text.size()) {
    // In powers of two, so that slowly growing texts do not allocate each time.
    capacity_ = std::bit_ceil(std::max(text.size(), std::size_t{1} << 10));
    // Default-initialised on purpose: zeroing would cost more than indexing.
    tokens_.reset(new std::uint32_t[capacity_ + detail::kIndexSlack]);
  }
  flags_ = kernel_(text.data(), text.size(), tokens_.get());
  tokens_[flags_.count] = static_cast<std::uint32_t>(text.size());
  return !flags_.broken && (!flags_.high || simdjson::validate_utf8(text.data(), text.size()));
}

}  // namespace turnout::schema
