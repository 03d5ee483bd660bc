// Values as text for people: JSON, where JSON can say it.
#pragma once

#include <string>
#include <string_view>

#include "schema/value_view.h"

namespace turnout::schema {

// The shortest text that reads back as the same double, always with a point or an exponent ("3.0", "1e+30"); "NaN", "Infinity",
// "-Infinity".
std::string double_text(double value);
// A JSON string literal of UTF-8 text.
void append_json_string(std::string& out, std::string_view text);
// JSON; a binary is X'0AFF' and a missing value is `missing`. Recursion is bounded by limits::kJsonDepth.
void append_json(std::string& out, ValueView value);

}  // namespace turnout::schema
