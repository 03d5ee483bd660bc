// What a quantifier ranges over.
#pragma once

#include <cstddef>
#include <span>

#include "schema/path.h"
#include "schema/value_view.h"

namespace turnout::schema {

// The member, or missing. `name` compares exactly; objects of events have unique names.
ValueView member(ValueView object, std::string_view name) noexcept;
// The field of that name, or nullptr. With `any_case` an exact match wins, else the lowest by code point of those that differ
// only in case. Linear.
const Field* find_field(std::span<const Field> fields, std::string_view name, bool any_case) noexcept;
// The element, or missing.
ValueView element(ValueView array, std::uint32_t index) noexcept;

// One name or index further, or missing. `segment` is no [*].
ValueView step(ValueView value, const Segment& segment, bool any_case) noexcept;

namespace detail {
template <class Visit>
void visit_rest(ValueView value, std::span<const Segment> rest, bool any_case, Visit& visit) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const Segment& segment = rest[i];
    if (segment.kind == Segment::Kind::star) {
      if (value.type() != ValueType::array) return visit(ValueView{});
      for (ValueView item : value.elements()) visit_rest(item, rest.subspan(i + 1), any_case, visit);
      return;
    }
    value = step(value, segment, any_case);
  }
  visit(value);
}
}  // namespace detail

// Calls `visit(ValueView)` for every element that a quantifier over `path` ranges over, given its slot (the value before the
// first [*], or at the path when it has none). A missing member is visited as missing, and so is what is not an array where an
// inner [*] stands. Returns false, without a visit, when the slot is not an array: the quantifier is then unknown.
template <class Visit>
bool for_each_element(ValueView slot, const Path& path, Visit&& visit) {
  if (slot.type() != ValueType::array) return false;
  std::size_t after = path.segments.size();
  for (std::size_t i = 0; i < path.segments.size(); ++i) {
    if (path.segments[i].kind == Segment::Kind::star) {
      after = i + 1;
      break;
    }
  }
  const std::span<const Segment> rest = std::span(path.segments).subspan(after);
  for (ValueView item : slot.elements()) detail::visit_rest(item, rest, path.any_case, visit);
  return true;
}

}  // namespace turnout::schema
