#include "cli/bench_engines.h"

namespace turnout::cli {

Result<void> IndexEngine::add(std::span<const Change> additions) {
  ++pieces_;
  return matcher_.apply(additions);
}

Result<void> IndexEngine::finish() { return pieces_ > 1 ? matcher_.compact() : Result<void>(); }

std::unique_ptr<baseline::Engine> make_bench_engine(std::string_view name) {
  if (name == "index") return std::make_unique<IndexEngine>();
  return baseline::make_engine(name);
}

}  // namespace turnout::cli
