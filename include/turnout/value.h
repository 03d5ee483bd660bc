// Values of events and filters.
//
// A Value owns what it holds: null, boolean, int64, double, UTF-8 string, binary, array or object. `missing` is the value of a
// path that an event does not have; it is what a default-constructed Value holds and is never stored inside an array or object.
// Thread-safety: a Value is a plain value. Copying is linear in its size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace turnout {

enum class ValueType : std::uint8_t { missing, null, boolean, int64, float64, string, binary, array, object };

// The name in words: "missing", "null", "boolean", "integer", "double", "string", "binary", "array", "object".
std::string_view type_name(ValueType type) noexcept;

class Value {
 public:
  struct Null {
    friend bool operator==(Null, Null) = default;
  };
  struct Binary {
    std::string bytes;
    friend bool operator==(const Binary&, const Binary&) = default;
  };
  using Array = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;  // in the order given; of equal keys the last one counts

  Value() = default;                                            // missing
  Value(bool value) : data_(value) {}                           // NOLINT(google-explicit-constructor)
  Value(int value) : data_(std::int64_t{value}) {}              // NOLINT(google-explicit-constructor)
  Value(std::int64_t value) : data_(value) {}                   // NOLINT(google-explicit-constructor)
  Value(double value) : data_(value) {}                         // NOLINT(google-explicit-constructor)
  Value(std::string value) : data_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  Value(std::string_view value) : data_(std::string(value)) {}  // NOLINT(google-explicit-constructor)
  Value(const char* value) : data_(std::string(value)) {}       // NOLINT(google-explicit-constructor)
  Value(Array value) : data_(std::move(value)) {}               // NOLINT(google-explicit-constructor)
  Value(Object value) : data_(std::move(value)) {}              // NOLINT(google-explicit-constructor)
  static Value null() {
    Value v;
    v.data_ = Null{};
    return v;
  }
  static Value binary(std::string bytes) {
    Value v;
    v.data_ = Binary{std::move(bytes)};
    return v;
  }

  [[nodiscard]] ValueType type() const noexcept { return static_cast<ValueType>(data_.index()); }

  // The content when the type is the one asked for, else nullptr.
  [[nodiscard]] const bool* if_boolean() const noexcept { return std::get_if<bool>(&data_); }
  [[nodiscard]] const std::int64_t* if_int64() const noexcept { return std::get_if<std::int64_t>(&data_); }
  [[nodiscard]] const double* if_float64() const noexcept { return std::get_if<double>(&data_); }
  [[nodiscard]] const std::string* if_string() const noexcept { return std::get_if<std::string>(&data_); }
  [[nodiscard]] const Binary* if_binary() const noexcept { return std::get_if<Binary>(&data_); }
  [[nodiscard]] const Array* if_array() const noexcept { return std::get_if<Array>(&data_); }
  [[nodiscard]] const Object* if_object() const noexcept { return std::get_if<Object>(&data_); }

  // Same type and same content; NaN differs from itself, 1 differs from 1.0. Not the language's `=`.
  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<std::monostate, Null, bool, std::int64_t, double, std::string, Binary, Array, Object> data_;
};

}  // namespace turnout
