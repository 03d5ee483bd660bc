// The registry as its users see it: dense ids, growth, limits, threads.
#include "schema/path_registry.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "schema/event_data.h"
#include "schema/value_text.h"
#include "turnout/limits.h"

namespace turnout::schema {
namespace {

Segment name(std::string text) { return {.kind = Segment::Kind::name, .name = std::move(text), .index = 0}; }
Path path(std::vector<Segment> segments, Scope scope = Scope::any, bool any_case = false) {
  Path out;
  out.scope = scope;
  out.any_case = any_case;
  out.segments = std::move(segments);
  return out;
}
std::string numbered(std::size_t i) { return "name" + std::to_string(i); }

TEST(PathRegistry, GivesDenseIdsOncePerPath) {
  PathRegistry registry;
  EXPECT_EQ(registry.size(), 0U);
  EXPECT_EQ(registry.find(path({name("a")})), kNoPath);
  EXPECT_EQ(*registry.insert(path({name("a")}), false), 0U);
  EXPECT_EQ(*registry.insert(path({name("a"), name("b")}), false), 1U);
  EXPECT_EQ(*registry.insert(path({name("a")}, Scope::user), false), 2U);
  EXPECT_EQ(*registry.insert(path({name("a")}, Scope::data), false), 3U);
  EXPECT_EQ(*registry.insert(path({name("a")}, Scope::any, true), false), 4U);
  EXPECT_EQ(*registry.insert(path({name("A")}, Scope::any, true), false), 5U);
  EXPECT_EQ(*registry.insert(path({}, Scope::data), false), 6U);
  EXPECT_EQ(*registry.insert(path({name("a")}), true), 0U);
  EXPECT_EQ(registry.size(), 7U);
  EXPECT_EQ(registry.find(path({name("A")}, Scope::any, true)), 5U);
  EXPECT_EQ(registry.find(path({name("A")})), kNoPath);
  EXPECT_EQ(to_string(registry.path(1)), "a.b");
  EXPECT_TRUE(registry.wants_elements(registry.child(registry.root(), "a")));
}

TEST(PathRegistry, HasASerialOfItsOwn) {
  PathRegistry a;
  PathRegistry b;
  EXPECT_NE(a.serial(), 0U);
  EXPECT_NE(a.serial(), b.serial());
}

TEST(PathRegistry, RefusesMoreThanItsLimits) {
  PathRegistry registry;
  const std::size_t before = registry.memory_bytes();
  for (std::size_t i = 0; i < limits::kMatcherPaths; ++i) ASSERT_TRUE(registry.insert(path({name(numbered(i))}), false).ok());
  const auto refused = registry.insert(path({name("more")}), false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit);
  EXPECT_EQ(*registry.insert(path({name(numbered(7))}), false), 7U);
  for (std::size_t i = 0; i < limits::kMatcherPaths; ++i) ASSERT_EQ(registry.find(path({name(numbered(i))})), i);
  EXPECT_GT(registry.memory_bytes(), before + limits::kMatcherPaths * sizeof(Path));
  PathRegistry other;
  const auto deep = other.insert(path(std::vector<Segment>(limits::kPathSegments + 1, name("a"))), false);
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::limit);
  EXPECT_TRUE(other.insert(path(std::vector<Segment>(limits::kPathSegments, name("a"))), false).ok());
}

TEST(PathRegistry, DropsIdsThatTheSlotsHaveNoRoomFor) {
  PathRegistry registry;
  ASSERT_TRUE(registry.insert(path({name("a")}), false).ok());
  Slots slots;
  slots.values.resize(registry.size());
  ASSERT_TRUE(registry.insert(path({name("b")}), false).ok());
  ASSERT_TRUE(registry.insert(path({name("B")}, Scope::any, true), false).ok());
  Event event;
  event.set("a", 1).set("b", 2);
  registry.resolve(event.data(), slots);
  EXPECT_EQ(slots.present, std::vector<PathId>{0});
}

TEST(PathRegistry, IgnoresNodesOfAnotherRegistry) {
  auto mine = std::make_shared<PathRegistry>();
  auto other = std::make_shared<PathRegistry>();
  for (const char* first : {"x", "a", "b"}) ASSERT_TRUE(mine->insert(path({name(first)}), false).ok());
  for (const char* first : {"b", "a"}) ASSERT_TRUE(other->insert(path({name(first)}), false).ok());
  EventReader reader{Paths(mine)};
  Event event;
  ASSERT_TRUE(reader.read_body(R"({"a":1,"b":2})", event).ok());
  const Event copy = event;
  for (const Event* read : {&std::as_const(event), &copy}) {
    Slots slots;
    slots.values.resize(2);
    other->resolve(read->data(), slots);
    EXPECT_EQ(slots.values[0].as_int64(), 2);
    EXPECT_EQ(slots.values[1].as_int64(), 1);
    slots.clear();
    slots.values.resize(3);
    mine->resolve(read->data(), slots);
    EXPECT_TRUE(slots.values[0].is_missing());
    EXPECT_EQ(slots.values[1].as_int64(), 1);
    EXPECT_EQ(slots.values[2].as_int64(), 2);
  }
}

// Readers resolve, find and read while a writer inserts: whatever they see is right.
TEST(PathRegistry, ServesReadersWhileItGrows) {
  constexpr std::size_t kPaths = 3000;
  auto registry = std::make_shared<PathRegistry>();
  std::atomic<bool> done{false};
  std::string json = "{";
  for (std::size_t i = 0; i < 20; ++i) json += "\"" + numbered(i) + "\":{\"x\":" + std::to_string(i) + "},";
  json += "\"xs\":[1,2,3]}";
  const auto read = [&] {
    EventReader reader{Paths(registry)};
    Event event;
    Slots slots;
    std::size_t failures = 0;
    while (!done.load(std::memory_order_relaxed)) {
      if (!reader.read_body(json, event)) ++failures;
      slots.clear();
      slots.values.resize(registry->size());
      registry->resolve(event.data(), slots);
      for (const PathId id : slots.present) {
        const Path& known = registry->path(id);
        if (registry->find(known) != id || lookup(event.data(), known).type() != slots.values[id].type()) ++failures;
      }
    }
    EXPECT_EQ(failures, 0U);
  };
  std::thread first(read);
  std::thread second(read);
  for (std::size_t i = 0; i < kPaths; ++i) {
    const bool any_case = i % 7 == 0;
    ASSERT_TRUE(registry->insert(path({name(numbered(i)), name("x")}, Scope::any, any_case), false).ok());
    const Segment index{.kind = Segment::Kind::index, .name = {}, .index = static_cast<std::uint32_t>(i % 5)};
    ASSERT_TRUE(registry->insert(path({name("xs"), index}, i % 2 == 0 ? Scope::any : Scope::data), i % 3 == 0).ok());
  }
  done = true;
  first.join();
  second.join();
}

TEST(PathRegistry, SaysBeforehandWhatItsGrowthTakesAtMost) {
  PathRegistry registry;
  std::size_t next = 0;
  for (const std::size_t paths : {1U, 3U, 60U, 61U, 128U, 500U, 1U, 5'000U}) {
    const std::size_t before = registry.memory_bytes();
    std::size_t text = 0;
    const std::size_t first = next;
    for (; next < first + paths; ++next) text += numbered(next).size() + 1;
    const std::size_t bound = registry.growth_bytes(paths, 2 * paths, text);
    for (std::size_t i = first; i < next; ++i) {
      ASSERT_TRUE(registry.insert(path({name(numbered(i)), name("x")}, Scope::any, i % 2 == 0), false).ok());
    }
    EXPECT_GE(bound, registry.memory_bytes() - before) << paths;
    EXPECT_LE(bound, 3 * (registry.memory_bytes() - before) + 8'192) << paths;
  }
}

}  // namespace
}  // namespace turnout::schema
