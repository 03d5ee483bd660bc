// From the first text of a shape to a template, and from further texts to bindings of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "grammar/shape.h"
#include "matcher/predicate/expr_template.h"

namespace turnout::grammar {

struct ShapeTemplate {
  std::shared_ptr<const predicate::ExprTemplate> expr;

  // Whether every text of this shape passes the checks without a word, and its formula is never constant, as long as its paths
  // differ from each other, its ranges are not empty and no pattern fits every string. Then a binding is a filter already. It
  // holds when each part tests one path by constants whose values the checks do not look at: then each atom of the formula is a
  // set that is neither empty nor full or a text test, and since no two atoms share a path, none of them meet.
  bool plain = false;
  // The bounds of a BETWEEN among the number constants that stand outside lists; whether a minus stands before them.
  struct Range {
    std::uint32_t low = 0, high = 0;
    bool low_minus = false, high_minus = false;
  };
  std::vector<Range> ranges;  // of a plain shape

  [[nodiscard]] std::size_t memory_bytes() const noexcept;
};

// `root` is what the parser made of a text of this shape and the checks accepted; `silent` says that they and folding had
// nothing to warn of. nullptr when the constants cannot be told from the rest of the tree: azure-sql's property('name') takes
// them into a path, and the sign of the least integer belongs to the number.
std::shared_ptr<const ShapeTemplate> make_template(const predicate::Expr& root, std::string_view text,
                                                   std::span<const Token> tokens, const Shape& shape, Dialect dialect,
                                                   bool silent);

// Fills the gaps of templates. Keeps its memory for the next text; not thread-safe.
class Binder {
 public:
  // False when a constant is wrong, or changes the tree: then the parser has the word.
  bool bind(const ShapeTemplate& shape, const Shape& found, std::string_view text, std::span<const Token> tokens,
            Dialect dialect);

  // Of the last text that was bound.
  [[nodiscard]] std::string_view constants() const noexcept { return constants_.bytes(); }
  // Whether the conditions of a plain shape hold for it.
  [[nodiscard]] bool is_plain(const ShapeTemplate& shape, const Shape& found) const;
  // Its expression, with positions.
  [[nodiscard]] predicate::ExprPtr instantiate(const ShapeTemplate& shape, const Shape& found, std::span<const Token> tokens);

 private:
  bool add_pattern(const predicate::ExprTemplate::Node& node, const Shape& found, bool strict);
  bool add_constant(const predicate::ExprTemplate::Node& node, const Shape& found);
  bool add_number(std::string_view word);
  void add_string(std::string_view word);
  bool add_list(const Unit& unit);

  std::string_view text_;
  std::span<const Token> tokens_;
  Dialect dialect_ = Dialect::core;
  predicate::PackedConstants constants_;
  std::vector<Value> numbers_;  // outside lists
  bool least_integer_ = false;  // its negation is no number
  bool hollow_string_ = false;  // as a pattern or beginning it fits every string
  std::vector<predicate::Place> units_;
  std::vector<predicate::Place> items_;
};

}  // namespace turnout::grammar
