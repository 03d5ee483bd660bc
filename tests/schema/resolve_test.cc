// resolve() against lookup() on random registries and events, and the rules of names one by one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>

#include "schema/compare.h"
#include "schema/event_data.h"
#include "schema/path_registry.h"
#include "schema/value_text.h"

namespace turnout::schema {
namespace {

std::uint64_t seed_of_run() {
  const char* text = std::getenv("TURNOUT_SEED");
  const std::uint64_t seed = text == nullptr ? 20260706 : std::strtoull(text, nullptr, 10);
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

Segment name(std::string text) { return {.kind = Segment::Kind::name, .name = std::move(text), .index = 0}; }
Segment index(std::uint32_t i) { return {.kind = Segment::Kind::index, .name = {}, .index = i}; }
Segment star() { return {.kind = Segment::Kind::star, .name = {}, .index = 0}; }
Path path(Scope scope, std::vector<Segment> segments, bool any_case = false) {
  Path out;
  out.scope = scope;
  out.any_case = any_case;
  out.segments = std::move(segments);
  return out;
}

std::string text(ValueView value) {
  std::string out;
  append_json(out, value);
  return out;
}

// Resolves one path of an event and checks it against lookup().
std::string resolved(const Event& event, const Path& wanted) {
  PathRegistry registry;
  const PathId id = *registry.insert(wanted, false);
  Slots slots;
  slots.values.resize(registry.size());
  registry.resolve(event.data(), slots);
  EXPECT_EQ(text(slots.values[id]), text(lookup(event.data(), wanted)));
  return text(slots.values[id]);
}

TEST(Resolve, AnUnscopedNameIsTheAttributeElseTheBody) {
  Event event;
  event.set("a", 1).set("n", Value::null()).set_body(Value::Object{{"a", 2}, {"b", 3}, {"n", 4}});
  EXPECT_EQ(resolved(event, path(Scope::any, {name("a")})), "1");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("b")})), "3");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("n")})), "null");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("c")})), "missing");
  EXPECT_EQ(resolved(event, path(Scope::user, {name("a")})), "1");
  EXPECT_EQ(resolved(event, path(Scope::user, {name("b")})), "missing");
  EXPECT_EQ(resolved(event, path(Scope::data, {name("a")})), "2");
  EXPECT_EQ(resolved(event, path(Scope::data, {})), R"({"a": 2, "b": 3, "n": 4})");
}

TEST(Resolve, AnAttributeHidesTheBodyEvenWhenTheRestIsAbsent) {
  Event event;
  event.set("order", Value::Object{{"id", 1}})
      .set("flat", 5)
      .set_body(Value::Object{{"order", Value::Object{{"total", 9}}}, {"flat", Value::Object{{"x", 1}}}});
  EXPECT_EQ(resolved(event, path(Scope::any, {name("order"), name("id")})), "1");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("order"), name("total")})), "missing");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("flat"), name("x")})), "missing");
  EXPECT_EQ(resolved(event, path(Scope::data, {name("order"), name("total")})), "9");
}

TEST(Resolve, ANullOnTheWayMakesTheRestMissing) {
  Event event;
  event.set("a", Value::null());
  EXPECT_EQ(resolved(event, path(Scope::any, {name("a")})), "null");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("a"), name("b")})), "missing");
}

TEST(Resolve, ADottedNameIsNotAPath) {
  Event event;
  event.set("a.b", 1);
  EXPECT_EQ(resolved(event, path(Scope::any, {name("a.b")})), "1");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("a"), name("b")})), "missing");
}

TEST(Resolve, ElementsAndStars) {
  Event event;
  event.set("xs", Value::Array{1, "two", Value::Object{{"k", 3}}}).set_body(Value::Array{7, 8});
  EXPECT_EQ(resolved(event, path(Scope::any, {name("xs"), index(1)})), R"("two")");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("xs"), index(2), name("k")})), "3");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("xs"), index(3)})), "missing");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("xs"), index(0xffffffff)})), "missing");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("xs"), star(), name("k")})), R"([1, "two", {"k": 3}])");
  EXPECT_EQ(resolved(event, path(Scope::data, {index(1)})), "8");
  EXPECT_EQ(resolved(event, path(Scope::data, {star()})), "[7, 8]");
}

TEST(Resolve, WithoutRegardToCaseAnExactNameWinsElseTheLowest) {
  Event event;
  event.set("Color", 1)
      .set("COLOR", 2)
      .set(
          "stra\xc3\x9f"
          "e",
          3)
      .set_body(Value::Object{{"sIZE", Value::Object{{"Width", 4}}}});
  EXPECT_EQ(resolved(event, path(Scope::any, {name("Color")}, true)), "1");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("COLOR")}, true)), "2");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("color")}, true)), "2");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("color")}, false)), "missing");
  EXPECT_EQ(resolved(event, path(Scope::user,
                                 {name("STRA\xe1\xba\x9e"
                                       "E")},
                                 true)),
            "3");
  EXPECT_EQ(resolved(event, path(Scope::any, {name("Size"), name("WIDTH")}, true)), "4");
}

TEST(Resolve, EnvelopeFields) {
  Event event;
  event.set_sys(SysField::id, "m-1").set_sys(SysField::attempt, "not an integer");
  Path wanted;
  wanted.scope = Scope::sys;
  wanted.sys = SysField::id;
  EXPECT_EQ(resolved(event, wanted), R"("m-1")");
  wanted.sys = SysField::attempt;
  EXPECT_EQ(resolved(event, wanted), "null");
  wanted.sys = SysField::ttl;
  EXPECT_EQ(resolved(event, wanted), "missing");
}

// A small world, so that paths and events meet often.
class World {
 public:
  explicit World(std::uint64_t seed) : random_(seed) {}

  Path make_path() {
    Path out;
    const std::size_t scope = below(8);
    out.any_case = below(4) == 0;
    if (scope == 0) {
      out.scope = Scope::sys;
      out.sys = static_cast<SysField>(below(kSysFieldCount));
      return out;
    }
    out.scope = scope < 5 ? Scope::any : scope < 6 ? Scope::user : Scope::data;
    if (out.scope != Scope::data || below(3) != 0) out.segments.push_back(name(make_name()));
    for (std::size_t more = below(4); more > 0; --more) {
      const std::size_t kind = below(5);
      out.segments.push_back(kind == 0 ? star() : kind == 1 ? index(static_cast<std::uint32_t>(below(4))) : name(make_name()));
    }
    return out;
  }

  Event make_event() {
    Event event;
    for (std::size_t count = below(6); count > 0; --count) event.set(make_name(), make_value(3));
    for (std::size_t count = below(4); count > 0; --count) {
      const auto field = static_cast<SysField>(below(kSysFieldCount));
      event.set_sys(field, below(2) == 0 ? Value("s") : Value(1));
    }
    if (below(4) != 0) event.set_body(make_value(4));
    return event;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  std::string make_name() {
    static const char* const names[] = {"a", "A", "b", "B", "ab", "Ab", "aB", "c", "d", "k", "\xe2\x84\xaa"};  // KELVIN SIGN
    return names[below(std::size(names))];
  }
  Value make_value(std::size_t depth) {
    switch (below(depth == 0 ? 4 : 8)) {
      case 0:
        return Value::null();
      case 1:
        return static_cast<int>(below(100));
      case 2:
        return "text";
      case 3:
        return true;
      case 4:
      case 5: {
        Value::Array items;
        for (std::size_t count = below(4); count > 0; --count) items.push_back(make_value(depth - 1));
        return items;
      }
      default: {
        Value::Object members;
        for (std::size_t count = below(5); count > 0; --count) members.emplace_back(make_name(), make_value(depth - 1));
        return members;
      }
    }
  }
  std::mt19937_64 random_;
};

TEST(Resolve, IsLookupOfEveryPath) {
  World world(seed_of_run());
  for (int round = 0; round < 60; ++round) {
    PathRegistry registry;
    Slots slots;
    for (int more = 0; more < 10; ++more) {
      for (int i = 0; i < 8; ++i) {
        const Path wanted = world.make_path();
        const PathId id = *registry.insert(wanted, false);
        ASSERT_EQ(registry.find(wanted), id);
        ASSERT_EQ(to_string(registry.path(id)), to_string(wanted));
      }
      slots.clear();
      slots.values.resize(registry.size());
      for (int i = 0; i < 10; ++i) {
        const Event event = world.make_event();
        slots.clear();
        registry.resolve(event.data(), slots);
        ASSERT_EQ(std::set<PathId>(slots.present.begin(), slots.present.end()).size(), slots.present.size());
        std::size_t present = 0;
        for (PathId id = 0; id < registry.size(); ++id) {
          const ValueView expected = lookup(event.data(), registry.path(id));
          ASSERT_EQ(text(slots.values[id]), text(expected)) << to_string(registry.path(id)) << "\n" << event.to_string();
          present += expected.is_missing() ? 0 : 1;
        }
        ASSERT_EQ(present, slots.present.size());
      }
    }
  }
}

// `word`, which is in lower case, with the letters in upper case whose bits are set.
std::string spelled(std::string word, std::size_t upper) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((upper >> i & 1U) != 0) word[i] = static_cast<char>(word[i] - 0x20);
  }
  return word;
}
Value number(std::size_t i) { return static_cast<std::int64_t>(i); }
std::string numbered(std::size_t i) { return "k" + std::to_string(i); }

// Registers the paths, without regard to case, and resolves them.
class ManyPaths {
 public:
  PathId add(Scope scope, std::vector<Segment> segments) {
    return *registry_.insert(path(scope, std::move(segments), true), false);
  }
  void resolve(const Event& event) {
    slots_.clear();
    slots_.values.resize(registry_.size());
    registry_.resolve(event.data(), slots_);
  }
  [[nodiscard]] std::size_t present() const { return slots_.present.size(); }
  [[nodiscard]] std::string value(PathId id) const { return text(slots_.values[id]); }
  // What lookup() says of every `stride`-th path: of all it would take too long.
  void expect_lookup(const Event& event, std::size_t stride) const {
    for (PathId id = 0; id < registry_.size(); id += static_cast<PathId>(stride)) {
      ASSERT_EQ(value(id), text(lookup(event.data(), registry_.path(id)))) << to_string(registry_.path(id));
    }
  }

 private:
  PathRegistry registry_;
  Slots slots_;
};

constexpr std::size_t kManyPaths = 60'000;
constexpr std::size_t kManyFields = 200'000;

// The next four do not end in useful time where every path scans the fields for itself.
TEST(ResolveMany, NamesOfOneObjectWithoutRegardToCase) {
  ManyPaths paths;
  for (std::size_t i = 0; i < kManyPaths; ++i) paths.add(Scope::any, {name("a"), name(numbered(4 * i))});
  Value::Object members;
  for (std::size_t i = 0; i < kManyFields; ++i)
    members.emplace_back(i % 3 == 0 ? "K" + std::to_string(i) : numbered(i), number(i));
  Event event;
  event.set_body(Value::Object{{"A", std::move(members)}});
  paths.resolve(event);
  EXPECT_EQ(paths.present(), kManyFields / 4);
  EXPECT_EQ(paths.value(3), "12");
  paths.expect_lookup(event, 1009);
}

TEST(ResolveMany, FirstNamesWithoutRegardToCase) {
  ManyPaths paths;
  for (std::size_t i = 0; i < kManyPaths; ++i) paths.add(i % 5 == 0 ? Scope::user : Scope::any, {name(numbered(i))});
  Event event;
  Value::Object members;
  for (std::size_t i = 0; i < kManyPaths; ++i) {
    if (i % 24 == 0) event.set("K" + std::to_string(i), number(i));
    if (i % 3 == 0) members.emplace_back("K" + std::to_string(i), -1);
  }
  event.set_body(std::move(members));
  paths.resolve(event);
  EXPECT_EQ(paths.value(48), "48");
  EXPECT_EQ(paths.value(9), "-1");
  EXPECT_EQ(paths.value(15), "missing");
  paths.expect_lookup(event, 1009);
}

TEST(ResolveMany, SpellingsThatLeadIntoOneObject) {
  ManyPaths paths;
  for (std::size_t i = 0; i < kManyPaths; ++i) {
    paths.add(Scope::data, {name(spelled("abcdefghijklmnopq", i)), index(1), name(numbered(i))});
  }
  Value::Object members;
  for (std::size_t i = 0; i < kManyFields; ++i) members.emplace_back("K" + std::to_string(i), number(i));
  Event event;
  event.set_body(Value::Object{{"abcdefghijklmnopQ", Value::Array{1, std::move(members)}}});
  paths.resolve(event);
  EXPECT_EQ(paths.present(), kManyPaths);
  EXPECT_EQ(paths.value(7), "7");
  paths.expect_lookup(event, 1009);
}

TEST(ResolveMany, SpellingsInOneObject) {
  ManyPaths paths;
  for (std::size_t i = 0; i < kManyPaths; ++i) paths.add(Scope::any, {name("a"), name(spelled("abcdefghijklmnopq", i))});
  Value::Object members;
  std::string lowest = "~";
  for (std::size_t i = 1; i < std::size_t{1} << 17; i += 2) {
    members.emplace_back(spelled("abcdefghijklmnopq", i), number(i));
    lowest = std::min(lowest, members.back().first);
  }
  Event event;
  event.set_body(Value::Object{{"a", std::move(members)}});
  paths.resolve(event);
  EXPECT_EQ(lowest, "ABCDEFGHIJKLMNOPQ");
  EXPECT_EQ(paths.present(), kManyPaths);
  EXPECT_EQ(paths.value(4), "131071");
  EXPECT_EQ(paths.value(5), "5");
  paths.expect_lookup(event, 1009);
}

// Objects wide enough, and with spellings enough, that names are looked up together.
TEST(ResolveMany, IsLookupInWideWorlds) {
  std::mt19937_64 random(seed_of_run());
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const auto any_name = [&] {
    static const char* const words[] = {"abc", "k\xe2\x84\xaa", "kk", "x"};
    std::string word = words[below(std::size(words))];
    return word[0] == 'k' && word.size() > 2 ? word : spelled(word, below(std::size_t{1} << word.size()));
  };
  for (int round = 0; round < 40; ++round) {
    ManyPaths paths;
    for (int i = 0; i < 150; ++i) {
      const Scope scope = static_cast<Scope>(below(3));
      std::vector<Segment> segments{name(any_name())};
      if (scope == Scope::data && below(10) == 0) segments.front() = index(0);
      for (std::size_t more = below(4); more > 0; --more) {
        const std::size_t kind = below(12);
        segments.push_back(kind == 0 ? star() : kind < 3 ? index(static_cast<std::uint32_t>(below(3))) : name(any_name()));
      }
      paths.add(scope, std::move(segments));
    }
    const auto make = [&](auto& self, std::size_t depth) -> Value {
      if (depth == 0 || below(5) == 0) return number(below(1000));
      if (below(6) == 0) return Value::Array{self(self, depth - 1), self(self, depth - 1)};
      Value::Object members;
      for (std::size_t count = below(20); count > 0; --count) members.emplace_back(any_name(), self(self, depth - 1));
      return members;
    };
    for (int i = 0; i < 5; ++i) {
      Event event;
      for (std::size_t count = below(20); count > 0; --count) event.set(any_name(), make(make, 3));
      if (below(4) != 0) event.set_body(make(make, 4));
      paths.resolve(event);
      paths.expect_lookup(event, 1);
    }
  }
}

}  // namespace
}  // namespace turnout::schema
