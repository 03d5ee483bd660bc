// What a Filter shares between its copies.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/expr_template.h"
#include "matcher/predicate/formula.h"
#include "matcher/predicate/plain_sets.h"

namespace turnout::predicate {

// Filters are kept by the million, and most are asked for their formula once and for their expression never. So a filter of a
// known shape is a binding of a shared template, and makes both when asked. What is made is kept. Thread-safe: two threads may
// make the same, and one of them wins.
class FilterRep {
 public:
  FilterRep(ExprPtr root, Formula matches, Dialect dialect, std::vector<Warning> warnings);
  // The expression must have passed check(), without warnings, and its formula must not be constant.
  FilterRep(std::shared_ptr<const ExprTemplate> shape, TemplateBinding binding, Dialect dialect);
  FilterRep(std::shared_ptr<const ExprTemplate> shape, TemplateBinding binding, Formula matches, Dialect dialect,
            std::vector<Warning> warnings);
  FilterRep(const FilterRep&) = delete;
  FilterRep& operator=(const FilterRep&) = delete;
  ~FilterRep();

  // Never null; a blank filter is the literal TRUE.
  [[nodiscard]] const ExprPtr& root() const;
  // T(root()): what the index stores; the naive evaluator never looks at it.
  [[nodiscard]] const Formula& matches() const;
  // The same without keeping them, for those who look once.
  [[nodiscard]] ExprPtr make_root() const;
  [[nodiscard]] Formula make_matches() const;
  // Reads a filter that is a conjunction of sets on different paths, none of them empty or full; false for every other.
  [[nodiscard]] bool read_plain(PlainSets& sets) const;
  [[nodiscard]] Dialect dialect() const noexcept { return dialect_; }
  [[nodiscard]] const std::vector<Warning>& warnings() const noexcept;

 private:
  mutable std::atomic<const ExprPtr*> root_ = nullptr;
  mutable std::atomic<const Formula*> matches_ = nullptr;
  std::shared_ptr<const ExprTemplate> shape_;
  TemplateBinding binding_;
  std::shared_ptr<const std::vector<Warning>> warnings_;  // rare
  Dialect dialect_ = Dialect::core;
  bool plain_ = false;  // the binding is one whose sets are on different paths, and neither empty nor full
};

// Checked expression in, Filter out. Adds the warnings that folding finds (never matches, always matches). `root` must have
// passed check().
Filter make_filter(ExprPtr root, Dialect dialect, std::vector<Warning> warnings);

// What folding finds in the formula of `root`.
void add_folding_warnings(const Expr& root, const Formula& matches, std::vector<Warning>& warnings);

}  // namespace turnout::predicate
