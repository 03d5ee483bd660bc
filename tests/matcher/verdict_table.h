// Reads the tables of tests/verdicts (format: tests/verdicts/README.md).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "turnout/value.h"

namespace turnout::test {

struct VerdictRow {
  std::vector<std::string> columns;
  std::string where;  // file:line
};

inline void append_code_point(std::uint32_t c, std::string& out) {
  const auto put = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (c < 0x80) return put(c);
  if (c < 0x800) {
    put(0xC0 | (c >> 6));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3F));
  } else {
    put(0xF0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3F));
    put(0x80 | ((c >> 6) & 0x3F));
  }
  put(0x80 | (c & 0x3F));
}

// {LF}, {CR}, {TAB}, {NUL} and {U+1F600} become the characters they stand for.
inline std::string undo_table_notation(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t close = s[i] == '{' ? s.find('}', i) : std::string_view::npos;
    const std::string_view word = close == std::string_view::npos ? std::string_view{} : s.substr(i + 1, close - i - 1);
    if (word == "LF" || word == "CR" || word == "TAB" || word == "NUL") {
      out.push_back(word == "LF" ? '\n' : word == "CR" ? '\r' : word == "TAB" ? '\t' : '\0');
    } else if (word.starts_with("U+")) {
      append_code_point(static_cast<std::uint32_t>(std::strtoul(std::string(word.substr(2)).c_str(), nullptr, 16)), out);
    } else {
      out.push_back(s[i++]);
      continue;
    }
    i = close + 1;
  }
  return out;
}

// The rows of tests/verdicts/NAME; none when the file cannot be read. The working directory is the root of the source tree.
inline std::vector<VerdictRow> read_table(const std::string& name) {
  std::vector<VerdictRow> rows;
  std::ifstream in("tests/verdicts/" + name);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    VerdictRow row{{}, name + ":" + std::to_string(number) + ": " + line};
    std::string_view rest = line;
    while (true) {
      const std::size_t tab = rest.find('\t');
      row.columns.push_back(undo_table_notation(rest.substr(0, tab)));
      if (tab == std::string_view::npos) break;
      rest.remove_prefix(tab + 1);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// nullopt: not a value's notation.
inline std::optional<Value> table_value(const std::string& text) {
  if (text == "t" || text == "f") return Value(text == "t");
  if (text == "null") return Value::null();
  if (text == "missing") return Value();
  if (text == "array") return Value(Value::Array{});
  if (text == "object") return Value(Value::Object{});
  if (text.size() < 2 || text[1] != ':') return std::nullopt;
  const std::string rest = text.substr(2);
  char* end = nullptr;
  switch (text[0]) {
    case 'i': {
      const std::int64_t value = std::strtoll(rest.c_str(), &end, 10);
      return *end == '\0' && !rest.empty() ? std::optional<Value>(Value(value)) : std::nullopt;
    }
    case 'd': {
      const double value = std::strtod(rest.c_str(), &end);  // knows nan, inf and hex floats
      return *end == '\0' && !rest.empty() ? std::optional<Value>(Value(value)) : std::nullopt;
    }
    case 's':
      return Value(rest);
    case 'b': {
      std::string bytes;
      for (std::size_t i = 0; i + 1 < rest.size(); i += 2) {
        bytes.push_back(static_cast<char>(std::strtoul(rest.substr(i, 2).c_str(), nullptr, 16)));
      }
      return Value::binary(bytes);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace turnout::test
