// What a quantifier ranges over.
#pragma once

#include <cstddef>
#include <span>

#include "schema/path.h"
#include "schema/value_view.h"

namespace turnout::schema {

// The member, or missing. `name` compares exactly; objects of events have unique names.
ValueView member(ValueView object, std::string_view name) noexcept;
// The element, or missing.
ValueView element(ValueView array, std::uint32_t index) noexcept;

namespace detail {
template <class Visit>
void visit_rest(ValueView value, std::span<const Segment> rest, Visit& visit) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const Segment& segment = rest[i];
    if (segment.kind == Segment::Kind::star) {
      if (value.type() != ValueType::array) return visit(ValueView{});
      for (ValueView item : value.elements()) visit_rest(item, rest.subspan(i + 1), visit);
      return;
    }
    value = segment.kind == Segment::Kind::name ? member(value, segment.name) : element(value, segment.index);
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
  for (ValueView item : slot.elements()) detail::visit_rest(item, rest, visit);
  return true;
}

}  // namespace turnout::schema
