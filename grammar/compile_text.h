// turnout::compile() with the shape cache handed in.
#pragma once

#include <string_view>

#include "grammar/shape_cache.h"
#include "turnout/compile.h"

namespace turnout::grammar {

// As turnout::compile(). Without a cache (nullptr) every text goes the way of the parser; the result does not depend on it.
Result<Filter> compile_text(std::string_view text, const CompileOptions& options, ShapeCache* cache);

}  // namespace turnout::grammar
