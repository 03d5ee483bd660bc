#include "base/epoch.h"

#include <algorithm>

namespace turnout::base {

EpochDomain::~EpochDomain() {
  for (Block* block = first_.next.load(); block != nullptr;) {
    Block* next = block->next.load();
    delete block;
    block = next;
  }
}

// Tries the slot of the hint, then every slot; nullptr when all are taken. The store must be sequentially consistent: it is
// ordered before the reader's load of the pointer and, if after the writer's scan, that load sees the new pointer.
EpochDomain::Slot* EpochDomain::find_free(std::size_t& hint, std::uint64_t epoch) {
  std::size_t index = 0;
  for (Block* block = &first_; block != nullptr; block = block->next.load(std::memory_order_acquire), index += kBlockSlots) {
    if (hint >= index + kBlockSlots) continue;
    for (std::size_t i = hint > index ? hint - index : 0; i < kBlockSlots; ++i) {
      std::uint64_t idle = kIdle;
      if (block->slots[i].epoch.compare_exchange_strong(idle, epoch, std::memory_order_seq_cst)) {
        hint = index + i;
        return &block->slots[i];
      }
    }
  }
  return nullptr;
}

EpochDomain::Guard EpochDomain::enter(std::size_t& hint) {
  const std::uint64_t epoch = epoch_.load(std::memory_order_seq_cst);
  Slot* slot = find_free(hint, epoch);
  while (slot == nullptr && hint != 0) {
    hint = 0;
    slot = find_free(hint, epoch);
  }
  while (slot == nullptr) {
    const std::lock_guard lock(growth_);
    slot = find_free(hint, epoch);
    if (slot != nullptr) break;
    Block* last = &first_;
    while (Block* next = last->next.load(std::memory_order_acquire)) last = next;
    last->next.store(new Block, std::memory_order_release);
  }
  return Guard(&slot->epoch);
}

void EpochDomain::retire(std::shared_ptr<const void> garbage) {
  const std::uint64_t epoch = epoch_.fetch_add(1, std::memory_order_seq_cst) + 1;
  retired_.emplace_back(epoch, std::move(garbage));
  reclaim();
}

void EpochDomain::reclaim() {
  std::uint64_t oldest = epoch_.load(std::memory_order_seq_cst);
  for (const Block* block = &first_; block != nullptr; block = block->next.load(std::memory_order_acquire)) {
    for (const Slot& slot : block->slots) {
      const std::uint64_t epoch = slot.epoch.load(std::memory_order_seq_cst);
      if (epoch != kIdle) oldest = std::min(oldest, epoch);
    }
  }
  // A reader that entered in epoch e may hold what was retired in a later epoch, never what was retired in e or before.
  std::erase_if(retired_, [oldest](const auto& entry) { return entry.first <= oldest; });
}

}  // namespace turnout::base
