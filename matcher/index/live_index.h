// The index under change: a few immutable segments of falling size, each with its removed entries.
//
// A change builds a segment of what it adds, marks what it removes, and publishes both in one snapshot, so that readers see all
// of it or nothing. A new segment is merged with older ones that are not at least kMergeRatio times its size, so there are
// O(log filters) segments and a filter is rebuilt O(log filters) times. Readers take no lock (base/epoch.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/epoch.h"
#include "matcher/index/match.h"
#include "matcher/index/segment.h"
#include "matcher/index/tombstones.h"
#include "schema/path_registry.h"
#include "turnout/matcher.h"

namespace turnout::index {

struct Part {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const Tombstones> dead;  // null: nothing removed
  std::uint32_t serial = 0;                // what the id map calls it
  MemoryUsage memory;                      // of the segment

  [[nodiscard]] std::uint32_t live() const noexcept { return segment->size() - (dead == nullptr ? 0 : dead->count()); }
};

struct Snapshot {
  std::vector<Part> parts;  // oldest and largest first
};

class LiveIndex {
 public:
  explicit LiveIndex(MatcherOptions options);

  Result<void> apply(std::span<const Change> changes);
  Result<void> compact();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool contains(SubscriptionId id) const;
  [[nodiscard]] Result<std::string> get(SubscriptionId id) const;
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;
  [[nodiscard]] MemoryUsage memory_usage() const;
  [[nodiscard]] std::vector<std::string> referenced_paths() const;
  [[nodiscard]] const std::shared_ptr<schema::PathRegistry>& registry() const noexcept { return registry_; }

  // Matches against the current snapshot; `hint` is the caller's epoch slot. Returns false when the sink stopped it.
  bool match(const schema::EventData& event, Workspace& work, std::size_t& hint, const Sink& sink) const;

 private:
  struct Place {
    std::uint32_t serial = 0;
    Entry entry = 0;
  };
  struct Plan;  // what a batch of changes comes to

  Result<Plan> plan(std::span<const Change> changes) const;
  Result<void> build(Plan& plan, bool merge_all);
  Result<void> check_room(const Plan& plan) const;
  Result<void> check_memory(const Plan& plan) const;
  [[nodiscard]] Result<void> within_cap(std::size_t bytes) const;
  void publish(Plan& plan);
  [[nodiscard]] static const Part* find(const std::vector<Part>& parts, std::uint32_t serial) noexcept;
  [[nodiscard]] MemoryUsage usage_of(const std::vector<Part>& parts, std::size_t ids) const;

  const MatcherOptions options_;
  const std::shared_ptr<schema::PathRegistry> registry_;
  std::mutex writer_;         // one change at a time, its building included
  mutable std::mutex state_;  // ids_ and current_: held briefly
  boost::unordered_flat_map<std::uint64_t, Place> ids_;
  std::shared_ptr<const Snapshot> current_;
  std::atomic<const Snapshot*> published_;
  mutable base::EpochDomain epochs_;
  std::uint32_t next_serial_ = 1;
};

}  // namespace turnout::index
