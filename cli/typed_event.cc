#include "cli/typed_event.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "schema/event_data.h"
#include "schema/timestamp.h"

namespace turnout::cli {
namespace {

struct IntegerType {
  std::string_view name;
  double low, high;  // of values that are doubles; int64 values are compared exactly below
};

constexpr double kTwo63 = 9223372036854775808.0;
constexpr std::size_t kFractionDigits = 9;
constexpr std::array kIntegerTypes = {
    IntegerType{"int8", -128, 127},
    IntegerType{"byte", -128, 127},
    IntegerType{"int16", -32768, 32767},
    IntegerType{"short", -32768, 32767},
    IntegerType{"int32", -2147483648.0, 2147483647},
    IntegerType{"int", -2147483648.0, 2147483647},
    IntegerType{"int64", -kTwo63, kTwo63},
    IntegerType{"long", -kTwo63, kTwo63},
    IntegerType{"uint8", 0, 255},
    IntegerType{"ubyte", 0, 255},
    IntegerType{"uint16", 0, 65535},
    IntegerType{"ushort", 0, 65535},
    IntegerType{"uint32", 0, 4294967295},
    IntegerType{"uint", 0, 4294967295},
    IntegerType{"uint64", 0, kTwo63},
    IntegerType{"ulong", 0, kTwo63},
};

Error type_error(std::string_view type, std::string_view why) {
  return Error{ErrorCode::invalid_event, fmt::format("type `{}`: {}", type, why), "", 0, 0, ""};
}

Result<Value> to_integer(const Value& value, const IntegerType& type) {
  if (const std::int64_t* integer = value.if_int64()) {
    const auto approximate = static_cast<double>(*integer);
    if (approximate < type.low || approximate > type.high) return type_error(type.name, "the value is out of range");
    return value;
  }
  const double* number = value.if_float64();
  if (number == nullptr || std::trunc(*number) != *number) return type_error(type.name, "the value is not an integer");
  if (*number < type.low || *number > type.high || *number >= kTwo63) return type_error(type.name, "the value is out of range");
  return Value(static_cast<std::int64_t>(*number));
}

Result<Value> to_double(const Value& value, std::string_view type, bool single) {
  double number = 0;
  if (const std::int64_t* integer = value.if_int64()) {
    number = static_cast<double>(*integer);
  } else if (const double* exact = value.if_float64()) {
    number = *exact;
  } else {
    return type_error(type, "the value is not a number");
  }
  return Value(single ? static_cast<double>(static_cast<float>(number)) : number);
}

Result<Value> to_timestamp(const Value& value) {
  if (value.if_int64() != nullptr) return value;
  const std::string* text = value.if_string();
  const std::optional<std::int64_t> time = text == nullptr ? std::nullopt : schema::parse_timestamp(*text, kFractionDigits);
  if (!time) return type_error("timestamp", "the value is neither milliseconds nor an ISO 8601 time with offset");
  return Value(*time);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<Value> from_hex(std::string_view text) {
  std::string bytes;
  if (text.size() % 2 != 0) return type_error("$hex", "an odd number of digits");
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_digit(text[i]);
    const int low = hex_digit(text[i + 1]);
    if (high < 0 || low < 0) return type_error("$hex", "not hexadecimal digits");
    bytes += static_cast<char>(high * 16 + low);
  }
  return Value::binary(std::move(bytes));
}

Result<Value> convert(schema::ValueView view, bool& changed);

Result<Value> convert_object(schema::ValueView view, bool& changed) {
  const schema::Field* fields = view.fields();
  if (view.size() == 1 && fields->name == "$hex" && fields->value.type() == ValueType::string) {
    changed = true;
    return from_hex(fields->value.as_bytes());
  }
  Value::Object members;
  for (std::uint32_t i = 0; i < view.size(); ++i) {
    Result<Value> member = convert(fields[i].value, changed);
    if (!member) return member;
    members.emplace_back(std::string(fields[i].name), *std::move(member));
  }
  return Value(std::move(members));
}

// The value a view refers to, with {"$hex": ...} turned into bytes. Depth is bounded by limits::kJsonDepth.
Result<Value> convert(schema::ValueView view, bool& changed) {
  if (std::optional<Value> scalar = schema::to_scalar(view)) return *std::move(scalar);
  if (view.type() == ValueType::object) return convert_object(view, changed);
  Value::Array items;
  for (const schema::ValueView element : view.elements()) {
    Result<Value> item = convert(element, changed);
    if (!item) return item;
    items.push_back(*std::move(item));
  }
  return Value(std::move(items));
}

const schema::Field* find_attribute(const Event& event, std::string_view name) {
  const auto& attributes = event.data().attributes;
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const schema::Field& f) { return f.name == name; });
  return found == attributes.end() ? nullptr : &*found;
}

Result<bool> apply_type(const std::string& name, std::string_view type, Event& event) {
  constexpr std::string_view kEnvelope = "$sys.";
  bool changed = false;
  schema::ValueView view;
  std::optional<SysField> field;
  if (std::string_view(name).starts_with(kEnvelope)) {
    field = find_sys_field(std::string_view(name).substr(kEnvelope.size()), true);
    if (field) view = event.data().sys[static_cast<std::size_t>(*field)];
  } else if (const schema::Field* attribute = find_attribute(event, name)) {
    view = attribute->value;
  }
  if (!view.has_value()) return false;
  const Result<Value> value = convert(view, changed);
  if (!value) return value.error();
  const Result<Value> typed = with_type(*value, type);
  if (!typed) return Error{typed.error().code, fmt::format("`{}`: {}", name, typed.error().message), "", 0, 0, ""};
  if (*typed == *value) return false;
  if (field) {
    event.set_sys(*field, *typed);
  } else {
    event.set(name, *typed);
  }
  return true;
}

}  // namespace

Result<Value> with_type(const Value& value, std::string_view type) {
  const auto integer = std::find_if(kIntegerTypes.begin(), kIntegerTypes.end(), [&](const auto& t) { return t.name == type; });
  if (integer != kIntegerTypes.end()) return to_integer(value, *integer);
  if (type == "float32" || type == "float") return to_double(value, type, true);
  if (type == "float64" || type == "double") return to_double(value, type, false);
  if (type == "timestamp") return to_timestamp(value);
  if (type == "binary") {
    if (const std::string* text = value.if_string()) return Value::binary(*text);
    return value.if_binary() != nullptr ? Result<Value>(value) : type_error(type, "the value is neither bytes nor a string");
  }
  if (type == "string" || type == "char" || type == "symbol") {
    return value.if_string() != nullptr ? Result<Value>(value) : type_error(type, "the value is not a string");
  }
  if (type == "boolean" || type == "bool") {
    return value.if_boolean() != nullptr ? Result<Value>(value) : type_error(type, "the value is not a boolean");
  }
  return type_error(type, "no such type");
}

Result<bool> apply_types(const std::vector<std::pair<std::string, std::string>>& types, Event& event) {
  bool changed = false;
  std::vector<std::pair<std::string, Value>> replaced;
  for (const schema::Field& attribute : event.data().attributes) {
    bool has_bytes = false;
    Result<Value> value = convert(attribute.value, has_bytes);
    if (!value) return value.error();
    if (has_bytes) replaced.emplace_back(std::string(attribute.name), *std::move(value));
  }
  for (const auto& [name, value] : replaced) event.set(name, value);
  changed = !replaced.empty();
  for (const auto& [name, type] : types) {
    Result<bool> typed = apply_type(name, type, event);
    if (!typed) return typed;
    changed = changed || *typed;
  }
  return changed;
}

}  // namespace turnout::cli
