#include "schema/path.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace turnout::schema {

namespace {

constexpr bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Equal without regard to the case of ASCII letters; `word` is in lower case.
bool reads_as(std::string_view name, std::string_view word) noexcept {
  return std::equal(name.begin(), name.end(), word.begin(), word.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 0x20) : a) == b; });
}

// ILIKE is a keyword only after a value or NOT, which is where a path may stand too (NOT ilike).
bool is_reserved(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 12> kWords{"and", "or",     "not",  "between", "like",  "in",
                                                    "is",  "escape", "null", "true",    "false", "ilike"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return reads_as(name, word); });
}

bool is_scope(std::string_view name, bool any_case) noexcept {
  constexpr std::array<std::string_view, 3> kScopes{"user", "data", "sys"};
  return std::any_of(kScopes.begin(), kScopes.end(),
                     [&](std::string_view scope) { return any_case ? reads_as(name, scope) : name == scope; });
}

// Letters beyond ASCII may stand unquoted in a filter too, but the quoted form says the same and needs no table of them.
bool needs_quotes(std::string_view name) noexcept {
  if (name.empty() || !is_letter(name.front())) return true;
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
  return !plain || is_reserved(name);
}

void append_name(std::string& out, std::string_view name, bool quoted) {
  if (!quoted) {
    out += name;
    return;
  }
  out += '"';
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

bool Path::has_star() const noexcept {
  return std::any_of(segments.begin(), segments.end(),
                     [](const Segment& segment) { return segment.kind == Segment::Kind::star; });
}

std::string to_string(const Path& path) {
  std::string out;
  switch (path.scope) {
    case Scope::sys:
      return "sys." + std::string(sys_field_name(path.sys));
    case Scope::user:
      out = "user";
      break;
    case Scope::data:
      out = "data";
      break;
    case Scope::any:
      break;
  }
  for (const Segment& segment : path.segments) {
    switch (segment.kind) {
      case Segment::Kind::name: {
        const bool first = out.empty();
        if (!first) out += '.';
        append_name(out, segment.name, needs_quotes(segment.name) || (first && is_scope(segment.name, path.any_case)));
        break;
      }
      case Segment::Kind::index:
        out += '[' + std::to_string(segment.index) + ']';
        break;
      case Segment::Kind::star:
        out += "[*]";
        break;
    }
  }
  return out;
}

}  // namespace turnout::schema
