#include "turnout/matcher.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/file.h"
#include "matcher/index/bulk_load.h"
#include "matcher/index/live_index.h"
#include "turnout/limits.h"

namespace turnout {
namespace {

constexpr std::size_t kIdsReserved = 65'536;  // address space more than memory, until a match has as many ids

}  // namespace

struct MatchScratch::State {
  index::Workspace work;
  bool busy = false;  // a match with this scratch is under way: what its visitor matches needs other memory
  std::size_t epoch_slot = 0;
  std::vector<SubscriptionId> ids;
  // For several events at once: memory of each, and what was found.
  struct Seat {
    index::Workspace work;
    std::vector<SubscriptionId> ids;
  };
  std::vector<std::unique_ptr<Seat>> seats;
  Matches matches;
  MatchCounters counters;  // of the last match
};

namespace {

// Marks the scratch as busy.
class Busy {
 public:
  explicit Busy(bool& flag) : flag_(flag), before_(std::exchange(flag, true)) {}
  ~Busy() { flag_ = before_; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  bool& flag_;
  bool before_;
};

index::Sink collector(std::vector<SubscriptionId>& ids) {
  return {&ids, [](void* target, std::span<const SubscriptionId> found, const std::uint64_t*) -> index::Sink::Taken {
            auto& all = *static_cast<std::vector<SubscriptionId>*>(target);
            all.insert(all.end(), found.begin(), found.end());
            return {found.size(), true};
          }};
}

// Shows matches to a visitor one at a time.
struct OneByOne {
  void* visitor;
  bool (*visit)(void*, SubscriptionId, std::uint64_t);

  [[nodiscard]] index::Sink sink() {
    return {this, [](void* target, std::span<const SubscriptionId> found, const std::uint64_t* words) -> index::Sink::Taken {
              const OneByOne& own = *static_cast<OneByOne*>(target);
              for (std::size_t i = 0; i < found.size(); ++i) {
                if (!own.visit(own.visitor, found[i], words[i])) return {i + 1, false};
              }
              return {found.size(), true};
            }};
  }
};

// One event with the scratch, or with memory of its own where the scratch is in use. Returns false when the sink stopped it.
bool match_one(const index::LiveIndex& index, const Event& event, MatchScratch& scratch, const index::Sink& sink) {
  MatchScratch::State& state = scratch.state();
  if (state.busy) {
    MatchScratch own;
    return match_one(index, event, own, sink);
  }
  const Busy busy(state.busy);
  index::MatchItem item{&event.data(), &state.work, sink};
  index.match({&item, 1}, state.epoch_slot);
  state.counters = state.work.counters;
  return item.going;
}

}  // namespace

MatchScratch::MatchScratch() : state_(std::make_unique<State>()) {}
MatchScratch::~MatchScratch() = default;
MatchScratch::MatchScratch(MatchScratch&&) noexcept = default;
MatchScratch& MatchScratch::operator=(MatchScratch&&) noexcept = default;

const MatchCounters& MatchScratch::counters() const noexcept { return state_->counters; }

struct Matcher::State {
  explicit State(MatcherOptions options) : index(std::move(options)) {}
  index::LiveIndex index;
};

Matcher::Matcher(MatcherOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Matcher::~Matcher() = default;

Result<void> Matcher::add(SubscriptionId id, const Filter& filter, std::uint64_t word) {
  const Change change{Change::Kind::add, id, filter, word};
  return apply({&change, 1});
}

Result<void> Matcher::replace(SubscriptionId id, const Filter& filter, std::uint64_t word) {
  const Change change{Change::Kind::replace, id, filter, word};
  return apply({&change, 1});
}

Result<void> Matcher::remove(SubscriptionId id) {
  const Change change{Change::Kind::remove, id, {}, 0};
  return apply({&change, 1});
}

Result<void> Matcher::apply(std::span<const Change> changes) { return state_->index.apply(changes); }

std::size_t Matcher::size() const noexcept { return state_->index.size(); }
bool Matcher::contains(SubscriptionId id) const { return state_->index.contains(id); }
Result<std::string> Matcher::get(SubscriptionId id) const { return state_->index.get(id); }

void Matcher::for_each(const std::function<bool(SubscriptionId, std::uint64_t)>& visit) const {
  const std::shared_ptr<const index::Snapshot> now = state_->index.snapshot();
  for (const index::Part& part : now->parts) {
    for (index::Entry e = 0; e < part.segment->size(); ++e) {
      if (!part.alive(e)) continue;
      if (!visit(part.segment->ids[e], part.segment->word(e))) return;
    }
  }
  for (std::uint32_t i = 0; i < now->delta.count(); ++i) {
    if (now->delta.removed(i)) continue;
    if (!visit(now->delta.log().id(i), now->delta.log().word(i))) return;
  }
}

std::span<const SubscriptionId> Matcher::match(const Event& event, MatchScratch& scratch) const {
  std::vector<SubscriptionId>& ids = scratch.state().ids;
  ids.clear();
  if (ids.capacity() == 0) ids.reserve(kIdsReserved);
  match_one(state_->index, event, scratch, collector(ids));
  return ids;
}

bool Matcher::match_each(const Event& event, MatchScratch& scratch, void* visitor, VisitFunction visit) const {
  OneByOne each{visitor, visit};
  return match_one(state_->index, event, scratch, each.sink());
}

const Matches& Matcher::match(std::span<const Event> events, MatchScratch& scratch) const {
  MatchScratch::State& state = scratch.state();
  Matches& matches = state.matches;
  matches.ids_.clear();
  matches.ends_.clear();
  state.counters = {};
  const Busy busy(state.busy);
  while (state.seats.size() < std::min(events.size(), index::kBatchMax)) {
    state.seats.push_back(std::make_unique<MatchScratch::State::Seat>());
    state.seats.back()->ids.reserve(kIdsReserved);
  }
  while (!events.empty()) {
    const std::size_t count = std::min(events.size(), index::kBatchMax);
    std::array<index::MatchItem, index::kBatchMax> items;
    for (std::size_t i = 0; i < count; ++i) {
      MatchScratch::State::Seat& seat = *state.seats[i];
      seat.ids.clear();
      items[i] = {&events[i].data(), &seat.work, collector(seat.ids)};
    }
    state_->index.match(std::span(items).first(count), state.epoch_slot);
    for (std::size_t i = 0; i < count; ++i) {
      const MatchScratch::State::Seat& seat = *state.seats[i];
      matches.ids_.insert(matches.ids_.end(), seat.ids.begin(), seat.ids.end());
      matches.ends_.push_back(matches.ids_.size());
      state.counters.add(seat.work.counters);
    }
    events = events.subspan(count);
  }
  return matches;
}

bool Matcher::any(const Event& event, MatchScratch& scratch) const {
  return !match_each(event, scratch, nullptr, [](void*, SubscriptionId, std::uint64_t) { return false; });
}

std::vector<std::string> Matcher::referenced_paths() const { return state_->index.referenced_paths(); }
Paths Matcher::paths() const { return Paths(state_->index.registry()); }
MemoryUsage Matcher::memory_usage() const { return state_->index.memory_usage(); }
ChangeCounters Matcher::change_counters() const { return state_->index.change_counters(); }
Result<ObservedCost> Matcher::observed_cost(SubscriptionId id, std::span<const Event> events) const {
  return state_->index.observed_cost(id, events);
}
Result<void> Matcher::save(const std::string& path) const { return state_->index.save(path); }
Result<void> Matcher::load(const std::string& path) {
  Result<std::string> bytes = base::read_file(path, limits::kIndexFileBytes);
  return bytes ? state_->index.load(*std::move(bytes)) : bytes.error();
}
Result<void> Matcher::compact() { return state_->index.compact(); }

struct BulkLoad::State {
  State(index::LiveIndex& target, unsigned threads)
      : index(target), builder(*target.registry(), target.pack_options(), threads) {}
  index::LiveIndex& index;
  index::PieceBuilder builder;
  std::size_t checked_bytes = 0;  // of pieces, when the cap was last looked at
};

BulkLoad::BulkLoad(Matcher& matcher, unsigned threads) : state_(std::make_unique<State>(matcher.state_->index, threads)) {}
BulkLoad::~BulkLoad() = default;
BulkLoad::BulkLoad(BulkLoad&&) noexcept = default;
BulkLoad& BulkLoad::operator=(BulkLoad&&) noexcept = default;

Result<void> BulkLoad::add(SubscriptionId id, const Filter& filter, std::uint64_t word) {
  if (Result<void> ok = state_->builder.add(id, filter, word); !ok) return ok;
  const std::size_t bytes = state_->builder.memory_bytes();
  if (bytes == state_->checked_bytes) return {};
  state_->checked_bytes = bytes;
  return state_->index.room_for(bytes);
}

Result<void> BulkLoad::finish() {
  state_->checked_bytes = 0;
  Result<std::shared_ptr<const index::Segment>> segment = state_->builder.finish();
  if (!segment) return segment.error();
  return *segment == nullptr ? Result<void>() : state_->index.adopt(*std::move(segment));
}

}  // namespace turnout
