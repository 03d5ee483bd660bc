#include "cli/json_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "schema/utf8.h"

namespace turnout::cli {
namespace {

void append_hex(std::string& out, std::string_view bytes) {
  out += R"({"$hex":")";
  for (const char byte : bytes) fmt::format_to(std::back_inserter(out), "{:02X}", static_cast<unsigned char>(byte));
  out += R"("})";
}

void append_double(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  const std::string digits = fmt::format("{}", number);
  out += digits;
  if (digits.find_first_of(".e") == std::string::npos) out += ".0";  // a reader sees that it is no integer
}

void append_array(std::string& out, const Value::Array& items) {
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ',';
    append_json(out, items[i]);
  }
  out += ']';
}

void append_object(std::string& out, const Value::Object& members) {
  out += '{';
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, members[i].first);
    out += ':';
    append_json(out, members[i].second);
  }
  out += '}';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = schema::next_code_point(text, at);
    switch (point) {
      case U'"':
        out += "\\\"";
        break;
      case U'\\':
        out += "\\\\";
        break;
      case U'\n':
        out += "\\n";
        break;
      case U'\r':
        out += "\\r";
        break;
      case U'\t':
        out += "\\t";
        break;
      default:
        if (point < 0x20) {
          fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(point));
        } else {
          schema::append_utf8(out, point);
        }
    }
  }
  out += '"';
}

void append_json(std::string& out, const Value& value) {
  switch (value.type()) {
    case ValueType::missing:
    case ValueType::null:
      out += "null";
      break;
    case ValueType::boolean:
      out += *value.if_boolean() ? "true" : "false";
      break;
    case ValueType::int64:
      fmt::format_to(std::back_inserter(out), "{}", *value.if_int64());
      break;
    case ValueType::float64:
      append_double(out, *value.if_float64());
      break;
    case ValueType::string:
      append_json_string(out, *value.if_string());
      break;
    case ValueType::binary:
      append_hex(out, value.if_binary()->bytes);
      break;
    case ValueType::array:
      append_array(out, *value.if_array());
      break;
    case ValueType::object:
      append_object(out, *value.if_object());
      break;
  }
}

}  // namespace turnout::cli
