// Epoch-based reclamation: readers of a shared pointer never wait, and what they may still see is not freed.
//
// A reader enters the domain, loads the pointer, and leaves. A writer swaps the pointer, retires what it replaced, and later
// frees what was retired before every reader inside had entered. Readers take one of a growing list of slots; entering is one
// compare-and-swap on a slot that is normally free (the caller remembers the one it had).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace turnout::base {

class EpochDomain {
 public:
  class Guard {
   public:
    explicit Guard(std::atomic<std::uint64_t>* slot) : slot_(slot) {}
    ~Guard() { slot_->store(kIdle, std::memory_order_release); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    std::atomic<std::uint64_t>* slot_;
  };

  EpochDomain() = default;
  ~EpochDomain();
  EpochDomain(const EpochDomain&) = delete;
  EpochDomain& operator=(const EpochDomain&) = delete;

  // Enters. `hint` is where to look for a free slot first, and is updated. Lock-free but for the growth of the slot list.
  Guard enter(std::size_t& hint);

  // Makes the next retire() sure to succeed. May throw std::bad_alloc; to be called before the pointer is replaced.
  void prepare_retire() { retired_.reserve(retired_.size() + 1); }
  // After the pointer to `garbage` was replaced (sequentially consistent): frees it once no reader can hold it. Writers only,
  // one at a time.
  void retire(std::shared_ptr<const void> garbage);
  // Frees what can be freed now. Writers only, one at a time.
  void reclaim();
  [[nodiscard]] std::size_t retired() const noexcept { return retired_.size(); }

 private:
  static constexpr std::uint64_t kIdle = 0;
  static constexpr std::size_t kBlockSlots = 32;
  struct alignas(64) Slot {
    std::atomic<std::uint64_t> epoch{kIdle};
  };
  struct Block {
    std::array<Slot, kBlockSlots> slots;
    std::atomic<Block*> next{nullptr};
  };
  Slot* find_free(std::size_t& hint, std::uint64_t epoch);

  Block first_;
  std::mutex growth_;
  std::atomic<std::uint64_t> epoch_{1};
  std::vector<std::pair<std::uint64_t, std::shared_ptr<const void>>> retired_;
};

}  // namespace turnout::base
