// What a Filter shares between its copies.
#pragma once

#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/formula.h"

namespace turnout::predicate {

struct FilterRep {
  ExprPtr root;  // never null; a blank filter is the literal TRUE
  Dialect dialect = Dialect::core;
  std::vector<Warning> warnings;
  Formula matches;  // T(root): what the index stores; the naive evaluator never looks at it
};

// Checked expression in, Filter out. Adds the warnings that folding finds (never matches, always matches). `root` must have
// passed check().
Filter make_filter(ExprPtr root, Dialect dialect, std::vector<Warning> warnings);

}  // namespace turnout::predicate
