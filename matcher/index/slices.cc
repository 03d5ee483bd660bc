#include "matcher/index/slices.h"

#include <algorithm>
#include <bit>

#include <boost/container/static_vector.hpp>

namespace turnout::index {
namespace {

constexpr std::size_t kChunkWords = Slices::kChunkWords;

// One event's slices.
class SliceRun {
 public:
  SliceRun(const Slices& slices, const Code* codes) : kernel_(kernel()) {
    for (const Slices::Column& column : slices.columns) {
      const std::size_t number = column.first + column.slice_of[codes[column.path]];
      bitmaps_.push_back(slices.bitmap(number));
      groups_.push_back(slices.group_bitmap(number));
    }
  }

  // Chunks with a group that no column excludes, among those of kChunkWords words of the groups: first word of each.
  void find_chunks(std::size_t first_group_word) {
    chunks_.clear();
    std::uint64_t alive[kChunkWords];
    if (!kernel_.and_lines(groups_.data(), groups_.size(), first_group_word, alive)) return;
    for (std::size_t w = 0; w < kChunkWords; ++w) {
      for (std::uint64_t rest = alive[w]; rest != 0;) {
        const std::size_t byte = static_cast<std::size_t>(std::countr_zero(rest)) / 8;
        chunks_.push_back((first_group_word + w) * 64 + byte * kChunkWords);
        rest &= ~(std::uint64_t{0xff} << (8 * byte));
      }
    }
  }

  // The rows of those chunks, by number.
  template <class Visit>
  void for_each_row(Visit&& visit) const {
    for (const std::size_t chunk : chunks_) {
      std::uint64_t alive[kChunkWords];
      if (!kernel_.and_lines(bitmaps_.data(), bitmaps_.size(), chunk, alive)) continue;
      for (std::size_t w = 0; w < kChunkWords; ++w) {
        for (std::uint64_t rest = alive[w]; rest != 0; rest &= rest - 1) {
          visit((chunk + w) * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
        }
      }
    }
  }

 private:
  const Kernel& kernel_;
  boost::container::static_vector<const std::uint64_t*, Slices::kColumnsMax> bitmaps_, groups_;
  boost::container::static_vector<std::size_t, kChunkWords * 8> chunks_;
};

}  // namespace

std::size_t Slices::memory_bytes() const noexcept {
  std::size_t total = (bits.capacity() + groups.capacity()) * sizeof(std::uint64_t);
  for (const Column& column : columns) total += sizeof(Column) + column.slice_of.capacity();
  return total;
}

void Slices::collect(const Code* codes, std::vector<std::uint32_t>& survivors) const {
  SliceRun run(*this, codes);
  for (std::size_t group_word = 0; group_word < group_words; group_word += kChunkWords) {
    run.find_chunks(group_word);
    run.for_each_row([&](std::size_t row) { survivors.push_back(rows_begin + static_cast<std::uint32_t>(row) * row_words); });
  }
}

}  // namespace turnout::index
