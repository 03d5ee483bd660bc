#include "matcher/predicate/residual_key.h"

#include <bit>
#include <cstdint>

namespace turnout::predicate {

namespace {

void append_number(std::uint64_t number, std::string& key) {
  key += std::to_string(number);
  key += ' ';
}

void append_text(std::string_view text, std::string& key) {
  append_number(text.size(), key);
  key += text;
}

void append_value(const Value& value, std::string& key) {
  append_number(static_cast<std::uint64_t>(value.type()), key);
  if (const bool* b = value.if_boolean()) append_number(*b ? 1 : 0, key);
  if (const std::int64_t* i = value.if_int64()) append_number(static_cast<std::uint64_t>(*i), key);
  if (const double* d = value.if_float64()) append_number(std::bit_cast<std::uint64_t>(*d), key);
  if (const std::string* s = value.if_string()) append_text(*s, key);
  if (const Value::Binary* b = value.if_binary()) append_text(b->bytes, key);
}

}  // namespace

void append_key(const schema::Path& path, std::string& key) {
  append_number(static_cast<std::uint64_t>(path.scope) * 2 + (path.any_case ? 1 : 0), key);
  append_number(static_cast<std::uint64_t>(path.sys), key);
  append_number(path.segments.size(), key);
  for (const schema::Segment& segment : path.segments) {
    append_number(static_cast<std::uint64_t>(segment.kind), key);
    if (segment.kind == schema::Segment::Kind::name) append_text(segment.name, key);
    if (segment.kind == schema::Segment::Kind::index) append_number(segment.index, key);
  }
}

void append_key(const Expr& expr, std::string& key) {
  append_number(static_cast<std::uint64_t>(expr.op), key);
  switch (expr.op) {
    case Op::literal:
      return append_value(expr.value, key);
    case Op::path:
      return append_key(*expr.path, key);
    case Op::like:
    case Op::ilike:
      append_value(expr.value, key);
      append_number(expr.escape ? std::uint64_t{*expr.escape} + 1 : 0, key);
      append_number(expr.any_char_escape ? 1 : 0, key);
      break;
    case Op::any:
    case Op::all:
      append_number(static_cast<std::uint64_t>(expr.compare), key);
      break;
    case Op::call:
      append_number(static_cast<std::uint64_t>(expr.function), key);
      break;
    default:
      break;
  }
  append_number((expr.unordered_strings ? 1U : 0U) + (expr.real_division ? 2U : 0U), key);
  append_number(expr.children.size(), key);
  for (const ExprPtr& child : expr.children) append_key(*child, key);
}

}  // namespace turnout::predicate
