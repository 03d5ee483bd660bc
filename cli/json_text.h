// JSON text, written.
#pragma once

#include <string>
#include <string_view>

#include "turnout/value.h"

namespace turnout::cli {

// Appends `text` as a JSON string; what is not UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);
// Appends a value. Doubles in shortest round-trip form; missing and what JSON cannot say (NaN, infinities) as null; binary as
// {"$hex": "..."}. Recursion is bounded by the nesting of the value.
void append_json(std::string& out, const Value& value);

}  // namespace turnout::cli
