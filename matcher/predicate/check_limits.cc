#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "matcher/predicate/binding.h"
#include "matcher/predicate/findings.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

// A tree grows by up to five levels where its text nests by one (OR, AND, comparison, sum, product), and chains of arithmetic
// operators, flat in text, grow it by one level an operator. Whatever walks a tree recursively needs a bound for both.
constexpr std::size_t kHeightMax = 8 * limits::kFilterDepth;

struct Place {
  const Expr* expr;
  std::size_t height;
  std::size_t parentheses;  // around it in the text
  std::size_t prefixes;     // NOT and signs directly before it
};

bool is_prefix(const Expr& expr) noexcept {
  return expr.op == Op::negate || expr.op == Op::plus ||
         (expr.op == Op::logical_not && !takes_not_inside(expr.children[0]->op));
}

// Parentheses that belong to the construct itself.
bool encloses(const Expr& parent, std::size_t index) noexcept {
  return parent.op == Op::call || parent.op == Op::exists ||
         (index > 0 && (parent.op == Op::in || parent.op == Op::any || parent.op == Op::all));
}

}  // namespace

bool check_limits(const Expr& root, Findings& findings) {
  std::vector<Place> open{{&root, 1, 0, 0}};
  std::size_t literals = 0;
  while (!open.empty()) {
    const Place place = open.back();
    open.pop_back();
    const Expr& expr = *place.expr;
    const std::size_t prefixes = place.prefixes + (is_prefix(expr) ? 1U : 0U);
    if (place.parentheses + prefixes > limits::kFilterDepth) {
      findings.error(expr, ErrorCode::limit,
                     "the filter is nested more than " + std::to_string(limits::kFilterDepth) + " deep (kFilterDepth)",
                     "write long lists of conditions flat: a OR b OR c, or a IN (...)");
      return false;
    }
    if (place.height > kHeightMax) {
      findings.error(expr, ErrorCode::limit,
                     "an expression has more than " + std::to_string(kHeightMax) + " operators one above the other",
                     "shorten the chain of arithmetic operators");
      return false;
    }
    literals += expr.op == Op::literal || expr.op == Op::like || expr.op == Op::ilike ? 1 : 0;
    for (std::size_t i = 0; i < expr.children.size(); ++i) {
      const Expr& child = *expr.children[i];
      const bool group = binding_of(child) < least_binding(expr, i);
      const std::size_t parentheses = place.parentheses + (group ? 1U : 0U) + (encloses(expr, i) ? 1U : 0U);
      open.push_back({&child, place.height + 1, parentheses, is_prefix(expr) && !group ? prefixes : 0});
    }
  }
  if (literals > limits::kFilterLiterals) {
    findings.error(root, ErrorCode::limit,
                   "the filter has more than " + std::to_string(limits::kFilterLiterals) + " literals (kFilterLiterals)");
  }
  return true;
}

}  // namespace turnout::predicate
