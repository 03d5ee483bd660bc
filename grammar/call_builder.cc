// Function calls and number literals of TreeBuilder.
#include <array>
#include <limits>
#include <string>

#include "grammar/diagnostics.h"
#include "grammar/path_builder.h"
#include "grammar/suggestion.h"
#include "grammar/tree_builder.h"
#include "grammar/words.h"

namespace turnout::grammar {

using predicate::Expr;
using predicate::Function;
using predicate::Op;

namespace {

constexpr std::size_t kFunctions = static_cast<std::size_t>(Function::topic_match);

std::string unknown_function_hint(std::string_view name, Dialect dialect) {
  if (same_word(name, "any") || same_word(name, "all"))
    return "a quantifier follows a comparison operator, as in 5 < ANY(sizes)";
  if (same_word(name, "property") || same_word(name, "p")) {
    return dialect == Dialect::azure_sql ? "" : "it belongs to azure-sql; here, quote the name: \"a name\"";
  }
  std::array<std::string_view, kFunctions> names;
  for (std::size_t i = 0; i < kFunctions; ++i) names[i] = predicate::function_name(static_cast<Function>(i + 1));
  std::string hint = did_you_mean(name, names);
  if (!hint.empty()) return hint;
  hint = "the functions are:";
  for (const std::string_view known : names) hint += " " + std::string(known);
  return hint;
}

// The string of a literal or of + over such; false when it is neither.
bool append_constant(const Expr& expr, std::string& out) {
  if (expr.op == Op::literal && expr.value.if_string() != nullptr) {
    out += *expr.value.if_string();
    return true;
  }
  return expr.op == Op::add && append_constant(*expr.children[0], out) && append_constant(*expr.children[1], out);
}

}  // namespace

void TreeBuilder::finish_call(std::size_t count, std::uint32_t first, std::uint32_t end) {
  const std::string_view name = word(first);
  if (options_.dialect == Dialect::azure_sql) {
    if (same_word(name, "property") || same_word(name, "p")) return finish_property(count, first, end);
    if (same_word(name, "newid")) {
      return fail(ErrorCode::type, first, "newid() is not allowed in a filter",
                  "it gives another value at every evaluation, and a filter must give the same answer every time");
    }
  }
  const auto function = predicate::find_function(name);
  if (!function) {
    return fail(ErrorCode::unknown_name, first, "unknown function " + cut(name), unknown_function_hint(name, options_.dialect));
  }
  Node parent = node(Op::call, first, end);
  parent->function = *function;
  reduce(parent, count, first, end);
}

void TreeBuilder::finish_property(std::size_t count, std::uint32_t first, std::uint32_t end) {
  std::string name;
  if (count != 1 || !append_constant(*top().expr, name)) {
    return fail(ErrorCode::type, first, std::string(word(first)) + "() takes one constant string",
                "write property('name'); strings may be joined with +");
  }
  Node leaf = node(Op::path, first, end);
  leaf->path = flat_path(name, options_.dialect);
  operands_.pop_back();
  push(std::move(leaf), first, end);
}

void TreeBuilder::finish_number(std::uint32_t token) {
  Node leaf = node(Op::literal, token, token + 1);
  NumberValue value = decode_number(word(token), options_.dialect);
  if (const auto* mistake = std::get_if<LiteralMistake>(&value)) return fail(token, *mistake);
  if (auto* plain = std::get_if<Value>(&value)) {
    leaf->value = std::move(*plain);
    return push(std::move(leaf), token, token + 1);
  }
  if (token == 0 || !is_unary_minus(token - 1)) {
    return fail(ErrorCode::syntax, token,
                "the number is beyond the range of 64-bit integers, which ends at 9223372036854775807",
                "write it with a decimal point to make it a double");
  }
  leaf->value = Value(std::numeric_limits<std::int64_t>::min());
  leaf->begin = tokens_[token - 1].begin;
  push(std::move(leaf), token, token + 1);
  top().signed_already = true;  // finish_factor of that sign
}

}  // namespace turnout::grammar
