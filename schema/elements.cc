#include "schema/elements.h"

#include "schema/case_fold.h"

namespace turnout::schema {

ValueView member(ValueView object, std::string_view name) noexcept {
  if (object.type() != ValueType::object) return {};
  for (const Field* field = object.fields(); field != object.fields() + object.size(); ++field) {
    if (field->name == name) return field->value;
  }
  return {};
}

const Field* find_field(std::span<const Field> fields, std::string_view name, bool any_case) noexcept {
  const Field* best = nullptr;
  for (const Field& field : fields) {
    if (field.name == name) return &field;
    if (any_case && equal_folded(field.name, name) && (best == nullptr || field.name < best->name)) best = &field;
  }
  return best;
}

ValueView element(ValueView array, std::uint32_t index) noexcept {
  if (array.type() != ValueType::array || index >= array.size()) return {};
  return array.elements()[index];
}

ValueView step(ValueView value, const Segment& segment, bool any_case) noexcept {
  if (segment.kind == Segment::Kind::index) return element(value, segment.index);
  if (!any_case) return member(value, segment.name);
  if (value.type() != ValueType::object) return {};
  const Field* field = find_field({value.fields(), value.size()}, segment.name, true);
  return field == nullptr ? ValueView{} : field->value;
}

}  // namespace turnout::schema
