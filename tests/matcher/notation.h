// How tests in text files write characters that a line cannot show.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace turnout::test {

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
inline std::string undo_notation(std::string_view s) {
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

}  // namespace turnout::test
