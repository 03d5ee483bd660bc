// Hash of a name, for the tables of names in this room. Not stable between processes when `seed` is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace turnout::schema {

namespace detail {

// The two halves of the 128-bit product, folded: every input bit reaches every output bit.
inline std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) noexcept {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <class Word>
std::uint64_t load_word(const char* bytes) noexcept {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

}  // namespace detail

inline std::uint64_t hash_name(std::string_view name, std::uint64_t seed) noexcept {
  constexpr std::uint64_t kOdd1 = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
  constexpr std::uint64_t kOdd2 = 0xd1342543de82ef95;
  std::uint64_t hash = seed ^ (kOdd1 * (name.size() + 1));
  const char* at = name.data();
  std::size_t left = name.size();
  for (; left > 8; at += 8, left -= 8) hash = detail::fold_product(hash ^ detail::load_word<std::uint64_t>(at), kOdd2);
  std::uint64_t tail = 0;
  if (left >= 4) {  // two overlapping words cover 4 to 8 bytes
    tail = detail::load_word<std::uint32_t>(at) | (detail::load_word<std::uint32_t>(at + left - 4) << 32);
  } else if (left > 0) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint64_t>(static_cast<unsigned char>(at[i])); };
    tail = byte(0) | (byte(left / 2) << 8) | (byte(left - 1) << 16);
  }
  return detail::fold_product(hash ^ tail ^ kOdd1, kOdd2);
}

}  // namespace turnout::schema
