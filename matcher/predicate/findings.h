// Where the checks put what they find.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "matcher/predicate/check.h"

namespace turnout::predicate {

class Findings {
 public:
  void error(const Expr& at, ErrorCode code, std::string message, std::string hint = {}) {
    add(result_.errors, at, code, std::move(message), std::move(hint));
  }
  void warn(const Expr& at, std::string message, std::string hint = {}) {
    add(result_.warnings, at, ErrorCode::type, std::move(message), std::move(hint));
  }
  // In order of position.
  CheckResult take();

  // What compiling the patterns seen so far has cost: a short text may take long to compile.
  struct RegexCost {
    std::size_t text_bytes = 0;
    std::size_t compiled_bytes = 0;
    bool refused = false;  // beyond a limit: no more of them are compiled
  };
  RegexCost& regex_cost() noexcept { return regex_cost_; }

 private:
  // Enough for a reader; a generated filter of 100,000 comparisons may have one in each.
  static constexpr std::size_t kMax = 100;

  static void add(std::vector<Finding>& list, const Expr& at, ErrorCode code, std::string message, std::string hint) {
    if (list.size() < kMax) list.push_back({code, std::move(message), std::move(hint), at.begin, at.end});
  }

  CheckResult result_;
  RegexCost regex_cost_;
};

// The node in words for a message: its text in backquotes, shortened.
std::string quoted(const Expr& expr, Dialect dialect);

// Depth and number of literals. Returns false when the tree is too deep to be walked by the other checks.
bool check_limits(const Expr& root, Findings& findings);
// Argument count, types known statically, and constant patterns of a call.
void check_call(const Expr& call, Dialect dialect, Findings& findings);
// The escape rules of LIKE and ILIKE (docs/language.md, decision 9).
void check_pattern(const Expr& like, Findings& findings);

}  // namespace turnout::predicate
