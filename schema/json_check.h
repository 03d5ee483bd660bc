// A strict check of JSON text (RFC 8259), byte by byte: the `validate` option of the reader, and the place and reason of an
// error that the fast reader only noticed. Without recursion, without allocation, linear. Pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace turnout::schema {

// What is wrong with a text, and at which byte (0-based).
struct JsonFlaw {
  std::size_t byte = 0;
  const char* reason = "";
  bool too_deep = false;  // nested beyond limits::kJsonDepth
};

// nullopt when `text` is one JSON value in well-formed UTF-8, with every escaped surrogate in a pair, nested within
// limits::kJsonDepth. Numbers of any size are fine.
std::optional<JsonFlaw> check_json(std::string_view text) noexcept;

// The first bracket that nests deeper than limits::kJsonDepth, or nullopt. Looks at brackets and strings only, so it works on
// malformed text too. 16 bytes at a time for text with few brackets.
std::optional<std::size_t> find_too_deep(std::string_view text) noexcept;

}  // namespace turnout::schema
