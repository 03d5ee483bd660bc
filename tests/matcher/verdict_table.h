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

#include "tests/matcher/notation.h"
#include "turnout/value.h"

namespace turnout::test {

struct VerdictRow {
  std::vector<std::string> columns;
  std::string where;  // file:line
};

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
      row.columns.push_back(undo_notation(rest.substr(0, tab)));
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
