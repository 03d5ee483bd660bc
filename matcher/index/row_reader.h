// Rows of a segment back as atoms and program: for decoding and for merges.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "matcher/index/encoded_filters.h"
#include "matcher/index/segment.h"

namespace turnout::index {

class RowReader {
 public:
  explicit RowReader(const Segment& segment) : segment_(segment) {}

  // Of an entry whose location is a block. O(lanes), and O(1) for entries in ascending order.
  void read(Entry entry);
  // Of a block that is no heads. O(atoms).
  void read_at(std::uint32_t block, std::uint32_t lane);
  [[nodiscard]] std::span<const Atom> atoms() const noexcept { return {atoms_.data(), count_}; }
  [[nodiscard]] std::uint32_t program() const noexcept { return program_; }  // or kNoProgram

 private:
  void read_columns(const std::uint32_t* block, const BlockHeader& header);
  void read_mixed(const std::uint32_t* block, const BlockHeader& header);

  const Segment& segment_;
  Entry last_ = 0;    // that was read
  bool any_ = false;  // whether one was
  std::uint32_t block_ = ~std::uint32_t{0};
  std::uint32_t lane_ = 0;
  std::array<Atom, kRowAtomsMax> atoms_;
  std::size_t count_ = 0;
  std::uint32_t program_ = kNoProgram;
};

}  // namespace turnout::index
