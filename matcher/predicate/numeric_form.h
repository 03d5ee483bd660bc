// The form of a residual that compares arithmetic over paths and numbers (`a < b`, `a * 1.7 + b > c`): what many residuals have
// in common, and what distinguishes each, so that an index can evaluate those of one form side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "matcher/predicate/residual.h"

namespace turnout::predicate {

// A step of a stack machine over numbers; the last one, and no other, is compare or between.
struct NumericStep {
  enum class Kind : std::uint8_t { slot, whole, real, arithmetic, negate, plus, compare, between };
  Kind kind = Kind::slot;  // whole and real push a constant: an int64, a double
  Op op = Op::equal;       // arithmetic, compare
  bool real_division = false;
  bool unordered_strings = false;  // compare, between
  friend bool operator==(const NumericStep&, const NumericStep&) = default;
};

// Of a path that is pushed.
struct NumericOperand {
  bool needed = false;      // missing or null, the residual is unknown
  bool arithmetic = false;  // what takes it computes, so that what is no number is as if it were missing
  friend bool operator==(const NumericOperand&, const NumericOperand&) = default;
};

struct NumericForm {
  static constexpr std::size_t kStepsMax = 24;
  static constexpr std::size_t kDepthMax = 8;
  // Integers up to here are exact as doubles, and so are sums and products of them that stay within.
  static constexpr double kExactMax = 9007199254740991.0;  // 2^53 - 1

  // In common.
  std::vector<NumericStep> steps;
  std::vector<NumericOperand> operands;  // by push of a path
  // Of its own.
  std::vector<std::uint32_t> slots;  // by push of a path
  std::vector<double> constants;     // by push of a constant
  // Equal for those that have all of the above in common.
  std::string shape;
};

// nullopt: the residual is of another kind, longer than the limits above, or names a number that a double does not hold.
std::optional<NumericForm> numeric_form(const Residual& residual);

}  // namespace turnout::predicate
