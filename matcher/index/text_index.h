// All text tests of one path, evaluated together once per event: literals that the tests cannot do without are looked for by
// one automaton over the subject and one over the folded subject; a test whose literal occurs is verified where that does not
// settle it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "matcher/index/literal_automaton.h"
#include "matcher/predicate/text_test.h"

namespace turnout::index {

// Working memory of one thread; grows to what is needed and stays.
struct TextScratch {
  std::vector<std::uint64_t> seen;   // by literal; zero between uses
  std::vector<std::uint64_t> tried;  // by test; zero between uses
  std::vector<std::uint32_t> touched_literals, touched_tests;
  std::string folded;
};

class TextIndex {
 public:
  // Fewer tests on a path are as well evaluated one by one.
  static constexpr std::size_t kTestsMin = 8;

  // `tests` outlive the index. Those without a usable literal are left out: covers() tells. O(bytes of the patterns, log).
  explicit TextIndex(std::vector<const predicate::TextTest*> tests);

  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(tests_.size()); }
  [[nodiscard]] bool covers(std::uint32_t test) const noexcept { return selectivity_[test] < 1; }
  // The estimated share of strings on which the test holds, from the length of its literal; 1 for a test that is not covered.
  [[nodiscard]] float selectivity(std::uint32_t test) const noexcept { return selectivity_[test]; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Appends the covered tests that hold. Linear in the subject and in the tests whose literal occurs, each verified once.
  void holding(std::string_view subject, TextScratch& scratch, std::vector<std::uint32_t>& tests) const;

 private:
  // What a literal leads to: test << 2 | kAtEnd | kVerify.
  static constexpr std::uint32_t kAtEnd = 1;
  static constexpr std::uint32_t kVerify = 2;
  struct Side {
    LiteralAutomaton automaton;
    std::vector<std::uint32_t> offsets;  // by literal, n + 1
    std::vector<std::uint32_t> leads;
    std::vector<bool> inner;  // by literal: it leads somewhere wherever it stands
    [[nodiscard]] std::size_t memory_bytes() const noexcept;
  };
  struct Lead {
    std::string literal;
    std::uint32_t target;
  };
  static void build(std::vector<Lead>& leads, Side& side);
  void scan(const Side& side, std::string_view text, std::string_view subject, TextScratch& scratch,
            std::vector<std::uint32_t>& tests) const;

  std::vector<const predicate::TextTest*> tests_;
  std::vector<float> selectivity_;
  Side plain_, folded_;
};

}  // namespace turnout::index
