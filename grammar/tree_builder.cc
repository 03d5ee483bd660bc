#include "grammar/tree_builder.h"

#include <algorithm>

#include "grammar/like_pattern.h"
#include "grammar/literal.h"
#include "grammar/path_builder.h"
#include "turnout/limits.h"

namespace turnout::grammar {

using predicate::Expr;
using predicate::ExprPtr;
using predicate::Op;

namespace {

// A text nested to limits::kFilterDepth makes trees of up to five levels a parenthesis, and a chain of arithmetic operators,
// flat in the text, one level an operator.
constexpr std::uint32_t kTreeHeight = 8 * limits::kFilterDepth;

Op comparison_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::equal:
      return Op::equal;
    case TokenKind::not_equal:
      return Op::not_equal;
    case TokenKind::less:
      return Op::less;
    case TokenKind::less_equal:
      return Op::less_equal;
    case TokenKind::greater:
      return Op::greater;
    default:
      return Op::greater_equal;
  }
}

Op arithmetic_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::plus:
      return Op::add;
    case TokenKind::minus:
      return Op::subtract;
    case TokenKind::star:
      return Op::multiply;
    case TokenKind::slash:
      return Op::divide;
    default:
      return Op::modulo;
  }
}

bool is_order(Op op) { return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal; }
bool is_string_literal(const Expr& expr) { return expr.op == Op::literal && expr.value.if_string() != nullptr; }

}  // namespace

TreeBuilder::TreeBuilder(std::string_view text, std::span<const Token> tokens, const CompileOptions& options)
    : text_(text), tokens_(tokens), options_(options) {
  operands_.reserve(16);
  marks_.reserve(64);
}

void TreeBuilder::enter(Rule /*rule*/) { marks_.push_back(operands_.size()); }

bool TreeBuilder::leave(Rule rule, std::uint32_t first, std::uint32_t end) {
  const std::size_t count = operands_.size() - marks_.back();
  marks_.pop_back();
  switch (rule) {
    case Rule::disjunction:
      finish_chain(Op::logical_or, count);
      break;
    case Rule::conjunction:
      finish_chain(Op::logical_and, count);
      break;
    case Rule::negation:
      finish_negation(first, end);
      break;
    case Rule::comparison:
      finish_comparison(first, end);
      break;
    case Rule::quantified:
      finish_quantified(first, end);
      break;
    case Rule::range:
      finish_range(end);
      break;
    case Rule::membership:
      finish_membership(count, end);
      break;
    case Rule::pattern:
      finish_pattern(first, end);
      break;
    case Rule::nullness:
      finish_nullness(first, end);
      break;
    case Rule::value:
    case Rule::product:
      finish_arithmetic(count);
      break;
    case Rule::factor:
      finish_factor(first, end);
      break;
    case Rule::call:
      finish_call(count, first, end);
      break;
    case Rule::existence:
      finish_existence(first, end);
      break;
    case Rule::literal:
      finish_literal(first, end);
      break;
    case Rule::path:
      finish_path(first, end);
      break;
    case Rule::group:  // from here on its parentheses belong to the operand
      top().first = first;
      top().end = end;
      break;
    case Rule::filter:
    case Rule::predicate:
    case Rule::relation:
    case Rule::primary:
    case Rule::name:
      break;
  }
  return !problem_;
}

ExprPtr TreeBuilder::take() {
  if (!operands_.empty()) return std::move(top().expr);
  auto everything = std::make_shared<Expr>();
  everything->value = Value(true);
  return everything;
}

TreeBuilder::Node TreeBuilder::node(Op op, std::uint32_t first, std::uint32_t end) const {
  auto expr = std::make_shared<Expr>();
  expr->op = op;
  expr->begin = tokens_[first].begin;
  expr->end = tokens_[end - 1].end;
  return expr;
}

void TreeBuilder::reduce(const Node& parent, std::size_t count, std::uint32_t first, std::uint32_t end) {
  parent->begin = tokens_[first].begin;
  parent->end = tokens_[end - 1].end;
  const auto begin = operands_.end() - static_cast<std::ptrdiff_t>(count);
  std::uint32_t height = 0;
  parent->children.reserve(count);
  for (auto operand = begin; operand != operands_.end(); ++operand) {
    parent->children.push_back(std::move(operand->expr));
    height = std::max(height, operand->height);
  }
  operands_.erase(begin, operands_.end());
  operands_.push_back({parent, first, end, height + 1});
  check_height(top());
}

void TreeBuilder::check_height(const Operand& operand) {
  if (operand.height <= kTreeHeight) return;
  fail(ErrorCode::limit, operand.first, "more than " + std::to_string(kTreeHeight) + " operators stand one above the other",
       "shorten the chain of arithmetic operators; chains of AND, OR and IN do not count");
}

void TreeBuilder::fail(ErrorCode code, std::uint32_t token, std::string message, std::string hint) {
  if (problem_) return;
  problem_ = predicate::Finding{code, std::move(message), std::move(hint), tokens_[token].begin, tokens_[token].end};
}

void TreeBuilder::fail(std::uint32_t token, const LiteralMistake& mistake) {
  fail(ErrorCode::syntax, token, mistake.message, mistake.hint);
}

void TreeBuilder::finish_chain(Op op, std::size_t count) {
  if (count < 2) return;
  const std::uint32_t first = operands_[operands_.size() - count].first;
  const std::uint32_t end = top().end;
  reduce(node(op, first, end), count, first, end);
}

void TreeBuilder::finish_negation(std::uint32_t first, std::uint32_t end) {
  if (kind(first) == TokenKind::word_not) reduce(node(Op::logical_not, first, end), 1, first, end);
}

void TreeBuilder::negate_top(std::uint32_t end) {
  const std::uint32_t first = top().first;
  reduce(node(Op::logical_not, first, end), 1, first, end);
}

void TreeBuilder::finish_comparison(std::uint32_t first, std::uint32_t end) {
  if (kind(first) == TokenKind::word_not) return negate_top(end);  // over the range, membership or pattern just built
  if (!is_comparison(kind(first))) return;                         // nullness is complete
  const Op op = comparison_of(kind(first));
  const bool any = kind(first + 1) == TokenKind::word_any;
  const std::uint32_t begin = operands_[operands_.size() - 2].first;
  Node parent = node(op, begin, end);
  if (any || kind(first + 1) == TokenKind::word_all) {
    parent->op = any ? Op::any : Op::all;
    parent->compare = op;
  } else if (options_.dialect == Dialect::jms && is_order(op)) {
    check_jms_order(first, *operands_[operands_.size() - 2].expr, *top().expr);
    parent->unordered_strings = true;
  }
  reduce(parent, 2, begin, end);
}

void TreeBuilder::check_jms_order(std::uint32_t token, const Expr& left, const Expr& right) {
  if (!is_string_literal(left) || !is_string_literal(right)) return;
  fail(ErrorCode::type, token, "jms compares strings for equality only", "use = or <>");
}

void TreeBuilder::finish_quantified(std::uint32_t first, std::uint32_t end) {
  top().first = first;
  top().end = end;
}

void TreeBuilder::finish_range(std::uint32_t end) {
  const std::size_t base = operands_.size() - 3;
  const std::uint32_t first = operands_[base].first;
  Node parent = node(Op::between, first, end);
  const bool strings = is_string_literal(*operands_[base + 1].expr) || is_string_literal(*operands_[base + 2].expr);
  parent->unordered_strings = options_.dialect == Dialect::jms && !strings;
  reduce(parent, 3, first, end);
}

void TreeBuilder::finish_membership(std::size_t items, std::uint32_t end) {
  const std::uint32_t first = operands_[operands_.size() - items - 1].first;
  reduce(node(Op::in, first, end), items + 1, first, end);
}

void TreeBuilder::finish_pattern(std::uint32_t first, std::uint32_t end) {
  Node parent = node(kind(first) == TokenKind::word_like ? Op::like : Op::ilike, top().first, end);
  std::string pattern = unquote(word(first + 1));
  const bool strict = options_.dialect == Dialect::core;
  parent->any_char_escape = !strict;
  if (end - first == 4) {
    auto escape = decode_escape(unquote(word(first + 3)), strict);
    if (const auto* mistake = std::get_if<LiteralMistake>(&escape)) return fail(first + 3, *mistake);
    parent->escape = std::get<char32_t>(escape);
    if (const auto mistake = check_like_pattern(pattern, *parent->escape, strict)) return fail(first + 1, *mistake);
  }
  parent->value = Value(std::move(pattern));
  reduce(parent, 1, top().first, end);
}

void TreeBuilder::finish_nullness(std::uint32_t first, std::uint32_t end) {
  const bool missing = kind(end - 1) == TokenKind::word_missing;
  if (missing && top().expr->op != Op::path) {
    return fail(ErrorCode::type, top().first, "IS MISSING takes a path", "use IS NULL for an expression");
  }
  reduce(node(missing ? Op::is_missing : Op::is_null, top().first, end), 1, top().first, end);
  if (kind(first + 1) == TokenKind::word_not) negate_top(end);
}

// Operands lie in order; the operator between two of them is the token after the left one.
void TreeBuilder::finish_arithmetic(std::size_t count) {
  if (count < 2) return;
  const std::size_t base = operands_.size() - count;
  for (std::size_t i = 1; i < count; ++i) {
    Operand& left = operands_[base];
    Operand& right = operands_[base + i];
    Node parent = node(arithmetic_of(kind(left.end)), left.first, right.end);
    parent->real_division = parent->op == Op::divide && options_.real_division;
    parent->children.reserve(2);
    parent->children.push_back(std::move(left.expr));
    parent->children.push_back(std::move(right.expr));
    left = Operand{std::move(parent), left.first, right.end, std::max(left.height, right.height) + 1};
    check_height(left);
  }
  operands_.resize(base + 1);
}

void TreeBuilder::finish_factor(std::uint32_t first, std::uint32_t end) {
  const bool minus = kind(first) == TokenKind::minus;
  if (!minus && kind(first) != TokenKind::plus) return;
  if (top().signed_already) {
    top().first = first;
    top().signed_already = false;
    return;
  }
  reduce(node(minus ? Op::negate : Op::plus, first, end), 1, first, end);
}

void TreeBuilder::finish_existence(std::uint32_t first, std::uint32_t end) {
  if (top().expr->op != Op::path) return fail(ErrorCode::type, first + 2, "EXISTS takes a path", "");
  reduce(node(Op::exists, first, end), 1, first, end);
}

bool TreeBuilder::is_unary_minus(std::uint32_t token) const {
  return kind(token) == TokenKind::minus && (token == 0 || !ends_value(kind(token - 1)));
}

void TreeBuilder::finish_literal(std::uint32_t first, std::uint32_t end) {
  Node leaf = node(Op::literal, first, end);
  switch (kind(first)) {
    case TokenKind::number:
      return finish_number(first);
    case TokenKind::string:
      leaf->value = Value(unquote(word(first)));
      break;
    case TokenKind::word_true:
      leaf->value = Value(true);
      break;
    case TokenKind::word_false:
      leaf->value = Value(false);
      break;
    case TokenKind::binary: {
      auto bytes = decode_binary(word(first));
      if (const auto* mistake = std::get_if<LiteralMistake>(&bytes)) return fail(first, *mistake);
      leaf->value = Value::binary(std::move(std::get<std::string>(bytes)));
      break;
    }
    case TokenKind::word_timestamp: {
      const auto milliseconds = decode_timestamp(unquote(word(first + 1)));
      if (const auto* mistake = std::get_if<LiteralMistake>(&milliseconds)) return fail(first + 1, *mistake);
      leaf->value = Value(std::get<std::int64_t>(milliseconds));
      break;
    }
    default:
      leaf->value = Value::null();
      break;
  }
  push(std::move(leaf), first, end);
}

void TreeBuilder::finish_path(std::uint32_t first, std::uint32_t end) {
  Node leaf = node(Op::path, first, end);
  auto& shared = paths_[text_.substr(leaf->begin, leaf->end - leaf->begin)];
  if (!shared) {
    PathOrFinding built = build_path(text_, tokens_.subspan(first, end - first), options_.dialect);
    if (auto* finding = std::get_if<predicate::Finding>(&built)) {
      problem_ = std::move(*finding);
      return;
    }
    shared = std::get<0>(std::move(built));
  }
  leaf->path = shared;
  push(std::move(leaf), first, end);
}

}  // namespace turnout::grammar
