#include "turnout/event.h"

#include <algorithm>

#include "schema/event_data.h"
#include "schema/value_text.h"

namespace turnout {

namespace {

// Replaced values stay in the arena until the event is cleared; an event that is never cleared is copied together when the
// arena has grown to this much, and again at each doubling of what is alive.
constexpr std::size_t kCompactBytes = std::size_t{1} << 16;

void compact(std::unique_ptr<schema::EventData>& data) {
  if (data->arena.used_bytes() < data->compact_at) return;
  auto fresh = std::make_unique<schema::EventData>();
  fresh->assign(*data);
  fresh->compact_at = std::max(kCompactBytes, 2 * fresh->arena.used_bytes());
  data = std::move(fresh);
}

}  // namespace

Event::Event() : data_(std::make_unique<schema::EventData>()) {}
Event::~Event() = default;
Event::Event(Event&&) noexcept = default;
Event& Event::operator=(Event&&) noexcept = default;

Event::Event(const Event& other) : Event() { data_->assign(*other.data_); }

Event& Event::operator=(const Event& other) {
  if (this == &other) return *this;
  if (data_ == nullptr) data_ = std::make_unique<schema::EventData>();
  data_->assign(*other.data_);
  return *this;
}

void Event::clear() noexcept { data_->clear(); }

Event& Event::set(std::string_view name, const Value& value) {
  compact(data_);
  auto& attributes = data_->attributes;
  const auto same = std::find_if(attributes.begin(), attributes.end(), [&](const auto& field) { return field.name == name; });
  if (value.type() == ValueType::missing) {
    if (same != attributes.end()) attributes.erase(same);
  } else if (same != attributes.end()) {
    same->value = data_->store(value);
  } else {
    attributes.push_back({data_->arena.copy(name), schema::kNoNode, data_->store(value)});
  }
  return *this;
}

Event& Event::set_sys(SysField field, const Value& value) {
  compact(data_);
  const bool fits = value.type() == sys_field_type(field) || value.type() == ValueType::missing;
  data_->sys[static_cast<std::size_t>(field)] = fits ? data_->store(value) : schema::ValueView::null();
  return *this;
}

Event& Event::set_body(const Value& value) {
  compact(data_);
  data_->body = data_->store(value);
  return *this;
}

std::string Event::to_string() const {
  std::string out = "attributes ";
  schema::append_json(out, schema::ValueView::object(data_->attributes.data(), data_->attributes.size()));
  std::vector<schema::Field> envelope;
  for (std::size_t i = 0; i < kSysFieldCount; ++i) {
    if (!data_->sys[i].is_missing())
      envelope.push_back({sys_field_name(static_cast<SysField>(i)), schema::kNoNode, data_->sys[i]});
  }
  out += "\nsys ";
  schema::append_json(out, schema::ValueView::object(envelope.data(), envelope.size()));
  out += "\nbody ";
  schema::append_json(out, data_->body);
  return out;
}

}  // namespace turnout
