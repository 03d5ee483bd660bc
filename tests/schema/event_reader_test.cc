// The documented behaviour of EventReader, point by point.
#include <gtest/gtest.h>

#include "schema/event_data.h"
#include "schema/json_check.h"
#include "schema/path_registry.h"
#include "schema/value_text.h"
#include "turnout/limits.h"

namespace turnout {
namespace {

using schema::Path;
using schema::PathRegistry;
using schema::Scope;
using schema::Segment;

std::string text(schema::ValueView value) {
  std::string out;
  schema::append_json(out, value);
  return out;
}

std::string repeated(std::string_view part, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

// "a.b[0][*]": plain names, indices and stars; no quoting.
Path path(std::string_view written, Scope scope = Scope::any, bool any_case = false) {
  Path out;
  out.scope = scope;
  out.any_case = any_case;
  std::string name;
  const auto flush = [&] {
    if (!name.empty()) out.segments.push_back({.kind = Segment::Kind::name, .name = name, .index = 0});
    name.clear();
  };
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '.') {
      flush();
    } else if (written[i] == '[') {
      flush();
      const std::size_t end = written.find(']', i);
      const std::string inside(written.substr(i + 1, end - i - 1));
      if (inside == "*") {
        out.segments.push_back({.kind = Segment::Kind::star, .name = {}, .index = 0});
      } else {
        out.segments.push_back(
            {.kind = Segment::Kind::index, .name = {}, .index = static_cast<std::uint32_t>(std::stoul(inside))});
      }
      i = end;
    } else {
      name += written[i];
    }
  }
  flush();
  return out;
}

// The body as it is kept: of everything, or of the given paths.
std::string body(std::string_view json) {
  EventReader reader;
  Event event;
  if (auto read = reader.read_body(json, event); !read) return "error: " + read.error().message;
  return text(event.data().body);
}

std::string body(std::string_view json, std::initializer_list<const char*> paths, EventReader::Options options = {}) {
  auto registry = std::make_shared<PathRegistry>();
  for (const char* wanted : paths) EXPECT_TRUE(registry->insert(path(wanted), false).ok());
  EventReader reader(Paths(registry), options);
  Event event;
  if (auto read = reader.read_body(json, event); !read) return "error: " + read.error().message;
  return text(event.data().body);
}

TEST(EventReader, KeepsEveryKindOfValue) {
  EXPECT_EQ(body(R"( {"a":1, "b":-2.5,"c":"x","d":true,"e":false,"f":null,"g":[1,[],{}],"h":{"i":{}}} )"),
            R"({"a": 1, "b": -2.5, "c": "x", "d": true, "e": false, "f": null, "g": [1, [], {}], "h": {"i": {}}})");
}

TEST(EventReader, TakesAnyJsonValueAsBody) {
  EXPECT_EQ(body("[1, 2]"), "[1, 2]");
  EXPECT_EQ(body(" \"x\\ty\"\n"), R"("x\ty")");
  EXPECT_EQ(body("12"), "12");
  EXPECT_EQ(body("-1.5e3 "), "-1500.0");
  EXPECT_EQ(body("true"), "true");
  EXPECT_EQ(body("null"), "null");
  EXPECT_EQ(body("{}"), "{}");
}

TEST(EventReader, ReadsNumbersExactly) {
  EXPECT_EQ(body("[9223372036854775807, -9223372036854775808]"), "[9223372036854775807, -9223372036854775808]");
  EXPECT_EQ(body("[9223372036854775808, -9223372036854775809]"), "[9223372036854775808.0, -9223372036854775808.0]");
  EXPECT_EQ(body("[18446744073709551616, 100000000000000000000]"), "[18446744073709551616.0, 1e+20]");
  EXPECT_EQ(body("[1e400, -1e400, 1e-400, -0, 0.1, 1E5, 1e+2]"), "[null, null, 0.0, 0, 0.1, 1e+05, 100.0]");
  EXPECT_EQ(body("[" + repeated("9", 400) + "]"), "[null]");
  EXPECT_EQ(body("[0." + repeated("0", 400) + "1, 0e999999999999999999999]"), "[0.0, 0.0]");
  EXPECT_EQ(body("[9007199254740993.0]"), "[9007199254740992.0]");
  EXPECT_EQ(body("1e99999999999999999999999"), "null");
}

TEST(EventReader, RefusesMalformedNumbersInReadFields) {
  for (const char* number :
       {"01", "1.", ".5", "+1", "1e", "1e+", "-", "--1", "0x10", "1_000", "NaN", "Infinity", "1a", "tru", "nulll"}) {
    EXPECT_TRUE(body("{\"a\":" + std::string(number) + "}").starts_with("error: byte ")) << number;
    EXPECT_TRUE(body(number).starts_with("error: byte ")) << number;
  }
}

TEST(EventReader, LetsTheLastDuplicateWinAtEveryLevel) {
  EXPECT_EQ(body(R"({"a":1,"b":{"c":1,"c":2},"a":"x"})"), R"({"a": "x", "b": {"c": 2}})");
  EXPECT_EQ(body(R"({"a":{"b":1},"a":{"c":2}})", {"a.b", "a.c"}), R"({"a": {"c": 2}})");
  EXPECT_EQ(body(R"({"a":1,"\u0061":2})", {"a"}), R"({"a": 2})");
  std::string many = "{";
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 50; ++i) many += "\"k" + std::to_string(i) + "\":" + std::to_string(100 * round + i) + ",";
  }
  many += "\"z\":0}";
  const std::string kept = body(many);
  EXPECT_TRUE(kept.starts_with(R"({"k0": 100, "k1": 101, )")) << kept;
  EXPECT_TRUE(kept.ends_with(R"("k49": 149, "z": 0})")) << kept;
}

TEST(EventReader, UndoesEscapes) {
  EXPECT_EQ(body(R"(["\"\\\/\b\f\n\r\t"])"), R"(["\"\\/\u0008\u000C\n\r\t"])");
  EXPECT_EQ(body(R"(["\u00e9\u20AC\ud83d\ude00x"])"), "[\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80x\"]");
  EXPECT_EQ(body(R"({"a\u0062c":1})", {"abc"}), R"({"abc": 1})");
  for (const char* escape : {R"(\x)", R"(\u12)", R"(\u12g4)", R"(\ud800)", R"(\udc00)", R"(\ud800\u0041)", R"(\ud800x)"}) {
    EXPECT_TRUE(body("{\"a\":\"" + std::string(escape) + "\"}").starts_with("error: byte 6: ")) << escape;
    EXPECT_TRUE(body("\"" + std::string(escape) + "\"").starts_with("error: byte 1: ")) << escape;
    EXPECT_TRUE(body("{\"" + std::string(escape) + "\":1}").starts_with("error: byte 2: ")) << escape;
    // Skipped, unless everything is to be validated.
    const std::string skipped = "{\"a\":1,\"b\":\"" + std::string(escape) + "\",\"" + std::string(escape) + "\":[]}";
    EXPECT_EQ(body(skipped, {"a"}), R"({"a": 1})") << escape;
    EXPECT_TRUE(body(skipped, {"a"}, {.validate = true}).starts_with("error: byte ")) << escape;
  }
}

TEST(EventReader, RefusesInvalidUtf8Everywhere) {
  for (const char* bad : {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82"}) {
    const std::string json = "{\"a\":1,\"b\":\"" + std::string(bad) + "\"}";
    EXPECT_EQ(body(json), "error: byte 12: invalid UTF-8");
    EXPECT_EQ(body(json, {"a"}), "error: byte 12: invalid UTF-8");
    EXPECT_EQ(body("\"" + std::string(bad) + "\""), "error: byte 1: invalid UTF-8");
  }
}

TEST(EventReader, RefusesUnbalancedAndTrailingText) {
  for (const char* json : {"{",
                           "[",
                           "}",
                           "]",
                           "{\"a\"",
                           "{\"a\":",
                           "{\"a\":1",
                           "{\"a\":1]",
                           "[1}",
                           "[1,",
                           "[1,]",
                           "{\"a\":1,}",
                           "{,}",
                           "[,1]",
                           "{\"a\" 1}",
                           "{\"a\":1 \"b\":2}",
                           "[1 2]",
                           "{\"a\":}",
                           "{\"a\":{}",
                           "{\"a\":[1}",
                           "{\"a\":{\"b\":1}",
                           "{1:2}",
                           "{\"a\":\"b}",
                           "\"a",
                           "{} {}",
                           "{}}",
                           "[]]",
                           "{}x",
                           "1 2",
                           "true false",
                           "\"a\" \"b\"",
                           "[1],",
                           "[\"a\nb\"]",
                           "{\"a\":,\"b\":1}",
                           "{a:1}",
                           "{\"a\":1}garbage",
                           "['a']",
                           "\xef\xbb\xbf{}"}) {
    EXPECT_TRUE(body(json).starts_with("error: ")) << json << " -> " << body(json);
    EXPECT_TRUE(schema::check_json(json).has_value()) << json;
  }
  for (const char* json : {"{\"a\":1", "{\"a\":1}}", "{\"b\":[1,2}", "{\"b\":{}", "{\"a\":1} x", "{\"a\":1}{}", "{\"b\":[[[[}",
                           "{\"b\":}", "{\"b\":1 2}", "{\"b\"}", "{\"b\",1}", "[[]"}) {
    EXPECT_TRUE(body(json, {"a"}).starts_with("error: ")) << json << " -> " << body(json, {"a"});
  }
}

TEST(EventReader, RefusesEmptyText) {
  EXPECT_EQ(body(""), "error: byte 0: the text ends where a value should be");
  EXPECT_EQ(body(" \n\t"), "error: byte 3: the text ends where a value should be");
}

TEST(EventReader, AcceptsMalformedTextInSkippedValuesUnlessValidating) {
  for (const char* json :
       {"{\"a\":1,\"b\":tru}", "{\"b\":[1,,2],\"a\":1}", "{\"b\":01,\"a\":1}", "{\"b\":{\"x\" 1},\"a\":1}"}) {
    EXPECT_EQ(body(json, {"a"}), R"({"a": 1})") << json;
    EXPECT_TRUE(body(json, {"a"}, {.validate = true}).starts_with("error: byte ")) << json;
    EXPECT_TRUE(body(json).starts_with("error: byte ")) << json;
  }
}

TEST(EventReader, RefusesDeepNestingReadOrSkipped) {
  const std::size_t most = limits::kJsonDepth;
  const std::string deepest = repeated("[", most) + repeated("]", most);
  EXPECT_EQ(body(deepest).substr(0, 3), "[[[");
  EXPECT_EQ(body("{\"a\":1,\"b\":" + deepest.substr(1, deepest.size() - 2) + "}", {"a"}), R"({"a": 1})");
  EventReader reader;
  Event event;
  const auto deep = reader.read_body("[" + deepest + "]", event);
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::limit);
  EXPECT_TRUE(deep.error().message.starts_with("byte 128: ")) << deep.error().message;
  EXPECT_TRUE(body("{\"a\":1,\"b\":" + deepest + "}", {"a"}).starts_with("error: byte "));
  EXPECT_TRUE(body(repeated("[", 1'000'000)).starts_with("error: byte 128: "));
  EXPECT_TRUE(body(repeated("{\"a\":", 1'000'000)).starts_with("error: byte "));
  // Many brackets, none deep; brackets in strings are text.
  EXPECT_EQ(body("[" + repeated("[],", 500) + "1]", {"a"}), "[]");
  EXPECT_EQ(body("{\"b\":\"" + repeated("[\\\"", 500) + "\",\"a\":1}", {"a"}), R"({"a": 1})");
}

TEST(EventReader, RefusesTextBeyondTheLimit) {
  std::string json = "\"" + std::string(limits::kEventBytes - 2, 'x') + "\"";
  EventReader reader;
  Event event;
  EXPECT_TRUE(reader.read_body(json, event).ok());
  EXPECT_EQ(event.data().body.size(), limits::kEventBytes - 2);
  json += ' ';
  const auto read = reader.read_body(json, event);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::limit);
}

TEST(EventReader, KeepsOnlyWhatPathsReference) {
  EXPECT_EQ(body(R"({"a":1,"b":2,"c":{"d":3,"e":4},"f":[1,2],"g":{"h":1}})", {"a", "c.d", "f", "g"}),
            R"({"a": 1, "c": {"d": 3}, "f": [], "g": {}})");
  EXPECT_EQ(body(R"({"xs":[1,2,3,4,5]})", {"xs[2]"}), R"({"xs": [null, null, 3]})");
  EXPECT_EQ(body(R"({"xs":[1,2]})", {"xs[2]"}), R"({"xs": []})");
  EXPECT_EQ(body(R"({"xs":[{"k":1,"l":2},3,{"l":4}]})", {"xs[*].k"}), R"({"xs": [{"k": 1}, 3, {}]})");
  EXPECT_EQ(body(R"({"xs":[{"k":1,"l":2},{"k":3,"l":4}]})", {"xs[*].k", "xs[1].l"}), R"({"xs": [{"k": 1}, {"k": 3, "l": 4}]})");
  EXPECT_EQ(body(R"([{"k":1,"l":2}])", {"k"}), "[]");
  EXPECT_EQ(body(R"({"a":5})", {"a.b.c"}), R"({"a": 5})");
  EXPECT_EQ(body(R"({"a":1})", {}), "{}");
}

TEST(EventReader, KeepsElementsOfQuantifiedPaths) {
  auto registry = std::make_shared<PathRegistry>();
  ASSERT_TRUE(registry->insert(path("xs"), true).ok());
  EventReader reader{Paths(registry)};
  Event event;
  ASSERT_TRUE(reader.read_body(R"({"xs":[1,"a",null,[2],{"k":3}]})", event).ok());
  EXPECT_EQ(text(event.data().body), R"({"xs": [1, "a", null, [], {}]})");
}

TEST(EventReader, KeepsNamesThatDifferInCaseForPathsThatIgnoreIt) {
  auto registry = std::make_shared<PathRegistry>();
  ASSERT_TRUE(registry->insert(path("color", Scope::any, true), false).ok());
  ASSERT_TRUE(registry->insert(path("order.total", Scope::any, true), false).ok());
  EventReader reader{Paths(registry)};
  Event event;
  ASSERT_TRUE(reader.read_body(R"({"COLOR":1,"Color":2,"size":3,"Order":{"TOTAL":4,"x":5}})", event).ok());
  EXPECT_EQ(text(event.data().body), R"({"COLOR": 1, "Color": 2, "Order": {"TOTAL": 4, "x": 5}})");
}

TEST(EventReader, SeesPathsThatAreAddedLater) {
  auto registry = std::make_shared<PathRegistry>();
  EventReader reader{Paths(registry)};
  Event event;
  ASSERT_TRUE(reader.read_body(R"({"a":1})", event).ok());
  EXPECT_EQ(text(event.data().body), "{}");
  ASSERT_TRUE(registry->insert(path("a"), false).ok());
  ASSERT_TRUE(reader.read_body(R"({"a":1})", event).ok());
  EXPECT_EQ(text(event.data().body), R"({"a": 1})");
}

TEST(EventReader, EmptiesTheEventOnAnError) {
  EventReader reader;
  Event event;
  event.set("a", 1).set_body(2).set_sys(SysField::id, "x");
  ASSERT_FALSE(reader.read_body("{\"b\":1", event));
  EXPECT_EQ(event.to_string(), Event().to_string());
}

TEST(EventReader, ReadsAttributesAndTheEnvelope) {
  EventReader reader;
  Event event;
  event.set_body(1);
  ASSERT_TRUE(reader
                  .read_attributes(R"({"color":"red","n":null,"$x":1,"a.b":2,"o":{"p":[1]},
                                       "$sys":{"MessageId":"m","Label":"l","DeliveryCount":3,"time":"not ms","key":"k"},"n":4})",
                                   event)
                  .ok());
  EXPECT_EQ(event.to_string(), R"(attributes {"color": "red", "n": 4, "$x": 1, "a.b": 2, "o": {"p": [1]}}
sys {"id": "m", "subject": "l", "time": null, "key": "k", "attempt": 3}
body missing)");
  ASSERT_TRUE(reader.read_attributes(R"({"$sys":5})", event).ok());
  EXPECT_EQ(text(event.data().attributes.at(0).value), "5");
  ASSERT_TRUE(reader.read_attributes(R"({"$sys":5,"$sys":{"id":"a"}})", event).ok());
  EXPECT_TRUE(event.data().attributes.empty());
  ASSERT_TRUE(reader.read_attributes(R"({"$sys":{"id":"a"},"$sys":5})", event).ok());
  EXPECT_TRUE(event.data().sys[0].is_missing());
  for (const char* json : {"[]", "1", "", "{\"$sys\":{\"nonsense\":1}}", "{\"a\":1}}", "{\"a\":"}) {
    EXPECT_FALSE(reader.read_attributes(json, event)) << json;
  }
}

TEST(EventReader, ReadsCloudEvents) {
  EventReader reader;
  Event event;
  const std::string head =
      R"({"specversion":"1.0","id":"i-1","source":"/s","type":"t","time":"1970-01-02T00:00:00.5+01:00","ext":7)";
  ASSERT_TRUE(reader.read_cloudevent(head + R"(,"data":{"a":1}})", event).ok());
  EXPECT_EQ(
      event.to_string(),
      R"(attributes {"specversion": "1.0", "id": "i-1", "source": "/s", "type": "t", "time": "1970-01-02T00:00:00.5+01:00", "ext": 7}
sys {"id": "i-1", "type": "t", "source": "/s", "time": 82800500}
body {"a": 1})");
  ASSERT_TRUE(reader.read_cloudevent(head + R"(,"data_base64":"AAH/"})", event).ok());
  EXPECT_EQ(text(event.data().body), "X'0001FF'");
  ASSERT_TRUE(reader.read_cloudevent(head + "}", event).ok());
  EXPECT_TRUE(event.data().body.is_missing());
  for (const char* rest : {R"(,"data":1,"data_base64":"AA=="})", R"(,"data_base64":"A"})", R"(,"data_base64":1})",
                           R"(,"id":""})", R"(,"specversion":"0.3"})", R"(,"type":5})"}) {
    EXPECT_FALSE(reader.read_cloudevent(head + rest, event)) << rest;
  }
  EXPECT_FALSE(reader.read_cloudevent(R"({"id":"a","source":"b","type":"c"})", event));

  auto registry = std::make_shared<PathRegistry>();
  ASSERT_TRUE(registry->insert(path("a"), false).ok());
  EventReader restricted{Paths(registry)};
  ASSERT_TRUE(restricted.read_cloudevent(head + R"(,"data":{"a":1,"b":2}})", event).ok());
  EXPECT_EQ(event.to_string(), R"(attributes {}
sys {"id": "i-1", "type": "t", "source": "/s", "time": 82800500}
body {"a": 1})");
}

}  // namespace
}  // namespace turnout
