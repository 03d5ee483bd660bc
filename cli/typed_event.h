// The event of a case: JSON with hints about what JSON cannot show.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "turnout/event.h"
#include "turnout/result.h"

namespace turnout::cli {

// Gives `value` the named type: int8 .. int64 and the names other systems have for them (byte, short, int, long, ubyte, ushort,
// uint, ulong, ...) yield an int64, float32 a double rounded to float, float64 or double a double, timestamp an int64 in
// milliseconds (from an integer or an ISO 8601 text with offset), binary bytes; string, char, symbol and boolean only check.
// Errors: an unknown type name, a value that does not fit.
Result<Value> with_type(const Value& value, std::string_view type);

// Replaces `{"$hex": "..."}` by bytes at every depth of the attributes, then applies `types` (attribute name, type name;
// "$sys.name" names an envelope field). Types of attributes that the event does not have are ignored.
// Returns whether anything changed. Errors: as with_type(), and bad hexadecimal digits.
Result<bool> apply_types(const std::vector<std::pair<std::string, std::string>>& types, Event& event);

}  // namespace turnout::cli
