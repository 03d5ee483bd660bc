#include "matcher/index/tombstones.h"

namespace turnout::index {

void Tombstones::insert(std::uint32_t entry) {
  if (contains(entry)) return;
  std::shared_ptr<const Page>& page = pages_[entry / kPageBits];
  std::shared_ptr<Page> copy;
  if (page != nullptr && page.use_count() == 1) {
    copy = std::const_pointer_cast<Page>(page);  // only this object, which is not shared yet, holds the page
  } else {
    copy = page == nullptr ? std::make_shared<Page>() : std::make_shared<Page>(*page);
  }
  (*copy)[entry % kPageBits / 64] |= std::uint64_t{1} << (entry % 64);
  page = std::move(copy);
  ++count_;
}

std::size_t Tombstones::memory_bytes() const noexcept {
  std::size_t total = pages_.capacity() * sizeof(pages_[0]);
  for (const auto& page : pages_) total += page != nullptr ? sizeof(Page) : 0;
  return total;
}

}  // namespace turnout::index
