// The third pass: alternatives, each with its cover, become blocks under cells.
#pragma once

#include <cstdint>
#include <vector>

#include "matcher/index/cover.h"
#include "matcher/index/encoded_filters.h"
#include "matcher/index/equal_filters.h"
#include "matcher/index/row_writer.h"
#include "matcher/index/segment.h"

namespace turnout::index {

class Layout {
 public:
  Layout(Segment& segment, const CostModel& costs) : segment_(segment), costs_(costs) {}
  // Numbers the entries anew: `order[entry]` is what the alternatives called it. Error: more rows than 32-bit offsets reach.
  Result<void> run(EncodedFilters& filters, std::vector<std::uint32_t>& order);

 private:
  static std::uint64_t place_of(const Cell& cell) {
    return (std::uint64_t{cell.path} << 40) | (std::uint64_t{cell.shift} << 34) | cell.cell;
  }

  void order_paths(const std::vector<Atom>& atoms);
  RowShape shape(const Alternative& alternative, Atom* atoms, const Cover& cover) const;
  [[nodiscard]] double set_probability(const Atom& atom) const;
  bool reaches_absence(const Cell& cell, const Cover& cover, const Alternative& alternative, const Atom* atoms) const;
  Result<void> collect_rows();
  [[nodiscard]] bool suits_slices(const Alternative& alternative, const Cover& cover) const;
  void attach(std::uint32_t index, const Cover& cover);
  void settle_slices();
  void write_slices(RowWriter& writer);
  void number_entries(const EqualFilters& equal, std::vector<std::uint32_t>& order);
  void locate_followers();
  void arrange_rows(RowWriter& writer);
  [[nodiscard]] std::size_t cell_end(std::size_t first) const;
  void write_rows(RowWriter& writer);
  void open_level(std::uint64_t place);

  Segment& segment_;
  const CostModel& costs_;
  std::vector<double> path_cost_;  // mean probability of the sets on a path: verification tests the most selective first
  std::vector<Atom>* atoms_ = nullptr;
  std::vector<Alternative>* alternatives_ = nullptr;
  std::vector<RowShape> shapes_;
  std::vector<Row> rows_;
  // Alternatives that slices may suit better than their covers: their rows wait until that is decided.
  std::vector<std::uint32_t> sliced_;
  std::vector<Row> waiting_rows_;
  std::vector<Local> waiting_absent_;
  double waiting_cost_ = 0;  // sum of the costs of their covers
};

// The rows one by one, under no cell: for RowReader alone. Entries keep their numbers.
void write_flat(Segment& segment, const EncodedFilters& encoded, std::vector<std::uint32_t>& order);

}  // namespace turnout::index
