#include "matcher/predicate/plain_sets.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "matcher/predicate/constant_comparison.h"
#include "matcher/predicate/text_test.h"

namespace turnout::predicate {
namespace {

using schema::ValueView;
using Kind = PlainPart::Kind;
using Source = ExprTemplate::Source;

// What stands on the stack while the nodes of a template are read.
struct Operand {
  enum class Kind : std::uint8_t { other, path, constant, literal, list, parts };
  Kind kind = Kind::other;
  bool minus = false;              // constant
  std::uint32_t path = 0;          // path
  const Value* literal = nullptr;  // literal: the template's own
  std::vector<PlainPart> parts = {};
};

class PartReader {
 public:
  std::vector<PlainPart> read(std::span<const ExprTemplate::Node> nodes) {
    for (const ExprTemplate::Node& node : nodes) stack_.push_back(operand(node));
    Operand root = std::move(stack_.back());
    if (root.kind == Operand::Kind::path) root = boolean(root);
    return std::move(root.parts);
  }

 private:
  using K = Operand::Kind;

  Operand operand(const ExprTemplate::Node& node) {
    switch (node.source) {
      case Source::path:
        return {.kind = K::path, .path = next_path_++};
      case Source::list:
        return {.kind = K::list};
      case Source::constant:
        if (node.op != Op::literal) return pattern(node);
        return {.kind = K::constant};
      case Source::escaped:
        take(1);
        return {};
      case Source::list_owner:
        return in(take(2));
      case Source::fixed:
        break;
    }
    if (node.op == Op::literal) return {.kind = K::literal, .literal = &node.value};
    return connected(node, take(node.children));
  }

  std::vector<Operand> take(std::size_t count) {
    const auto begin = stack_.end() - static_cast<std::ptrdiff_t>(count);
    std::vector<Operand> taken(std::make_move_iterator(begin), std::make_move_iterator(stack_.end()));
    stack_.erase(begin, stack_.end());
    return taken;
  }

  static Operand one(PlainPart part) {
    Operand result{.kind = K::parts};
    result.parts.push_back(std::move(part));
    return result;
  }
  // `when` TRUE, `otherwise` FALSE.
  static Operand fixed(std::uint32_t path, ValueSet when, ValueSet otherwise) {
    return one({.kind = Kind::fixed, .path = path, .set = std::move(when), .opposite = std::move(otherwise)});
  }
  static Operand boolean(const Operand& path) {
    return fixed(path.path, ValueSet::point(Value(true)), ValueSet::point(Value(false)));
  }
  static Operand presence(const Operand& path, const ValueSet& when) { return fixed(path.path, when, when.complement()); }

  Operand connected(const ExprTemplate::Node& node, std::vector<Operand> operands) {
    const auto is = [&](std::size_t i, K kind) { return i < operands.size() && operands[i].kind == kind; };
    switch (node.op) {
      case Op::negate:
      case Op::plus:
        if (is(0, K::constant)) return {.kind = K::constant, .minus = operands[0].minus != (node.op == Op::negate)};
        return {};
      case Op::logical_and:
        return conjunction(std::move(operands));
      case Op::logical_not:
        return negation(std::move(operands[0]));
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return is(0, K::path) ? compare(node.op, operands[0], operands[1])
                              : compare(mirrored(node.op), operands[1], operands[0]);
      case Op::between:
        if (!is(0, K::path) || !is(1, K::constant) || !is(2, K::constant)) return {};
        return one({.kind = Kind::between, .minus = {operands[1].minus, operands[2].minus}, .path = operands[0].path});
      case Op::is_null:
        return is(0, K::path) ? presence(operands[0], ValueSet::lacks()) : Operand{};
      case Op::is_missing:
        return is(0, K::path) ? presence(operands[0], ValueSet::region(Region::missing)) : Operand{};
      case Op::exists:
        return is(0, K::path) ? presence(operands[0], ValueSet::region(Region::missing).complement()) : Operand{};
      case Op::call:
        if (node.function != Function::starts_with || !is(0, K::path) || !is(1, K::constant)) return {};
        return one({.kind = Kind::prefix, .path = operands[0].path});
      default:
        return {};
    }
  }

  static Operand conjunction(std::vector<Operand> operands) {
    Operand result{.kind = K::parts};
    for (Operand& operand : operands) {
      if (operand.kind == K::path) operand = boolean(operand);
      if (operand.kind != K::parts) return {};
      std::move(operand.parts.begin(), operand.parts.end(), std::back_inserter(result.parts));
    }
    return result;
  }

  static Operand negation(Operand operand) {
    if (operand.kind == K::path) operand = boolean(operand);
    if (operand.kind != K::parts || operand.parts.size() != 1) return {};
    PlainPart& part = operand.parts[0];
    if (part.kind == Kind::fixed) std::swap(part.set, part.opposite);
    else part.negated = !part.negated;
    return operand;
  }

  static Operand compare(Op op, const Operand& path, const Operand& value) {
    if (path.kind != K::path) return {};
    if (value.kind == K::literal) {
      const bool* constant = value.literal->if_boolean();
      if (constant == nullptr) return {};
      const ValueSet when = satisfying(op, *value.literal, false);
      return fixed(path.path, when, ValueSet::has().intersect(when.complement()));
    }
    if (value.kind != K::constant) return {};
    return one({.kind = Kind::compare, .op = op, .minus = {value.minus, false}, .path = path.path});
  }

  static Operand in(const std::vector<Operand>& operands) {
    if (operands[0].kind != K::path || operands[1].kind != K::list) return {};
    return one({.kind = Kind::in, .path = operands[0].path});
  }

  Operand pattern(const ExprTemplate::Node& node) {
    const std::vector<Operand> operands = take(node.children);
    if (node.op != Op::like || operands[0].kind != K::path) return {};
    return one({.kind = Kind::like, .any_char_escape = node.any_char_escape, .path = operands[0].path});
  }

  std::vector<Operand> stack_;
  std::uint32_t next_path_ = 0;
};

ValueView with_sign(ValueView number, bool minus) noexcept {
  if (!minus) return number;
  return number.type() == ValueType::int64 ? ValueView::int64(-number.as_int64()) : ValueView::float64(-number.as_float64());
}

Region behind(Region region) noexcept { return static_cast<Region>(static_cast<int>(region) + 1); }

bool before(const CutView& a, const CutView& b) noexcept { return compare(a, b) < 0; }

}  // namespace

std::vector<PlainPart> plain_parts(std::span<const ExprTemplate::Node> nodes) { return PartReader().read(nodes); }

bool PlainSets::read(std::span<const PlainPart> plan, const TemplateBinding& binding) {
  parts_.clear();
  cuts_.clear();
  texts_.clear();
  ConstantReader constants(binding.constants());
  for (const PlainPart& part : plan) {
    const auto begin = static_cast<std::uint32_t>(cuts_.size());
    if (!add(part, constants)) return false;
    if (part.negated) complement(part, begin);
    const bool from_start = part.kind == Kind::fixed && part.set.from_start();
    parts_.push_back({&binding.paths()[part.path], from_start, begin, static_cast<std::uint32_t>(cuts_.size())});
  }
  return true;
}

// Adds the cuts of where the part is TRUE.
bool PlainSets::add(const PlainPart& part, ConstantReader& constants) {
  switch (part.kind) {
    case Kind::fixed:
      for (const Cut& cut : part.set.cuts()) cuts_.push_back(CutView::of(cut));
      return true;
    case Kind::compare:
      add_compare(part.op, with_sign(normalized(constants.constant()), part.minus[0]));
      return true;
    case Kind::between: {
      const ValueView low = with_sign(normalized(constants.constant()), part.minus[0]);
      const ValueView high = with_sign(normalized(constants.constant()), part.minus[1]);
      cuts_.push_back({Region::number, Cut::Side::before, low});
      cuts_.push_back({Region::number, Cut::Side::after, high});
      return true;
    }
    case Kind::in:
      add_list(constants);
      return true;
    case Kind::like:
      return add_pattern(constants.constant().as_bytes(), part.any_char_escape);
    case Kind::prefix:
      return add_prefix(constants.constant().as_bytes());
  }
  return false;
}

// What satisfying() says.
void PlainSets::add_compare(Op op, ValueView value) {
  const Region region = region_of(value);
  switch (op) {
    case Op::equal:
      add_point(value);
      return;
    case Op::not_equal:
      add_start(region);
      add_point(value);
      add_start(behind(region));
      return;
    case Op::less:
    case Op::less_equal:
      add_start(region);
      cuts_.push_back({region, op == Op::less ? Cut::Side::before : Cut::Side::after, value});
      return;
    default:
      cuts_.push_back({region, op == Op::greater ? Cut::Side::after : Cut::Side::before, value});
      add_start(behind(region));
      return;
  }
}

void PlainSets::add_point(ValueView value) {
  const Region region = region_of(value);
  cuts_.push_back({region, Cut::Side::before, value});
  cuts_.push_back({region, Cut::Side::after, value});
}

void PlainSets::add_list(ConstantReader& constants) {
  list_.clear();
  for (std::uint32_t i = constants.list(); i > 0; --i) {
    const ValueView value = normalized(constants.constant());
    list_.push_back({region_of(value), Cut::Side::before, value});
  }
  std::sort(list_.begin(), list_.end(), before);
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (i == 0 || before(list_[i - 1], list_[i])) add_point(list_[i].value);
  }
}

bool PlainSets::add_pattern(std::string_view pattern, bool any_char_escape) {
  LikeShape shape = like_shape(pattern, std::nullopt, any_char_escape);
  if (shape.kind != LikeShape::Kind::exact && shape.kind != LikeShape::Kind::prefix) return false;
  const std::string& text = texts_.emplace_back(std::move(shape.text));
  if (shape.kind == LikeShape::Kind::prefix) return add_prefix(text);
  add_point(ValueView::string(text));
  return true;
}

// What ValueSet::prefix() says.
bool PlainSets::add_prefix(std::string_view prefix) {
  if (prefix.empty() || static_cast<unsigned char>(prefix.back()) == 0xff) return false;
  std::string& next = texts_.emplace_back(prefix);
  next.back() = static_cast<char>(static_cast<unsigned char>(next.back()) + 1);
  cuts_.push_back({Region::string, Cut::Side::before, ValueView::string(prefix)});
  cuts_.push_back({Region::string, Cut::Side::before, ValueView::string(next)});
  return true;
}

// From where the part is TRUE to where it is FALSE: the other strings, or the other values. No set begins or ends there.
void PlainSets::complement(const PlainPart& part, std::uint32_t begin) {
  const bool text = part.kind == Kind::like || part.kind == Kind::prefix;
  const CutView start{text ? Region::string : Region::boolean, Cut::Side::start, {}};
  cuts_.insert(cuts_.begin() + begin, start);
  if (text) add_start(Region::binary);
}

}  // namespace turnout::predicate
