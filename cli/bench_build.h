// Engines built for measuring, and their events.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/bench_engines.h"
#include "cli/bench_input.h"
#include "cli/bench_protocol.h"

namespace turnout::cli {

struct BuiltEngine {
  std::unique_ptr<baseline::Engine> engine;
  IndexEngine* index = nullptr;  // `engine`, if it is the index
  FilterCounts counts;
  double build_filters_per_s = 0;  // from compiled filters to an engine that matches
  double bytes_per_filter = 0;     // growth of anonymous memory
};

// Compiles the filters and builds one engine from them, 65,536 filters at a time. The parsed filters are gone when memory is
// measured, so an engine pays for those it keeps; compiling anew for each engine makes that true of every one of them. With
// invalid filters nothing is built, and `counts` tells. Errors: those of BenchInput::stream(); no such engine.
Result<BuiltEngine> build_engine(const std::string& name, const BenchInput& input, const FilterFileOptions& options);

// The lines as events that hold what `paths` lead to. Errors: an event is rejected.
Result<std::vector<Event>> read_events(const EventLines& lines, const Paths& paths);

// Matches parsed events. The engine must outlive the subject.
Result<BenchSubject> make_subject(baseline::Engine& engine, const EventLines& lines);

}  // namespace turnout::cli
