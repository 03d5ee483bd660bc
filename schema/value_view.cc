#include "schema/value_view.h"

namespace turnout::schema {

ValueView ValueView::of(const Value& value) noexcept {
  switch (value.type()) {
    case ValueType::missing:
      return {};
    case ValueType::null:
      return null();
    case ValueType::boolean:
      return boolean(*value.if_boolean());
    case ValueType::int64:
      return int64(*value.if_int64());
    case ValueType::float64:
      return float64(*value.if_float64());
    case ValueType::string:
      return string(*value.if_string());
    case ValueType::binary:
      return binary(value.if_binary()->bytes);
    case ValueType::array:
      return array({});
    case ValueType::object:
      return object(nullptr, 0);
  }
  return {};
}

std::optional<Value> to_scalar(ValueView view) {
  switch (view.type()) {
    case ValueType::missing:
      return Value();
    case ValueType::null:
      return Value::null();
    case ValueType::boolean:
      return Value(view.as_boolean());
    case ValueType::int64:
      return Value(view.as_int64());
    case ValueType::float64:
      return Value(view.as_float64());
    case ValueType::string:
      return Value(view.as_bytes());
    case ValueType::binary:
      return Value::binary(std::string(view.as_bytes()));
    case ValueType::array:
    case ValueType::object:
      break;
  }
  return std::nullopt;
}

}  // namespace turnout::schema
