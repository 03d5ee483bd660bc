#include "cli/bench_engines.h"

#include <utility>

namespace turnout::cli {
namespace {

class IndexEngine final : public BenchEngine {
 public:
  Result<void> build(std::span<const Change> additions) override { return matcher_.apply(additions); }
  [[nodiscard]] Paths paths() const override { return matcher_.paths(); }
  void match(const Event& event, std::vector<SubscriptionId>& ids) override {
    const std::span<const SubscriptionId> found = matcher_.match(event, scratch_);
    ids.insert(ids.end(), found.begin(), found.end());
  }

 private:
  Matcher matcher_{{.keep_text = false}};
  MatchScratch scratch_;
};

}  // namespace

std::unique_ptr<BenchEngine> make_bench_engine(std::string_view name) {
  if (name == "index") return std::make_unique<IndexEngine>();
  return nullptr;
}

}  // namespace turnout::cli
