#include "matcher/predicate/printer.h"

#include <limits>
#include <string_view>

#include "matcher/predicate/binding.h"
#include "schema/path.h"
#include "schema/utf8.h"
#include "schema/value_text.h"

namespace turnout::predicate {

namespace {

constexpr char kHexDigits[] = "0123456789ABCDEF";

void append_quoted(std::string& out, std::string_view text, char quote) {
  out += quote;
  for (const char c : text) {
    out += c;
    if (c == quote) out += quote;
  }
  out += quote;
}

void append_binary(std::string& out, std::string_view bytes) {
  out += "X'";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
  }
  out += '\'';
}

void append_value(std::string& out, const Value& value);

void append_array(std::string& out, const Value::Array& items) {
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += ", ";
    append_value(out, items[i]);
  }
  out += ']';
}

void append_object(std::string& out, const Value::Object& fields) {
  out += '{';
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i != 0) out += ", ";
    append_quoted(out, fields[i].first, '"');
    out += ": ";
    append_value(out, fields[i].second);
  }
  out += '}';
}

void append_value(std::string& out, const Value& value) {
  switch (value.type()) {
    case ValueType::missing:
      out += "MISSING";
      break;
    case ValueType::null:
      out += "NULL";
      break;
    case ValueType::boolean:
      out += *value.if_boolean() ? "TRUE" : "FALSE";
      break;
    case ValueType::int64:
      out += std::to_string(*value.if_int64());
      break;
    case ValueType::float64:
      out += schema::double_text(*value.if_float64());
      break;
    case ValueType::string:
      append_quoted(out, *value.if_string(), '\'');
      break;
    case ValueType::binary:
      append_binary(out, value.if_binary()->bytes);
      break;
    case ValueType::array:
      append_array(out, *value.if_array());
      break;
    case ValueType::object:
      append_object(out, *value.if_object());
      break;
  }
}

std::string_view operator_text(Op op) noexcept {
  switch (op) {
    case Op::logical_and:
      return " AND ";
    case Op::logical_or:
      return " OR ";
    case Op::equal:
      return " = ";
    case Op::not_equal:
      return " <> ";
    case Op::less:
      return " < ";
    case Op::less_equal:
      return " <= ";
    case Op::greater:
      return " > ";
    case Op::greater_equal:
      return " >= ";
    case Op::add:
      return " + ";
    case Op::subtract:
      return " - ";
    case Op::multiply:
      return " * ";
    case Op::divide:
      return " / ";
    case Op::modulo:
      return " % ";
    default:
      return "";
  }
}

class Printer {
 public:
  // Stops soon after `bytes_max`.
  Printer(std::string& out, Dialect dialect, std::size_t bytes_max) : out_(out), dialect_(dialect), bytes_max_(bytes_max) {}

  void expression(const Expr& expr, Binding least) {
    if (full()) return;
    const bool group = binding_of(expr) < least;
    if (group) out_ += '(';
    node(expr);
    if (group) out_ += ')';
  }

 private:
  [[nodiscard]] bool full() const noexcept { return out_.size() > bytes_max_; }

  void node(const Expr& expr) {
    switch (expr.op) {
      case Op::literal:
        append_value(out_, expr.value);
        break;
      case Op::path:
        path(*expr.path);
        break;
      case Op::logical_not:
        negation(expr);
        break;
      case Op::logical_and:
      case Op::logical_or:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
        joined(expr);
        break;
      case Op::negate:
      case Op::plus:
        sign(expr);
        break;
      case Op::any:
      case Op::all:
        quantified(expr);
        break;
      case Op::exists:
        out_ += "EXISTS(";
        operand(expr, 0);
        out_ += ')';
        break;
      case Op::call:
        call(expr);
        break;
      case Op::between:
      case Op::in:
      case Op::like:
      case Op::ilike:
      case Op::is_null:
      case Op::is_missing:
        test(expr, false);
        break;
    }
  }

  void operand(const Expr& parent, std::size_t index) { expression(*parent.children[index], least_binding(parent, index)); }

  void joined(const Expr& expr) {
    const std::string_view between = operator_text(expr.op);
    for (std::size_t i = 0; i < expr.children.size() && !full(); ++i) {
      if (i != 0) out_ += between;
      operand(expr, i);
    }
  }

  void negation(const Expr& expr) {
    if (takes_not_inside(expr.children[0]->op)) {
      test(*expr.children[0], true);
      return;
    }
    out_ += "NOT ";
    operand(expr, 0);
  }

  void sign(const Expr& expr) {
    out_ += expr.op == Op::negate ? '-' : '+';
    const std::size_t at = out_.size();
    operand(expr, 0);
    // `- -a`: two signs are two tokens, and easier to read apart.
    if (out_.size() > at && (out_[at] == '-' || out_[at] == '+')) out_.insert(at, 1, ' ');
  }

  void test(const Expr& expr, bool negated) {
    operand(expr, 0);
    if (expr.op == Op::is_null || expr.op == Op::is_missing) {
      out_ += negated ? " IS NOT " : " IS ";
      out_ += expr.op == Op::is_null ? "NULL" : "MISSING";
      return;
    }
    if (negated) out_ += " NOT";
    switch (expr.op) {
      case Op::between:
        out_ += " BETWEEN ";
        operand(expr, 1);
        out_ += " AND ";
        operand(expr, 2);
        break;
      case Op::in:
        out_ += " IN (";
        list(expr, 1);
        out_ += ')';
        break;
      default:
        pattern(expr);
        break;
    }
  }

  void pattern(const Expr& expr) {
    out_ += expr.op == Op::like ? " LIKE " : " ILIKE ";
    append_value(out_, expr.value);
    if (!expr.escape) return;
    out_ += " ESCAPE ";
    std::string escape;
    schema::append_utf8(escape, *expr.escape);
    append_quoted(out_, escape, '\'');
  }

  void quantified(const Expr& expr) {
    operand(expr, 0);
    out_ += operator_text(expr.compare);
    out_ += expr.op == Op::any ? "ANY(" : "ALL(";
    operand(expr, 1);
    out_ += ')';
  }

  void call(const Expr& expr) {
    out_ += function_name(expr.function);
    out_ += '(';
    list(expr, 0);
    out_ += ')';
  }

  void list(const Expr& expr, std::size_t first) {
    for (std::size_t i = first; i < expr.children.size() && !full(); ++i) {
      if (i != first) out_ += ", ";
      operand(expr, i);
    }
  }

  // A name of azure-sql starts with a letter and has no `$`: schema::to_string, which knows the names of core, is not enough.
  static bool needs_azure_quotes(const schema::Path& path) noexcept {
    for (const schema::Segment& segment : path.segments) {
      if (segment.kind != schema::Segment::Kind::name) continue;
      if (segment.name.starts_with('_') || segment.name.find('$') != std::string::npos) return true;
    }
    return false;
  }

  void path(const schema::Path& path) {
    if (dialect_ != Dialect::azure_sql || !needs_azure_quotes(path)) {
      out_ += schema::to_string(path);
      return;
    }
    if (path.scope == schema::Scope::user) out_ += "user.";
    if (path.scope == schema::Scope::data) out_ += "data.";
    for (std::size_t i = 0; i < path.segments.size(); ++i) {
      const schema::Segment& segment = path.segments[i];
      switch (segment.kind) {
        case schema::Segment::Kind::name:
          if (i != 0) out_ += '.';
          append_quoted(out_, segment.name, '"');
          break;
        case schema::Segment::Kind::index:
          out_ += '[' + std::to_string(segment.index) + ']';
          break;
        case schema::Segment::Kind::star:
          out_ += "[*]";
          break;
      }
    }
  }

  std::string& out_;
  Dialect dialect_;
  std::size_t bytes_max_;
};

}  // namespace

std::string print(const Expr& expr, Dialect dialect) {
  std::string out;
  Printer(out, dialect, std::string::npos).expression(expr, Binding::logical_or);
  return out;
}

std::string print_beginning(const Expr& expr, Dialect dialect, std::size_t bytes_max) {
  std::string out;
  Printer(out, dialect, bytes_max).expression(expr, Binding::logical_or);
  if (out.size() <= bytes_max) return out;
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0) == 0x80) --end;
  out.resize(end);
  return out + "...";
}

std::string print_literal(const Value& value) {
  std::string out;
  append_value(out, value);
  return out;
}

}  // namespace turnout::predicate
