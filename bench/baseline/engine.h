// The engines that the index is measured against and tested with, behind one interface. Not thread-safe; build once, then
// match any number of events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "turnout/event.h"
#include "turnout/matcher.h"

namespace turnout::baseline {

class Engine {
 public:
  virtual ~Engine() = default;

  // "naive", "counting" or "counting-tuned".
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  // Takes filters in, any number of times before finish(); reads only `id` and `filter` of each. Ids are distinct. Error:
  // limits::kMatcherPaths.
  virtual Result<void> add(std::span<const Change> additions) = 0;
  // Called once, before the first match.
  virtual Result<void> finish() = 0;
  Result<void> build(std::span<const Change> additions) {
    const Result<void> added = add(additions);
    return added ? finish() : added;
  }
  // What events should be read with. Events made without it match as well.
  [[nodiscard]] virtual Paths paths() const = 0;
  // Appends the ids whose filter is TRUE for the event, each once, in no order. Paths are resolved here, as part of the match.
  virtual void match(const Event& event, std::vector<SubscriptionId>& ids) = 0;
  // Satisfied predicates that the last match counted, each once for every conjunction it stands in; nullopt when the engine
  // does not count.
  [[nodiscard]] virtual std::optional<std::uint64_t> satisfied_predicates() const { return std::nullopt; }
  // Estimate from sizes and capacities.
  [[nodiscard]] virtual std::size_t memory_bytes() const = 0;
};

// Walks every filter's parsed tree. O(filters).
std::unique_ptr<Engine> make_naive_scan();

// The counting algorithm as textbooks have it: an index per path and operator finds every satisfied predicate, a counter per
// conjunction sees when all of its predicates are. BETWEEN is two comparisons. O(satisfied predicates + conjunctions for
// resetting the counters).
// After Yan and Garcia-Molina, "Index structures for selective dissemination of information under the Boolean model", 1994, and
// Fabret et al., "Filtering algorithms and implementation for very fast publish/subscribe systems", 2001.
std::unique_ptr<Engine> make_counting();

// The same algorithm as quick as we can make it: counters of a byte, and any interval of values is one predicate, found by an
// interval tree.
std::unique_ptr<Engine> make_counting_tuned();

// The engine of that name; nullptr for another name.
std::unique_ptr<Engine> make_engine(std::string_view name);

}  // namespace turnout::baseline
