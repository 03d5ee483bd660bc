#include "matcher/predicate/constant_comparison.h"

#include <limits>

namespace turnout::predicate {

std::optional<Value> constant_of(const Expr& expr) {
  if (expr.op == Op::literal) return expr.value;
  if (expr.op != Op::negate && expr.op != Op::plus) return std::nullopt;
  const std::optional<Value> inner = constant_of(*expr.children[0]);
  if (!inner) return std::nullopt;
  const bool minus = expr.op == Op::negate;
  if (const std::int64_t* i = inner->if_int64()) {
    if (minus && *i == std::numeric_limits<std::int64_t>::min()) return Value::null();  // overflow: no value
    return Value(minus ? -*i : *i);
  }
  if (const double* d = inner->if_float64()) return Value(minus ? -*d : *d);
  return std::nullopt;
}

Op mirrored(Op op) noexcept {
  switch (op) {
    case Op::less:
      return Op::greater;
    case Op::less_equal:
      return Op::greater_equal;
    case Op::greater:
      return Op::less;
    case Op::greater_equal:
      return Op::less_equal;
    default:
      return op;
  }
}

ValueSet satisfying(Op op, const Value& constant, bool unordered_strings) {
  const Region region = region_of(schema::ValueView::of(constant));
  if (op == Op::equal) return ValueSet::point(constant);
  if (op == Op::not_equal) {
    const ValueSet point = ValueSet::point(constant);
    return point.is_empty() ? point : ValueSet::region(region).intersect(point.complement());
  }
  const bool ordered = region == Region::number || (region == Region::string && !unordered_strings);
  if (!ordered) return {};
  const Cut begin = Cut::start(region);
  const Cut end = Cut::start(static_cast<Region>(static_cast<int>(region) + 1));
  switch (op) {
    case Op::less:
      return ValueSet::range(begin, Cut::before(constant));
    case Op::less_equal:
      return ValueSet::range(begin, Cut::after(constant));
    case Op::greater:
      return ValueSet::range(Cut::after(constant), end);
    case Op::greater_equal:
      return ValueSet::range(Cut::before(constant), end);
    default:
      return {};
  }
}

}  // namespace turnout::predicate
