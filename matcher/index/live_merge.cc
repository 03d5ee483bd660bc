// Which segments are merged, when, and by whom.
#include <algorithm>
#include <new>
#include <utility>

#include "matcher/index/finish_segment.h"
#include "matcher/index/live_background.h"
#include "matcher/index/live_index.h"
#include "matcher/index/merge.h"

namespace turnout::index {
namespace {

// A segment stays beside a smaller one that has at most this share of its filters.
constexpr std::uint64_t kMergeRatio = 3;

// A segment is written anew for costs' sake when so many times as many events were seen as when it was written.
constexpr std::uint64_t kMoreEvents = 8;

// With an executor, merges of fewer filters still run within the change: about two milliseconds. Where the executor does not
// keep up and segments pile up, the bound doubles with each further one.
constexpr std::uint64_t kMergeBesideMin = 2048;
constexpr std::size_t kPartsPlenty = 16;

bool mostly_removed(const Part& part) noexcept { return std::uint64_t{part.live()} * 2 < part.segment->size(); }

Part make_part(std::shared_ptr<const Segment> segment, std::shared_ptr<const Tombstones> dead) {
  auto memory = std::make_shared<const MemoryUsage>(segment->memory());
  return {std::move(segment), std::move(dead), std::move(memory), false};
}

// What was removed from `from` since `before`, as entries of the segment it was merged into.
void carry_removals(const Part& from, const Tombstones* before, const Segment& to, std::shared_ptr<Tombstones>& dead) {
  if (from.dead.get() == before || from.dead == nullptr) return;
  from.dead->for_each_since(before, [&](std::uint32_t entry) {
    const std::optional<Entry> moved = to.find(from.segment->ids[entry]);
    if (!moved) return;
    if (dead == nullptr) dead = std::make_shared<Tombstones>(to.size());
    dead->insert(*moved);
  });
}

}  // namespace

void LiveIndex::insert(Snapshot& next, std::shared_ptr<const Segment> segment, std::shared_ptr<const Tombstones> dead) const {
  Part part = make_part(std::move(segment), std::move(dead));
  const auto smaller =
      std::find_if(next.parts.begin(), next.parts.end(), [&](const Part& other) { return other.live() < part.live(); });
  next.parts.insert(smaller, std::move(part));
}

bool LiveIndex::is_merging(const Part& part) const noexcept {
  return std::find(merging_.begin(), merging_.end(), part.segment) != merging_.end();
}

// Events that were seen since may say more about costs than what its layout was chosen by: far more of them, so that a segment
// is not written anew for each.
bool LiveIndex::has_more_to_learn(const Segment& segment) const noexcept {
  return segment.size() >= kLearningMin && sample_.noted() >= kMoreEvents * segment.events_known + EventSample::kEvents;
}

// The smallest segments together while the next one is not much larger than all of them; else those that are mostly removed
// and, where an executor does the work, those that events seen since may improve.
LiveIndex::Group LiveIndex::choose(const Snapshot& next) const {
  const auto free = [&](const Part& part) { return !part.sealed && !is_merging(part); };
  Group group;
  for (std::size_t i = next.parts.size(); i-- > 0;) {
    const Part& part = next.parts[i];
    if (!free(part) || (!group.parts.empty() && part.live() >= kMergeRatio * group.live)) break;
    group.parts.insert(group.parts.begin(), i);
    group.live += part.live();
  }
  if (group.parts.size() > 1) return group;
  group = {};
  for (std::size_t i = 0; i < next.parts.size(); ++i) {
    const bool learns = options_.executor && has_more_to_learn(*next.parts[i].segment);
    if (!free(next.parts[i]) || !(mostly_removed(next.parts[i]) || learns)) continue;
    group.parts.push_back(i);
    group.live += next.parts[i].live();
  }
  return group;
}

bool LiveIndex::merge(Snapshot& next, const Group& group) {
  std::shared_ptr<const Segment> merged;
  if (group.live > 0) {
    std::vector<MergeInput> inputs;
    for (const std::size_t i : group.parts) inputs.push_back({next.parts[i].segment.get(), next.parts[i].dead.get(), nullptr});
    Result<std::shared_ptr<const Segment>> result = merge_segments(inputs, pack_options());
    if (!result) {  // too many for one segment
      for (const std::size_t i : group.parts) next.parts[i].sealed = true;
      return false;
    }
    merged = *std::move(result);
  }
  for (auto i = group.parts.rbegin(); i != group.parts.rend(); ++i) {
    next.parts.erase(next.parts.begin() + static_cast<std::ptrdiff_t>(*i));
  }
  if (merged != nullptr) insert(next, std::move(merged), nullptr);
  const std::lock_guard lock(state_);
  ++counters_.merges;
  counters_.filters_merged += group.live;
  return true;
}

bool LiveIndex::settle(Snapshot& next) {
  for (;;) {
    const Group group = choose(next);
    if (group.parts.empty()) return false;
    if (options_.executor) {
      const std::size_t plenty =
          next.parts.size() > kPartsPlenty ? std::min<std::size_t>(next.parts.size() - kPartsPlenty, 32) : 0;
      if (group.live >= kMergeBesideMin << plenty) {
        if (!merging_.empty()) return false;  // one at a time: it looks again when it is done
        for (const std::size_t i : group.parts) merging_.push_back(next.parts[i].segment);
        return true;
      }
    }
    merge(next, group);
  }
}

void LiveIndex::request_merges() {
  options_.executor([background = background_] {
    const std::lock_guard lock(background->running);
    if (background->index != nullptr) background->index->run_merges();
  });
}

// A merge that finds no memory is given up: the index works without it, and a later change asks again.
void LiveIndex::run_merges() {
  try {
    while (merge_beside()) {}
  } catch (const std::bad_alloc&) {
    const std::lock_guard lock(writer_);
    merging_.clear();
  }
}

bool LiveIndex::merge_beside() {
  std::vector<Part> parts;
  {
    const std::lock_guard lock(writer_);
    for (const Part& part : current_->parts) {
      if (is_merging(part)) parts.push_back(part);
    }
    if (parts.size() < merging_.size()) merging_.clear();  // a compaction came first
    if (merging_.empty()) return false;
  }
  std::vector<MergeInput> inputs;
  std::uint64_t live = 0;
  for (const Part& part : parts) {
    inputs.push_back({part.segment.get(), part.dead.get(), nullptr});
    live += part.live();
  }
  Result<std::shared_ptr<const Segment>> merged = merge_segments(inputs, pack_options());

  const std::lock_guard lock(writer_);
  const auto next = std::make_shared<Snapshot>(*current_);
  std::shared_ptr<Tombstones> dead;
  for (const Part& part : parts) {
    const auto now =
        std::find_if(next->parts.begin(), next->parts.end(), [&](const Part& p) { return p.segment == part.segment; });
    if (!merged) {
      now->sealed = true;
      continue;
    }
    carry_removals(*now, part.dead.get(), **merged, dead);
    next->parts.erase(now);
  }
  if (merged && (dead == nullptr || dead->count() < (*merged)->size())) insert(*next, *merged, dead);
  merging_.clear();
  const bool more = settle(*next);
  publish(next);
  const std::lock_guard counting(state_);
  if (merged) ++counters_.merges;
  if (merged) counters_.filters_merged += live;
  return more;
}

Result<void> LiveIndex::compact() {
  const std::lock_guard running(background_->running);
  const std::lock_guard lock(writer_);
  merging_.clear();
  const auto next = std::make_shared<Snapshot>(*current_);
  if (next->delta.live() > 0) {
    Result<std::shared_ptr<const Segment>> fresh = build({}, &next->delta);
    if (!fresh) return fresh.error();
    insert(*next, *std::move(fresh), nullptr);
  }
  next->delta = {};
  Group all;
  const bool whole = next->parts.size() == 1 && next->parts.front().dead == nullptr &&
                     sample_.noted() <= next->parts.front().segment->events_known;
  for (std::size_t i = 0; i < next->parts.size(); ++i) {
    all.parts.push_back(i);
    all.live += next->parts[i].live();
  }
  if (!whole && !all.parts.empty() && !merge(*next, all)) {
    return Error{ErrorCode::limit,
                 "the filters need more index than one segment can address (2^31 words)",
                 "load fewer filters per matcher",
                 0,
                 0,
                 {}};
  }
  publish(next);
  return {};
}

}  // namespace turnout::index
