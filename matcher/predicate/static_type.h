// What is known of a value before any event is seen.
#pragma once

#include <cstdint>
#include <string_view>

#include "matcher/predicate/expr.h"

namespace turnout::predicate {

enum class StaticType : std::uint8_t {
  unknown,  // any
  null,     // the literal NULL
  boolean,  // when it is not unknown; so for the others
  integer,
  real,
  number,  // one of the two
  string,
  binary
};

// Linear in the expression's value part: a boolean form is not looked into.
StaticType static_type(const Expr& expr) noexcept;

bool is_number(StaticType type) noexcept;
// Whether values of the two types can compare other than FALSE: equal kinds, or one of them not known.
bool alike(StaticType a, StaticType b) noexcept;
// "a number", "a string", ...
std::string_view with_article(StaticType type) noexcept;

}  // namespace turnout::predicate
