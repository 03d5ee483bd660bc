// Many literals searched in one pass over a text (Aho and Corasick, "Efficient string matching", 1975), packed: the states lie
// in breadth-first order, so the children of a state are neighbours and a state is 13 bytes.
//
// Linear in the text whatever the literals: a literal is reported once per text, and with it all its suffixes that are literals
// too have been, so no chain of them is walked twice. Immutable after construction and thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace turnout::index {

class LiteralAutomaton {
 public:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  LiteralAutomaton() = default;
  // `literals`: ascending, distinct, none empty. Their position is their number. O(bytes).
  explicit LiteralAutomaton(std::span<const std::string_view> literals);

  [[nodiscard]] bool empty() const noexcept { return next_.empty(); }
  [[nodiscard]] std::uint32_t literal_count() const noexcept { return static_cast<std::uint32_t>(next_.size()); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Calls found(literal) once for each literal that occurs; `seen` is zeroed bits by literal, which the caller clears again.
  // Then calls ends(literal) for each literal that the text ends with.
  template <class Found, class Ends>
  void scan(std::string_view text, std::uint64_t* seen, Found&& found, Ends&& ends) const {
    std::uint32_t state = 0;
    for (const char c : text) {
      state = step(state, static_cast<unsigned char>(c));
      for (std::uint32_t literal = output_[state]; literal != kNone; literal = next_[literal]) {
        std::uint64_t& word = seen[literal / 64];
        const std::uint64_t bit = std::uint64_t{1} << (literal % 64);
        if ((word & bit) != 0) break;
        word |= bit;
        found(literal);
      }
    }
    for (std::uint32_t literal = output_[state]; literal != kNone; literal = next_[literal]) ends(literal);
  }

 private:
  // The child of `state` by `byte`, or kNone.
  [[nodiscard]] std::uint32_t child(std::uint32_t state, unsigned char byte) const noexcept {
    const std::uint32_t first = first_[state], count = first_[state + 1] - first;
    if (count == 0) return kNone;
    if (count == 1) return labels_[first] == byte ? first : kNone;
    const void* at = std::memchr(labels_.data() + first, byte, count);
    return at == nullptr ? kNone : static_cast<std::uint32_t>(static_cast<const unsigned char*>(at) - labels_.data());
  }
  [[nodiscard]] std::uint32_t step(std::uint32_t state, unsigned char byte) const noexcept {
    while (state != 0) {
      const std::uint32_t next = child(state, byte);
      if (next != kNone) return next;
      state = failure_[state];
    }
    return root_[byte];
  }

  void build_trie(std::span<const std::string_view> literals);
  void build_failures();

  std::array<std::uint32_t, 256> root_{};  // children of the root; 0: none
  std::vector<std::uint32_t> first_;       // first child; n + 1
  std::vector<unsigned char> labels_;      // the byte that leads to a state
  std::vector<std::uint32_t> failure_;     // the longest proper suffix that is a state
  std::vector<std::uint32_t> output_;      // the longest literal that is a suffix of the state, or kNone
  std::vector<std::uint32_t> next_;        // by literal: the next shorter one that is a suffix of it, or kNone
};

}  // namespace turnout::index
