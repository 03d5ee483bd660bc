// What one filter of the index costs: Matcher::observed_cost().
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "matcher/index/block_finder.h"
#include "matcher/index/filter_rows.h"
#include "matcher/index/live_index.h"
#include "matcher/index/program_run.h"
#include "matcher/index/row_reader.h"

namespace turnout::index {
namespace {

constexpr std::size_t kAccessMax = 20;

// A filter in a segment.
class SegmentFilter {
 public:
  SegmentFilter(const Segment& segment, const schema::PathRegistry& registry, Entry entry)
      : segment_(segment), rows_(rows_of(segment, entry)) {
    for (const FilterRow& row : rows_) {
      accesses_.push_back(describe_access(segment, registry, row));
      events_[accesses_.back()] = 0;
    }
  }

  // Counts the event whose values are in `work.slots`.
  void count(Workspace& work, ObservedCost& cost) {
    BlockFinder finder(segment_, work);
    finder.fetch_codes();
    finder.fetch_cells();
    finder.fetch_blocks();
    finder.open_directories();
    finder.collect_sliced();
    std::sort(work.blocks.begin(), work.blocks.end());
    bool looked_at = false;
    bool evaluated = false;
    bool matched = false;
    std::vector<const std::string*> led;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const FilterRow& row = rows_[i];
      const bool sliced = row.access == FilterRow::Access::slices;
      const bool reached = sliced ? std::find(work.survivors.begin(), work.survivors.end(), row.block) != work.survivors.end()
                                  : std::binary_search(work.blocks.begin(), work.blocks.end(), row.visited);
      if (!reached) continue;
      looked_at = true;
      led.push_back(&accesses_[i]);
      RowReader reader(segment_);
      reader.read_at(row.block, row.lane);
      if (!columns_hold(reader, work)) continue;
      const bool plain = reader.program() == kNoProgram;
      evaluated = evaluated || !plain;
      matched = matched || plain || program_holds(segment_, work, reader.program());
    }
    finder.clean();
    std::sort(led.begin(), led.end(), [](const std::string* a, const std::string* b) { return *a < *b; });
    led.erase(std::unique(led.begin(), led.end(), [](const auto* a, const auto* b) { return *a == *b; }), led.end());
    for (const std::string* access : led) ++events_[*access];
    cost.looked_at += looked_at ? 1 : 0;
    cost.evaluated += evaluated ? 1 : 0;
    cost.matched += matched ? 1 : 0;
  }

  // Those that lead most events to it first.
  void list_accesses(ObservedCost& cost) const {
    for (const auto& [what, events] : events_) cost.access.push_back({what, events});
    std::stable_sort(cost.access.begin(), cost.access.end(), [](const auto& a, const auto& b) { return a.events > b.events; });
    if (cost.access.size() > kAccessMax) cost.access.resize(kAccessMax);
  }

 private:
  bool columns_hold(const RowReader& reader, const Workspace& work) const {
    const auto atoms = reader.atoms();
    return std::all_of(atoms.begin(), atoms.end(), [&](const Atom& atom) {
      const Code code = work.codes[atom.path];
      return atom.indexed ? segment_.paths[atom.path].sets.contains(atom.low, code) : atom.low <= code && code <= atom.high;
    });
  }

  const Segment& segment_;
  std::vector<FilterRow> rows_;
  std::vector<std::string> accesses_;            // by row
  std::map<std::string, std::uint64_t> events_;  // by access
};

// A filter that is in no segment yet.
void count_recent(const DeltaLog& log, std::uint32_t index, Workspace& work, ObservedCost& cost) {
  ++cost.looked_at;
  if (!log.guard(index).admits(work.slots.values)) return;
  ++cost.evaluated;
  cost.matched += log.direct(index).matches(work.slots.values, work.residual_values, work.residual) ? 1 : 0;
}

}  // namespace

Result<ObservedCost> LiveIndex::observed_cost(SubscriptionId id, std::span<const Event> events) const {
  const std::shared_ptr<const Snapshot> now = snapshot();
  const std::optional<Snapshot::Place> place = now->find(id);
  if (!place) return Error{ErrorCode::not_found, "subscription " + std::to_string(id.value) + " does not exist", "", 0, 0, {}};
  std::optional<SegmentFilter> filter;
  if (place->part != Snapshot::kDelta) filter.emplace(*now->parts[place->part].segment, *registry_, place->entry);
  ObservedCost cost;
  Workspace work;
  for (const Event& event : events) {
    const std::size_t paths = registry_->size();
    if (work.slots.values.size() < paths + 1) work.slots.values.resize(paths + 1);
    registry_->resolve(event.data(), work.slots);
    ++cost.events;
    if (filter) {
      filter->count(work, cost);
    } else {
      count_recent(now->delta.log(), place->entry, work, cost);
    }
    work.slots.clear();
  }
  if (filter) {
    filter->list_accesses(cost);
  } else {
    cost.access.push_back({"none yet: it was added last, and is looked at by itself", cost.looked_at});
  }
  return cost;
}

}  // namespace turnout::index
