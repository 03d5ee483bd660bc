// Names that are remembered, and readers that meet the names they remember in another order, or with another meaning.
#include "schema/known_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "schema/event_data.h"
#include "schema/path_registry.h"
#include "schema/value_text.h"

namespace turnout {
namespace {

using schema::KnownName;
using schema::KnownNames;

std::string quoted(const std::string& name) { return '"' + name + '"'; }

bool begins(const KnownName& known, std::string_view text) { return known.begins(text.data(), text.data() + text.size()); }

TEST(KnownNames, FindsWhatWasAdded) {
  KnownNames names;
  for (std::uint32_t i = 0; i < 100; ++i) {
    const std::string name = quoted(std::string(i % 44, 'n') + std::to_string(i));
    EXPECT_EQ(names.find(i % 3, name), nullptr);
    const KnownName* known = names.add(i % 3, name, i, schema::kNoNode);
    if (name.size() > KnownName::kMostBytes) {
      EXPECT_EQ(known, nullptr);
      continue;
    }
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(known->node, i);
    EXPECT_EQ(names.find(i % 3, name), known);
    EXPECT_EQ(names.find(3, name), nullptr);
    EXPECT_EQ(&names[names.number_of(*known)], known);
  }
}

TEST(KnownNames, ComparesEveryByteOfEveryLength) {
  for (std::size_t length = 0; length + 2 <= KnownName::kMostBytes; ++length) {
    KnownNames names;
    std::string name = quoted(std::string(length, 'x'));
    const KnownName* known = names.add(1, name, 1, schema::kNoNode);
    ASSERT_NE(known, nullptr);
    EXPECT_TRUE(begins(*known, name));
    EXPECT_TRUE(begins(*known, name + ": 1"));
    EXPECT_FALSE(begins(*known, name.substr(0, name.size() - 1)));
    for (char& c : name) {
      c ^= 1;
      EXPECT_FALSE(begins(*known, name)) << name;
      c ^= 1;
    }
  }
}

TEST(KnownNames, IsBoundedAndStartsAfreshAfterManyRefusals) {
  KnownNames names;
  names.begin(1);
  std::size_t room = 0;
  while (names.add(1, quoted(std::to_string(room)), 1, schema::kNoNode) != nullptr) ++room;
  EXPECT_GT(room, 500U);
  EXPECT_LT(room, 10'000U);
  names.begin(1);
  EXPECT_NE(names.find(1, quoted("0")), nullptr);
  for (int i = 0; i < 100'000; ++i) EXPECT_EQ(names.add(1, quoted("more"), 1, schema::kNoNode), nullptr);
  names.begin(1);
  EXPECT_EQ(names.find(1, quoted("0")), nullptr);
  EXPECT_NE(names.add(1, quoted("more"), 1, schema::kNoNode), nullptr);
  names.begin(2);
  EXPECT_EQ(names.find(1, quoted("more")), nullptr);
}

std::shared_ptr<schema::PathRegistry> registry_of(std::initializer_list<std::vector<std::string>> paths) {
  auto registry = std::make_shared<schema::PathRegistry>();
  for (const auto& names : paths) {
    schema::Path path;
    for (const std::string& name : names) {
      path.segments.push_back({.kind = schema::Segment::Kind::name, .name = name, .index = 0});
    }
    EXPECT_TRUE(registry->insert(path, false).ok());
  }
  return registry;
}

std::string body(EventReader& reader, const std::string& json) {
  Event event;
  if (auto read = reader.read_body(json, event); !read) return "error: " + read.error().message;
  std::string out;
  schema::append_json(out, event.data().body);
  return out;
}

TEST(KnownNames, ReaderFollowsNamesInAnyOrder) {
  EventReader reader{Paths(registry_of({{"a"}, {"b", "a"}, {"b", "c"}, {"long name of more than eight bytes"}}))};
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(body(reader, R"({"a":1,"x":2,"b":{"a":3,"c":4}})"), R"({"a": 1, "b": {"a": 3, "c": 4}})");
    EXPECT_EQ(body(reader, R"({"b":{"c":4,"a":3,"d":5},"a":1})"), R"({"b": {"c": 4, "a": 3}, "a": 1})");
    EXPECT_EQ(body(reader, R"({"x":2,"a":{"a":7},"a":8})"), R"({"a": 8})");
    EXPECT_EQ(body(reader, R"({"a":1,"\u0061":2,"ax":3,"long name of more than eight bytes":4})"),
              R"({"a": 2, "long name of more than eight bytes": 4})");
    EXPECT_EQ(body(reader, R"({"long name of more than eight bytex":3, "a" : 5 , "b" : 6 })"), R"({"a": 5, "b": 6})");
    EXPECT_EQ(body(reader, R"({"a\"":1,"a":2})"), R"({"a": 2})");
    EXPECT_TRUE(body(reader, R"({"a":1,"x":2,"b":{"a":3,"c" 4}})").starts_with("error: byte "));
    EXPECT_TRUE(body(reader, R"({"a":1,"x":2,"b"})").starts_with("error: byte "));
    EXPECT_TRUE(body(reader, R"({"a","x":2})").starts_with("error: byte "));
  }
}

TEST(KnownNames, ReaderLearnsOfPathsAddedLater) {
  auto registry = registry_of({{"a"}});
  EventReader reader{Paths(registry)};
  const std::string json = R"({"a":1,"b":2,"c":{"d":3}})";
  EXPECT_EQ(body(reader, json), R"({"a": 1})");
  schema::Path path;
  path.segments.push_back({.kind = schema::Segment::Kind::name, .name = "c", .index = 0});
  path.segments.push_back({.kind = schema::Segment::Kind::name, .name = "d", .index = 0});
  ASSERT_TRUE(registry->insert(path, false).ok());
  EXPECT_EQ(body(reader, json), R"({"a": 1, "c": {"d": 3}})");
  schema::Path any_case;
  any_case.any_case = true;
  any_case.segments.push_back({.kind = schema::Segment::Kind::name, .name = "B", .index = 0});
  ASSERT_TRUE(registry->insert(any_case, false).ok());
  EXPECT_EQ(body(reader, R"({"a":1,"b":[2],"c":{"d":3}})"), R"({"a": 1, "b": [], "c": {"d": 3}})");
  ASSERT_TRUE(registry->insert(any_case, true).ok());  // quantified from now on
  EXPECT_EQ(body(reader, R"({"a":1,"b":[2],"c":{"d":3}})"), R"({"a": 1, "b": [2], "c": {"d": 3}})");
}

// More names than are remembered, in changing order: reading is as reading with a new reader.
TEST(KnownNames, ReaderIsRightBeyondWhatItRemembers) {
  const auto registry = registry_of({{"n1"}, {"n17"}, {"n2500"}, {"n2999"}});
  EventReader reader{Paths(registry)};
  std::mt19937 random(7);
  std::vector<int> numbers(3000);
  for (int i = 0; i < 3000; ++i) numbers[static_cast<std::size_t>(i)] = i;
  for (int round = 0; round < 60; ++round) {
    std::shuffle(numbers.begin(), numbers.end(), random);
    std::string json = "{";
    for (const int n : numbers) json += "\"n" + std::to_string(n) + "\":" + std::to_string(n + round) + ",";
    json.back() = '}';
    EventReader fresh{Paths(registry)};
    const std::string expected = body(fresh, json);
    EXPECT_EQ(std::count(expected.begin(), expected.end(), ':'), 4);
    ASSERT_EQ(body(reader, json), expected);
  }
}

}  // namespace
}  // namespace turnout
