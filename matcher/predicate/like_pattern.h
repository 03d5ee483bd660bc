// A LIKE pattern as symbols: code points, kAnyOne for `_`, kAnyRun for `%`, escapes undone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "matcher/predicate/glob.h"

namespace turnout::predicate {

// Runs of `%` become one. `ignore_case`: code points are folded. O(pattern).
std::vector<Symbol> decode_like(std::string_view pattern, std::optional<char32_t> escape, bool ignore_case);

// The same pattern in one spelling, `\` before a literal `%`, `_` and `\`: equal patterns have equal text.
std::string canonical_like(const std::vector<Symbol>& symbols);

}  // namespace turnout::predicate
