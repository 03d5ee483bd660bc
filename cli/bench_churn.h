// Matching while filters come and go.
#pragma once

#include "cli/bench_build.h"
#include "cli/bench_report.h"

namespace turnout::cli {

struct BenchChurn {
  std::uint64_t updates_per_s = 1000;  // additions and removals, in turns
  double seconds = 10;                 // with changes, and as long without
};

// Times matches on one thread, in turns of a second without and with changes by another thread, and the changes themselves. A
// generated workload adds new filters of its kind and removes old ones; of a file filters are removed and added again. Leaves
// the index changed. Errors: those of BenchInput::more() and of the matcher.
Result<BenchSection> measure_churn(IndexEngine& index, const BenchInput& input, const FilterFileOptions& filters,
                                   const BenchChurn& options);

}  // namespace turnout::cli
