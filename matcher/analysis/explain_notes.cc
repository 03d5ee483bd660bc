#include "matcher/analysis/explain_notes.h"

#include <cmath>
#include <string_view>

#include "matcher/predicate/printer.h"
#include "schema/elements.h"

namespace turnout::analysis {

namespace {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Function;
using predicate::Op;
using predicate::Truth;
using schema::ValueView;

bool is_number(ValueView v) noexcept { return v.type() == ValueType::int64 || v.type() == ValueType::float64; }

bool is_nan(ValueView v) noexcept { return v.type() == ValueType::float64 && std::isnan(v.as_float64()); }

bool is_zero(ValueView v) noexcept {
  return (v.type() == ValueType::int64 && v.as_int64() == 0) || (v.type() == ValueType::float64 && v.as_float64() == 0);
}

bool is_collection(ValueView v) noexcept { return v.type() == ValueType::array || v.type() == ValueType::object; }

std::string_view with_article(ValueType type) noexcept {
  switch (type) {
    case ValueType::missing:
      return "a missing value";
    case ValueType::null:
      return "NULL";
    case ValueType::boolean:
      return "a boolean";
    case ValueType::int64:
    case ValueType::float64:
      return "a number";
    case ValueType::string:
      return "a string";
    case ValueType::binary:
      return "a binary value";
    case ValueType::array:
      return "an array";
    case ValueType::object:
      return "an object";
  }
  return "";
}

// Looks for the reason in one atom. What it computes is thrown away, so the values it names are looked up again.
class Reason {
 public:
  Reason(const predicate::Lookup& lookup, Dialect dialect) : lookup_(lookup), dialect_(dialect) {}

  std::string atom(const Expr& expr, Truth verdict) {
    switch (expr.op) {
      case Op::literal:
      case Op::path:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::plus:
        return verdict == Truth::unknown ? no_condition(expr) : "";
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return comparison(expr, 1, verdict);
      case Op::between: {
        std::string low = comparison(expr, 1, verdict);
        return low.empty() ? comparison(expr, 2, verdict) : low;
      }
      case Op::in:
        return in(expr, verdict);
      case Op::like:
      case Op::ilike:
        return verdict == Truth::unknown ? no_string(expr, *expr.children[0]) : "";
      case Op::any:
      case Op::all:
        return quantified(expr, verdict);
      case Op::call:
        return verdict == Truth::unknown ? no_value(expr) : "";
      default:
        return "";
    }
  }

 private:
  ValueView value(const Expr& expr) { return predicate::evaluate_value(expr, lookup_, storage_); }

  std::string text(const Expr& expr) const {
    constexpr std::size_t kBytesMax = 60;
    return predicate::print_beginning(expr, dialect_, kBytesMax);
  }

  std::string no_condition(const Expr& expr) {
    const ValueView v = value(expr);
    if (!v.has_value()) return no_value(expr);
    return text(expr) + " is " + std::string(with_article(v.type())) + ", no condition";
  }

  // Why the value of `expr` is not there.
  std::string no_value(const Expr& expr) {
    switch (expr.op) {
      case Op::literal:
        return "a comparison with NULL is unknown";
      case Op::path:
        return "";  // the values seen say so
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::plus:
        return no_number(expr);
      case Op::call:
        return no_result(expr);
      default:
        return "(" + text(expr) + ") is unknown";
    }
  }

  std::string no_number(const Expr& expr) {
    for (const ExprPtr& child : expr.children) {
      const ValueView v = value(*child);
      if (!v.has_value()) return no_value(*child);
      if (!is_number(v)) return "arithmetic takes numbers; " + text(*child) + " is " + std::string(with_article(v.type()));
    }
    const bool divides = expr.op == Op::divide || expr.op == Op::modulo;
    if (divides && is_zero(value(*expr.children[1]))) return "division by zero in " + text(expr);
    return text(expr) + " overflows";
  }

  std::string no_result(const Expr& call) {
    if (call.function == Function::coalesce) return "every argument of " + text(call) + " is missing or null";
    for (const ExprPtr& child : call.children) {
      if (!value(*child).has_value()) return no_value(*child);
    }
    if (call.function == Function::mod && is_zero(value(*call.children[1]))) return "division by zero in " + text(call);
    return text(call) + " has no value for " + std::string(with_article(value(*call.children[0]).type())) + " such as " +
           short_text(value(*call.children[0]));
  }

  std::string no_string(const Expr& test, const Expr& subject) {
    const ValueView v = value(subject);
    if (!v.has_value()) return no_value(subject);
    return std::string(test.op == Op::like ? "LIKE" : "ILIKE") + " is unknown on " + std::string(with_article(v.type()));
  }

  // `children[0] op children[other]`, or an element of an array in the place of the latter.
  std::string comparison(const Expr& expr, std::size_t other, Truth verdict) {
    if (verdict == Truth::yes) return "";
    const ValueView a = value(*expr.children[0]);
    const ValueView b = value(*expr.children[other]);
    if (verdict == Truth::unknown) {
      if (!a.has_value()) return no_value(*expr.children[0]);
      if (!b.has_value()) return no_value(*expr.children[other]);
      return "";
    }
    if (!a.has_value() || !b.has_value()) return "";
    return unlike(a, b, expr.unordered_strings, expr.op);
  }

  static std::string unlike(ValueView a, ValueView b, bool unordered_strings, Op op) {
    if (is_collection(a) || is_collection(b)) {
      const ValueView which = is_collection(a) ? a : b;
      const bool array = which.type() == ValueType::array;
      return std::string(array ? "an array as a whole" : "an object") + " compares with nothing" +
             (array ? "; use ANY(...)" : "");
    }
    if (is_number(a) && is_number(b)) return is_nan(a) || is_nan(b) ? "every comparison with NaN is FALSE" : "";
    if (a.type() != b.type()) {
      return std::string(with_article(a.type())) + " compared with " + std::string(with_article(b.type())) + " is FALSE";
    }
    if (op == Op::equal || op == Op::not_equal || op == Op::in) return "";
    if (a.type() == ValueType::string) return unordered_strings ? "strings have no order in a JMS selector" : "";
    return a.type() == ValueType::boolean ? "booleans have no order" : "binary values have no order";
  }

  std::string in(const Expr& expr, Truth verdict) {
    if (verdict == Truth::yes) return "";
    const ValueView needle = value(*expr.children[0]);
    if (verdict == Truth::unknown && !needle.has_value()) return no_value(*expr.children[0]);
    std::string alike_or_first;
    for (std::size_t i = 1; i < expr.children.size(); ++i) {
      const std::size_t before = storage_.size();
      const ValueView item = value(*expr.children[i]);
      if (verdict == Truth::unknown) {
        if (!item.has_value()) return "the list has a value that is missing or null: " + text(*expr.children[i]);
      } else {
        const std::string different = unlike(needle, item, false, Op::in);
        if (different.empty()) return "";
        if (i == 1) alike_or_first = different;
      }
      storage_.resize(before);
    }
    return alike_or_first;
  }

  std::string quantified(const Expr& expr, Truth verdict) {
    const Expr& path = *expr.children[1];
    const std::string_view name = expr.op == Op::any ? "ANY" : "ALL";
    const ValueView slot = lookup_.value(path);
    if (slot.type() != ValueType::array) {
      if (!slot.has_value()) return "";  // the values seen say so
      return std::string(name) + " takes an array; " + text(path) + " is " + std::string(with_article(slot.type()));
    }
    bool empty = true;
    bool gap = false;
    schema::for_each_element(slot, *path.path, [&](ValueView element) {
      empty = false;
      gap = gap || !element.has_value();
    });
    if (empty) return "the array is empty";
    if (verdict != Truth::unknown) return "";
    if (!value(*expr.children[0]).has_value()) return no_value(*expr.children[0]);
    return gap ? "an element is missing or null" : "";
  }

  const predicate::Lookup& lookup_;
  Dialect dialect_;
  std::vector<std::unique_ptr<std::string>> storage_;
};

}  // namespace

std::string note_for(const Expr& atom, Truth verdict, const predicate::Lookup& lookup, Dialect dialect) {
  return Reason(lookup, dialect).atom(atom, verdict);
}

}  // namespace turnout::analysis
