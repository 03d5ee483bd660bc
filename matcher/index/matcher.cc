#include "turnout/matcher.h"

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
};

MatchScratch::MatchScratch() : state_(std::make_unique<State>()) {}
MatchScratch::~MatchScratch() = default;
MatchScratch::MatchScratch(MatchScratch&&) noexcept = default;
MatchScratch& MatchScratch::operator=(MatchScratch&&) noexcept = default;

const MatchCounters& MatchScratch::counters() const noexcept { return state_->work.counters; }

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
  const auto collect = [](void* target, SubscriptionId id, std::uint64_t) {
    static_cast<std::vector<SubscriptionId>*>(target)->push_back(id);
    return true;
  };
  match_each(event, scratch, &ids, collect);
  return ids;
}

bool Matcher::match_each(const Event& event, MatchScratch& scratch, void* visitor, VisitFunction visit) const {
  MatchScratch::State& state = scratch.state();
  if (state.busy) {
    index::Workspace work;
    std::size_t epoch_slot = 0;
    return state_->index.match(event.data(), work, epoch_slot, {visitor, visit});
  }
  struct Busy {
    explicit Busy(bool& flag) : flag_(flag) { flag_ = true; }
    ~Busy() { flag_ = false; }
    bool& flag_;
  };
  const Busy busy(state.busy);
  return state_->index.match(event.data(), state.work, state.epoch_slot, {visitor, visit});
}

bool Matcher::any(const Event& event, MatchScratch& scratch) const {
  return !match_each(event, scratch, nullptr, [](void*, SubscriptionId, std::uint64_t) { return false; });
}

std::vector<std::string> Matcher::referenced_paths() const { return state_->index.referenced_paths(); }
Paths Matcher::paths() const { return Paths(state_->index.registry()); }
MemoryUsage Matcher::memory_usage() const { return state_->index.memory_usage(); }
ChangeCounters Matcher::change_counters() const { return state_->index.change_counters(); }
Result<void> Matcher::save(const std::string& path) const { return state_->index.save(path); }
Result<void> Matcher::load(const std::string& path) {
  Result<std::string> bytes = base::read_file(path, limits::kIndexFileBytes);
  return bytes ? state_->index.load(*std::move(bytes)) : bytes.error();
}
Result<void> Matcher::compact() { return state_->index.compact(); }

struct BulkLoad::State {
  explicit State(index::LiveIndex& target) : index(target), builder(*target.registry(), target.pack_options()) {}
  index::LiveIndex& index;
  index::PieceBuilder builder;
  std::size_t checked_bytes = 0;  // of pieces, when the cap was last looked at
};

BulkLoad::BulkLoad(Matcher& matcher) : state_(std::make_unique<State>(matcher.state_->index)) {}
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
