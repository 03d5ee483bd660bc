// A filter that is evaluated by itself, against the values of an event: for the few that were added last and are in no segment
// yet. A guard, compact and read for every event, turns most of them away; what passes is evaluated whole, its cheapest and
// most selective conditions first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "matcher/predicate/formula.h"
#include "schema/path_registry.h"
#include "turnout/result.h"

namespace turnout::index {

// A condition that every matching event meets.
struct FilterGuard {
  enum class Kind : std::uint32_t { none, string, number };
  schema::PathId path = 0;
  Kind kind = Kind::none;
  std::uint64_t head = 0, tail = 0;  // string: of its bytes
  std::uint64_t size = 0;
  double low = 0, high = 0;  // number: within

  [[nodiscard]] bool admits(const std::vector<schema::ValueView>& values) const noexcept;
};

class DirectFilter {
 public:
  // Registers the formula's paths. The formula must outlive the filter. Error: limits::kMatcherPaths.
  static Result<DirectFilter> compile(const predicate::Formula& formula, schema::PathRegistry& registry);

  [[nodiscard]] bool matches(const std::vector<schema::ValueView>& values, std::vector<schema::ValueView>& residual_values,
                             predicate::ResidualScratch& scratch) const;
  [[nodiscard]] const FilterGuard& guard() const noexcept { return guard_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;  // the formula left out
  // What evaluating it may take, in set tests.
  [[nodiscard]] std::uint32_t cost() const noexcept { return cost_; }

 private:
  struct Node {
    const predicate::Formula* formula;
    std::uint32_t first = 0;  // set, text: the path. residual: where its paths begin in paths_
    std::uint32_t end = 0;    // behind its last descendant
  };
  Result<void> append(const predicate::Formula& formula, schema::PathRegistry& registry);
  void choose_guard(const predicate::Formula& formula, schema::PathId path);
  [[nodiscard]] bool holds(std::size_t& at, const std::vector<schema::ValueView>& values,
                           std::vector<schema::ValueView>& residual_values, predicate::ResidualScratch& scratch) const;

  std::vector<Node> nodes_;
  std::vector<schema::PathId> paths_;  // of residuals
  FilterGuard guard_;
  std::uint32_t cost_ = 1;
};

}  // namespace turnout::index
