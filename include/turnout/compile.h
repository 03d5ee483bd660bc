// Filter text in, Filter out (library turnout::grammar).
//
//   auto filter = turnout::compile("type = 'order' AND amount > 100");
//   auto selector = turnout::compile("JMSType = 'car'", {.dialect = Dialect::jms});
//
// A rejected text yields an Error with line, column, the text with a caret, the reason and what to do. Thread-safe. Linear in
// the text for every input; memory is bounded by the limits of turnout/limits.h. Grammar: docs/language.md.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "turnout/filter.h"
#include "turnout/result.h"

namespace turnout {

struct CompileOptions {
  Dialect dialect = Dialect::core;
  bool real_division = false;  // int / int yields a double instead of truncating
};

// A blank text matches every event. Errors: syntax, type, unknown_name, limit; each with a place in the text.
Result<Filter> compile(std::string_view text, const CompileOptions& options = {});

// Many texts: the result of each in its place, as compile() gives it. Takes `threads` threads, the caller's among them; 1 and 0
// start none. O(size of the texts); for very many, hand them over in pieces, to BulkLoad, say: a filter takes about 300 bytes.
std::vector<Result<Filter>> compile_all(std::span<const std::string_view> texts, const CompileOptions& options = {},
                                        unsigned threads = 1);

// The dialect of a name ("core", "jms", "azure-sql"), or an Error that lists them.
Result<Dialect> find_dialect(std::string_view name);

}  // namespace turnout
