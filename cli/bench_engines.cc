#include "cli/bench_engines.h"

namespace turnout::cli {

Result<void> IndexEngine::add(std::span<const Change> additions) {
  if (!load_) load_.emplace(matcher_);
  for (const Change& addition : additions) {
    if (Result<void> ok = load_->add(addition.id, addition.filter, addition.word); !ok) return ok;
  }
  return {};
}

Result<void> IndexEngine::finish() {
  if (!load_) return {};
  Result<void> ok = load_->finish();
  load_.reset();
  return ok;
}

std::unique_ptr<baseline::Engine> make_bench_engine(std::string_view name) {
  if (name == "index") return std::make_unique<IndexEngine>();
  return baseline::make_engine(name);
}

}  // namespace turnout::cli
