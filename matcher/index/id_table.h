// From subscription ids to the entries of one segment: an open-addressing table of entry numbers beside the segment's ids,
// about six bytes an entry. Bits that an entry number leaves over hold a part of the id's hash, so that most misses touch one
// line.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/huge_pages.h"
#include "turnout/matcher.h"

namespace turnout::index {

class IdTable {
 public:
  // Returns an id that occurs twice, if any; the table is then of no use.
  std::optional<SubscriptionId> build(std::span<const SubscriptionId> ids);
  // `ids` are those it was built from. O(1) expected.
  [[nodiscard]] std::optional<std::uint32_t> find(SubscriptionId id, std::span<const SubscriptionId> ids) const noexcept;
  void prefetch(SubscriptionId id) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return slots_.capacity() * sizeof(std::uint32_t); }

 private:
  // Where an id's search begins, and the tag that its slot carries above the entry.
  [[nodiscard]] std::size_t home(std::uint64_t hash) const noexcept;
  [[nodiscard]] std::uint32_t tag(std::uint64_t hash) const noexcept;

  base::HugeVector<std::uint32_t> slots_;  // entry + 1 below the tag; 0: empty
  std::uint32_t entry_mask_ = 0;
};

}  // namespace turnout::index
