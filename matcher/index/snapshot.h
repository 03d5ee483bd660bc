// What one match sees: a few segments, each with its removed entries, and the filters added last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "matcher/index/delta.h"
#include "matcher/index/segment.h"
#include "matcher/index/tombstones.h"
#include "turnout/matcher.h"

namespace turnout::index {

struct Part {
  std::shared_ptr<const Segment> segment;
  std::shared_ptr<const Tombstones> dead;     // null: nothing removed
  std::shared_ptr<const MemoryUsage> memory;  // of the segment
  bool sealed = false;                        // merging it failed: left alone from then on

  [[nodiscard]] std::uint32_t live() const noexcept { return segment->size() - (dead == nullptr ? 0 : dead->count()); }
  [[nodiscard]] bool alive(Entry entry) const noexcept { return dead == nullptr || !dead->contains(entry); }
};

struct Snapshot {
  static constexpr std::uint32_t kDelta = 0xffff'ffff;
  // Where a live filter is: an entry of a part, or an index in the delta.
  struct Place {
    std::uint32_t part = kDelta;
    std::uint32_t entry = 0;
  };

  std::vector<Part> parts;  // largest first
  Delta delta;

  // What one segment of all this could have: matching makes room for it at once, and then not again while segments are merged.
  std::size_t entries_max = 0, path_texts_max = 0;
  void set_bounds() noexcept;

  [[nodiscard]] std::optional<Place> find(SubscriptionId id) const noexcept;  // O(parts)
  [[nodiscard]] std::size_t live() const noexcept;
};

}  // namespace turnout::index
