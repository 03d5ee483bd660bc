#include "schema/value_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace turnout::schema {

namespace {

constexpr std::string_view kHexDigits = "0123456789ABCDEF";

void append_hex(std::string& out, unsigned char byte) {
  out += kHexDigits[byte >> 4];
  out += kHexDigits[byte & 15];
}

void append_escaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) >= 0x20) {
    out += c;
  } else {
    out += "\\u00";
    append_hex(out, static_cast<unsigned char>(c));
  }
}

void append_binary(std::string& out, std::string_view bytes) {
  out += "X'";
  for (const char c : bytes) append_hex(out, static_cast<unsigned char>(c));
  out += '\'';
}

}  // namespace

std::string double_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  std::array<char, 40> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  std::string out(buffer.data(), end);
  if (out.find_first_of(".e") == std::string::npos) out += ".0";
  return out;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) append_escaped(out, c);
  out += '"';
}

void append_json(std::string& out, ValueView value) {
  switch (value.type()) {
    case ValueType::missing:
      out += "missing";
      return;
    case ValueType::null:
      out += "null";
      return;
    case ValueType::boolean:
      out += value.as_boolean() ? "true" : "false";
      return;
    case ValueType::int64:
      out += std::to_string(value.as_int64());
      return;
    case ValueType::float64:
      out += double_text(value.as_float64());
      return;
    case ValueType::string:
      append_json_string(out, value.as_bytes());
      return;
    case ValueType::binary:
      append_binary(out, value.as_bytes());
      return;
    case ValueType::array:
      out += '[';
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (i != 0) out += ", ";
        append_json(out, value.elements()[i]);
      }
      out += ']';
      return;
    case ValueType::object:
      out += '{';
      for (std::size_t i = 0; i < value.size(); ++i) {
        if (i != 0) out += ", ";
        append_json_string(out, value.fields()[i].name);
        out += ": ";
        append_json(out, value.fields()[i].value);
      }
      out += '}';
      return;
  }
}

}  // namespace turnout::schema
