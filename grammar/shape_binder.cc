// Constants and paths of a text into the gaps of its template.
#include <algorithm>
#include <limits>

#include "grammar/like_pattern.h"
#include "grammar/literal.h"
#include "grammar/shape_template.h"
#include "schema/compare.h"

namespace turnout::grammar {

using predicate::ExprTemplate;
using Source = ExprTemplate::Source;

namespace {

// More paths than this are not compared each with each.
constexpr std::size_t kPathsCompared = 24;

// Decimal digits that are neither octal nor too many, which is what nearly all numbers are.
std::optional<std::int64_t> short_decimal(std::string_view word) noexcept {
  constexpr std::size_t kDigits = 18;
  if (word.size() > kDigits || (word[0] == '0' && word.size() > 1)) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

Value with_sign(const Value& number, bool minus) {
  if (!minus) return number;
  if (const std::int64_t* integer = number.if_int64()) return Value(-*integer);
  return Value(-*number.if_float64());
}

}  // namespace

bool Binder::bind(const ShapeTemplate& shape, const Shape& found, std::string_view text, std::span<const Token> tokens,
                  Dialect dialect) {
  text_ = text;
  tokens_ = tokens;
  dialect_ = dialect;
  constants_.clear();
  numbers_.clear();
  least_integer_ = false;
  hollow_string_ = false;
  for (const ExprTemplate::Node& node : shape.expr->nodes) {
    bool good = true;
    switch (node.source) {
      case Source::constant:
        good = add_constant(node, found);
        break;
      case Source::escaped:
        good = add_pattern(node, found, dialect == Dialect::core);
        break;
      case Source::list:
        good = add_list(found.units[node.slot]);
        break;
      default:
        break;
    }
    if (!good) return false;
  }
  return true;
}

bool Binder::add_constant(const ExprTemplate::Node& node, const Shape& found) {
  const Unit& unit = found.units[node.slot];
  const std::string_view word = text_of(text_, tokens_[unit.first]);
  switch (unit.slot) {
    case Slot::number:
      return add_number(word);
    case Slot::binary: {
      const auto bytes = decode_binary(word);
      const auto* decoded = std::get_if<std::string>(&bytes);
      if (decoded != nullptr) constants_.add_binary(*decoded);
      return decoded != nullptr;
    }
    default:
      break;
  }
  if (node.op != predicate::Op::literal || node.first == node.slot) {
    add_string(word);
    return true;
  }
  const auto milliseconds = decode_timestamp(unquote(word));  // TIMESTAMP stands before it
  const auto* decoded = std::get_if<std::int64_t>(&milliseconds);
  if (decoded != nullptr) constants_.add(*decoded);
  return decoded != nullptr;
}

bool Binder::add_number(std::string_view word) {
  Value value;
  if (const auto integer = short_decimal(word)) {
    value = Value(*integer);
  } else {
    NumberValue decoded = decode_number(word, dialect_);
    auto* plain = std::get_if<Value>(&decoded);
    if (plain == nullptr) return false;
    value = std::move(*plain);
  }
  if (const std::int64_t* integer = value.if_int64()) {
    least_integer_ = least_integer_ || *integer == std::numeric_limits<std::int64_t>::min();
    constants_.add(*integer);
  } else {
    constants_.add(*value.if_float64());
  }
  numbers_.push_back(std::move(value));
  return true;
}

void Binder::add_string(std::string_view word) {
  const std::string_view inside = word.substr(1, word.size() - 2);
  hollow_string_ = hollow_string_ || inside.find_first_not_of('%') == std::string_view::npos;
  if (inside.find('\'') == std::string_view::npos) {
    constants_.add_string(inside);
  } else {
    constants_.add_string(unquote(word));
  }
}

bool Binder::add_pattern(const ExprTemplate::Node& node, const Shape& found, bool strict) {
  const std::string pattern = unquote(text_of(text_, tokens_[found.units[node.slot].first]));
  const auto escape = decode_escape(unquote(text_of(text_, tokens_[found.units[node.end - 1].first])), strict);
  const auto* character = std::get_if<char32_t>(&escape);
  if (character == nullptr || check_like_pattern(pattern, *character, strict)) return false;
  constants_.add_string(pattern);
  constants_.add_escape(*character);
  return true;
}

bool Binder::add_list(const Unit& unit) {
  constants_.begin_list((unit.end - unit.first + 1) / 2);
  const std::size_t outside = numbers_.size();
  for (std::uint32_t token = unit.first; token < unit.end; token += 2) {
    const std::string_view word = text_of(text_, tokens_[token]);
    if (unit.slot == Slot::strings) {
      add_string(word);
    } else if (!add_number(word)) {
      return false;
    }
  }
  numbers_.resize(outside);
  return true;
}

bool Binder::is_plain(const ShapeTemplate& shape, const Shape& found) const {
  if (!shape.plain || least_integer_ || hollow_string_ || found.paths.size() > kPathsCompared) return false;
  for (std::size_t i = 1; i < found.paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (found.paths[i] == found.paths[j]) return false;
    }
  }
  return std::all_of(shape.ranges.begin(), shape.ranges.end(), [&](const ShapeTemplate::Range& range) {
    const Value low = with_sign(numbers_[range.low], range.low_minus);
    const Value high = with_sign(numbers_[range.high], range.high_minus);
    const schema::Order order = schema::compare(schema::ValueView::of(low), schema::ValueView::of(high));
    return order == schema::Order::less || order == schema::Order::equal;
  });
}

predicate::ExprPtr Binder::instantiate(const ShapeTemplate& shape, const Shape& found, std::span<const Token> tokens) {
  units_.clear();
  items_.clear();
  for (const Unit& unit : found.units) {
    units_.push_back({tokens[unit.first].begin, tokens[unit.end - 1].end});
    if (unit.slot != Slot::strings && unit.slot != Slot::numbers) continue;
    for (std::uint32_t token = unit.first; token < unit.end; token += 2) {
      items_.push_back({tokens[token].begin, tokens[token].end});
    }
  }
  const predicate::Places places{units_, items_};
  return predicate::instantiate(*shape.expr, found.paths, constants_.bytes().data(), &places);
}

}  // namespace turnout::grammar
