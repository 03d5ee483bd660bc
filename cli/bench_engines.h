// The engines that `turnout bench match` can time.
#pragma once

#include <memory>
#include <string_view>

#include "bench/baseline/engine.h"

namespace turnout::cli {

// "index" (a Matcher that keeps no texts), "counting" or "naive"; nullptr for another name.
std::unique_ptr<baseline::Engine> make_bench_engine(std::string_view name);

}  // namespace turnout::cli
