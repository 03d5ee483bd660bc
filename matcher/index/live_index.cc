#include "matcher/index/live_index.h"

#include <algorithm>
#include <set>
#include <utility>

#include "matcher/index/merge.h"
#include "matcher/predicate/filter_rep.h"
#include "turnout/limits.h"

namespace turnout::index {
namespace {

constexpr std::uint64_t kMergeRatio = 3;

// What one id costs in the flat map: slot and metadata at its mean load.
constexpr std::size_t kIdMapBytes = 24;

// More than a new path costs in the registry and in an index: for each of its names, and for each byte of its text, of which
// both hold copies.
constexpr std::size_t kPathNameBytes = 1024;
constexpr std::size_t kPathTextCopies = 4;

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

}  // namespace

struct LiveIndex::Plan {
  std::vector<const Change*> adds;  // what is to be there afterwards
  std::vector<std::string> texts;   // of adds, when kept
  std::vector<std::pair<std::uint64_t, Place>> removes;
  std::vector<Part> parts;               // the new snapshot
  std::shared_ptr<const Segment> fresh;  // the segment built, if any: the last of `parts`
};

LiveIndex::LiveIndex(MatcherOptions options)
    : options_(options), registry_(std::make_shared<schema::PathRegistry>()), current_(std::make_shared<Snapshot>()) {
  published_.store(current_.get());
}

const Part* LiveIndex::find(const std::vector<Part>& parts, std::uint32_t serial) noexcept {
  const auto at = std::find_if(parts.begin(), parts.end(), [serial](const Part& part) { return part.serial == serial; });
  return at == parts.end() ? nullptr : &*at;
}

// Plays the changes in order against the ids; nothing is changed.
Result<LiveIndex::Plan> LiveIndex::plan(std::span<const Change> changes) const {
  Plan plan;
  constexpr std::size_t kGone = ~std::size_t{0};
  boost::unordered_flat_map<std::uint64_t, std::size_t> pending;  // by id: the change that put it there, or kGone
  if (changes.size() > 1) pending.reserve(changes.size());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    const auto known = pending.find(change.id.value);
    const auto stored = ids_.find(change.id.value);
    const bool present = known != pending.end() ? known->second != kGone : stored != ids_.end();
    if (present && change.kind == Change::Kind::add) {
      return id_error(ErrorCode::already_exists, change.id, " already exists", "use replace() to change its filter");
    }
    if (!present && change.kind != Change::Kind::add) {
      return id_error(ErrorCode::not_found, change.id, " does not exist", "use add() for a new subscription");
    }
    if (known == pending.end() && stored != ids_.end()) plan.removes.emplace_back(change.id.value, stored->second);
    pending[change.id.value] = change.kind == Change::Kind::remove ? kGone : i;
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const auto known = pending.find(changes[i].id.value);
    if (known->second == i) plan.adds.push_back(&changes[i]);
  }
  if (ids_.size() - plan.removes.size() + plan.adds.size() > limits::kMatcherFilters) {
    return Error{ErrorCode::limit,
                 "a matcher holds at most " + std::to_string(limits::kMatcherFilters) + " filters",
                 "use several matchers",
                 0,
                 0,
                 {}};
  }
  return plan;
}

Result<void> LiveIndex::build(Plan& plan, bool merge_all) {
  plan.parts = current_->parts;
  std::vector<std::pair<std::uint32_t, std::shared_ptr<Tombstones>>> dead;
  for (const auto& [id, place] : plan.removes) {
    auto own = std::find_if(dead.begin(), dead.end(), [serial = place.serial](const auto& d) { return d.first == serial; });
    if (own == dead.end()) {
      const Part* part = find(plan.parts, place.serial);
      dead.emplace_back(place.serial, part->dead == nullptr ? std::make_shared<Tombstones>(part->segment->size())
                                                            : std::make_shared<Tombstones>(*part->dead));
      own = dead.end() - 1;
    }
    own->second->insert(place.entry);
  }
  for (Part& part : plan.parts) {
    for (auto& [serial, tombstones] : dead) {
      if (serial == part.serial) part.dead = tombstones;
    }
  }
  // Which parts to rebuild together with what is added: those at the end that are too small beside it, and those mostly dead.
  std::uint64_t total = plan.adds.size();
  std::vector<Part> kept = std::move(plan.parts);
  std::vector<Part> merged;
  const auto take = [&](std::size_t i) {
    total += kept[i].live();
    merged.push_back(std::move(kept[i]));
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (merge_all || std::uint64_t{kept[i].live()} * 2 < kept[i].segment->size()) take(i);
  }
  while (!kept.empty() && total > 0 && kept.back().live() < kMergeRatio * total) take(kept.size() - 1);

  std::vector<Source> sources;
  sources.reserve(plan.adds.size());
  if (options_.keep_text) plan.texts.reserve(plan.adds.size());
  for (const Change* change : plan.adds) {
    if (options_.keep_text) plan.texts.push_back(change->filter.text());
    sources.push_back({change->id, change->word, &change->filter.rep().matches,
                       options_.keep_text ? std::string_view(plan.texts.back()) : std::string_view()});
  }
  if (!sources.empty()) {
    Result<std::shared_ptr<const Segment>> fresh = build_segment(sources, *registry_, options_.keep_text);
    if (!fresh) return fresh.error();
    plan.fresh = *fresh;
  }
  if (total > sources.size()) {
    std::vector<MergeInput> inputs;
    for (const Part& part : merged) inputs.push_back({part.segment.get(), part.dead.get(), nullptr});
    if (plan.fresh != nullptr) inputs.push_back({plan.fresh.get(), nullptr, nullptr});
    Result<std::shared_ptr<const Segment>> fresh = merge_segments(inputs, options_.keep_text);
    if (!fresh) return fresh.error();
    plan.fresh = *fresh;
  }
  if (plan.fresh != nullptr) {
    const auto smaller = std::find_if(kept.begin(), kept.end(), [&](const Part& part) { return part.live() < total; });
    kept.insert(smaller, Part{plan.fresh, nullptr, next_serial_++, plan.fresh->memory()});
  }
  plan.parts = std::move(kept);
  return {};
}

MemoryUsage LiveIndex::usage_of(const std::vector<Part>& parts, std::size_t ids) const {
  MemoryUsage usage;
  for (const Part& part : parts) {
    usage.access += part.memory.access;
    usage.clusters += part.memory.clusters;
    usage.programs += part.memory.programs;
    usage.sets += part.memory.sets;
    usage.dictionaries += part.memory.dictionaries;
    usage.ids += part.memory.ids + (part.dead == nullptr ? 0 : part.dead->memory_bytes());
    usage.text += part.memory.text;
  }
  usage.ids += ids * kIdMapBytes;
  usage.paths = registry_->memory_bytes();
  return usage;
}

// Paths are registered for good while a segment is built. A change that cannot fit must not leave them behind, so what its new
// paths and ids take at least is held against the cap before anything is built.
Result<void> LiveIndex::check_room(const Plan& plan) const {
  if (options_.memory_cap_bytes == 0 || plan.adds.empty()) return {};
  std::set<std::string> fresh;
  std::size_t bytes = 0;
  const auto look = [&](const auto& self, const predicate::Formula& formula) -> void {
    const auto note = [&](const std::shared_ptr<const schema::Path>& path) {
      if (path == nullptr || registry_->find(*path) != schema::kNoPath) return;
      const auto [name, unseen] = fresh.insert(schema::to_string(*path));
      if (unseen) bytes += path->segments.size() * kPathNameBytes + kPathTextCopies * name->size();
    };
    note(formula.path);
    if (formula.residual != nullptr) {
      for (const auto& path : formula.residual->paths()) note(path);
    }
    for (const predicate::Formula& child : formula.children) self(self, child);
  };
  for (const Change* change : plan.adds) look(look, change->filter.rep().matches);
  const std::size_t ids = ids_.size() - plan.removes.size() + plan.adds.size();
  return within_cap(usage_of(current_->parts, ids).total() + bytes);
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

Result<void> LiveIndex::check_memory(const Plan& plan) const {
  if (options_.memory_cap_bytes == 0 || plan.adds.empty()) return {};
  return within_cap(usage_of(plan.parts, ids_.size() - plan.removes.size() + plan.adds.size()).total());
}

void LiveIndex::publish(Plan& plan) {
  auto next = std::make_shared<Snapshot>();
  next->parts = std::move(plan.parts);
  std::shared_ptr<const Snapshot> old;
  epochs_.prepare_retire();
  {
    const std::lock_guard lock(state_);
    // From here on nothing may fail: what needs memory has it.
    ids_.reserve(ids_.size() + plan.adds.size());
    for (const auto& [id, place] : plan.removes) ids_.erase(id);
    if (plan.fresh != nullptr) {
      const auto part =
          std::find_if(next->parts.begin(), next->parts.end(), [&](const Part& p) { return p.segment == plan.fresh; });
      for (Entry e = 0; e < plan.fresh->size(); ++e) ids_[plan.fresh->ids[e].value] = {part->serial, e};
    }
    old = std::move(current_);
    current_ = std::move(next);
    published_.store(current_.get(), std::memory_order_seq_cst);
  }
  epochs_.retire(std::move(old));
}

Result<void> LiveIndex::apply(std::span<const Change> changes) {
  if (changes.empty()) return {};
  const std::lock_guard lock(writer_);
  Result<Plan> planned = plan(changes);
  if (!planned) return planned.error();
  if (Result<void> ok = check_room(*planned); !ok) return ok;
  if (Result<void> ok = build(*planned, false); !ok) return ok;
  if (Result<void> ok = check_memory(*planned); !ok) return ok;
  publish(*planned);
  return {};
}

Result<void> LiveIndex::compact() {
  const std::lock_guard lock(writer_);
  Plan plan;
  if (Result<void> ok = build(plan, true); !ok) return ok;
  publish(plan);
  return {};
}

std::size_t LiveIndex::size() const {
  const std::lock_guard lock(state_);
  return ids_.size();
}

bool LiveIndex::contains(SubscriptionId id) const {
  const std::lock_guard lock(state_);
  return ids_.contains(id.value);
}

Result<std::string> LiveIndex::get(SubscriptionId id) const {
  if (!options_.keep_text) {
    return Error{ErrorCode::unavailable, "this matcher does not keep texts", "set MatcherOptions::keep_text", 0, 0, {}};
  }
  const std::lock_guard lock(state_);
  const auto known = ids_.find(id.value);
  if (known == ids_.end()) return id_error(ErrorCode::not_found, id, " does not exist", "");
  return std::string(find(current_->parts, known->second.serial)->segment->text_of(known->second.entry));
}

std::shared_ptr<const Snapshot> LiveIndex::snapshot() const {
  const std::lock_guard lock(state_);
  return current_;
}

MemoryUsage LiveIndex::memory_usage() const {
  const std::lock_guard lock(state_);
  return usage_of(current_->parts, ids_.size());
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
      if (!part.dead->contains(e)) collect_paths(decode(*part.segment, *registry_, e), names);
    }
  }
  return {names.begin(), names.end()};
}

bool LiveIndex::match(const schema::EventData& event, Workspace& work, std::size_t& hint, const Sink& sink) const {
  const base::EpochDomain::Guard guard = epochs_.enter(hint);
  const Snapshot& now = *published_.load(std::memory_order_seq_cst);
  const std::size_t paths = registry_->size();
  if (work.slots.values.size() < paths) work.slots.values.resize(paths);
  work.counters = {};
  bool going = true;
  try {
    registry_->resolve(event, work.slots);
    for (std::size_t i = 0; i < now.parts.size() && going; ++i) {
      going = match_segment(*now.parts[i].segment, now.parts[i].dead.get(), work, sink);
    }
    work.slots.clear();
  } catch (...) {
    work = Workspace{};  // half-marked: start afresh
    throw;
  }
  return going;
}

}  // namespace turnout::index
