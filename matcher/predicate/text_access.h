// What a text test asks of its subject that many tests can look for together: literals of which one must occur.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "matcher/predicate/text_test.h"

namespace turnout::predicate {

struct TextAccess {
  // Longer literals are cut to this many bytes, so that an automaton over them stays bounded.
  static constexpr std::size_t kLiteralBytesMax = 32;
  static constexpr std::size_t kChoicesMax = 16;
  static constexpr std::size_t kLiteralsMax = 16;  // of one choice

  // One of `literals` occurs in every subject on which the test holds; none is empty.
  struct Choice {
    std::vector<std::string> literals;
    bool at_end = false;  // and stands at the subject's end
    bool exact = false;   // and where it does, the test holds
  };
  bool folded = false;          // look in the subject folded by fold_simple(), code point by code point
  std::vector<Choice> choices;  // any one of them will do; empty: nothing is known
};

TextAccess text_access(const TextTest& test);

// Of an RE2 pattern that compiles. Conservative: syntax it does not know yields no choices.
TextAccess regexp_access(std::string_view pattern);

}  // namespace turnout::predicate
