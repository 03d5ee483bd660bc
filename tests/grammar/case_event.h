// Events of the text tests: `ATTRIBUTES [body JSON] [with NAME=VALUE ...]` (tests/filters/README.md).
#pragma once

#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "schema/event_data.h"
#include "tests/grammar/case_file.h"
#include "turnout/event.h"

namespace turnout::test {

// What JSON cannot say; see tests/filters/README.md. nullopt: not such a value. `text` is consumed.
inline std::optional<Value> read_notation(std::string_view& text) {
  const auto take = [&text](std::string_view word) {
    if (!text.starts_with(word)) return false;
    text.remove_prefix(word.size());
    return true;
  };
  if (take("nan")) return Value(std::numeric_limits<double>::quiet_NaN());
  if (take("inf")) return Value(std::numeric_limits<double>::infinity());
  if (take("-inf")) return Value(-std::numeric_limits<double>::infinity());
  if (take("null")) return Value::null();
  if (take("true")) return Value(true);
  if (take("false")) return Value(false);
  if (take("[")) {
    Value::Array items;
    while (!take("]")) {
      if (!items.empty() && !take(",")) return std::nullopt;
      auto item = read_notation(text);
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
    }
    return Value(std::move(items));
  }
  const bool binary = take("X'");
  if (binary || take("'")) {
    const std::size_t close = text.find('\'');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string content(text.substr(0, close));
    text.remove_prefix(close + 1);
    if (!binary) return Value(content);
    std::string bytes;
    for (std::size_t i = 0; i + 1 < content.size(); i += 2) {
      bytes.push_back(static_cast<char>(std::strtoul(content.substr(i, 2).c_str(), nullptr, 16)));
    }
    return Value::binary(bytes);
  }
  const std::string number(text.substr(0, text.find_first_of(" ,]")));
  if (number.empty()) return std::nullopt;
  text.remove_prefix(number.size());
  char* end = nullptr;
  Value value = number.find_first_of(".eE") == std::string::npos ? Value(std::int64_t{std::strtoll(number.c_str(), &end, 10)})
                                                                 : Value(std::strtod(number.c_str(), &end));
  if (end == nullptr || *end != '\0') return std::nullopt;
  return value;
}

// Length of the JSON value `text` begins with.
inline std::size_t json_extent(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        quoted = false;
        if (depth == 0) return i + 1;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return i + 1;
    } else if (depth == 0 && c == ' ') {
      return i;
    }
  }
  return text.size();
}

// An empty string when `text` could be read into `event`, else what is wrong.
inline std::string read_event(std::string_view text, EventReader& reader, Event& event) {
  event.clear();
  if (text.starts_with("{")) {
    const std::size_t size = json_extent(text);
    if (auto read = reader.read_attributes(text.substr(0, size), event); !read.ok()) return to_string(read.error());
    text = trim(text.substr(size));
  }
  if (text.starts_with("body ")) {
    text = trim(text.substr(5));
    const std::size_t size = json_extent(text);
    Event body;
    if (auto read = reader.read_body(text.substr(0, size), body); !read.ok()) return to_string(read.error());
    event.data().body = event.data().store(body.data().body);
    if (body.data().registry != 0) event.data().registry = body.data().registry;
    text = trim(text.substr(size));
  }
  if (!text.starts_with("with ")) return text.empty() ? "" : "unreadable: " + std::string(text);
  text = trim(text.substr(5));
  while (!text.empty()) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return "no `=` in " + std::string(text);
    const std::string name(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    auto value = read_notation(text);
    if (!value) return "unreadable value of " + name;
    event.set(name, *value);
    text = trim(text);
  }
  return "";
}

}  // namespace turnout::test
