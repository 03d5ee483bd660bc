// Shortcuts into the sorted numbers of a dictionary: a table of codes where the numbers are integers that lie close together,
// and otherwise buckets of equal width, each of which says where in the numbers to look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace turnout::index {

class NumberGuide {
 public:
  // `numbers` ascending. O(n). Takes at most about 8 bytes a number in codes (below), 1 byte in buckets.
  void build(std::span<const double> numbers);
  // Whether codes of integers are wanted: every integer of [first(), first() + integers()), set with set_code() in any order.
  [[nodiscard]] std::size_t integers() const noexcept { return codes_.size(); }
  [[nodiscard]] std::int64_t first() const noexcept { return first_; }
  void set_code(std::size_t i, std::uint32_t code) noexcept { codes_[i] = code; }

  // The code of the integer, if the table has it.
  [[nodiscard]] const std::uint32_t* code(std::int64_t integer) const noexcept {
    const std::uint64_t i = static_cast<std::uint64_t>(integer) - static_cast<std::uint64_t>(first_);
    return i < codes_.size() ? &codes_[i] : nullptr;
  }
  struct Stretch {
    std::size_t begin, end;
  };
  // Where in the numbers, `count` of them, the first one above `key` is: in [begin, end]. `key` is no NaN.
  [[nodiscard]] Stretch stretch(double key, std::size_t count) const noexcept {
    if (begins_.empty()) return {0, count};
    if (key < low_) return {0, 0};
    if (key >= high_) return {count, count};
    const std::size_t b = bucket(key);
    return {begins_[b], begins_[b + 1]};
  }
  // Fetches what a lookup will read first.
  void prefetch(double key) const noexcept {
    if (!begins_.empty() && key >= low_ && key < high_) __builtin_prefetch(&begins_[bucket(key)]);
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept {
    return codes_.capacity() * sizeof(std::uint32_t) + begins_.capacity() * sizeof(std::uint32_t);
  }

 private:
  // Never falls while the key rises, as neither rounding nor cutting off does.
  [[nodiscard]] std::size_t bucket(double key) const noexcept {
    const auto b = static_cast<std::size_t>((key - low_) * scale_);
    return b < begins_.size() - 1 ? b : begins_.size() - 2;
  }

  std::vector<std::uint32_t> codes_;  // of the integers from first_ on
  std::int64_t first_ = 0;
  std::vector<std::uint32_t> begins_;  // by bucket: how many numbers lie in buckets before; one more at the end
  double low_ = 0, high_ = 0, scale_ = 0;
};

}  // namespace turnout::index
