// The removed entries of a segment: an immutable bitmap in pages, so that a change copies one page and shares the others.
#pragma once

#include <array>
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

  // While this object is not yet shared. Pages it shares with the one it was copied from are copied at their first change.
  void insert(std::uint32_t entry);

 private:
  static constexpr std::uint32_t kPageBits = 32768;
  using Page = std::array<std::uint64_t, kPageBits / 64>;
  std::vector<std::shared_ptr<const Page>> pages_;
  std::uint32_t count_ = 0;
};

}  // namespace turnout::index
