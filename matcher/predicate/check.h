// What is statically wrong or suspicious in an expression, whoever built it.
#pragma once

#include <string>
#include <vector>

#include "matcher/predicate/expr.h"

namespace turnout::predicate {

// A finding at a node's byte range; the grammar turns it into line, column and caret.
struct Finding {
  ErrorCode code = ErrorCode::type;
  std::string message;
  std::string hint;
  std::uint32_t begin = 0, end = 0;
};

struct CheckResult {
  std::vector<Finding> errors;  // the first one rejects the filter; in order of position
  std::vector<Finding> warnings;
};

// Argument counts, operand types known statically, non-boolean operands of AND, OR, NOT and at top level (an error in core and
// azure-sql, a warning in jms), literals that must be constant (patterns of REGEXP_LIKE, CIDR_MATCH, TOPIC_MATCH are compiled
// here), [*] outside ANY, ALL and EXISTS, comparisons of unlike types (a warning), depth and literal limits for trees built in
// C++.
CheckResult check(const Expr& root, Dialect dialect);

}  // namespace turnout::predicate
