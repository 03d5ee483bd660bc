#include "schema/known_names.h"

#include <algorithm>

#include "schema/name_hash.h"

namespace turnout::schema {

KnownNames::KnownNames() : cells_(kCells, kStart) {
  names_.reserve(kMost);
  names_.emplace_back();
}

std::size_t KnownNames::cell_of(std::uint32_t parent, std::string_view quoted) const noexcept {
  // The seed is the address, which differs from process to process: no sender can prepare names that collide.
  const std::uint64_t seed = reinterpret_cast<std::uintptr_t>(this) + parent * std::uint64_t{0xa24baed4963ee407};
  for (std::size_t cell = hash_name(quoted, seed) % kCells;; cell = (cell + 1) % kCells) {
    if (cells_[cell] == kStart) return cell;
    const KnownName& known = names_[cells_[cell]];
    if (known.parent == parent && known.size == quoted.size() && known.begins(quoted.data(), quoted.data() + quoted.size()))
      return cell;
  }
}

const KnownName* KnownNames::find(std::uint32_t parent, std::string_view quoted) const noexcept {
  if (quoted.size() > KnownName::kMostBytes) return nullptr;
  const std::uint16_t at = cells_[cell_of(parent, quoted)];
  return at == kStart ? nullptr : &names_[at];
}

const KnownName* KnownNames::add(std::uint32_t parent, std::string_view quoted, std::uint32_t node,
                                 std::uint32_t group) noexcept {
  if (quoted.size() > KnownName::kMostBytes) return nullptr;
  if (names_.size() == kMost) {
    ++refused_;
    return nullptr;
  }
  const std::size_t cell = cell_of(parent, quoted);
  cells_[cell] = static_cast<std::uint16_t>(names_.size());
  KnownName& known = names_.emplace_back();
  known.parent = parent;
  known.node = node;
  known.group = group;
  known.size = static_cast<std::uint8_t>(quoted.size());
  known.is_kept = node != kNoNode || group != kNoNode;
  std::copy(quoted.begin(), quoted.end(), known.quoted.begin());
  return &known;
}

void KnownNames::begin(std::uint32_t version) noexcept {
  if (version == version_ && refused_ < kPatience) return;
  names_.resize(1);
  names_.front() = KnownName{};
  std::fill(cells_.begin(), cells_.end(), kStart);
  refused_ = 0;
  version_ = version;
}

}  // namespace turnout::schema
