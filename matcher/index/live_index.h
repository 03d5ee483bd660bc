// The index under change: a few immutable segments of falling size, each with its removed entries, and a delta of the filters
// that were added last.
//
// A change is one new snapshot, published with one store, so that readers see all of it or nothing. A few filters go into the
// delta, which a match evaluates one by one; when it is full, and for many filters at once, they become a segment. Segments of
// similar size are merged, and segments that are mostly removed are written anew, so there are O(log filters) of them and a
// filter is rewritten O(log filters) times. Merges run within the change that calls for them; with an executor, all but small
// ones run there, beside further changes. Readers take no lock (base/epoch.h).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/epoch.h"
#include "matcher/index/event_sample.h"
#include "matcher/index/match.h"
#include "matcher/index/snapshot.h"
#include "schema/path_registry.h"
#include "turnout/matcher.h"

namespace turnout::index {

class LiveIndex {
 public:
  explicit LiveIndex(MatcherOptions options);
  ~LiveIndex();
  LiveIndex(const LiveIndex&) = delete;
  LiveIndex& operator=(const LiveIndex&) = delete;

  Result<void> apply(std::span<const Change> changes);
  Result<void> compact();
  // All of a segment that was built apart from this index (bulk loads), with paths of registry().
  Result<void> adopt(std::shared_ptr<const Segment> segment);
  // All live filters to a file, and all filters of a file into this index. See Matcher::save(), Matcher::load().
  [[nodiscard]] Result<void> save(const std::string& path) const;
  Result<void> load(std::string bytes);
  // Whether `bytes` more keep within the cap.
  [[nodiscard]] Result<void> room_for(std::size_t bytes) const;

  [[nodiscard]] std::size_t size() const noexcept { return live_.load(std::memory_order_acquire); }
  [[nodiscard]] bool contains(SubscriptionId id) const;
  [[nodiscard]] Result<std::string> get(SubscriptionId id) const;
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;
  [[nodiscard]] MemoryUsage memory_usage() const;
  [[nodiscard]] ChangeCounters change_counters() const;
  // See Matcher::observed_cost().
  [[nodiscard]] Result<ObservedCost> observed_cost(SubscriptionId id, std::span<const Event> events) const;
  [[nodiscard]] std::vector<std::string> referenced_paths() const;
  [[nodiscard]] const std::shared_ptr<schema::PathRegistry>& registry() const noexcept { return registry_; }
  [[nodiscard]] PackOptions pack_options() const noexcept { return {options_.keep_text, &sample_}; }

  // Matches up to kBatchMax events against the current snapshot; `hint` is the caller's epoch slot.
  void match(std::span<MatchItem> items, std::size_t& hint) const;

 private:
  struct Plan;        // what a batch of changes comes to
  struct Background;  // what a task of the executor holds
  struct Group {      // parts to merge: indices, ascending
    std::vector<std::size_t> parts;
    std::uint64_t live = 0;
  };

  Result<Plan> plan(std::span<const Change> changes) const;
  void mark_removed(const Plan& plan, Snapshot& next) const;
  Result<void> place_added(const Plan& plan, Snapshot& next);
  Result<std::shared_ptr<const Segment>> build(std::span<const Change* const> adds, const Delta* delta) const;
  void insert(Snapshot& next, std::shared_ptr<const Segment> segment, std::shared_ptr<const Tombstones> dead) const;

  // Merges what is due, here or, if so returned, by the executor.
  bool settle(Snapshot& next);
  [[nodiscard]] Group choose(const Snapshot& next) const;
  void observe(Workspace& work) const noexcept;
  [[nodiscard]] bool is_merging(const Part& part) const noexcept;
  [[nodiscard]] bool has_more_to_learn(const Segment& segment) const noexcept;
  bool merge(Snapshot& next, const Group& group);
  void run_merges();    // on the executor
  bool merge_beside();  // one of them; false: none is due
  void request_merges();

  Result<void> check_room(const Plan& plan) const;
  Result<void> check_memory(const Snapshot& next) const;
  [[nodiscard]] Result<void> within_cap(std::size_t bytes) const;
  void publish(std::shared_ptr<Snapshot> next);
  [[nodiscard]] MemoryUsage usage_of(const Snapshot& snapshot) const;

  const MatcherOptions options_;
  const std::shared_ptr<schema::PathRegistry> registry_;
  std::mutex writer_;         // one change at a time, its building included
  mutable std::mutex state_;  // current_: held briefly
  std::shared_ptr<const Snapshot> current_;
  std::atomic<const Snapshot*> published_;
  std::atomic<std::size_t> live_{0};
  mutable base::EpochDomain epochs_;
  mutable EventSample sample_;
  ChangeCounters counters_;                              // under state_
  std::vector<std::shared_ptr<const Segment>> merging_;  // by the executor; under writer_
  std::shared_ptr<Background> background_;
};

}  // namespace turnout::index
