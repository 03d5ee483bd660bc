// Rule events to typed expression.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "grammar/number.h"
#include "grammar/parser.h"
#include "grammar/token.h"
#include "matcher/predicate/check.h"
#include "matcher/predicate/expr.h"
#include "turnout/compile.h"

namespace turnout::grammar {

// Builds the expression bottom-up on a stack of operands: when a rule is complete its operands lie on top. The tree is exactly
// what was written; nothing is folded, except that the sign of -9223372036854775808 belongs to the number. Paths that are spelt
// alike share one Path. O(tokens).
class TreeBuilder final : public RuleListener {
 public:
  TreeBuilder(std::string_view text, std::span<const Token> tokens, const CompileOptions& options);

  void enter(Rule rule) override;
  bool leave(Rule rule, std::uint32_t first, std::uint32_t end) override;

  // The first mistake that the grammar does not see; leave() has returned false for it.
  [[nodiscard]] const std::optional<predicate::Finding>& problem() const noexcept { return problem_; }
  // The whole expression of an accepted text; the literal TRUE for a blank one. Call once.
  predicate::ExprPtr take();

 private:
  struct Operand {
    predicate::ExprPtr expr;
    std::uint32_t first = 0, end = 0;  // tokens
    std::uint32_t height = 1;          // of the tree
    bool signed_already = false;       // -9223372036854775808
  };
  using Node = std::shared_ptr<predicate::Expr>;

  [[nodiscard]] TokenKind kind(std::uint32_t token) const { return tokens_[token].kind; }
  [[nodiscard]] std::string_view word(std::uint32_t token) const { return text_of(text_, tokens_[token]); }
  [[nodiscard]] Operand& top() { return operands_.back(); }

  [[nodiscard]] Node node(predicate::Op op, std::uint32_t first, std::uint32_t end) const;
  // A node of these tokens over the last `count` operands, in their place.
  void reduce(const Node& parent, std::size_t count, std::uint32_t first, std::uint32_t end);
  void push(Node leaf, std::uint32_t first, std::uint32_t end) { operands_.push_back({std::move(leaf), first, end}); }
  // Refuses what would be too high a tree for those who walk it recursively.
  void check_height(const Operand& operand);
  void fail(ErrorCode code, std::uint32_t token, std::string message, std::string hint);
  void fail(std::uint32_t token, const LiteralMistake& mistake);

  void finish_chain(predicate::Op op, std::size_t count);
  void finish_negation(std::uint32_t first, std::uint32_t end);
  void finish_comparison(std::uint32_t first, std::uint32_t end);
  void finish_quantified(std::uint32_t first, std::uint32_t end);
  void finish_range(std::uint32_t end);
  void finish_membership(std::size_t items, std::uint32_t end);
  void finish_pattern(std::uint32_t first, std::uint32_t end);
  void finish_nullness(std::uint32_t first, std::uint32_t end);
  void finish_arithmetic(std::size_t count);
  void finish_factor(std::uint32_t first, std::uint32_t end);
  void finish_call(std::size_t count, std::uint32_t first, std::uint32_t end);
  void finish_property(std::size_t count, std::uint32_t first, std::uint32_t end);
  void finish_existence(std::uint32_t first, std::uint32_t end);
  void finish_literal(std::uint32_t first, std::uint32_t end);
  void finish_number(std::uint32_t token);
  void finish_path(std::uint32_t first, std::uint32_t end);

  void negate_top(std::uint32_t end);
  void check_jms_order(std::uint32_t token, const predicate::Expr& left, const predicate::Expr& right);
  [[nodiscard]] bool is_unary_minus(std::uint32_t token) const;

  std::string_view text_;
  std::span<const Token> tokens_;
  CompileOptions options_;
  std::vector<Operand> operands_;
  std::vector<std::size_t> marks_;                                                   // per open rule: operands below it
  std::unordered_map<std::string_view, std::shared_ptr<const schema::Path>> paths_;  // by their text
  std::optional<predicate::Finding> problem_;
};

}  // namespace turnout::grammar
