#include "schema/name_batch.h"

#include <bit>

#include "schema/case_fold.h"
#include "schema/name_hash.h"

namespace turnout::schema {

void NameBatch::begin(std::size_t count) {
  entries_.clear();
  spelled_.clear();
  cells_.assign(std::bit_ceil(4 * count + 1), 0);  // two entries a name at most: half of the cells stay empty
}

void NameBatch::want(std::string_view name) {
  const std::size_t known = entries_.size();
  const std::uint32_t spelled = make(hash_of(name), name);
  if (entries_.size() != known) {
    const std::uint32_t folded = make(hash_folded(name), name);
    entries_[spelled].folded = folded;
  }
  spelled_.push_back(spelled);
}

void NameBatch::scan(std::span<const Field> fields) {
  for (const Field& field : fields) {
    const std::uint32_t folded = cells_[cell_of(hash_folded(field.name), field.name)];
    if (folded == 0) continue;
    Entry& all = entries_[folded - 1];
    if (all.field == nullptr || field.name < all.field->name) all.field = &field;
    const std::uint32_t spelled = cells_[cell_of(hash_of(field.name), field.name)];
    if (spelled != 0) entries_[spelled - 1].field = &field;
  }
}

const Field* NameBatch::found(std::size_t i) const noexcept {
  const Entry& spelled = entries_[spelled_[i]];
  return spelled.field != nullptr ? spelled.field : entries_[spelled.folded].field;
}

std::uint64_t NameBatch::hash_of(std::string_view name) const noexcept {
  // The seed is the address, which differs from process to process: no event can prepare names that collide.
  return hash_name(name, reinterpret_cast<std::uintptr_t>(this)) & ~kFolded;
}

std::uint64_t NameBatch::hash_folded(std::string_view name) {
  folded_.clear();
  append_folded(folded_, name);
  return hash_of(folded_) | kFolded;
}

std::size_t NameBatch::cell_of(std::uint64_t hash, std::string_view name) const noexcept {
  const std::size_t mask = cells_.size() - 1;
  for (std::size_t cell = (hash >> 1) & mask;; cell = (cell + 1) & mask) {
    if (cells_[cell] == 0) return cell;
    const Entry& entry = entries_[cells_[cell] - 1];
    if (entry.hash != hash) continue;
    if ((hash & kFolded) != 0 ? equal_folded(entry.name, name) : entry.name == name) return cell;
  }
}

std::uint32_t NameBatch::make(std::uint64_t hash, std::string_view name) {
  std::uint32_t& cell = cells_[cell_of(hash, name)];
  if (cell == 0) {
    entries_.push_back({.hash = hash, .name = name, .field = nullptr, .folded = 0});
    cell = static_cast<std::uint32_t>(entries_.size());
  }
  return cell - 1;
}

}  // namespace turnout::schema
