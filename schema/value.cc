#include "turnout/value.h"

namespace turnout {

std::string_view type_name(ValueType type) noexcept {
  switch (type) {
    case ValueType::missing:
      return "missing";
    case ValueType::null:
      return "null";
    case ValueType::boolean:
      return "boolean";
    case ValueType::int64:
      return "integer";
    case ValueType::float64:
      return "double";
    case ValueType::string:
      return "string";
    case ValueType::binary:
      return "binary";
    case ValueType::array:
      return "array";
    case ValueType::object:
      return "object";
  }
  return "missing";
}

}  // namespace turnout
