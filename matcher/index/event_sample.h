// A sample of the events that were matched lately, from which the costs of covers are estimated when a segment is built.
//
// A ring of events: the newest takes the place of the oldest, so what is no longer seen is forgotten. The first events are all
// kept, later ones now and then. Of an event, the scalars that lie on registered paths are kept, strings by their beginning.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "schema/path_registry.h"
#include "schema/value_view.h"

namespace turnout::index {

struct SampledValue {
  schema::PathId path = 0;
  schema::ValueView value;  // arrays and objects: empty
};

class EventSample {
 public:
  static constexpr std::size_t kEvents = 256;
  // Of one event. Of more values, a stretch is kept that begins elsewhere each time.
  static constexpr std::size_t kValues = 48;
  static constexpr std::size_t kTextBytes = 1024;

  // Notes the event unless another thread is noting one. Allocates in the first call only, and then does without when there is
  // no memory. Thread-safe, never waits.
  void note(const schema::Slots& slots) noexcept;
  // How many events may pass before the next is noted.
  [[nodiscard]] std::uint32_t gap() const noexcept { return noted() < kEvents ? 1 : kGap; }
  // So many events were noted, forgotten ones included.
  [[nodiscard]] std::uint64_t noted() const noexcept { return noted_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Calls visit(values, weight) for each event kept: a value stands for `weight` values. None is noted meanwhile.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const std::lock_guard lock(mutex_);
    for (const Kept& event : events_) {
      if (event.weight > 0) visit(std::span<const SampledValue>(event.values, event.count), event.weight);
    }
  }

 private:
  static constexpr std::uint32_t kGap = 61;  // prime: no stride of a regular stream
  struct Kept {
    double weight = 0;  // 0: none yet
    std::uint32_t count = 0;
    SampledValue values[kValues];
    char text[kTextBytes];
  };
  static void keep(const schema::Slots& slots, std::size_t first, Kept& event) noexcept;

  mutable std::mutex mutex_;
  std::vector<Kept> events_;
  std::atomic<std::uint64_t> noted_{0};
};

}  // namespace turnout::index
