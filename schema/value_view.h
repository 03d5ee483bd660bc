// A value by reference: 16 bytes, trivially copyable. Whoever hands it out owns the bytes behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "turnout/value.h"

namespace turnout::schema {

struct Field;

class ValueView {
 public:
  constexpr ValueView() noexcept : int_(0) {}
  static constexpr ValueView null() noexcept { return ValueView(ValueType::null); }
  static constexpr ValueView boolean(bool v) noexcept {
    ValueView r(ValueType::boolean);
    r.int_ = v ? 1 : 0;
    return r;
  }
  static constexpr ValueView int64(std::int64_t v) noexcept {
    ValueView r(ValueType::int64);
    r.int_ = v;
    return r;
  }
  static constexpr ValueView float64(double v) noexcept {
    ValueView r(ValueType::float64);
    r.double_ = v;
    return r;
  }
  static constexpr ValueView string(std::string_view v) noexcept { return bytes(ValueType::string, v); }
  static constexpr ValueView binary(std::string_view v) noexcept { return bytes(ValueType::binary, v); }
  static constexpr ValueView array(std::span<const ValueView> v) noexcept {
    ValueView r(ValueType::array);
    r.size_ = static_cast<std::uint32_t>(v.size());
    r.elements_ = v.data();
    return r;
  }
  static constexpr ValueView object(const Field* fields, std::size_t count) noexcept {
    ValueView r(ValueType::object);
    r.size_ = static_cast<std::uint32_t>(count);
    r.fields_ = fields;
    return r;
  }
  // A view into `value`, which must outlive it. Arrays and objects appear empty: use EventData to hold those.
  static ValueView of(const Value& value) noexcept;

  [[nodiscard]] constexpr ValueType type() const noexcept { return type_; }
  [[nodiscard]] constexpr bool is_missing() const noexcept { return type_ == ValueType::missing; }
  // Present and not null.
  [[nodiscard]] constexpr bool has_value() const noexcept { return type_ > ValueType::null; }

  // Each requires the matching type.
  [[nodiscard]] constexpr bool as_boolean() const noexcept { return int_ != 0; }
  [[nodiscard]] constexpr std::int64_t as_int64() const noexcept { return int_; }
  [[nodiscard]] constexpr double as_float64() const noexcept { return double_; }
  [[nodiscard]] constexpr std::string_view as_bytes() const noexcept { return {chars_, size_}; }  // string or binary
  [[nodiscard]] constexpr std::span<const ValueView> elements() const noexcept { return {elements_, size_}; }
  [[nodiscard]] constexpr const Field* fields() const noexcept { return fields_; }
  [[nodiscard]] constexpr std::uint32_t size() const noexcept { return size_; }  // bytes, elements or fields

 private:
  constexpr explicit ValueView(ValueType type) noexcept : type_(type), int_(0) {}
  static constexpr ValueView bytes(ValueType type, std::string_view v) noexcept {
    ValueView r(type);
    r.size_ = static_cast<std::uint32_t>(v.size());
    r.chars_ = v.data();
    return r;
  }

  ValueType type_ = ValueType::missing;
  std::uint32_t size_ = 0;
  union {
    std::int64_t int_;
    double double_;
    const char* chars_;
    const ValueView* elements_;
    const Field* fields_;
  };
};

// The scalar that a view shows, owned; null and missing are themselves. nullopt for arrays and objects.
std::optional<Value> to_scalar(ValueView view);

inline constexpr std::uint32_t kNoNode = 0xffff'ffff;

// A member of an object, or an attribute of an event.
struct Field {
  std::string_view name;
  std::uint32_t node = kNoNode;  // node of `name` in the registry the event was read with, or kNoNode
  ValueView value;
};

}  // namespace turnout::schema
