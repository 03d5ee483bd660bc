// Every bound of the library, in one place. Passing one is an Error with ErrorCode::limit that names it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace turnout::limits {

// Filter text.
inline constexpr std::size_t kFilterBytes = std::size_t{1} << 20;  // length of one filter
inline constexpr std::size_t kFilterDepth = 256;         // parentheses, NOT and unary chains; flat AND, OR, IN do not count
inline constexpr std::size_t kFilterLiterals = 100'000;  // constants of one filter, IN lists included
inline constexpr std::size_t kFilterTokens = 250'000;    // tokens of one filter
inline constexpr std::size_t kPathSegments = 64;         // segments of one path
// All REGEXP_LIKE patterns of one filter together.
inline constexpr std::size_t kRegexTextBytes = std::size_t{16} << 10;   // their text
inline constexpr std::size_t kRegexMemoryBytes = std::size_t{1} << 20;  // their compiled size, and the automaton of each

// Events.
inline constexpr std::size_t kJsonDepth = 128;                     // nesting of an event's body or attribute
inline constexpr std::size_t kEventBytes = std::size_t{64} << 20;  // JSON text of one event

// A matcher.
inline constexpr std::size_t kMatcherPaths = 65'000;         // distinct paths ever referenced by the filters of one matcher
inline constexpr std::size_t kMatcherFilters = 0x7fff'ffff;  // live filters
inline constexpr std::size_t kIndexFileBytes = std::size_t{1} << 38;  // of a saved index

}  // namespace turnout::limits
