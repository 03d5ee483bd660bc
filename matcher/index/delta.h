// The filters that were added last: a list of fixed capacity that only grows. Snapshots say how many of its filters they see
// and which of those are removed, so that one list serves many snapshots and an addition copies nothing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "matcher/index/direct_filter.h"
#include "matcher/index/match.h"
#include "turnout/filter.h"
#include "turnout/matcher.h"

namespace turnout::index {

class DeltaLog {
 public:
  static constexpr std::uint32_t kCapacity = 256;
  // A match may look at every filter here: so much work (DirectFilter::cost()) is taken, then a segment is built.
  static constexpr std::uint32_t kCostMax = 2048;

  // Writes what no snapshot sees yet.
  void set(std::uint32_t index, SubscriptionId id, std::uint64_t word, const Filter& filter, DirectFilter direct) {
    guards_[index] = direct.guard();
    ids_[index] = id;
    slots_[index] = {word, filter, std::move(direct)};
  }
  [[nodiscard]] SubscriptionId id(std::uint32_t index) const noexcept { return ids_[index]; }
  [[nodiscard]] std::uint64_t word(std::uint32_t index) const noexcept { return slots_[index].word; }
  [[nodiscard]] const Filter& filter(std::uint32_t index) const noexcept { return slots_[index].filter; }
  [[nodiscard]] const DirectFilter& direct(std::uint32_t index) const noexcept { return slots_[index].direct; }
  [[nodiscard]] const FilterGuard& guard(std::uint32_t index) const noexcept { return guards_[index]; }

 private:
  struct Slot {
    std::uint64_t word = 0;
    Filter filter;
    DirectFilter direct;
  };
  std::array<FilterGuard, kCapacity> guards_;
  std::array<SubscriptionId, kCapacity> ids_;
  std::array<Slot, kCapacity> slots_;
};

// One snapshot's view of a log. Copyable: a log, a length, a bit per removed filter.
class Delta {
 public:
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }  // removed ones too
  [[nodiscard]] std::uint32_t live() const noexcept { return live_; }
  [[nodiscard]] bool removed(std::uint32_t index) const noexcept { return (removed_[index / 64] >> (index % 64) & 1) != 0; }
  [[nodiscard]] const DeltaLog& log() const noexcept { return *log_; }
  [[nodiscard]] std::optional<std::uint32_t> find(SubscriptionId id) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return bytes_; }
  // Estimate of what append() would add to memory_bytes().
  static std::size_t bytes_of(const Filter& filter, const DirectFilter& direct);

  // One writer at a time, on a view that is not published yet and descends from the last one that is.
  [[nodiscard]] bool fits(std::size_t filters, std::uint64_t cost) const noexcept {
    return count_ + filters <= DeltaLog::kCapacity && cost_ + cost <= DeltaLog::kCostMax;
  }
  void append(SubscriptionId id, std::uint64_t word, const Filter& filter, DirectFilter direct, std::size_t bytes);
  void remove(std::uint32_t index) noexcept;

  // Calls visit(index) for every filter that is TRUE; false stops, and is returned.
  template <class Visit>
  bool match(Workspace& work, Visit&& visit) const {
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (removed(i) || !log_->guard(i).admits(work.slots.values)) continue;
      ++work.counters.verified;
      if (!log_->direct(i).matches(work.slots.values, work.residual_values, work.residual)) continue;
      if (!visit(i)) return false;
    }
    return true;
  }

 private:
  std::shared_ptr<DeltaLog> log_;  // null while empty
  std::uint32_t count_ = 0;
  std::uint32_t live_ = 0;
  std::uint64_t cost_ = 0;
  std::size_t bytes_ = 0;
  std::array<std::uint64_t, DeltaLog::kCapacity / 64> removed_{};
};

}  // namespace turnout::index
