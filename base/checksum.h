// A 64-bit checksum of bytes, for damage and not against forgery. Any change within one aligned word of eight bytes, so any
// flipped bit, changes it for certain; other damage with a probability of 1 - 2^-64.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace turnout::base {

class Checksum {
 public:
  // The same bytes in other pieces may give another sum.
  void add(std::string_view bytes) noexcept {
    std::uint64_t word = 0;
    for (; bytes.size() >= sizeof(word); bytes.remove_prefix(sizeof(word))) {
      std::memcpy(&word, bytes.data(), sizeof(word));
      mix(word);
    }
    word = 0;
    if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
    mix(word);
    mix(bytes.size());
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return state_ ^ (state_ >> 32); }

 private:
  // A bijection of the state for each word, and of the word for each state.
  void mix(std::uint64_t word) noexcept {
    state_ = (state_ ^ word) * 0x9e37'79b9'7f4a'7c15ULL;
    state_ ^= state_ >> 29;
  }
  std::uint64_t state_ = 0x7475'726e'6f75'7431ULL;
};

}  // namespace turnout::base
