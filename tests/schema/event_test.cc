// Building, copying and reusing events; allocation counts after warm-up.
#include "turnout/event.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "schema/event_data.h"
#include "schema/path_registry.h"
#include "schema/value_text.h"

namespace {
std::size_t allocations = 0;
}

// Not inlined: the compiler would see free() of what operator new returned and object.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* place = std::malloc(size)) return place;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
[[gnu::noinline]] void operator delete(void* place) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete[](void* place) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete[](void* place, std::size_t) noexcept { std::free(place); }

namespace turnout {
namespace {

TEST(Event, KeepsTheLastOfEqualNames) {
  Event event;
  event.set("a", 1).set("b", "x").set("a", "later");
  EXPECT_EQ(event.to_string(), "attributes {\"a\": \"later\", \"b\": \"x\"}\nsys {}\nbody missing");
  event.set("a", Value()).set("c", Value::null()).set_body(Value::Object{{"k", 1}, {"l", 2}, {"k", 3}});
  EXPECT_EQ(event.to_string(), "attributes {\"b\": \"x\", \"c\": null}\nsys {}\nbody {\"k\": 3, \"l\": 2}");
  event.clear();
  EXPECT_EQ(event.to_string(), "attributes {}\nsys {}\nbody missing");
}

TEST(Event, ChecksTheTypeOfEnvelopeFields) {
  Event event;
  event.set_sys(SysField::id, 5).set_sys(SysField::ttl, 5).set_sys(SysField::attempt, 1.0).set_sys(SysField::to, "q");
  EXPECT_EQ(event.to_string(), "attributes {}\nsys {\"id\": null, \"to\": \"q\", \"ttl\": 5, \"attempt\": null}\nbody missing");
  event.set_sys(SysField::to, Value());
  EXPECT_TRUE(event.data().sys[static_cast<std::size_t>(SysField::to)].is_missing());
}

TEST(Event, CopiesAreIndependent) {
  Event event;
  event.set("a", Value::Array{1, "x", Value::Object{{"k", Value::binary("\x01")}}}).set_sys(SysField::id, "i").set_body("b");
  const std::string before = event.to_string();
  Event copy = event;
  event.clear();
  event.set("a", "overwritten with something longer").set_body(2);
  EXPECT_EQ(copy.to_string(), before);
  Event moved = std::move(copy);
  EXPECT_EQ(moved.to_string(), before);
  copy = moved;
  EXPECT_EQ(copy.to_string(), before);
}

TEST(Event, CutsWhatIsNestedTooDeep) {
  Value deep = 1;
  for (int i = 0; i < 1000; ++i) deep = Value(Value::Array{deep});
  Event event;
  event.set_body(deep);
  const std::string text = event.to_string();
  EXPECT_TRUE(text.ends_with(std::string(128, '[') + "null" + std::string(128, ']'))) << text;
}

TEST(Event, DoesNotGrowWhenAttributesAreReplacedForEver) {
  Event event;
  event.set("kept", "value");
  for (int i = 0; i < 100'000; ++i) event.set("a", std::string(100, static_cast<char>('a' + i % 26)));
  EXPECT_LT(event.data().arena.used_bytes(), std::size_t{1} << 18);
  EXPECT_EQ(event.to_string(),
            "attributes {\"kept\": \"value\", \"a\": \"" + std::string(100, 'd') + "\"}\nsys {}\nbody missing");
}

constexpr std::string_view kOrder =
    R"({"type":"order","region":"eu","amount":120.5,"items":[{"sku":"a","n":1},{"sku":"b","n":2}],"note":"\u00e9\n","deep":{"x":{"y":[1,2,3]}},)"
    R"("k01":1,"k02":2,"k03":3,"k04":4,"k05":5,"k06":6,"k07":7,"k08":8,"k09":9,"k10":10})";

TEST(EventReader, DoesNotAllocateAfterWarmUp) {
  auto registry = std::make_shared<schema::PathRegistry>();
  const auto want = [&](std::vector<std::string> names, bool any_case) {
    schema::Path path;
    path.any_case = any_case;
    for (auto& name : names) path.segments.push_back({.kind = schema::Segment::Kind::name, .name = name, .index = 0});
    ASSERT_TRUE(registry->insert(path, true).ok());
  };
  want({"type"}, false);
  want({"deep", "x", "y"}, false);
  want({"items"}, false);
  want({"note"}, false);
  want({"AMOUNT"}, true);
  EventReader some{Paths(registry)};
  EventReader everything;
  Event event;
  schema::Slots slots;
  slots.values.resize(registry->size());
  const auto round = [&] {
    for (EventReader* reader : {&some, &everything}) {
      ASSERT_TRUE(reader->read_body(kOrder, event).ok());
      ASSERT_TRUE(reader->read_body("12", event).ok());
      ASSERT_TRUE(reader->read_attributes(kOrder, event).ok());
      slots.clear();
      registry->resolve(event.data(), slots);
      ASSERT_EQ(slots.present.size(), 5U);
    }
  };
  round();
  round();
  const std::size_t before = allocations;
  for (int i = 0; i < 100; ++i) round();
  EXPECT_EQ(allocations, before);
}

TEST(Event, DoesNotAllocateWhenItIsReused) {
  Event event;
  const Value name("a string that is too long to be small");
  const auto round = [&] {
    event.clear();
    event.set("name", name).set("amount", 12).set_sys(SysField::id, name).set_body(name);
  };
  round();
  round();
  const std::size_t before = allocations;
  for (int i = 0; i < 100; ++i) round();
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace turnout
