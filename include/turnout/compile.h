// Filter text in, Filter out (library turnout::grammar).
//
//   auto filter = turnout::compile("type = 'order' AND amount > 100");
//   auto selector = turnout::compile("JMSType = 'car'", {.dialect = Dialect::jms});
//
// A rejected text yields an Error with line, column, the text with a caret, the reason and what to do. Thread-safe. Linear in
// the text for every input; memory is bounded by the limits of turnout/limits.h. Grammar: docs/language.md.
#pragma once

#include <string_view>

#include "turnout/filter.h"
#include "turnout/result.h"

namespace turnout {

struct CompileOptions {
  Dialect dialect = Dialect::core;
  bool real_division = false;  // int / int yields a double instead of truncating
};

// A blank text matches every event. Errors: syntax, type, unknown_name, limit; each with a place in the text.
Result<Filter> compile(std::string_view text, const CompileOptions& options = {});

// The dialect of a name ("core", "jms", "azure-sql"), or an Error that lists them.
Result<Dialect> find_dialect(std::string_view name);

}  // namespace turnout
