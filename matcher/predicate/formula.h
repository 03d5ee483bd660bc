// The two-valued side of a filter: T(e) says when e is TRUE, F(e) when it is FALSE. Both are formulas in negation normal form
// over atoms that carry their own guard, and the complement of an atom is another atom:
//   set        the value of a single-valued path lies in a ValueSet (has, lacks, missing, null, in, out are all sets)
//   text       the value is a string and the TextTest matches (or, `negated`, a string and it does not)
//   residual   the outcome of a residual is one of `outcomes`
// Simplified while it is built: constants folded, AND and OR flattened, sets on one path merged, contradictions and tautologies
// reduced to `no` and `yes`. Sound for events in which each path has one value; residuals over arrays are never merged.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/residual.h"
#include "matcher/predicate/text_test.h"
#include "matcher/predicate/truth.h"
#include "matcher/predicate/value_set.h"

namespace turnout::predicate {

struct Formula {
  enum class Kind : std::uint8_t { no, yes, all_of, any_of, set, text, residual };
  Kind kind = Kind::no;
  bool negated = false;                      // text
  Outcomes outcomes = 0;                     // residual
  std::shared_ptr<const schema::Path> path;  // set, text
  ValueSet set;                              // set
  std::shared_ptr<const TextTest> text;      // text
  std::shared_ptr<const Residual> residual;  // residual
  std::vector<Formula> children;             // all_of, any_of: two or more, none of them of the same kind, no or yes
};

Formula make_constant(bool value);
Formula make_set(std::shared_ptr<const schema::Path> path, ValueSet set);
Formula make_text(std::shared_ptr<const schema::Path> path, std::shared_ptr<const TextTest> text, bool negated);
Formula make_residual(std::shared_ptr<const Residual> residual, Outcomes outcomes);
Formula all_of(std::vector<Formula> children);
Formula any_of(std::vector<Formula> children);
Formula complement(const Formula& formula);

// T and F of a checked expression. Size is bounded: a part that would grow beyond a constant times the expression becomes a
// residual.
struct TrueFalse {
  Formula when_true, when_false;
};
TrueFalse compile(const Expr& expr);
// T alone, at about half the cost.
Formula compile_true(const Expr& expr);

// For tests and verification without an index: slots by path through `value_of`.
class Lookup;
bool evaluate(const Formula& formula, const Lookup& lookup);

std::size_t node_count(const Formula& formula) noexcept;

}  // namespace turnout::predicate
