// Inside the path registry: nodes, and the table that finds a child by name. Readers never wait: everything they follow is
// written before it is published and never moves.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <vector>

#include "schema/name_hash.h"
#include "schema/value_view.h"

namespace turnout::schema {

// A vector that only grows and whose elements never move: chunks of doubling size. One writer; readers may read every element
// below a size that they learnt from a later release store.
template <class T>
class StableVector {
 public:
  StableVector() = default;
  StableVector(const StableVector&) = delete;
  StableVector& operator=(const StableVector&) = delete;
  ~StableVector() {
    for (std::size_t k = 0; k < kChunks; ++k) delete[] chunks_[k].load(std::memory_order_relaxed);
  }

  // The element at `index`, which the writer made room for.
  T& operator[](std::uint32_t index) noexcept { return chunk(index)[offset(index)]; }
  const T& operator[](std::uint32_t index) const noexcept { return chunk(index)[offset(index)]; }

  // Makes room for element `index`. Writer only.
  void make_room(std::uint32_t index) {
    std::atomic<T*>& slot = chunks_[chunk_of(index)];
    if (slot.load(std::memory_order_relaxed) != nullptr) return;
    slot.store(new T[kFirst << chunk_of(index)], std::memory_order_release);
    bytes_ += sizeof(T) * (kFirst << chunk_of(index));
  }
  // Writer only.
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return bytes_; }
  // What room for `count` elements takes beyond what is there. Writer only.
  [[nodiscard]] std::size_t growth_bytes(std::size_t count) const noexcept {
    std::size_t bytes = 0;
    for (std::size_t k = 0; k < kChunks && (kFirst << k) - kFirst < count; ++k) bytes += sizeof(T) * (kFirst << k);
    return bytes - std::min(bytes, bytes_);
  }

 private:
  static constexpr std::size_t kFirst = 64;
  static constexpr std::size_t kChunks = 26;
  static std::size_t chunk_of(std::uint32_t index) noexcept {
    return static_cast<std::size_t>(std::bit_width(std::uint64_t{index} / kFirst + 1)) - 1;
  }
  static std::size_t offset(std::uint32_t index) noexcept { return index + kFirst - (kFirst << chunk_of(index)); }
  T* chunk(std::uint32_t index) const noexcept { return chunks_[chunk_of(index)].load(std::memory_order_acquire); }

  std::array<std::atomic<T*>, kChunks> chunks_{};
  std::size_t bytes_ = 0;
};

// One step of a path below its parent. All links are indices; kNoNode (= kNoPath) ends a list. One cache line.
struct alignas(64) PathNode {
  std::string_view name;
  std::uint32_t parent = kNoNode;                                         // with kIndexTag below a child [digits]
  std::uint32_t index = 0;                                                // of a child [digits]
  std::atomic<std::uint32_t> ids[3] = {{kNoNode}, {kNoNode}, {kNoNode}};  // the path that ends here, by scope any, user, data
  std::atomic<std::uint32_t> listed{kNoNode};       // first of the paths that end elsewhere and need this node's value
  std::atomic<std::uint32_t> first_index{kNoNode};  // children [digits]: a list through next_index
  std::atomic<std::uint32_t> next_index{kNoNode};
  std::atomic<std::uint32_t> index_count{0};
  std::atomic<std::uint32_t> star{kNoNode};  // child [*]
  std::atomic<bool> has_names{false};        // some child is a name
  std::atomic<bool> wants_elements{false};
};

// Children [digits] are in the table of names too: their name is the four bytes of the index, and their parent carries this
// bit.
inline constexpr std::uint32_t kIndexTag = 0x8000'0000;

// Children by name: open addressing over (hash, node), grown by publishing a larger table. Old tables stay until destruction,
// for readers that still look at them; together they are smaller than the current one.
class ChildTable {
 public:
  ChildTable();

  // Wait-free: bounded by the longest run of occupied cells.
  [[nodiscard]] std::uint32_t find(const StableVector<PathNode>& nodes, std::uint32_t parent,
                                   std::string_view name) const noexcept {
    const std::uint64_t hash = hash_of(parent, name);
    const Table& table = *table_.load(std::memory_order_acquire);
    for (std::size_t cell = hash & table.mask;; cell = (cell + 1) & table.mask) {
      const std::uint64_t entry = table.cells[cell].load(std::memory_order_acquire);
      if (entry == 0) return kNoNode;
      if ((entry >> 32) != (hash >> 32)) continue;
      const auto node = static_cast<std::uint32_t>(entry) - 1;
      const PathNode& candidate = nodes[node];
      if (candidate.parent == parent && candidate.name == name) return node;
    }
  }

  // Publishes `node`, whose parent and name are written and not in the table yet. Writer only.
  void insert(const StableVector<PathNode>& nodes, std::uint32_t node);
  [[nodiscard]] std::size_t memory_bytes() const noexcept;                  // writer only
  [[nodiscard]] std::size_t growth_bytes(std::size_t more) const noexcept;  // of `more` nodes; writer only

 private:
  struct Table {
    explicit Table(std::size_t size) : mask(size - 1), cells(new std::atomic<std::uint64_t>[size]()) {}
    std::size_t mask;
    std::unique_ptr<std::atomic<std::uint64_t>[]> cells;  // 0: empty; else the hash's upper half, then 1 + the node
  };

  [[nodiscard]] std::uint64_t hash_of(std::uint32_t parent, std::string_view name) const noexcept {
    return hash_name(name, seed_ + parent * std::uint64_t{0xa24baed4963ee407});
  }
  static void put(Table& table, std::uint64_t hash, std::uint32_t node) noexcept;

  std::uint64_t seed_;
  std::atomic<Table*> table_{nullptr};
  std::vector<std::unique_ptr<Table>> tables_;
  std::size_t count_ = 0;
};

}  // namespace turnout::schema
