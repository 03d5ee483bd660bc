// From the parsed tree to (T, F): see docs/language.md, "TRUE, FALSE, UNKNOWN", for the rules this follows.
#include <utility>

#include "matcher/predicate/constant_comparison.h"
#include "matcher/predicate/formula.h"

namespace turnout::predicate {
namespace {

// IS NULL over a boolean expression uses both its T and its F; nested, that doubles at every level. Parts larger than this are
// evaluated by a residual instead.
constexpr std::size_t kIsNullNodesMax = 64;

// Which of the two formulas is asked for; the other is left at `no`. A filter needs its T alone, so every F that no NOT turns
// into a T, and no IS NULL needs beside it, is never built.
struct Want {
  bool when_true = true;
  bool when_false = true;
};

TrueFalse compile_for(const Expr& expr, Want want);

TrueFalse constant(Truth truth) { return {make_constant(truth == Truth::yes), make_constant(truth == Truth::no)}; }

TrueFalse residual(const Expr& expr) {
  std::shared_ptr<const Residual> code = Residual::compile(expr);
  if (code->paths().empty()) {
    ResidualScratch scratch;
    return constant(code->evaluate({}, scratch));
  }
  return {make_residual(code, outcome(Truth::yes)), make_residual(code, outcome(Truth::no))};
}

// Where TRUE lies in `when`, and FALSE in the rest of the values.
TrueFalse by_set(const std::shared_ptr<const schema::Path>& path, const ValueSet& when, Want want) {
  TrueFalse result;
  if (want.when_true) result.when_true = make_set(path, when);
  if (want.when_false) result.when_false = make_set(path, ValueSet::has().intersect(when.complement()));
  return result;
}

bool single_path(const Expr& expr) { return expr.op == Op::path && !expr.path->has_star(); }

// `a op b` where one is a single-valued path and the other a constant; nullopt for every other pair.
std::optional<TrueFalse> compare_path(Op op, const Expr& a, const Expr& b, bool unordered_strings, Want want) {
  const bool a_is_path = single_path(a);
  if (!a_is_path && !single_path(b)) return std::nullopt;
  const Expr& path = a_is_path ? a : b;
  const std::optional<Value> value = constant_of(a_is_path ? b : a);
  if (!value) return std::nullopt;
  if (!schema::ValueView::of(*value).has_value()) return constant(Truth::unknown);
  return by_set(path.path, satisfying(a_is_path ? op : mirrored(op), *value, unordered_strings), want);
}

TrueFalse conjunction(TrueFalse a, TrueFalse b) {
  std::vector<Formula> both;
  both.push_back(std::move(a.when_true));
  both.push_back(std::move(b.when_true));
  std::vector<Formula> either;
  either.push_back(std::move(a.when_false));
  either.push_back(std::move(b.when_false));
  return {all_of(std::move(both)), any_of(std::move(either))};
}

TrueFalse compile_between(const Expr& expr, Want want) {
  const Expr& value = *expr.children[0];
  std::optional<TrueFalse> low = compare_path(Op::greater_equal, value, *expr.children[1], expr.unordered_strings, want);
  std::optional<TrueFalse> high = compare_path(Op::less_equal, value, *expr.children[2], expr.unordered_strings, want);
  if (!low || !high) return residual(expr);
  return conjunction(std::move(*low), std::move(*high));
}

// path IN (constants): one set however long the list.
std::optional<TrueFalse> in_constants(const Expr& expr, Want want) {
  if (!single_path(*expr.children[0])) return std::nullopt;
  std::vector<Value> values;
  values.reserve(expr.children.size() - 1);
  bool has_null = false;
  for (std::size_t i = 1; i < expr.children.size(); ++i) {
    std::optional<Value> value = constant_of(*expr.children[i]);
    if (!value) return std::nullopt;
    if (!schema::ValueView::of(*value).has_value()) has_null = true;
    values.push_back(std::move(*value));
  }
  TrueFalse result = by_set(expr.children[0]->path, ValueSet::points(values), want);
  if (has_null) result.when_false = make_constant(false);
  return result;
}

TrueFalse compile_in(const Expr& expr, Want want) {
  if (std::optional<TrueFalse> set = in_constants(expr, want)) return std::move(*set);
  std::vector<Formula> some;
  std::vector<Formula> none;
  for (std::size_t i = 1; i < expr.children.size(); ++i) {
    std::optional<TrueFalse> equal = compare_path(Op::equal, *expr.children[0], *expr.children[i], false, want);
    if (!equal) return residual(expr);
    some.push_back(std::move(equal->when_true));
    none.push_back(std::move(equal->when_false));
  }
  return {any_of(std::move(some)), all_of(std::move(none))};
}

// A test that is unknown on everything but strings.
TrueFalse by_text(const std::shared_ptr<const schema::Path>& path, const std::shared_ptr<const TextTest>& text) {
  return {make_text(path, text, false), make_text(path, text, true)};
}

TrueFalse by_string_set(const std::shared_ptr<const schema::Path>& path, const ValueSet& when, Want want) {
  TrueFalse result;
  if (want.when_true) result.when_true = make_set(path, when);
  if (want.when_false) result.when_false = make_set(path, ValueSet::region(Region::string).intersect(when.complement()));
  return result;
}

TrueFalse compile_like(const Expr& expr, Want want) {
  const Expr& subject = *expr.children[0];
  if (!single_path(subject)) return residual(expr);
  const std::string& pattern = *expr.value.if_string();
  const LikeShape shape = like_shape(pattern, expr.escape, expr.any_char_escape);
  if (shape.kind == LikeShape::Kind::any) return by_string_set(subject.path, ValueSet::region(Region::string), want);
  if (expr.op == Op::like) {
    switch (shape.kind) {
      case LikeShape::Kind::exact:
        return by_string_set(subject.path, ValueSet::point(Value(shape.text)), want);
      case LikeShape::Kind::prefix:
        return by_string_set(subject.path, ValueSet::prefix(shape.text), want);
      case LikeShape::Kind::suffix:
        return by_text(subject.path, TextTest::suffix(shape.text));
      case LikeShape::Kind::contains:
        return by_text(subject.path, TextTest::contains(shape.text));
      default:
        break;
    }
  }
  return by_text(subject.path, TextTest::like(pattern, expr.escape, expr.any_char_escape, expr.op == Op::ilike));
}

TrueFalse compile_call(const Expr& expr, Want want) {
  const bool on_path = expr.children.size() >= 2 && single_path(*expr.children[0]) && expr.children[1]->op == Op::literal;
  const std::string* text = on_path ? expr.children[1]->value.if_string() : nullptr;
  if (text == nullptr) return residual(expr);
  const std::shared_ptr<const schema::Path>& path = expr.children[0]->path;
  switch (expr.function) {
    case Function::starts_with:
      return by_string_set(path, ValueSet::prefix(*text), want);
    case Function::ends_with:
      return by_text(path, TextTest::suffix(*text));
    case Function::contains:
      return by_text(path, TextTest::contains(*text));
    case Function::regexp_like:
      if (auto test = TextTest::regexp(*text)) return by_text(path, *test);
      break;
    case Function::cidr_match:
      if (auto test = TextTest::cidr(*text)) return by_text(path, *test);
      break;
    case Function::topic_match: {
      const std::string* dialect = expr.children.size() == 3 ? expr.children[2]->value.if_string() : nullptr;
      if (dialect == nullptr) break;
      if (auto test = TextTest::topic(*text, *dialect)) return by_text(path, *test);
      break;
    }
    default:
      break;
  }
  return residual(expr);
}

TrueFalse compile_is_null(const Expr& expr) {
  const Expr& child = *expr.children[0];
  if (single_path(child)) return {make_set(child.path, ValueSet::lacks()), make_set(child.path, ValueSet::has())};
  if (!is_boolean_form(child)) return residual(expr);
  TrueFalse inner = compile_for(child, {});
  if (node_count(inner.when_true) + node_count(inner.when_false) > kIsNullNodesMax) return residual(expr);
  std::vector<Formula> neither;
  neither.push_back(complement(inner.when_true));
  neither.push_back(complement(inner.when_false));
  std::vector<Formula> either;
  either.push_back(std::move(inner.when_true));
  either.push_back(std::move(inner.when_false));
  return {all_of(std::move(neither)), any_of(std::move(either))};
}

TrueFalse compile_logic(const Expr& expr, Want want) {
  std::vector<Formula> when_true;
  std::vector<Formula> when_false;
  for (const ExprPtr& child : expr.children) {
    TrueFalse part = compile_for(*child, want);
    if (want.when_true) when_true.push_back(std::move(part.when_true));
    if (want.when_false) when_false.push_back(std::move(part.when_false));
  }
  const bool conjunction = expr.op == Op::logical_and;
  TrueFalse result;
  if (want.when_true) result.when_true = conjunction ? all_of(std::move(when_true)) : any_of(std::move(when_true));
  if (want.when_false) result.when_false = conjunction ? any_of(std::move(when_false)) : all_of(std::move(when_false));
  return result;
}

TrueFalse compile_presence(const Expr& expr) {
  const Expr& child = *expr.children[0];
  if (!single_path(child)) return residual(expr);
  const ValueSet missing = ValueSet::region(Region::missing);
  Formula absent = make_set(child.path, missing);
  Formula present = make_set(child.path, missing.complement());
  if (expr.op == Op::is_missing) return {std::move(absent), std::move(present)};
  return {std::move(present), std::move(absent)};
}

TrueFalse compile_for(const Expr& expr, Want want) {
  switch (expr.op) {
    case Op::literal: {
      const bool* value = expr.value.if_boolean();
      return constant(value == nullptr ? Truth::unknown : truth(*value));
    }
    case Op::path:
      if (!single_path(expr)) return constant(Truth::unknown);
      return {make_set(expr.path, ValueSet::point(Value(true))), make_set(expr.path, ValueSet::point(Value(false)))};
    case Op::logical_and:
    case Op::logical_or:
      return compile_logic(expr, want);
    case Op::logical_not: {
      TrueFalse inner = compile_for(*expr.children[0], {want.when_false, want.when_true});
      std::swap(inner.when_true, inner.when_false);
      return inner;
    }
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: {
      std::optional<TrueFalse> set = compare_path(expr.op, *expr.children[0], *expr.children[1], expr.unordered_strings, want);
      return set ? std::move(*set) : residual(expr);
    }
    case Op::between:
      return compile_between(expr, want);
    case Op::in:
      return compile_in(expr, want);
    case Op::like:
    case Op::ilike:
      return compile_like(expr, want);
    case Op::is_null:
      return compile_is_null(expr);
    case Op::is_missing:
    case Op::exists:
      return compile_presence(expr);
    case Op::call:
      return compile_call(expr, want);
    case Op::any:
    case Op::all:
      return residual(expr);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::negate:
    case Op::plus:
      return constant(Truth::unknown);  // a number is no truth value
  }
  return constant(Truth::unknown);
}

}  // namespace

TrueFalse compile(const Expr& expr) { return compile_for(expr, {}); }

Formula compile_true(const Expr& expr) { return compile_for(expr, {.when_true = true, .when_false = false}).when_true; }

}  // namespace turnout::predicate
