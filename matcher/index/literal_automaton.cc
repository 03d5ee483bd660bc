#include "matcher/index/literal_automaton.h"

namespace turnout::index {

LiteralAutomaton::LiteralAutomaton(std::span<const std::string_view> literals) {
  if (literals.empty()) return;
  build_trie(literals);
  build_failures();
}

// Level by level: a state is a range of sorted literals that share its bytes.
void LiteralAutomaton::build_trie(std::span<const std::string_view> literals) {
  struct Range {
    std::uint32_t begin, end;
  };
  std::vector<Range> level{{0, static_cast<std::uint32_t>(literals.size())}};
  std::vector<Range> deeper;
  next_.assign(literals.size(), kNone);
  labels_.push_back(0);
  for (std::size_t depth = 0; !level.empty(); ++depth) {
    deeper.clear();
    for (Range range : level) {
      const bool ends = literals[range.begin].size() == depth;
      output_.push_back(ends ? range.begin : kNone);
      if (ends) ++range.begin;
      first_.push_back(static_cast<std::uint32_t>(labels_.size()));
      while (range.begin < range.end) {
        const char byte = literals[range.begin][depth];
        std::uint32_t end = range.begin + 1;
        while (end < range.end && literals[end][depth] == byte) ++end;
        labels_.push_back(static_cast<unsigned char>(byte));
        deeper.push_back({range.begin, end});
        range.begin = end;
      }
    }
    std::swap(level, deeper);
  }
  first_.push_back(static_cast<std::uint32_t>(labels_.size()));
  first_.shrink_to_fit();
  labels_.shrink_to_fit();
  output_.shrink_to_fit();
}

void LiteralAutomaton::build_failures() {
  failure_.assign(labels_.size(), 0);
  for (std::uint32_t state = first_[0]; state < first_[1]; ++state) root_[labels_[state]] = state;
  for (std::uint32_t state = 0; state < labels_.size(); ++state) {
    const std::uint32_t shorter = output_[failure_[state]];
    if (state != 0) {
      if (output_[state] == kNone) output_[state] = shorter;
      else next_[output_[state]] = shorter;
    }
    for (std::uint32_t below = first_[state]; below < first_[state + 1]; ++below) {
      failure_[below] = state == 0 ? 0 : step(failure_[state], labels_[below]);
    }
  }
}

std::size_t LiteralAutomaton::memory_bytes() const noexcept {
  return (first_.capacity() + failure_.capacity() + output_.capacity() + next_.capacity()) * sizeof(std::uint32_t) +
         labels_.capacity();
}

}  // namespace turnout::index
