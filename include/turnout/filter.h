// Filters: what a subscription wants.
//
// A Filter is immutable, cheap to copy and safe to share between threads. Get one by compiling text (turnout/compile.h, library
// turnout::grammar) or by building it in C++ (library turnout::matcher alone):
//
//   Result<Filter> f = (attr("type") == "order" && attr("amount") > 100 && !attr("region").in({"eu-1", "eu-2"})).build();
//
// Meaning: three-valued logic; a filter matches an event only when it is TRUE (docs/language.md).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "turnout/event.h"
#include "turnout/result.h"
#include "turnout/value.h"

namespace turnout {

namespace predicate {
struct Expr;
class FilterRep;
}  // namespace predicate

// The language a filter's text is written in.
enum class Dialect : std::uint8_t { core, jms, azure_sql };
std::string_view dialect_name(Dialect dialect) noexcept;  // "core", "jms", "azure-sql"

// Something legal that is probably not meant, such as a comparison that can never be true.
struct Warning {
  std::string message;
  std::uint32_t line = 0;    // 1-based; 0 when the filter has no text
  std::uint32_t column = 0;  // 1-based, in code points
};

class Filter {
 public:
  // Matches every event.
  Filter();
  explicit Filter(std::shared_ptr<const predicate::FilterRep> rep) : rep_(std::move(rep)) {}

  // Canonical text: parses back, in the same dialect, to the same expression. O(size of the filter).
  [[nodiscard]] std::string text() const;
  // What text() is written in: core for a filter built in C++.
  [[nodiscard]] Dialect dialect() const noexcept;
  // What compiling found legal but probably not meant, in the order of the text; empty when there is nothing to say.
  [[nodiscard]] const std::vector<Warning>& warnings() const noexcept;
  // The paths the filter reads, in canonical text, sorted, each once.
  [[nodiscard]] std::vector<std::string> paths() const;
  // Whether it is TRUE for the event, by walking the expression: the reference, linear in the filter. Use Matcher for many.
  [[nodiscard]] bool matches(const Event& event) const;

  [[nodiscard]] const predicate::FilterRep& rep() const noexcept { return *rep_; }

 private:
  std::shared_ptr<const predicate::FilterRep> rep_;
};

// Expressions built in C++. Mistakes (a bad path, a value of a wrong type, a limit) are kept and reported by build().
class Condition {
 public:
  explicit Condition(std::shared_ptr<const predicate::Expr> expr) : expr_(std::move(expr)) {}
  // The filter, checked like compiled text. O(size of the expression). Errors: invalid_argument for the first
  // thing that was built wrong; type, syntax and limit as from compile().
  [[nodiscard]] Result<Filter> build() const;

  // Three-valued AND, OR, NOT. Both sides are always kept: nothing is short-circuited while building.
  friend Condition operator&&(Condition a, Condition b);
  friend Condition operator||(Condition a, Condition b);
  friend Condition operator!(Condition a);

  [[nodiscard]] const std::shared_ptr<const predicate::Expr>& expr() const noexcept { return expr_; }

 private:
  Condition(std::shared_ptr<const predicate::Expr> expr, std::uint32_t depth) : expr_(std::move(expr)), depth_(depth) {}

  std::shared_ptr<const predicate::Expr> expr_;
  std::uint32_t depth_ = 1;  // levels of &&, || and !
};

// A path to compare, as in filter text: "amount", "order.total", "user.region", "items[0].sku". Reserved words need no quotes;
// names of other characters than letters, digits, _ and $ do: attr("\"order-id\"").
class Attribute {
 public:
  explicit Attribute(std::shared_ptr<const predicate::Expr> expr) : expr_(std::move(expr)) {}

  [[nodiscard]] Condition between(const Value& low, const Value& high) const;  // both ends included
  [[nodiscard]] Condition in(std::initializer_list<Value> values) const;
  [[nodiscard]] Condition in(const std::vector<Value>& values) const;
  [[nodiscard]] Condition like(std::string_view pattern) const;   // % any run, _ one code point, \ escapes
  [[nodiscard]] Condition ilike(std::string_view pattern) const;  // the same, ignoring case
  [[nodiscard]] Condition starts_with(std::string_view prefix) const;
  [[nodiscard]] Condition is_null() const;     // missing or null
  [[nodiscard]] Condition is_missing() const;  // missing
  [[nodiscard]] Condition exists() const;      // present, null included
  [[nodiscard]] Condition is_true() const;     // the path as a predicate: TRUE or FALSE for a boolean, else unknown

  // =, <>, <, <=, >, >= of the language: FALSE for values of unlike types, unknown for a missing or null one.
  friend Condition operator==(const Attribute& a, const Value& v);
  friend Condition operator!=(const Attribute& a, const Value& v);
  friend Condition operator<(const Attribute& a, const Value& v);
  friend Condition operator<=(const Attribute& a, const Value& v);
  friend Condition operator>(const Attribute& a, const Value& v);
  friend Condition operator>=(const Attribute& a, const Value& v);

 private:
  std::shared_ptr<const predicate::Expr> expr_;
};

// The attribute of a path. Never fails: a malformed path is reported by Condition::build().
Attribute attr(std::string_view path);

}  // namespace turnout
