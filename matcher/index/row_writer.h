// Writes the rows of one cell as blocks (block.h): shapes that many rows share in columns of their own, the rest behind heads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "matcher/index/cover.h"
#include "matcher/index/encoded_filters.h"
#include "matcher/index/segment.h"

namespace turnout::index {

// What a row looks like, per alternative: its atoms are sorted in place, those to verify first.
struct RowShape {
  std::uint64_t signature = 0;  // below kMixed
  std::uint8_t verify = 0;
  bool multi = false;
};

// A row to write. `place` is path, shift, cell in that order of significance; kAlwaysPlace comes last.
struct Row {
  static constexpr std::uint64_t kAlwaysPlace = ~std::uint64_t{0};
  static constexpr std::uint64_t kMixed = std::uint64_t{1} << 63;  // of signatures: no shape, but the path of the row's head
  static constexpr std::uint64_t kPoint = std::uint64_t{1} << 62;  // with kMixed: the head holds for one code
  static constexpr std::uint64_t kWhole = std::uint64_t{1} << 61;  // with kMixed: a row of a block of mixed rows, not of heads
  static constexpr std::uint64_t kHeadPath = 0xffff;
  std::uint64_t place = 0;
  std::uint64_t signature = 0;
  Code first_low = 0;  // of the first range to verify, or of the head: neighbours die together
  std::uint32_t alternative = 0;
};

// Which of the atoms to verify is the first that is a range, not a set; kRowAtomsMax when none is.
std::uint32_t first_range(const Atom* atoms, std::uint32_t verify) noexcept;

class RowWriter {
 public:
  RowWriter(Segment& segment, const CostModel& costs, const std::vector<Atom>& atoms,
            const std::vector<Alternative>& alternatives, const std::vector<RowShape>& shapes)
      : segment_(segment), costs_(costs), atoms_(atoms), alternatives_(alternatives), shapes_(shapes) {}

  // Brings the rows of one cell, sorted by signature, into the order in which write_cell() writes them. O(n log n).
  void arrange(std::span<Row> cell);
  // The rows of one cell, arranged, at the end of the segment's blocks.
  void write_cell(std::span<const Row> cell);
  // One row as a block, found from elsewhere.
  void write_row(const Row& row) { write_block({&row, 1}, false); }
  [[nodiscard]] std::size_t row_words(std::uint32_t alternative) const;

 private:
  // The atom of a row that stands in the heads: the range that is least likely to hold. By default any code of path 0.
  struct Head {
    Local path = 0;
    Code low = 0;
    Code high = ~Code{0};
    std::uint32_t atom = kRowAtomsMax;
  };
  static constexpr std::uint32_t kHeadsMax = 2;
  struct HeadColumns {
    std::array<std::array<Head, kLanesMax>, kHeadsMax> columns;
    std::uint32_t count = 1;
  };
  struct Chunk {
    std::size_t first, count;
    enum class Kind : std::uint8_t { shape, mixed, heads } kind;
  };
  struct OpenHeads {  // whose rows are not written yet
    std::size_t start, offsets;
    std::span<const Row> rows;
  };
  using AtomArray = std::array<Atom, kRowAtomsMax>;
  using LaneAtoms = std::array<AtomArray, kLanesMax>;
  struct RequiredPaths {
    std::array<Local, kRequiredMax> paths;
    std::uint32_t count = 0;
  };

  [[nodiscard]] bool same_shape(std::uint32_t a, std::uint32_t b) const;
  [[nodiscard]] std::size_t group_size(std::span<const Row> cell, std::size_t first) const;
  [[nodiscard]] Head head_of(std::uint32_t alternative) const;
  [[nodiscard]] HeadColumns head_columns(std::span<const Row> rows) const;
  [[nodiscard]] double probability(const Atom& atom) const;
  [[nodiscard]] bool narrow(const Atom& atom) const;
  [[nodiscard]] std::uint32_t joined(std::span<const Row> rows) const;  // kJoined or 0
  void chunk_up(std::span<const Row> cell);
  // What an event needs on one path for any row of the chunk: for its directory.
  [[nodiscard]] Head chunk_range(std::span<const Row> rows, Chunk::Kind kind) const;
  [[nodiscard]] std::uint64_t mixed_signature(std::uint32_t alternative, const Head& head) const;
  const Atom* atoms_of(const Row& row, bool head_first, AtomArray& copy) const;
  void write_directory(std::span<const Row> cell);
  void write_block(std::span<const Row> rows, bool head_first);
  void write_mixed(std::span<const Row> rows);
  [[nodiscard]] RequiredPaths required_paths(const LaneAtoms& atoms, std::size_t lanes, std::uint32_t verify) const;
  void write_required(const BlockHeader& header, const RequiredPaths& required, const LaneAtoms& atoms);
  void write_heads(std::span<const Row> rows);
  void write_rows_of_heads();

  Segment& segment_;
  const CostModel& costs_;
  const std::vector<Atom>& atoms_;
  const std::vector<Alternative>& alternatives_;
  const std::vector<RowShape>& shapes_;
  std::vector<Chunk> chunks_;
  std::vector<OpenHeads> open_heads_;
};

}  // namespace turnout::index
