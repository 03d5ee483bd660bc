// EventReader against a slow and obvious parser, on random text and random damage to it; and reading some paths against reading
// all of them.
#include <gtest/gtest.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <random>

#include "schema/elements.h"
#include "schema/event_data.h"
#include "schema/json_check.h"
#include "schema/path_registry.h"
#include "schema/utf8.h"
#include "schema/value_text.h"

namespace turnout {
namespace {

std::uint64_t seed_of_run() {
  const char* text = std::getenv("TURNOUT_SEED");
  const std::uint64_t seed = text == nullptr ? 20260706 : std::strtoull(text, nullptr, 10);
  std::printf("TURNOUT_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

// Recursive descent over the grammar of RFC 8259, one rule after the other.
class Reference {
 public:
  static std::optional<Value> parse(std::string_view text) {
    if (!schema::is_valid_utf8(text)) return std::nullopt;
    Reference parser{text};
    Value value;
    if (!parser.value(value, 0)) return std::nullopt;
    parser.blanks();
    if (parser.at_ != text.size()) return std::nullopt;
    return value;
  }

 private:
  explicit Reference(std::string_view text) : text_(text) {}

  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  bool value(Value& out, int depth) {
    blanks();
    if (next() == '{' || next() == '[') {
      if (depth == 128) return false;
      return next() == '{' ? object(out, depth) : array(out, depth);
    }
    if (next() == '"') {
      std::string text;
      if (!string(text)) return false;
      out = text;
      return true;
    }
    if (take("true")) return out = true, true;
    if (take("false")) return out = false, true;
    if (take("null")) return out = Value::null(), true;
    return number(out);
  }

  bool object(Value& out, int depth) {
    Value::Object members;
    ++at_;
    blanks();
    if (!take("}")) {
      do {
        std::string name;
        Value member;
        blanks();
        if (!string(name)) return false;
        blanks();
        if (!take(":") || !value(member, depth + 1)) return false;
        members.emplace_back(name, member);
        blanks();
      } while (take(","));
      if (!take("}")) return false;
    }
    out = members;
    return true;
  }

  bool array(Value& out, int depth) {
    Value::Array items;
    ++at_;
    blanks();
    if (!take("]")) {
      do {
        Value item;
        if (!value(item, depth + 1)) return false;
        items.push_back(item);
        blanks();
      } while (take(","));
      if (!take("]")) return false;
    }
    out = items;
    return true;
  }

  bool string(std::string& out) {
    if (!take("\"")) return false;
    while (next() != '"') {
      if (at_ >= text_.size() || static_cast<unsigned char>(next()) < 0x20) return false;
      if (!take("\\")) {
        out += text_[at_++];
        continue;
      }
      const std::string_view plain = "\"\"\\\\//b\bf\fn\nr\rt\t";
      const char c = next();
      ++at_;
      if (c == 'u') {
        auto point = hex4();
        if (!point) return false;
        if (*point >= 0xd800 && *point < 0xdc00) {
          if (!take("\\u")) return false;
          const auto low = hex4();
          if (!low || *low < 0xdc00 || *low > 0xdfff) return false;
          point = 0x10000 + (*point - 0xd800) * 0x400 + (*low - 0xdc00);
        } else if (*point >= 0xdc00 && *point <= 0xdfff) {
          return false;
        }
        schema::append_utf8(out, *point);
        continue;
      }
      bool found = false;
      for (std::size_t i = 0; i < plain.size(); i += 2) {
        if (plain[i] == c) out += plain[i + 1], found = true;
      }
      if (!found) return false;
    }
    return take("\"");
  }

  std::optional<char32_t> hex4() {
    const std::string digits(text_.substr(at_, 4));
    if (digits.size() != 4 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) return std::nullopt;
    at_ += 4;
    return static_cast<char32_t>(std::stoul(digits, nullptr, 16));
  }

  std::size_t digits() {
    const std::size_t begin = at_;
    while (next() >= '0' && next() <= '9') ++at_;
    return at_ - begin;
  }

  bool number(Value& out) {
    const std::size_t begin = at_;
    bool integer = true;
    take("-");
    if (!take("0") && digits() == 0) return false;
    if (take(".")) {
      integer = false;
      if (digits() == 0) return false;
    }
    if (take("e") || take("E")) {
      integer = false;
      if (!take("+")) take("-");
      if (digits() == 0) return false;
    }
    const std::string token(text_.substr(begin, at_ - begin));
    std::int64_t whole = 0;
    if (integer && std::from_chars(token.data(), token.data() + token.size(), whole).ec == std::errc{})
      return out = whole, true;
    const double real = std::strtod(token.c_str(), nullptr);
    out = real - real == 0 ? Value(real) : Value::null();
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

class Texts {
 public:
  explicit Texts(std::uint64_t seed) : random_(seed) {}

  std::string value(int depth) {
    switch (below(depth == 0 ? 8 : 14)) {
      case 0:
        return "null";
      case 1:
        return below(2) == 0 ? "true" : "false";
      case 2:
        return std::to_string(static_cast<int>(below(200)) - 100);
      case 3:
        return number();
      case 4:
      case 5:
      case 6:
      case 7:
        return string();
      case 8:
      case 9:
      case 10:
        return container('[', ']', depth);
      default:
        return container('{', '}', depth);
    }
  }

  // One byte changed, removed, doubled or inserted; or the end cut off.
  std::string damaged(std::string text) {
    if (text.empty()) return text;
    const std::size_t at = below(text.size());
    static constexpr std::string_view kBytes = "{}[]\",:\\ 0-1eE.tfnu\n\x80\xff\xc3\xed";
    const char byte = kBytes[below(kBytes.size())];
    switch (below(5)) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text.erase(at, 1);
        break;
      case 2:
        text.insert(at, 1, text[at]);
        break;
      case 3:
        text.insert(at, 1, byte);
        break;
      default:
        text.resize(at);
        break;
    }
    return text;
  }

  schema::Path path() {
    schema::Path out;
    const std::size_t scope = below(4);
    out.scope = scope == 0 ? schema::Scope::data : scope == 1 ? schema::Scope::user : schema::Scope::any;
    out.any_case = below(5) == 0;
    using Kind = schema::Segment::Kind;
    if (scope != 0 || below(3) != 0) out.segments.push_back({.kind = Kind::name, .name = name(), .index = 0});
    for (std::size_t more = below(4); more > 0; --more) {
      switch (below(4)) {
        case 0:
          out.segments.push_back({.kind = Kind::star, .name = {}, .index = 0});
          break;
        case 1:
          out.segments.push_back({.kind = Kind::index, .name = {}, .index = static_cast<std::uint32_t>(below(3))});
          break;
        default:
          out.segments.push_back({.kind = Kind::name, .name = name(), .index = 0});
          break;
      }
    }
    return out;
  }

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

 private:
  std::string name() {
    static const char* const names[] = {"a", "b", "c", "A", "B", "ab", "x\xc3\xa9"};
    return names[below(std::size(names))];
  }
  std::string blank() {
    static const char* const blanks[] = {"", "", "", " ", "\n", "\t "};
    return blanks[below(std::size(blanks))];
  }
  std::string number() {
    static const char* const numbers[] = {"-0",
                                          "0.5",
                                          "1e3",
                                          "-2.5E-3",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "-9223372036854775808",
                                          "1e400",
                                          "1e-400",
                                          "1E+2",
                                          "0.1",
                                          "12345678901234567890",
                                          "-1e999",
                                          "4.9e-324",
                                          "1.7976931348623159e308"};
    return numbers[below(std::size(numbers))];
  }
  std::string string() {
    static const char* const parts[] = {
        "x", "longer text here", "\\n", "\\u00e9", "\\ud83d\\ude00", "\xe2\x82\xac", "\\\"", "\\\\", "[", "{", "\\/"};
    std::string out = "\"";
    for (std::size_t count = below(4); count > 0; --count) out += parts[below(std::size(parts))];
    return out + "\"";
  }
  std::string container(char open, char close, int depth) {
    std::string out(1, open);
    for (std::size_t i = 0, count = below(5); i < count; ++i) {
      out += (i == 0 ? "" : ",") + blank();
      if (open == '{') out += (below(8) == 0 ? "\"\\u0061\"" : "\"" + name() + "\"") + blank() + ":" + blank();
      out += value(depth - 1) + blank();
    }
    return out + close;
  }
  std::mt19937_64 random_;
};

TEST(EventReaderReference, AgreesOnRandomAndDamagedText) {
  Texts texts(seed_of_run());
  EventReader reader;
  Event event;
  int accepted = 0;
  for (int round = 0; round < 40'000; ++round) {
    std::string json = texts.value(4);
    for (std::size_t damage = texts.below(3); damage > 0; --damage) json = texts.damaged(json);
    const auto expected = Reference::parse(json);
    const auto read = reader.read_body(json, event);
    ASSERT_EQ(read.ok(), expected.has_value()) << json << "\n" << (read.ok() ? "" : read.error().message);
    ASSERT_EQ(!schema::check_json(json).has_value(), expected.has_value()) << json;
    if (!expected) continue;
    ++accepted;
    Event built;
    built.set_body(*expected);
    ASSERT_EQ(event.to_string(), built.to_string()) << json;
  }
  EXPECT_GT(accepted, 10'000);
}

std::string text(schema::ValueView value) {
  std::string out;
  schema::append_json(out, value);
  return out;
}

// What a reader must keep of the value at a slot is its type, the scalar, and the elements that a quantifier would visit.
std::string relevant(const schema::Path& path, schema::ValueView slot) {
  if (slot.type() == ValueType::object) return "object";
  if (slot.type() != ValueType::array) return text(slot);
  if (!path.has_star()) return "array";
  std::string out = "array of";
  schema::for_each_element(slot, path, [&](schema::ValueView element) {
    const bool plain = element.type() != ValueType::object && element.type() != ValueType::array;
    out += " " + (plain ? text(element) : std::string(type_name(element.type())));
  });
  return out;
}

TEST(EventReaderReference, ReadingSomePathsIsReadingAllAndLookingUp) {
  using Read = Result<void> (EventReader::*)(std::string_view, Event&);
  Texts texts(seed_of_run() + 1);
  EventReader everything;
  for (int round = 0; round < 400; ++round) {
    auto registry = std::make_shared<schema::PathRegistry>();
    for (std::size_t count = texts.below(12); count > 0; --count) ASSERT_TRUE(registry->insert(texts.path(), false).ok());
    EventReader some{Paths(registry)};
    schema::Slots slots;
    slots.values.resize(registry->size());
    for (int i = 0; i < 50; ++i) {
      std::string json = texts.value(5);
      if (texts.below(4) == 0) json = texts.damaged(json);
      const Read read = texts.below(3) == 0 ? &EventReader::read_attributes : &EventReader::read_body;
      Event whole;
      Event part;
      const bool read_whole = (everything.*read)(json, whole).ok();
      const bool read_part = (some.*read)(json, part).ok();
      ASSERT_TRUE(read_part || !read_whole) << json;
      if (!read_part) continue;
      slots.clear();
      registry->resolve(part.data(), slots);
      for (schema::PathId id = 0; id < registry->size(); ++id) {
        const schema::Path& path = registry->path(id);
        ASSERT_EQ(text(slots.values[id]), text(schema::lookup(part.data(), path))) << to_string(path) << "\n" << json;
        if (!read_whole) continue;
        ASSERT_EQ(relevant(path, slots.values[id]), relevant(path, schema::lookup(whole.data(), path)))
            << to_string(path) << "\n"
            << json;
      }
    }
  }
}

}  // namespace
}  // namespace turnout
