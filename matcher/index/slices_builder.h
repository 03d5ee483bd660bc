// Fills the bitmaps of matcher/index/slices.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matcher/index/cover.h"
#include "matcher/index/encoded_filters.h"
#include "matcher/index/slices.h"

namespace turnout::index {

// Chooses the columns and the order of the rows, and fills the bitmaps; where rows lie is left to whoever writes the rows.
class SlicesBuilder {
 public:
  SlicesBuilder(const Segment& segment, const CostModel& costs, const std::vector<Atom>& atoms,
                const std::vector<Alternative>& alternatives)
      : segment_(segment), costs_(costs), atoms_(atoms), alternatives_(alternatives) {}

  // `rows`: the alternatives that become rows; sorted into their order. Returns false, and leaves `slices` empty, when the
  // columns would let more rows through, in the mean, than `cover_cost`, the share of them that their covers would lead an
  // event to.
  bool build(std::vector<std::uint32_t>& rows, double cover_cost, Slices& slices);

 private:
  struct Use {
    Local path = 0;
    double excluded = 0;  // rows that an average event is excluded from by this path
    std::size_t rows = 0;
  };
  void choose_columns(std::span<const std::uint32_t> rows, Slices& slices);
  void order_rows(std::vector<std::uint32_t>& rows, const Slices& slices) const;
  void fill(std::span<const std::uint32_t> rows, Slices& slices) const;
  static void fill_groups(Slices& slices);
  [[nodiscard]] double survival(std::span<const std::uint32_t> rows, const Slices& slices) const;
  [[nodiscard]] double probability(const Atom& atom) const;
  [[nodiscard]] std::vector<int> ranks(const Slices& slices, std::size_t columns) const;
  [[nodiscard]] std::span<const CodeRange> ranges(const Atom& atom, CodeRange& single) const;

  const Segment& segment_;
  const CostModel& costs_;
  const std::vector<Atom>& atoms_;
  const std::vector<Alternative>& alternatives_;
};

}  // namespace turnout::index
