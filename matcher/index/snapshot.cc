#include "matcher/index/snapshot.h"

namespace turnout::index {

std::optional<Snapshot::Place> Snapshot::find(SubscriptionId id) const noexcept {
  for (const Part& part : parts) part.segment->by_id.prefetch(id);
  if (const std::optional<std::uint32_t> index = delta.find(id)) return Place{kDelta, *index};
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const std::optional<Entry> entry = parts[i].segment->find(id);
    if (entry && parts[i].alive(*entry)) return Place{i, *entry};
  }
  return std::nullopt;
}

void Snapshot::set_bounds() noexcept {
  entries_max = delta.live();
  path_texts_max = 0;
  for (const Part& part : parts) {
    entries_max += part.segment->size();
    path_texts_max += part.segment->path_texts.size();
  }
}

std::size_t Snapshot::live() const noexcept {
  std::size_t total = delta.live();
  for (const Part& part : parts) total += part.live();
  return total;
}

}  // namespace turnout::index
