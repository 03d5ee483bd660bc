#include "turnout/explain.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "matcher/analysis/explain_notes.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "matcher/predicate/printer.h"

namespace turnout {

namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Op;
using predicate::Truth;

// Text of a node that holds others: enough to recognise it, so that nested ones do not repeat the filter at every level.
constexpr std::size_t kGroupBytesMax = 200;
constexpr std::size_t kAtomBytesMax = 1000;

constexpr Verdict verdict_of(Truth t) noexcept { return static_cast<Verdict>(t); }
static_assert(verdict_of(Truth::no) == Verdict::no && verdict_of(Truth::unknown) == Verdict::unknown &&
              verdict_of(Truth::yes) == Verdict::yes);

bool is_logic(const Expr& expr) noexcept {
  return expr.op == Op::logical_and || expr.op == Op::logical_or || expr.op == Op::logical_not;
}

class Explainer {
 public:
  Explainer(const Event& event, Dialect dialect) : lookup_(event.data()), dialect_(dialect) {}

  Explanation explain(const Expr& root) {
    Explanation result;
    result.root = node(root);
    result.matches = result.root.verdict == Verdict::yes;
    mark(root, result.root, result.decided_by);
    std::sort(missing_.begin(), missing_.end());
    missing_.erase(std::unique(missing_.begin(), missing_.end()), missing_.end());
    result.missing = std::move(missing_);
    return result;
  }

 private:
  ExplainNode node(const Expr& expr) {
    ExplainNode result;
    if (!is_logic(expr)) {
      result.text = predicate::print_beginning(expr, dialect_, kAtomBytesMax);
      const Truth verdict = predicate::evaluate(expr, lookup_);
      result.verdict = verdict_of(verdict);
      result.note = analysis::note_for(expr, verdict, lookup_, dialect_);
      read(expr, result);
      atoms_[&expr] = 1;
      return result;
    }
    result.text = predicate::print_beginning(expr, dialect_, kGroupBytesMax);
    for (const ExprPtr& child : expr.children) result.children.push_back(node(*child));
    result.verdict = combined(expr, result.children);
    std::size_t atoms = 0;
    const std::vector<std::size_t> reasons = deciding(expr, result);
    for (const std::size_t i : reasons) atoms += atoms_[expr.children[i].get()];
    atoms_[&expr] = atoms;
    return result;
  }

  static Verdict combined(const Expr& expr, const std::vector<ExplainNode>& children) noexcept {
    if (expr.op == Op::logical_not) return verdict_of(predicate::negate(static_cast<Truth>(children[0].verdict)));
    Verdict result = children[0].verdict;
    for (const ExplainNode& child : children) {
      result = expr.op == Op::logical_and ? std::min(result, child.verdict) : std::max(result, child.verdict);
    }
    return result;
  }

  // The children that decide a node's verdict: one that settles it alone (the one with the shortest reason), else all that have
  // the verdict.
  [[nodiscard]] std::vector<std::size_t> deciding(const Expr& expr, const ExplainNode& result) const {
    if (expr.op == Op::logical_not) return {0};
    const Verdict settling = expr.op == Op::logical_and ? Verdict::no : Verdict::yes;
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < result.children.size(); ++i) {
      if (result.children[i].verdict == result.verdict) chosen.push_back(i);
    }
    if (result.verdict != settling) return chosen;
    const auto shorter = [&](std::size_t a, std::size_t b) {
      return atoms_.at(expr.children[a].get()) < atoms_.at(expr.children[b].get());
    };
    return {*std::min_element(chosen.begin(), chosen.end(), shorter)};
  }

  void mark(const Expr& expr, ExplainNode& result, std::vector<std::string>& texts) {
    if (!is_logic(expr)) {
      result.decisive = true;
      texts.push_back(result.text);
      return;
    }
    for (const std::size_t i : deciding(expr, result)) mark(*expr.children[i], result.children[i], texts);
  }

  // The paths that an atom reads; a condition inside it, `(a = 1) IS NULL`, becomes a node of its own.
  void read(const Expr& expr, ExplainNode& result) {
    if (expr.op == Op::path) {
      const schema::ValueView value = lookup_.value(expr);
      ExplainNode::Seen seen{schema::to_string(*expr.path), value.is_missing(), {}};
      if (seen.missing) {
        missing_.push_back(seen.path);
      } else {
        seen.value = analysis::short_text(value);
      }
      const auto same_path = [&](const ExplainNode::Seen& other) { return other.path == seen.path; };
      // Twice in one comparison is once; a long list of paths is not searched.
      constexpr std::size_t kSearchedMax = 16;
      const std::size_t searched = std::min(result.seen.size(), kSearchedMax);
      if (std::any_of(result.seen.begin(), result.seen.begin() + static_cast<std::ptrdiff_t>(searched), same_path)) return;
      result.seen.push_back(std::move(seen));
      return;
    }
    for (const ExprPtr& child : expr.children) {
      const bool condition = is_logic(*child) || (predicate::is_boolean_form(*child) && child->op != Op::call);
      if (condition) {
        result.children.push_back(node(*child));
      } else {
        read(*child, result);
      }
    }
  }

  predicate::EventLookup lookup_;
  Dialect dialect_;
  std::vector<std::string> missing_;
  std::unordered_map<const Expr*, std::size_t> atoms_;  // how many atoms make up the reason of a node's verdict
};

}  // namespace

Explanation explain(const Filter& filter, const Event& event) {
  return Explainer(event, filter.dialect()).explain(*filter.rep().root());
}

}  // namespace turnout
