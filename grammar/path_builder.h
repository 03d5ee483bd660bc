// Paths: names, scopes and envelope fields.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include "grammar/token.h"
#include "matcher/predicate/check.h"
#include "schema/path.h"
#include "turnout/filter.h"

namespace turnout::grammar {

using PathOrFinding = std::variant<std::shared_ptr<const schema::Path>, predicate::Finding>;

// The path of the tokens of one `path` rule. `user.`, `data.` and `sys.` are scopes when they are not quoted and a `.` follows;
// `data` alone (or followed by an index) is the whole body. In azure-sql scopes and envelope fields go in any case. O(tokens).
PathOrFinding build_path(std::string_view text, std::span<const Token> tokens, Dialect dialect);

// azure-sql property('name'): the flat name, whatever characters it has.
std::shared_ptr<const schema::Path> flat_path(std::string_view name, Dialect dialect);

}  // namespace turnout::grammar
