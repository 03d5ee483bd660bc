// The parsed filter: an immutable tree, exactly as written (nothing folded). Grammar front ends and the C++ builder make it;
// naive evaluator, printer, explain, type check and the (T, F) compilation read it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schema/path.h"
#include "turnout/filter.h"
#include "turnout/result.h"
#include "turnout/value.h"

namespace turnout::predicate {

enum class Op : std::uint8_t {
  literal,  // value (Value::null() for NULL; boolean, int64, float64, string, binary)
  path,     // path
  logical_and,
  logical_or,   // two or more children: `a AND b AND c` is one node; parenthesised groups stay nodes of their own
  logical_not,  // one child. NOT IN, NOT LIKE, NOT BETWEEN, IS NOT NULL are logical_not over the positive form
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,  // two children
  between,        // value, low, high
  in,             // value, then one or more list values
  like,
  ilike,    // one child; `value` is the pattern (string), `escape` its escape character
  is_null,  // one child, any value or boolean expression
  is_missing,
  exists,  // one child, a path
  any,
  all,  // `compare` = one of equal..greater_equal; children: value, path. `value op ANY(path)`
  add,
  subtract,
  multiply,
  divide,
  modulo,  // two children
  negate,
  plus,  // one child
  call   // `function`; children are the arguments
};

enum class Function : std::uint8_t {
  none,
  upper,
  lower,
  length,
  trim,
  concat,
  substring,
  starts_with,
  ends_with,
  contains,
  regexp_like,
  abs,
  floor,
  ceil,
  mod,
  coalesce,
  to_int,
  to_double,
  to_string,
  to_bool,
  cidr_match,
  topic_match
};

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  Op op = Op::literal;
  Op compare = Op::equal;              // any, all
  Function function = Function::none;  // call
  bool unordered_strings =
      false;  // jms: < <= > >= and BETWEEN on two strings at run time are FALSE (BETWEEN with string literals: not set)
  bool real_division = false;                // divide: int / int is a double
  bool any_char_escape = false;              // like, ilike in jms and azure-sql: the escape makes any next character literal
  bool mistaken = false;                     // made by the C++ builder (builder.cc), for what it cannot express
  std::optional<char32_t> escape;            // like, ilike
  std::uint32_t begin = 0, end = 0;          // byte range in the text, 0 0 when built in C++
  Value value;                               // literal; pattern of like, ilike
  std::shared_ptr<const schema::Path> path;  // path
  std::vector<ExprPtr> children;

  ~Expr();  // not recursive: a chain of arithmetic operators is as deep as it is long
};

// Equal structure, ignoring positions in the text. A negative number is the same as a literal and as a sign before one.
bool same(const Expr& a, const Expr& b) noexcept;

// A node whose value is TRUE, FALSE or unknown by its form (comparison, logic, boolean function); a path or a literal is not.
bool is_boolean_form(const Expr& expr) noexcept;

// "UPPER", ... and back, in any case; nullopt for an unknown name.
std::string_view function_name(Function function) noexcept;
std::optional<Function> find_function(std::string_view name) noexcept;

}  // namespace turnout::predicate
