// The JSON reader alone: reading everything accepts exactly what the strict check accepts; reading some paths never refuses
// more, and finds the same scalars; resolve() is lookup().
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "schema/event_data.h"
#include "schema/json_check.h"
#include "schema/path_registry.h"
#include "schema/value_text.h"

namespace {

using turnout::schema::Path;
using turnout::schema::Scope;
using turnout::schema::Segment;
using turnout::schema::ValueView;

void require(bool condition) {
  if (!condition) std::abort();
}

std::shared_ptr<turnout::schema::PathRegistry> make_registry() {
  const Segment a{.kind = Segment::Kind::name, .name = "a", .index = 0};
  const Segment b{.kind = Segment::Kind::name, .name = "b", .index = 0};
  const Segment first{.kind = Segment::Kind::index, .name = {}, .index = 0};
  const Segment star{.kind = Segment::Kind::star, .name = {}, .index = 0};
  auto registry = std::make_shared<turnout::schema::PathRegistry>();
  const auto add = [&](Scope scope, std::vector<Segment> segments) {
    Path path;
    path.scope = scope;
    path.segments = std::move(segments);
    require(registry->insert(path, path.segments.size() == 1).ok());
  };
  add(Scope::any, {a});
  add(Scope::any, {a, b});
  add(Scope::data, {a, first, b});
  add(Scope::any, {b, star, a});
  add(Scope::data, {first});
  return registry;
}

std::string scalar_text(ValueView value) {
  std::string out;
  if (value.type() == turnout::ValueType::array) return "array";
  if (value.type() == turnout::ValueType::object) return "object";
  turnout::schema::append_json(out, value);
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto registry = make_registry();
  static turnout::EventReader everything;
  static turnout::EventReader some{turnout::Paths(registry)};
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  turnout::Event whole;
  turnout::Event part;
  const bool read_whole = everything.read_body(json, whole).ok();
  const bool read_part = some.read_body(json, part).ok();
  require(read_whole == !turnout::schema::check_json(json).has_value());
  require(read_part || !read_whole);
  (void)whole.to_string();
  if (!read_part) return 0;
  turnout::schema::Slots slots;
  slots.values.resize(registry->size());
  registry->resolve(part.data(), slots);
  for (turnout::schema::PathId id = 0; id < registry->size(); ++id) {
    const Path& path = registry->path(id);
    require(scalar_text(slots.values[id]) == scalar_text(turnout::schema::lookup(part.data(), path)));
    if (read_whole) require(scalar_text(slots.values[id]) == scalar_text(turnout::schema::lookup(whole.data(), path)));
  }
  return 0;
}
