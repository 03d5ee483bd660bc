// Tokens to rule events: the ANTLR parser behind an interface of ours. Nothing else in this room sees ANTLR.
//
// No parse tree is built. The listener hears of every rule when it is complete, innermost first, with the tokens it spans, and
// builds what it wants. The grammar is LL(1), so the parser decides each step by one token: time is linear in the tokens, and
// there is no prediction cache that could grow. Memory beyond the tokens is one small object per open rule: bounded by
// limits::kFilterDepth, which counts open parentheses, NOT and signs. Every thread keeps a parser of its own for reuse.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "grammar/token.h"

namespace turnout::grammar {

// The rules of Filter.g4, in its order.
enum class Rule : std::uint8_t {
  filter,
  disjunction,
  conjunction,
  negation,
  predicate,
  comparison,
  relation,
  quantified,
  range,
  membership,
  pattern,
  nullness,
  value,
  product,
  factor,
  primary,
  group,
  call,
  existence,
  literal,
  path,
  name
};

class RuleListener {
 public:
  virtual ~RuleListener() = default;
  virtual void enter(Rule rule) = 0;
  // The rule spans the tokens [first, end). Returns false to stop the parse.
  virtual bool leave(Rule rule, std::uint32_t first, std::uint32_t end) = 0;
};

struct ParseOutcome {
  enum class Kind : std::uint8_t { accepted, stopped, syntax_error, too_deep };
  Kind kind = Kind::accepted;
  std::uint32_t token = 0;          // syntax_error, too_deep: index of the offending token
  std::vector<TokenKind> expected;  // syntax_error: what could stand there, ascending
};

// `tokens` ends with TokenKind::end and contextual words are resolved. Thread-safe. Throws what the listener throws, and
// std::bad_alloc.
ParseOutcome parse(std::span<const Token> tokens, RuleListener& listener);

}  // namespace turnout::grammar
