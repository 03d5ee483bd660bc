// The engines that `turnout bench match` can time.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "bench/baseline/engine.h"

namespace turnout::cli {

// A Matcher that keeps no texts.
class IndexEngine final : public baseline::Engine {
 public:
  [[nodiscard]] std::string_view name() const noexcept override { return "index"; }
  Result<void> add(std::span<const Change> additions) override;
  // Shows what was added to matches.
  Result<void> finish() override;
  [[nodiscard]] Paths paths() const override { return matcher_.paths(); }
  void match(const Event& event, std::vector<SubscriptionId>& ids) override {
    const std::span<const SubscriptionId> found = matcher_.match(event, scratch_);
    ids.insert(ids.end(), found.begin(), found.end());
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return matcher_.memory_usage().total(); }

  // Packs the index anew, laid out for the events that were matched so far.
  Result<void> adapt() { return matcher_.compact(); }

  [[nodiscard]] Matcher& matcher() noexcept { return matcher_; }
  // Of the last match().
  [[nodiscard]] const MatchCounters& counters() const noexcept { return scratch_.counters(); }

 private:
  Matcher matcher_{{.keep_text = false}};
  MatchScratch scratch_;
  std::optional<BulkLoad> load_;
};

// "index", "counting", "counting-tuned" or "naive"; nullptr for another name.
std::unique_ptr<baseline::Engine> make_bench_engine(std::string_view name);

}  // namespace turnout::cli
