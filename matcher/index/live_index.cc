#include "matcher/index/live_index.h"

#include <algorithm>
#include <set>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "matcher/index/bulk_load.h"
#include "matcher/index/finish_segment.h"
#include "matcher/index/index_file.h"
#include "matcher/index/live_background.h"
#include "matcher/predicate/filter_rep.h"
#include "turnout/limits.h"

namespace turnout::index {
namespace {

// So many additions at once, and more, become a segment of their own.
constexpr std::size_t kSegmentMin = 64;

// What a filter takes at least for its id.
constexpr std::size_t kIdBytes = 18;

// What a new path takes at least in an index, beside the registry.
constexpr std::size_t kPathBytes = 256;

Error id_error(ErrorCode code, SubscriptionId id, const char* what, const char* hint) {
  return {code, "subscription " + std::to_string(id.value) + what, hint, 0, 0, {}};
}

void collect_paths(const predicate::Formula& formula, std::set<std::string>& names) {
  if (formula.path != nullptr) names.insert(schema::to_string(*formula.path));
  if (formula.residual != nullptr) {
    for (const auto& path : formula.residual->paths()) names.insert(schema::to_string(*path));
  }
  for (const predicate::Formula& child : formula.children) collect_paths(child, names);
}

// Room for any segment that merges may make of the snapshot, and as much again: under steady change a match allocates nothing.
void make_room(const Snapshot& now, std::size_t paths, Workspace& work) {
  const auto grow = [](auto& vector, std::size_t size) {
    if (vector.size() < size) vector.resize(2 * size, {});
  };
  constexpr std::size_t kRuns = 4096;
  constexpr std::size_t kValues = 64;
  if (work.slots.values.empty()) {
    work.runs.reserve(kRuns);
    work.blocks.reserve(kRuns);
    work.survivors.reserve(kRuns);
    work.seen_entries.reserve(kRuns);
    work.texts_tested.reserve(kRuns);
    work.residual_values.reserve(kValues);
    work.residual.stack.reserve(kValues);
  }
  grow(work.slots.values, paths + 1);
  grow(work.codes, paths);
  grow(work.seen, now.entries_max / 64 + 1);
  grow(work.text_verdicts, now.path_texts_max);
}

}  // namespace

struct LiveIndex::Plan {
  std::vector<const Change*> adds;  // what is to be there afterwards
  std::vector<Snapshot::Place> removes;
};

LiveIndex::LiveIndex(MatcherOptions options)
    : options_(std::move(options)),
      registry_(std::make_shared<schema::PathRegistry>()),
      current_(std::make_shared<Snapshot>()),
      background_(std::make_shared<Background>()) {
  published_.store(current_.get());
  background_->index = this;
}

LiveIndex::~LiveIndex() {
  const std::lock_guard lock(background_->running);
  background_->index = nullptr;
}

// Plays the changes in order against the live ids; nothing is changed.
Result<LiveIndex::Plan> LiveIndex::plan(std::span<const Change> changes) const {
  Plan plan;
  const Snapshot& now = *current_;
  constexpr std::size_t kGone = ~std::size_t{0};
  constexpr std::size_t kAhead = 8;
  boost::unordered_flat_map<std::uint64_t, std::size_t> pending;  // by id: the change that put it there, or kGone
  if (changes.size() > 1) pending.reserve(changes.size());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (i + kAhead < changes.size()) {
      for (const Part& part : now.parts) part.segment->by_id.prefetch(changes[i + kAhead].id);
    }
    const Change& change = changes[i];
    const auto known = pending.find(change.id.value);
    const std::optional<Snapshot::Place> stored = known == pending.end() ? now.find(change.id) : std::nullopt;
    const bool present = known != pending.end() ? known->second != kGone : stored.has_value();
    if (present && change.kind == Change::Kind::add) {
      return id_error(ErrorCode::already_exists, change.id, " already exists", "use replace() to change its filter");
    }
    if (!present && change.kind != Change::Kind::add) {
      return id_error(ErrorCode::not_found, change.id, " does not exist", "use add() for a new subscription");
    }
    if (stored) plan.removes.push_back(*stored);
    pending[change.id.value] = change.kind == Change::Kind::remove ? kGone : i;
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (pending.find(changes[i].id.value)->second == i) plan.adds.push_back(&changes[i]);
  }
  if (size() - plan.removes.size() + plan.adds.size() > limits::kMatcherFilters) {
    return Error{ErrorCode::limit,
                 "a matcher holds at most " + std::to_string(limits::kMatcherFilters) + " filters",
                 "use several matchers",
                 0,
                 0,
                 {}};
  }
  return plan;
}

void LiveIndex::mark_removed(const Plan& plan, Snapshot& next) const {
  std::vector<std::shared_ptr<Tombstones>> dead(plan.removes.empty() ? 0 : next.parts.size());
  for (const Snapshot::Place& place : plan.removes) {
    if (place.part == Snapshot::kDelta) {
      next.delta.remove(place.entry);
      continue;
    }
    std::shared_ptr<Tombstones>& own = dead[place.part];
    const Part& part = next.parts[place.part];
    if (own == nullptr && part.dead == nullptr) own = std::make_shared<Tombstones>(part.segment->size());
    if (own == nullptr) own = std::make_shared<Tombstones>(*part.dead);
    own->insert(place.entry);
  }
  for (std::size_t i = 0; i < dead.size(); ++i) {
    if (dead[i] != nullptr) next.parts[i].dead = std::move(dead[i]);
  }
  std::erase_if(next.parts, [this](const Part& part) { return part.live() == 0 && !is_merging(part); });
}

// A segment of what is added, and of what lives in `delta` unless that is null.
Result<std::shared_ptr<const Segment>> LiveIndex::build(std::span<const Change* const> adds, const Delta* delta) const {
  PieceBuilder builder(*registry_, pack_options());
  for (std::uint32_t i = 0; delta != nullptr && i < delta->count(); ++i) {
    if (delta->removed(i)) continue;
    const DeltaLog& log = delta->log();
    if (Result<void> ok = builder.add(log.id(i), log.filter(i), log.word(i)); !ok) return ok.error();
  }
  for (const Change* change : adds) {
    if (Result<void> ok = builder.add(change->id, change->filter, change->word); !ok) return ok.error();
  }
  return builder.finish();
}

Result<void> LiveIndex::place_added(const Plan& plan, Snapshot& next) {
  if (plan.adds.empty()) return {};
  const bool few = plan.adds.size() < kSegmentMin;
  std::vector<DirectFilter> direct;
  std::uint64_t cost = 0;
  for (std::size_t i = 0; few && i < plan.adds.size(); ++i) {
    Result<DirectFilter> filter = DirectFilter::compile(plan.adds[i]->filter.rep().matches(), *registry_);
    if (!filter) return filter.error();
    cost += filter->cost();
    direct.push_back(*std::move(filter));
  }
  if (few && next.delta.fits(direct.size(), cost)) {
    for (std::size_t i = 0; i < direct.size(); ++i) {
      const Change& change = *plan.adds[i];
      const std::size_t bytes = Delta::bytes_of(change.filter, direct[i]);
      next.delta.append(change.id, change.word, change.filter, std::move(direct[i]), bytes);
    }
    return {};
  }
  Result<std::shared_ptr<const Segment>> fresh = build(plan.adds, few ? &next.delta : nullptr);
  if (!fresh) return fresh.error();
  if (few) next.delta = {};
  insert(next, *std::move(fresh), nullptr);
  return {};
}

MemoryUsage LiveIndex::usage_of(const Snapshot& snapshot) const {
  MemoryUsage usage;
  for (const Part& part : snapshot.parts) {
    usage.access += part.memory->access;
    usage.clusters += part.memory->clusters;
    usage.programs += part.memory->programs;
    usage.sets += part.memory->sets;
    usage.dictionaries += part.memory->dictionaries;
    usage.ids += part.memory->ids + (part.dead == nullptr ? 0 : part.dead->memory_bytes());
    usage.text += part.memory->text;
  }
  usage.programs += snapshot.delta.memory_bytes();
  usage.access += sample_.memory_bytes();
  usage.paths = registry_->memory_bytes();
  return usage;
}

// Paths are registered for good while a segment is built. A change that cannot fit must not leave them behind, so what its new
// paths and ids take at least is held against the cap before anything is built.
Result<void> LiveIndex::check_room(const Plan& plan) const {
  if (options_.memory_cap_bytes == 0 || plan.adds.empty()) return {};
  std::set<std::string> fresh;
  std::size_t segments = 0;
  std::size_t text = 0;
  const auto look = [&](const auto& self, const predicate::Formula& formula) -> void {
    const auto note = [&](const std::shared_ptr<const schema::Path>& path) {
      if (path == nullptr || registry_->find(*path) != schema::kNoPath) return;
      const auto [name, unseen] = fresh.insert(schema::to_string(*path));
      if (!unseen) return;
      segments += path->segments.size();
      text += name->size();
    };
    note(formula.path);
    if (formula.residual != nullptr) {
      for (const auto& path : formula.residual->paths()) note(path);
    }
    for (const predicate::Formula& child : formula.children) self(self, child);
  };
  for (const Change* change : plan.adds) look(look, change->filter.rep().matches());
  return within_cap(usage_of(*current_).total() + registry_->growth_bytes(fresh.size(), segments, text) +
                    fresh.size() * kPathBytes + plan.adds.size() * kIdBytes);
}

Result<void> LiveIndex::within_cap(std::size_t bytes) const {
  if (bytes <= options_.memory_cap_bytes) return {};
  return Error{ErrorCode::out_of_memory,
               "the change would take the matcher to " + std::to_string(bytes) + " bytes, beyond its cap of " +
                   std::to_string(options_.memory_cap_bytes),
               "remove subscriptions, or raise MatcherOptions::memory_cap_bytes",
               0,
               0,
               {}};
}

Result<void> LiveIndex::check_memory(const Snapshot& next) const {
  if (options_.memory_cap_bytes == 0) return {};
  return within_cap(usage_of(next).total());
}

// Nothing here may fail once the pointer is replaced.
void LiveIndex::publish(std::shared_ptr<Snapshot> next) {
  const std::size_t live = next->live();
  next->set_bounds();
  std::shared_ptr<const Snapshot> old;
  epochs_.prepare_retire();
  {
    const std::lock_guard lock(state_);
    old = std::move(current_);
    current_ = std::move(next);
    published_.store(current_.get(), std::memory_order_seq_cst);
  }
  live_.store(live, std::memory_order_release);
  epochs_.retire(std::move(old));
}

Result<void> LiveIndex::apply(std::span<const Change> changes) {
  if (changes.empty()) return {};
  bool merges = false;
  {
    const std::lock_guard lock(writer_);
    Result<Plan> planned = plan(changes);
    if (!planned) return planned.error();
    if (Result<void> ok = check_room(*planned); !ok) return ok;
    const auto next = std::make_shared<Snapshot>(*current_);
    mark_removed(*planned, *next);
    if (Result<void> ok = place_added(*planned, *next); !ok) return ok;
    if (Result<void> ok = planned->adds.empty() ? Result<void>() : check_memory(*next); !ok) return ok;
    merges = settle(*next);
    publish(next);
  }
  if (merges) request_merges();
  return {};
}

Result<void> LiveIndex::room_for(std::size_t bytes) const {
  if (options_.memory_cap_bytes == 0) return {};
  return within_cap(usage_of(*snapshot()).total() + bytes);
}

Result<void> LiveIndex::adopt(std::shared_ptr<const Segment> segment) {
  bool merges = false;
  {
    const std::lock_guard lock(writer_);
    if (live_ > 0) {
      for (const SubscriptionId id : segment->ids) {
        if (current_->find(id)) {
          return id_error(ErrorCode::already_exists, id, " already exists", "use replace() to change its filter");
        }
      }
    }
    const auto next = std::make_shared<Snapshot>(*current_);
    insert(*next, std::move(segment), nullptr);
    if (Result<void> ok = check_memory(*next); !ok) return ok;
    merges = settle(*next);
    publish(next);
  }
  if (merges) request_merges();
  return {};
}

Result<void> LiveIndex::save(const std::string& path) const {
  const std::shared_ptr<const Snapshot> now = snapshot();
  std::vector<MergeInput> inputs;
  for (const Part& part : now->parts) inputs.push_back({part.segment.get(), part.dead.get(), nullptr});
  std::shared_ptr<const Segment> recent;
  if (now->delta.live() > 0) {
    Result<std::shared_ptr<const Segment>> built = build({}, &now->delta);
    if (!built) return built.error();
    recent = *std::move(built);
    inputs.push_back({recent.get(), nullptr, nullptr});
  }
  CodedMerge filters(inputs);
  return write_index_file(path, filters, *registry_, options_.keep_text);
}

Result<void> LiveIndex::load(std::string bytes) {
  Result<std::shared_ptr<const Segment>> segment = read_index(std::move(bytes), *registry_, pack_options());
  if (!segment) return segment.error();
  return *segment == nullptr ? Result<void>() : adopt(*std::move(segment));
}

bool LiveIndex::contains(SubscriptionId id) const { return snapshot()->find(id).has_value(); }

Result<std::string> LiveIndex::get(SubscriptionId id) const {
  if (!options_.keep_text) {
    return Error{ErrorCode::unavailable, "this matcher does not keep texts", "set MatcherOptions::keep_text", 0, 0, {}};
  }
  const std::shared_ptr<const Snapshot> now = snapshot();
  const std::optional<Snapshot::Place> place = now->find(id);
  if (!place) return id_error(ErrorCode::not_found, id, " does not exist", "");
  if (place->part == Snapshot::kDelta) return now->delta.log().filter(place->entry).text();
  return std::string(now->parts[place->part].segment->text_of(place->entry));
}

std::shared_ptr<const Snapshot> LiveIndex::snapshot() const {
  const std::lock_guard lock(state_);
  return current_;
}

MemoryUsage LiveIndex::memory_usage() const { return usage_of(*snapshot()); }

ChangeCounters LiveIndex::change_counters() const {
  const std::lock_guard lock(state_);
  ChangeCounters counters = counters_;
  counters.segments = current_->parts.size();
  counters.delta = current_->delta.live();
  return counters;
}

std::vector<std::string> LiveIndex::referenced_paths() const {
  const std::shared_ptr<const Snapshot> now = snapshot();
  std::set<std::string> names;
  for (const Part& part : now->parts) {
    if (part.dead == nullptr) {
      for (const PathIndex& path : part.segment->paths) names.insert(schema::to_string(registry_->path(path.path)));
      continue;
    }
    for (Entry e = 0; e < part.segment->size(); ++e) {
      if (part.alive(e)) collect_paths(decode(*part.segment, *registry_, e), names);
    }
  }
  for (std::uint32_t i = 0; i < now->delta.count(); ++i) {
    if (!now->delta.removed(i)) collect_paths(now->delta.log().filter(i).rep().matches(), names);
  }
  return {names.begin(), names.end()};
}

// A few events are remembered, unless there are too few filters for their costs to matter.
void LiveIndex::observe(Workspace& work) const noexcept {
  if (work.until_sampled > 1) {
    --work.until_sampled;
  } else if (size() >= kLearningMin) {
    sample_.note(work.slots);
    work.until_sampled = sample_.gap();
  }
}

void LiveIndex::match(std::span<MatchItem> items, std::size_t& hint) const {
  const base::EpochDomain::Guard guard = epochs_.enter(hint);
  const Snapshot& now = *published_.load(std::memory_order_seq_cst);
  const std::size_t paths = registry_->size();
  try {
    for (const MatchItem& item : items) {
      Workspace& work = *item.work;
      make_room(now, paths, work);
      work.counters = {};
      registry_->resolve(*item.event, work.slots);
      observe(work);
    }
    for (const Part& part : now.parts) match_segment(*part.segment, part.dead.get(), items);
    for (MatchItem& item : items) {
      Workspace& work = *item.work;
      item.going = item.going && now.delta.match(work, [&](std::uint32_t i) {
        const SubscriptionId id = now.delta.log().id(i);
        const std::uint64_t word = now.delta.log().word(i);
        const Sink::Taken taken = item.sink.take(item.sink.target, {&id, 1}, &word);
        work.counters.matches += taken.count;
        return taken.more;
      });
      work.slots.clear();
    }
  } catch (...) {
    for (const MatchItem& item : items) *item.work = Workspace{};  // half-marked: start afresh
    throw;
  }
}

}  // namespace turnout::index
