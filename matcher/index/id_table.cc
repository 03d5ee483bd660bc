#include "matcher/index/id_table.h"

#include <bit>

namespace turnout::index {
namespace {

std::uint64_t hash_id(SubscriptionId id) noexcept {
  std::uint64_t h = id.value * 0x9e37'79b9'7f4a'7c15ULL;
  h = (h ^ (h >> 32)) * 0xd6e8'feb8'6659'fd93ULL;
  return h ^ (h >> 32);
}

}  // namespace

std::size_t IdTable::home(std::uint64_t hash) const noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::size_t>(Wide{hash} * slots_.size() >> 64);
}

std::uint32_t IdTable::tag(std::uint64_t hash) const noexcept { return static_cast<std::uint32_t>(hash) & ~entry_mask_; }

std::optional<SubscriptionId> IdTable::build(std::span<const SubscriptionId> ids) {
  slots_.assign(ids.empty() ? 0 : ids.size() + ids.size() * 2 / 5 + 1, 0);
  entry_mask_ = static_cast<std::uint32_t>(std::bit_ceil(ids.size() + 1) - 1);
  constexpr std::size_t kAhead = 12;
  for (std::size_t entry = 0; entry < ids.size(); ++entry) {
    if (entry + kAhead < ids.size()) prefetch(ids[entry + kAhead]);
    const std::uint64_t hash = hash_id(ids[entry]);
    std::size_t slot = home(hash);
    for (; slots_[slot] != 0; slot = slot + 1 == slots_.size() ? 0 : slot + 1) {
      if ((slots_[slot] & ~entry_mask_) == tag(hash) && ids[(slots_[slot] & entry_mask_) - 1] == ids[entry]) return ids[entry];
    }
    slots_[slot] = tag(hash) | static_cast<std::uint32_t>(entry + 1);
  }
  return std::nullopt;
}

std::optional<std::uint32_t> IdTable::find(SubscriptionId id, std::span<const SubscriptionId> ids) const noexcept {
  if (slots_.empty()) return std::nullopt;
  const std::uint64_t hash = hash_id(id);
  for (std::size_t slot = home(hash); slots_[slot] != 0; slot = slot + 1 == slots_.size() ? 0 : slot + 1) {
    if ((slots_[slot] & ~entry_mask_) != tag(hash)) continue;
    const std::uint32_t entry = (slots_[slot] & entry_mask_) - 1;
    if (ids[entry] == id) return entry;
  }
  return std::nullopt;
}

void IdTable::prefetch(SubscriptionId id) const noexcept {
  if (!slots_.empty()) __builtin_prefetch(slots_.data() + home(hash_id(id)));
}

}  // namespace turnout::index
