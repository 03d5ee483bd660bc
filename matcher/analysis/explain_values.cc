#include <algorithm>

#include "matcher/analysis/explain_notes.h"
#include "matcher/predicate/printer.h"

namespace turnout::analysis {

namespace {

constexpr std::size_t kTextBytesMax = 120;
constexpr std::size_t kElementsMax = 8;

std::string scalar_text(schema::ValueView value) {
  using predicate::print_literal;
  switch (value.type()) {
    case ValueType::missing:
      return "missing";
    case ValueType::null:
      return "NULL";
    case ValueType::boolean:
      return print_literal(Value(value.as_boolean()));
    case ValueType::int64:
      return print_literal(Value(value.as_int64()));
    case ValueType::float64:
      return print_literal(Value(value.as_float64()));
    case ValueType::string: {
      std::string_view text = value.as_bytes();
      if (text.size() <= kTextBytesMax) return print_literal(Value(text));
      std::size_t end = kTextBytesMax;
      while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
      return print_literal(Value(text.substr(0, end))) + "...";
    }
    case ValueType::binary: {
      const std::string_view bytes = value.as_bytes();
      std::string text = print_literal(Value::binary(std::string(bytes.substr(0, kTextBytesMax / 2))));
      return bytes.size() > kTextBytesMax / 2 ? text + "..." : text;
    }
    case ValueType::array:
      return value.size() == 0 ? "[]" : "[...]";
    case ValueType::object:
      return value.size() == 0 ? "{}" : "{...}";
  }
  return "";
}

}  // namespace

std::string short_text(schema::ValueView value) {
  if (value.type() != ValueType::array) return scalar_text(value);
  std::string out = "[";
  const std::size_t shown = std::min(kElementsMax, value.elements().size());
  for (std::size_t i = 0; i < shown; ++i) {
    if (i != 0) out += ", ";
    out += scalar_text(value.elements()[i]);
  }
  if (shown < value.elements().size()) out += ", ...";
  return out + "]";
}

}  // namespace turnout::analysis
