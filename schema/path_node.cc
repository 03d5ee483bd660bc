#include "schema/path_node.h"

namespace turnout::schema {

namespace {
constexpr std::size_t kFirstCells = 64;
}

ChildTable::ChildTable() : seed_(reinterpret_cast<std::uintptr_t>(this)) {
  // The seed is the address, which differs from process to process: no filter can prepare names that collide. It shows in
  // nothing but the order of cells.
  tables_.push_back(std::make_unique<Table>(kFirstCells));
  table_.store(tables_.back().get(), std::memory_order_release);
}

void ChildTable::put(Table& table, std::uint64_t hash, std::uint32_t node) noexcept {
  std::size_t cell = hash & table.mask;
  while (table.cells[cell].load(std::memory_order_relaxed) != 0) cell = (cell + 1) & table.mask;
  table.cells[cell].store(((hash >> 32) << 32) | (std::uint64_t{node} + 1), std::memory_order_release);
}

void ChildTable::insert(const StableVector<PathNode>& nodes, std::uint32_t node) {
  Table& table = *tables_.back();
  ++count_;
  if (2 * count_ <= table.mask + 1) {
    put(table, hash_of(nodes[node].parent, nodes[node].name), node);
    return;
  }
  auto larger = std::make_unique<Table>(2 * (table.mask + 1));
  for (std::size_t cell = 0; cell <= table.mask; ++cell) {
    const std::uint64_t entry = table.cells[cell].load(std::memory_order_relaxed);
    if (entry == 0) continue;
    const auto old = static_cast<std::uint32_t>(entry) - 1;
    put(*larger, hash_of(nodes[old].parent, nodes[old].name), old);
  }
  put(*larger, hash_of(nodes[node].parent, nodes[node].name), node);
  tables_.push_back(std::move(larger));
  table_.store(tables_.back().get(), std::memory_order_release);
}

std::size_t ChildTable::growth_bytes(std::size_t more) const noexcept {
  std::size_t bytes = 0;
  for (std::size_t cells = tables_.back()->mask + 1; 2 * (count_ + more) > cells;) {
    cells *= 2;
    bytes += cells * sizeof(std::uint64_t);
  }
  return bytes;
}

std::size_t ChildTable::memory_bytes() const noexcept {
  std::size_t bytes = 0;
  for (const auto& table : tables_) bytes += (table->mask + 1) * sizeof(std::uint64_t);
  return bytes;
}

}  // namespace turnout::schema
