// The removed entries of a segment: an immutable bitmap in pages, so that a change copies one page and shares the others.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace turnout::index {

class Tombstones {
 public:
  explicit Tombstones(std::uint32_t entries) : pages_((entries + kPageBits - 1) / kPageBits) {}

  [[nodiscard]] bool contains(std::uint32_t entry) const noexcept {
    const Page* page = pages_[entry / kPageBits].get();
    return page != nullptr && ((*page)[entry % kPageBits / 64] >> (entry % 64) & 1) != 0;
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  // Calls visit(entry) for what `before`, an earlier state of the same segment or null, did not contain.
  template <class Visit>
  void for_each_since(const Tombstones* before, Visit&& visit) const {
    for (std::size_t p = 0; p < pages_.size(); ++p) {
      const Page* old = before == nullptr ? nullptr : before->pages_[p].get();
      if (pages_[p] == nullptr || pages_[p].get() == old) continue;
      for (std::size_t w = 0; w < pages_[p]->size(); ++w) {
        for (std::uint64_t fresh = (*pages_[p])[w] & ~(old == nullptr ? 0 : (*old)[w]); fresh != 0; fresh &= fresh - 1) {
          visit(static_cast<std::uint32_t>(p * kPageBits + w * 64) + static_cast<std::uint32_t>(std::countr_zero(fresh)));
        }
      }
    }
  }

  // While this object is not yet shared. Pages it shares with the one it was copied from are copied at their first change.
  void insert(std::uint32_t entry);

 private:
  static constexpr std::uint32_t kPageBits = 32768;
  using Page = std::array<std::uint64_t, kPageBits / 64>;
  std::vector<std::shared_ptr<const Page>> pages_;
  std::uint32_t count_ = 0;
};

}  // namespace turnout::index
