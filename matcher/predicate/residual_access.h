// What an index can have for a residual (ResidualAccess), from its expression.
#pragma once

#include <cstdint>
#include <memory>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/residual.h"

namespace turnout::predicate {

// Where the code of the root's first operand begins, where that of the next one does, and where the operation itself stands.
struct OperandCode {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::size_t size = 0;  // of the whole program
};

// Null when the expression is no comparison with constants, or its value is one path (then it needs no residual).
std::unique_ptr<const ResidualAccess> residual_access(const Expr& expr, const OperandCode& code, std::uint32_t array_slot);

}  // namespace turnout::predicate
