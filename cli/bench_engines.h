// The engines that `turnout bench match` can time, behind one shape.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "turnout/matcher.h"

namespace turnout::cli {

class BenchEngine {
 public:
  virtual ~BenchEngine() = default;
  // Takes the filters in; `additions` goes away afterwards. Called once.
  virtual Result<void> build(std::span<const Change> additions) = 0;
  // What events should be read with.
  [[nodiscard]] virtual Paths paths() const = 0;
  virtual void match(const Event& event, std::vector<SubscriptionId>& ids) = 0;
  // Predicates that the last match found satisfied; nullopt when the engine does not count them.
  [[nodiscard]] virtual std::optional<std::uint64_t> satisfied_predicates() const { return std::nullopt; }
};

// "index", "counting" or "naive"; nullptr for another name.
std::unique_ptr<BenchEngine> make_bench_engine(std::string_view name);

}  // namespace turnout::cli
