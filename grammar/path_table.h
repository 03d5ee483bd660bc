// Paths by their spelling, so that a path is read once and shared by all filters that name it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "grammar/token.h"
#include "schema/path.h"
#include "turnout/filter.h"

namespace turnout::grammar {

// Bounded; not thread-safe: every thread has its own. Between two calls of make_room() equal paths have equal addresses,
// however they are spelt.
class PathTable {
 public:
  static constexpr std::size_t kSpellings = 16'384;
  static constexpr std::size_t kSpellingBytes = 256;

  // What the checks can tell a path by.
  enum class Kind : std::uint8_t { plain, star, sys_integer, sys_string };
  struct Entry {
    std::shared_ptr<const schema::Path> path;
    Kind kind = Kind::plain;
  };

  // The path of the tokens of one `path` rule; nullptr when it is wrong, longer than kSpellingBytes, or the table is full.
  // Valid until the next call of make_room().
  const Entry* find(std::string_view text, std::span<const Token> tokens, Dialect dialect);

  // To be called between filters: empties the table when it is nearly full.
  void make_room();

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>()(text); }
  };
  template <class T>
  using Map = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

  // In front of the maps: the last path of a hash.
  struct Recent {
    std::string_view spelling;  // key of spellings_
    const Entry* entry = nullptr;
  };
  static constexpr std::size_t kRecent = 512;

  void clear();

  Map<Entry> spellings_[3];                             // by dialect
  Map<std::shared_ptr<const schema::Path>> canonical_;  // by canonical text and case rule
  Recent recent_[3][kRecent];
};

}  // namespace turnout::grammar
