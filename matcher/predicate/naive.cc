#include "matcher/predicate/naive.h"

#include <algorithm>
#include <array>

#include "matcher/predicate/naive_functions.h"
#include "matcher/predicate/naive_like.h"
#include "schema/compare.h"
#include "schema/elements.h"
#include "schema/path_registry.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

using schema::Order;
using schema::ValueView;

bool is_number(ValueView v) noexcept { return v.type() == ValueType::int64 || v.type() == ValueType::float64; }

bool holds(Op op, Order order) noexcept {
  switch (op) {
    case Op::equal:
      return order == Order::equal;
    case Op::not_equal:
      return order == Order::less || order == Order::greater;
    case Op::less:
      return order == Order::less;
    case Op::less_equal:
      return order == Order::less || order == Order::equal;
    case Op::greater:
      return order == Order::greater;
    default:
      return order == Order::greater || order == Order::equal;
  }
}

// `a op b` for op one of equal..greater_equal.
Truth compare_values(Op op, ValueView a, ValueView b, bool unordered_strings) noexcept {
  if (!a.has_value() || !b.has_value()) return Truth::unknown;
  const Order order = schema::compare(a, b);
  switch (op) {
    case Op::equal:
      return truth(order == Order::equal);
    case Op::not_equal: {
      // Different booleans and binaries are unordered, but they are alike; NaN and unlike types differ from nothing.
      const bool unequal_alike = a.type() == b.type() && (a.type() == ValueType::boolean || a.type() == ValueType::binary);
      return truth(holds(op, order) || (order == Order::unordered && unequal_alike));
    }
    default: {
      const bool strings = a.type() == ValueType::string && b.type() == ValueType::string;
      const bool ordered = (is_number(a) && is_number(b)) || (strings && !unordered_strings);
      return truth(ordered && holds(op, order));
    }
  }
}

Truth truth_of(ValueView v) noexcept { return v.type() == ValueType::boolean ? truth(v.as_boolean()) : Truth::unknown; }

ValueView value_of(Truth t) noexcept { return t == Truth::unknown ? ValueView::null() : ValueView::boolean(t == Truth::yes); }

class Evaluator {
 public:
  Evaluator(const Lookup& lookup, StringStorage& storage) : lookup_(lookup), storage_(storage) {}

  Truth verdict(const Expr& expr) {
    switch (expr.op) {
      case Op::literal: {
        const bool* value = expr.value.if_boolean();
        return value == nullptr ? Truth::unknown : truth(*value);
      }
      case Op::path:
        return truth_of(lookup_.value(expr));
      case Op::logical_and:
        return conjunction(expr);
      case Op::logical_or:
        return disjunction(expr);
      case Op::logical_not:
        return negate(verdict(*expr.children[0]));
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal: {
        const Computed computed(*this);
        const ValueView left = value(*expr.children[0]);
        return compare_values(expr.op, left, value(*expr.children[1]), expr.unordered_strings);
      }
      case Op::between:
        return between(expr);
      case Op::in:
        return in(expr);
      case Op::like:
      case Op::ilike:
        return like(expr);
      case Op::is_null: {
        const Computed computed(*this);
        return truth(!value(*expr.children[0]).has_value());
      }
      case Op::is_missing:
        return truth(lookup_.value(*expr.children[0]).is_missing());
      case Op::exists:
        return exists(*expr.children[0]);
      case Op::any:
      case Op::all:
        return quantified(expr);
      case Op::call: {
        const Computed computed(*this);
        return truth_of(call(expr));
      }
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::plus:
        return Truth::unknown;  // a number is no truth value
    }
    return Truth::unknown;
  }

  ValueView value(const Expr& expr) {
    switch (expr.op) {
      case Op::literal:
        return ValueView::of(expr.value);
      case Op::path:
        return lookup_.value(expr);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo: {
        const ValueView left = value(*expr.children[0]);
        return calculate(expr.op, left, value(*expr.children[1]), expr.real_division);
      }
      case Op::negate:
        return negated(value(*expr.children[0]));
      case Op::plus: {
        const ValueView operand = value(*expr.children[0]);
        return is_number(operand) ? operand : ValueView::null();
      }
      case Op::call:
        return call(expr);
      default:
        return value_of(verdict(expr));
    }
  }

 private:
  // Frees the strings computed below a verdict, which no longer needs them.
  class Computed {
   public:
    explicit Computed(Evaluator& evaluator)
        : evaluator_(evaluator), size_(evaluator.storage_.size()), bytes_(evaluator.computed_bytes_) {}
    ~Computed() {
      if (evaluator_.storage_.size() == size_) return;
      evaluator_.storage_.resize(size_);
      evaluator_.computed_bytes_ = bytes_;
    }
    Computed(const Computed&) = delete;
    Computed& operator=(const Computed&) = delete;

   private:
    Evaluator& evaluator_;
    std::size_t size_;
    std::size_t bytes_;
  };

  Truth conjunction(const Expr& expr) {
    Truth result = Truth::yes;
    for (const ExprPtr& child : expr.children) {
      result = std::min(result, verdict(*child));
      if (result == Truth::no) break;
    }
    return result;
  }

  Truth disjunction(const Expr& expr) {
    Truth result = Truth::no;
    for (const ExprPtr& child : expr.children) {
      result = std::max(result, verdict(*child));
      if (result == Truth::yes) break;
    }
    return result;
  }

  // (value >= low) AND (value <= high)
  Truth between(const Expr& expr) {
    const Computed computed(*this);
    const ValueView middle = value(*expr.children[0]);
    const Truth low = compare_values(Op::greater_equal, middle, value(*expr.children[1]), expr.unordered_strings);
    return std::min(low, compare_values(Op::less_equal, middle, value(*expr.children[2]), expr.unordered_strings));
  }

  // (value = first) OR (value = second) OR ...
  Truth in(const Expr& expr) {
    const Computed outer(*this);
    const ValueView needle = value(*expr.children[0]);
    Truth result = Truth::no;
    for (std::size_t i = 1; i < expr.children.size() && result != Truth::yes; ++i) {
      const Computed inner(*this);
      result = std::max(result, compare_values(Op::equal, needle, value(*expr.children[i]), false));
    }
    return result;
  }

  Truth like(const Expr& expr) {
    const Computed computed(*this);
    const ValueView subject = value(*expr.children[0]);
    const std::string* pattern = expr.value.if_string();
    if (subject.type() != ValueType::string || pattern == nullptr) return Truth::unknown;
    return truth(naive_like(subject.as_bytes(), *pattern, expr.escape, expr.op == Op::ilike));
  }

  // A path with [*] exists when one of the elements it ranges over does.
  Truth exists(const Expr& path) {
    const ValueView slot = lookup_.value(path);
    if (!path.path->has_star()) return truth(!slot.is_missing());
    bool found = false;
    schema::for_each_element(slot, *path.path, [&](ValueView element) { found = found || !element.is_missing(); });
    return truth(found);
  }

  Truth quantified(const Expr& expr) {
    const Computed computed(*this);
    const ValueView left = value(*expr.children[0]);
    const Expr& path = *expr.children[1];
    const bool any = expr.op == Op::any;
    Truth result = any ? Truth::no : Truth::yes;
    const bool is_array = schema::for_each_element(lookup_.value(path), *path.path, [&](ValueView element) {
      const Truth one = compare_values(expr.compare, left, element, expr.unordered_strings);
      result = any ? std::max(result, one) : std::min(result, one);
    });
    return is_array ? result : Truth::unknown;
  }

  ValueView call(const Expr& expr) {
    constexpr std::size_t kFew = 4;
    const std::size_t count = expr.children.size();
    if (count > kFew) {
      std::vector<ValueView> arguments;
      arguments.reserve(count);
      for (const ExprPtr& child : expr.children) arguments.push_back(value(*child));
      return bounded_call(expr.function, arguments);
    }
    std::array<ValueView, kFew> arguments;
    for (std::size_t i = 0; i < count; ++i) arguments[i] = value(*expr.children[i]);
    return bounded_call(expr.function, std::span(arguments.data(), count));
  }

  // The strings computed for one comparison are together no longer than the longest event; beyond that the value is unknown.
  ValueView bounded_call(Function function, std::span<const ValueView> arguments) {
    const std::size_t before = storage_.size();
    const ValueView result = call_naively(function, arguments, storage_);
    if (storage_.size() == before) return result;
    computed_bytes_ += storage_.back()->size();
    return computed_bytes_ <= limits::kEventBytes ? result : ValueView::null();
  }

  const Lookup& lookup_;
  StringStorage& storage_;
  std::size_t computed_bytes_ = 0;
};

}  // namespace

ValueView EventLookup::value(const Expr& path) const { return schema::lookup(event_, *path.path); }

Truth evaluate(const Expr& expr, const Lookup& lookup) {
  StringStorage storage;
  return Evaluator(lookup, storage).verdict(expr);
}

ValueView evaluate_value(const Expr& expr, const Lookup& lookup, std::vector<std::unique_ptr<std::string>>& storage) {
  return Evaluator(lookup, storage).value(expr);
}

}  // namespace turnout::predicate
