#include "matcher/predicate/check.h"

#include <algorithm>
#include <string>

#include "matcher/predicate/findings.h"
#include "matcher/predicate/printer.h"
#include "matcher/predicate/static_type.h"
#include "schema/utf8.h"

namespace turnout::predicate {

namespace {

bool is_ordering(Op op) noexcept {
  return op == Op::less || op == Op::less_equal || op == Op::greater || op == Op::greater_equal;
}

bool is_string_literal(const Expr& expr) noexcept { return expr.op == Op::literal && expr.value.if_string() != nullptr; }

class Checker {
 public:
  Checker(Dialect dialect, Findings& findings) : dialect_(dialect), findings_(findings) {}

  // A place where TRUE, FALSE or unknown is wanted.
  void condition(const Expr& expr, std::string_view place) {
    const StaticType type = static_type(expr);
    if (type != StaticType::boolean && type != StaticType::unknown && type != StaticType::null) {
      const std::string message =
          quoted(expr, dialect_) + " is " + std::string(with_article(type)) + ", not a condition" + std::string(place);
      if (dialect_ == Dialect::jms) {
        findings_.warn(expr, message + ": always unknown");
      } else {
        findings_.error(expr, ErrorCode::type, message,
                        "compare it with something, for example `... = 1` or `... IS NOT NULL`");
      }
    }
    node(expr);
  }

 private:
  void node(const Expr& expr) {
    switch (expr.op) {
      case Op::literal:
        break;
      case Op::path:
        single_path(expr);
        break;
      case Op::logical_and:
        conditions(expr, " that AND can join");
        break;
      case Op::logical_or:
        conditions(expr, " that OR can join");
        break;
      case Op::logical_not:
        conditions(expr, " that NOT can turn round");
        break;
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        comparison(expr);
        children(expr);
        break;
      case Op::between:
        between(expr);
        children(expr);
        break;
      case Op::in:
        in(expr);
        children(expr);
        break;
      case Op::like:
      case Op::ilike:
        like(expr);
        children(expr);
        break;
      case Op::is_null:
        children(expr);
        break;
      case Op::is_missing:
        presence(expr);
        break;
      case Op::exists:
        presence(expr);
        break;
      case Op::any:
      case Op::all:
        quantified(expr);
        break;
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::plus:
        arithmetic(expr);
        children(expr);
        break;
      case Op::call:
        check_call(expr, dialect_, findings_);
        children(expr);
        break;
    }
  }

  void children(const Expr& expr) {
    for (const ExprPtr& child : expr.children) node(*child);
  }

  void conditions(const Expr& expr, std::string_view place) {
    for (const ExprPtr& child : expr.children) condition(*child, place);
  }

  void single_path(const Expr& expr) {
    if (!expr.path->has_star()) return;
    findings_.error(expr, ErrorCode::type, quoted(expr, dialect_) + " stands for many values: [*] needs a quantifier",
                    "use ANY(...), ALL(...) or EXISTS(...) around the path");
  }

  void presence(const Expr& expr) {
    const Expr& path = *expr.children[0];
    const bool exists = expr.op == Op::exists;
    if (path.op != Op::path) {
      findings_.error(path, ErrorCode::type, std::string(exists ? "EXISTS" : "IS MISSING") + " takes a path",
                      exists ? "" : "IS NULL takes any expression");
      children(expr);
      return;
    }
    if (!exists) single_path(path);
  }

  // Returns whether the pair is worth no further warning.
  bool null_operand(const Expr& at, StaticType a, StaticType b) {
    if (a != StaticType::null && b != StaticType::null) return false;
    findings_.warn(at, "a comparison with NULL is always unknown", "test with IS NULL or IS NOT NULL");
    return true;
  }

  void binary_operand(const Expr& operand, std::string_view what) {
    if (static_type(operand) != StaticType::binary) return;
    findings_.error(operand, ErrorCode::type, "a binary value has no " + std::string(what),
                    "binary values take only =, <>, IN, IS and LENGTH()");
  }

  void unlike(const Expr& at, const Expr& a, const Expr& b) {
    const StaticType left = static_type(a);
    const StaticType right = static_type(b);
    if (null_operand(at, left, right) || alike(left, right)) return;
    findings_.warn(at, std::string(with_article(left)) + " is compared with " + std::string(with_article(right)) +
                           ": never TRUE, whatever the event");
  }

  void ordering(const Expr& at, const Expr& a, const Expr& b) {
    binary_operand(a, "order");
    binary_operand(b, "order");
    if (static_type(a) == StaticType::boolean && static_type(b) == StaticType::boolean) {
      findings_.warn(at, "booleans have no order: never TRUE, whatever the event");
    }
  }

  void comparison(const Expr& expr) {
    const Expr& a = *expr.children[0];
    const Expr& b = *expr.children[1];
    unlike(expr, a, b);
    if (!is_ordering(expr.op)) return;
    ordering(expr, a, b);
    if (dialect_ != Dialect::jms) return;
    if (is_string_literal(a) && is_string_literal(b)) {
      findings_.error(expr, ErrorCode::type, "strings have no order in a JMS selector", "use = or <>, or the core dialect");
    } else if (static_type(a) == StaticType::string || static_type(b) == StaticType::string) {
      findings_.warn(expr, "strings have no order in a JMS selector: never TRUE, whatever the message");
    }
  }

  void between(const Expr& expr) {
    for (std::size_t i = 1; i < 3; ++i) {
      const Expr& bound = *expr.children[i];
      unlike(expr, *expr.children[0], bound);
      binary_operand(bound, "order");
    }
    binary_operand(*expr.children[0], "order");
  }

  void in(const Expr& expr) {
    const StaticType needle = static_type(*expr.children[0]);
    if (needle == StaticType::null) {
      findings_.warn(expr, "a comparison with NULL is always unknown", "test with IS NULL or IS NOT NULL");
      return;
    }
    bool null = false;
    const Expr* different = nullptr;
    for (std::size_t i = 1; i < expr.children.size(); ++i) {
      const StaticType type = static_type(*expr.children[i]);
      null = null || type == StaticType::null;
      if (different == nullptr && !alike(needle, type)) different = expr.children[i].get();
    }
    if (null) { findings_.warn(expr, "NULL in an IN list is never found, and makes NOT IN unknown", "add `OR ... IS NULL`"); }
    if (different != nullptr) unlike(*different, *expr.children[0], *different);
  }

  void like(const Expr& expr) {
    check_pattern(expr, findings_);
    const Expr& subject = *expr.children[0];
    binary_operand(subject, "text to match");
    const StaticType type = static_type(subject);
    if (type == StaticType::string || type == StaticType::unknown || type == StaticType::binary) return;
    findings_.warn(expr, quoted(subject, dialect_) + " is " + std::string(with_article(type)) + ", no string: always unknown");
  }

  void quantified(const Expr& expr) {
    const Expr& value = *expr.children[0];
    null_operand(expr, static_type(value), StaticType::unknown);
    if (is_ordering(expr.compare)) binary_operand(value, "order");
    node(value);
    const Expr& path = *expr.children[1];
    if (path.op == Op::path && path.path->scope != schema::Scope::sys) return;
    findings_.error(path, ErrorCode::type, std::string(expr.op == Op::any ? "ANY" : "ALL") + " takes the path of an array");
  }

  void arithmetic(const Expr& expr) {
    for (const ExprPtr& child : expr.children) {
      const StaticType type = static_type(*child);
      if (type == StaticType::unknown || is_number(type)) continue;
      if (type == StaticType::binary) {
        binary_operand(*child, "arithmetic");
      } else if (expr.op == Op::add && type == StaticType::string && dialect_ != Dialect::jms) {
        findings_.error(expr, ErrorCode::type, "+ adds numbers: " + quoted(*child, dialect_) + " is a string",
                        "use CONCAT(a, b) to join strings");
      } else {
        findings_.warn(expr, quoted(*child, dialect_) + " is " + std::string(with_article(type)) +
                                 ", no number: the result is always unknown");
      }
    }
  }

  Dialect dialect_;
  Findings& findings_;
};

}  // namespace

CheckResult Findings::take() {
  const auto by_position = [](const Finding& a, const Finding& b) { return a.begin < b.begin; };
  std::stable_sort(result_.errors.begin(), result_.errors.end(), by_position);
  std::stable_sort(result_.warnings.begin(), result_.warnings.end(), by_position);
  return std::move(result_);
}

std::string quoted(const Expr& expr, Dialect dialect) {
  constexpr std::size_t kBytesMax = 40;
  return '`' + print_beginning(expr, dialect, kBytesMax) + '`';
}

void check_pattern(const Expr& like, Findings& findings) {
  const std::string* pattern = like.value.if_string();
  if (pattern == nullptr || !like.escape) return;
  const char32_t escape = *like.escape;
  if (!like.any_char_escape && (escape == U'%' || escape == U'_')) {
    findings.error(like, ErrorCode::syntax, "% and _ cannot be the escape character", "choose another one, such as '!'");
    return;
  }
  for (std::size_t at = 0; at < pattern->size();) {
    if (schema::next_code_point(*pattern, at) != escape) continue;
    if (at == pattern->size()) {
      findings.error(like, ErrorCode::syntax, "the pattern ends with its escape character", "double it to mean itself");
      return;
    }
    const char32_t next = schema::next_code_point(*pattern, at);
    if (!like.any_char_escape && next != U'%' && next != U'_' && next != escape) {
      findings.error(like, ErrorCode::syntax, "the escape character may stand only before %, _ or itself",
                     "double it to mean itself");
      return;
    }
  }
}

CheckResult check(const Expr& root, Dialect dialect) {
  Findings findings;
  if (check_limits(root, findings)) Checker(dialect, findings).condition(root, "");
  return findings.take();
}

}  // namespace turnout::predicate
