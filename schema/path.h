// A path as a filter writes it: scope, then names, indices and [*]. Immutable and shared between filters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "turnout/event.h"

namespace turnout::schema {

enum class Scope : std::uint8_t { any, user, data, sys };

struct Segment {
  enum class Kind : std::uint8_t { name, index, star };
  Kind kind = Kind::name;
  std::string name;         // kind name
  std::uint32_t index = 0;  // kind index; digits beyond 32 bits saturate (and are out of range of every array)
  friend bool operator==(const Segment&, const Segment&) = default;
};

struct Path {
  Scope scope = Scope::any;
  bool any_case = false;  // azure-sql: names compare by simple case folding
  SysField sys{};         // scope sys: the field, and `segments` is empty
  // Empty only for scope sys and for `data` (the whole body).
  std::vector<Segment> segments;
  friend bool operator==(const Path&, const Path&) = default;

  [[nodiscard]] bool has_star() const noexcept;
};

// Canonical text: parses back to the same path in the core dialect; quotes a name where it must ("a.b", reserved words, a first
// name that reads as a scope).
std::string to_string(const Path& path);

}  // namespace turnout::schema
