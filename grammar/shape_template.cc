#include "grammar/shape_template.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "matcher/predicate/plain_sets.h"

namespace turnout::grammar {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::ExprTemplate;
using predicate::Function;
using predicate::Op;
using Source = ExprTemplate::Source;

namespace {

bool is_ordering(Op op) noexcept {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal;
}

bool single_path(const Expr& expr) noexcept { return expr.op == Op::path && !expr.path->has_star(); }

class TemplateMaker {
 public:
  TemplateMaker(std::string_view text, std::span<const Token> tokens, const Shape& shape)
      : text_(text), tokens_(tokens), shape_(shape), out_(std::make_shared<ExprTemplate>()) {}

  // nullptr when the tree and the units do not go together.
  std::shared_ptr<ExprTemplate> make(const Expr& root) {
    if (text_.empty() || tokens_.size() < 2) return nullptr;
    if (!add(root)) return nullptr;
    for (; next_ < shape_.units.size(); ++next_) {
      if (shape_.units[next_].slot != Slot::none) return nullptr;
    }
    return out_;
  }

  // The number constants outside lists, in order, by their literals.
  [[nodiscard]] const std::unordered_map<const Expr*, std::uint32_t>& numbers() const noexcept { return numbers_; }

 private:
  [[nodiscard]] std::uint32_t begin_of(std::size_t unit) const { return tokens_[shape_.units[unit].first].begin; }
  [[nodiscard]] std::uint32_t end_of(std::size_t unit) const { return tokens_[shape_.units[unit].end - 1].end; }

  // The unit that starts at a byte; units_.size() when none does.
  [[nodiscard]] std::uint32_t unit_at(std::uint32_t byte) const {
    const auto& units = shape_.units;
    const auto found =
        std::partition_point(units.begin(), units.end(), [&](const Unit& unit) { return tokens_[unit.first].begin < byte; });
    const bool exact = found != units.end() && tokens_[found->first].begin == byte;
    return static_cast<std::uint32_t>(exact ? found - units.begin() : static_cast<std::ptrdiff_t>(units.size()));
  }
  // One behind the unit that ends at a byte; 0 when none does.
  [[nodiscard]] std::uint32_t unit_behind(std::uint32_t byte) const {
    const auto& units = shape_.units;
    const auto found =
        std::partition_point(units.begin(), units.end(), [&](const Unit& unit) { return tokens_[unit.end - 1].end < byte; });
    const bool exact = found != units.end() && tokens_[found->end - 1].end == byte;
    return static_cast<std::uint32_t>(exact ? found - units.begin() + 1 : 0);
  }

  // Takes a unit with content; false when one before it was left out, or it is of another kind.
  bool take(std::uint32_t unit, bool wanted) {
    if (!wanted || unit < next_) return false;
    for (; next_ < unit; ++next_) {
      if (shape_.units[next_].slot != Slot::none) return false;
    }
    ++next_;
    return true;
  }

  bool add(const Expr& expr) {
    ExprTemplate::Node node;
    node.op = expr.op;
    node.compare = expr.compare;
    node.function = expr.function;
    node.unordered_strings = expr.unordered_strings;
    node.real_division = expr.real_division;
    node.any_char_escape = expr.any_char_escape;
    node.first = unit_at(expr.begin);
    node.end = unit_behind(expr.end);
    if (node.first >= node.end) return false;
    std::size_t operands = expr.children.size();
    if (expr.op == Op::in) {
      const std::uint32_t list = unit_at(expr.children[1]->begin);
      if (list == shape_.units.size()) return false;
      const Slot slot = shape_.units[list].slot;
      if (slot == Slot::strings || slot == Slot::numbers) {
        if (!add(*expr.children[0]) || !add_list(list)) return false;
        node.source = Source::list_owner;
        node.children = 1;
        out_->nodes.push_back(std::move(node));
        return true;
      }
    }
    for (std::size_t i = 0; i < operands; ++i) {
      if (!add(*expr.children[i])) return false;
    }
    node.children = static_cast<std::uint32_t>(operands);
    const bool good = expr.op == Op::path                           ? fill_path(node)
                      : expr.op == Op::literal                      ? fill_literal(expr, node)
                      : expr.op == Op::like || expr.op == Op::ilike ? fill_pattern(expr, node)
                                                                    : true;
    if (good) out_->nodes.push_back(std::move(node));
    return good;
  }

  bool add_list(std::uint32_t unit) {
    ExprTemplate::Node node;
    node.source = Source::list;
    node.first = node.slot = unit;
    node.end = unit + 1;
    out_->nodes.push_back(std::move(node));
    return take(unit, true);
  }

  bool fill_path(ExprTemplate::Node& node) {
    node.source = Source::path;
    node.slot = node.first;
    return node.end == node.first + 1 && take(node.slot, shape_.units[node.slot].slot == Slot::path);
  }

  bool fill_literal(const Expr& expr, ExprTemplate::Node& node) {
    const Unit& unit = shape_.units[node.first];
    const TokenKind kind = tokens_[unit.first].kind;
    const bool timestamp = kind == TokenKind::word_timestamp;
    if (node.end != node.first + (timestamp ? 2U : 1U)) return false;
    if (kind == TokenKind::word_true || kind == TokenKind::word_false || kind == TokenKind::word_null) {
      node.value = expr.value;
      return true;
    }
    node.source = Source::constant;
    node.slot = node.end - 1;
    const Slot slot = shape_.units[node.slot].slot;
    if (slot == Slot::number) numbers_.emplace(&expr, static_cast<std::uint32_t>(numbers_.size()));
    return take(node.slot, slot == Slot::string || (!timestamp && (slot == Slot::number || slot == Slot::binary)));
  }

  bool fill_pattern(const Expr& expr, ExprTemplate::Node& node) {
    node.source = expr.escape ? Source::escaped : Source::constant;
    const std::uint32_t behind = expr.escape ? 3 : 1;
    if (node.end < node.first + behind) return false;
    node.slot = node.end - behind;
    return take(node.slot, shape_.units[node.slot].slot == Slot::string) &&
           (!expr.escape || take(node.end - 1, shape_.units[node.end - 1].slot == Slot::string));
  }

  std::string_view text_;
  std::span<const Token> tokens_;
  const Shape& shape_;
  std::shared_ptr<ExprTemplate> out_;
  std::size_t next_ = 0;  // the first unit not yet looked at
  std::unordered_map<const Expr*, std::uint32_t> numbers_;
};

// See ShapeTemplate::plain.
class PlainForm {
 public:
  PlainForm(const std::unordered_map<const Expr*, std::uint32_t>& numbers, ShapeTemplate& out) : numbers_(numbers), out_(out) {}

  bool holds(const Expr& expr) {
    switch (expr.op) {
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_not:
        return std::all_of(expr.children.begin(), expr.children.end(), [&](const ExprPtr& child) { return holds(*child); });
      case Op::path:
        return single_path(expr);
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return comparison(expr, *expr.children[0], *expr.children[1]) || comparison(expr, *expr.children[1], *expr.children[0]);
      case Op::between:
        return between(expr);
      case Op::in:
        return single_path(*expr.children[0]) && std::all_of(expr.children.begin() + 1, expr.children.end(),
                                                             [&](const ExprPtr& item) { return constant(*item); });
      case Op::like:
      case Op::ilike:
        return single_path(*expr.children[0]) && !expr.escape;
      case Op::is_null:
      case Op::is_missing:
      case Op::exists:
        return single_path(*expr.children[0]);
      case Op::call:
        return (expr.function == Function::starts_with || expr.function == Function::ends_with ||
                expr.function == Function::contains) &&
               expr.children.size() == 2 && single_path(*expr.children[0]) && expr.children[1]->op == Op::literal &&
               expr.children[1]->value.if_string() != nullptr;
      default:
        return false;
    }
  }

 private:
  [[nodiscard]] bool is_number(const Expr& expr) const { return numbers_.contains(&expr); }
  [[nodiscard]] static bool is_sign(const Expr& expr) { return expr.op == Op::negate || expr.op == Op::plus; }
  [[nodiscard]] bool signed_number(const Expr& expr) const {
    return is_number(expr) || (is_sign(expr) && is_number(*expr.children[0]));
  }
  [[nodiscard]] bool constant(const Expr& expr) const { return expr.op == Op::literal || signed_number(expr); }

  [[nodiscard]] bool comparison(const Expr& expr, const Expr& path, const Expr& value) const {
    if (!single_path(path) || !constant(value)) return false;
    return !is_ordering(expr.op) || signed_number(value) || (value.value.if_string() != nullptr && !expr.unordered_strings);
  }

  bool between(const Expr& expr) {
    if (!single_path(*expr.children[0]) || !signed_number(*expr.children[1]) || !signed_number(*expr.children[2])) return false;
    ShapeTemplate::Range range;
    range.low = bound(*expr.children[1], range.low_minus);
    range.high = bound(*expr.children[2], range.high_minus);
    out_.ranges.push_back(range);
    return true;
  }

  [[nodiscard]] std::uint32_t bound(const Expr& expr, bool& minus) const {
    minus = expr.op == Op::negate;
    return numbers_.at(is_sign(expr) ? expr.children[0].get() : &expr);
  }

  const std::unordered_map<const Expr*, std::uint32_t>& numbers_;
  ShapeTemplate& out_;
};

// same(), with positions and types of numbers.
bool identical(const Expr& a, const Expr& b) {
  if (a.op != b.op || a.begin != b.begin || a.end != b.end || a.compare != b.compare || a.function != b.function ||
      a.unordered_strings != b.unordered_strings || a.real_division != b.real_division ||
      a.any_char_escape != b.any_char_escape || a.escape != b.escape || !(a.value == b.value) ||
      a.children.size() != b.children.size() || (a.path == nullptr) != (b.path == nullptr) ||
      (a.path != nullptr && !(*a.path == *b.path))) {
    return false;
  }
  for (std::size_t i = 0; i < a.children.size(); ++i) {
    if (!identical(*a.children[i], *b.children[i])) return false;
  }
  return true;
}

}  // namespace

std::size_t ShapeTemplate::memory_bytes() const noexcept {
  return sizeof(*this) + expr->memory_bytes() + ranges.capacity() * sizeof(Range);
}

std::shared_ptr<const ShapeTemplate> make_template(const Expr& root, std::string_view text, std::span<const Token> tokens,
                                                   const Shape& shape, Dialect dialect, bool silent) {
  TemplateMaker maker(text, tokens, shape);
  auto made = std::make_shared<ShapeTemplate>();
  const std::shared_ptr<ExprTemplate> expr = maker.make(root);
  if (expr == nullptr) return nullptr;
  made->expr = expr;
  // What a template makes of its own text must be what the parser made of it.
  Binder binder;
  if (!binder.bind(*made, shape, text, tokens, dialect) || !identical(root, *binder.instantiate(*made, shape, tokens))) {
    return nullptr;
  }
  made->plain = silent && PlainForm(maker.numbers(), *made).holds(root);
  if (made->plain) expr->parts = predicate::plain_parts(expr->nodes);
  return made;
}

}  // namespace turnout::grammar
