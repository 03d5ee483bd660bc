// The small path syntax of attr(): names, dots, [digits] and [*].
#pragma once

#include <string_view>

#include "schema/path.h"
#include "turnout/result.h"

namespace turnout::predicate {

// "amount", "order.total", "user.region", "data.items[0].sku", "items[*].sku", "sys.type". Names are letters, digits, `_` and
// `$`, not beginning with a digit; reserved words need no quotes here. user, data and sys are scopes before a dot; `data` alone
// is the whole body. Any other name stands in double quotes: "\"a.b\".c". Canonical path text reads back. Errors: syntax,
// unknown_name (an unknown envelope field), limit (limits::kPathSegments).
Result<schema::Path> parse_path(std::string_view text);

}  // namespace turnout::predicate
