#include "cli/bench_engines.h"

namespace turnout::cli {
namespace {

class IndexEngine final : public baseline::Engine {
 public:
  [[nodiscard]] std::string_view name() const noexcept override { return "index"; }
  Result<void> build(std::span<const Change> additions) override { return matcher_.apply(additions); }
  [[nodiscard]] Paths paths() const override { return matcher_.paths(); }
  void match(const Event& event, std::vector<SubscriptionId>& ids) override {
    const std::span<const SubscriptionId> found = matcher_.match(event, scratch_);
    ids.insert(ids.end(), found.begin(), found.end());
  }
  [[nodiscard]] std::size_t memory_bytes() const override { return matcher_.memory_usage().total(); }

 private:
  Matcher matcher_{{.keep_text = false}};
  MatchScratch scratch_;
};

}  // namespace

std::unique_ptr<baseline::Engine> make_bench_engine(std::string_view name) {
  if (name == "index") return std::make_unique<IndexEngine>();
  return baseline::make_engine(name);
}

}  // namespace turnout::cli
