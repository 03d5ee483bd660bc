// Covers: where a filter is attached.
//
// A cover of a formula is a set of cells such that an event can only satisfy the formula if its code on some path lies in one
// of them. AND takes its cheapest child's cover, OR the union of all its children's: no disjunctive normal form is needed. The
// cost of a cover is the expected number of events that reach it, per event.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matcher/index/cost_model.h"
#include "matcher/index/encoded_filters.h"
#include "matcher/index/segment.h"

namespace turnout::index {

// Codes [cell << shift, (cell + 1) << shift) of a path.
struct Cell {
  Local path = 0;
  std::uint32_t shift = 0;
  std::uint32_t cell = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

struct Cover {
  static constexpr double kAlways = 1.0;
  double cost = kAlways;
  bool always = true;     // no cover: attached to every event
  int implied_atom = -1;  // the row's atom that an event in one of the cells satisfies for certain, or -1
  bool multi = false;     // one event may lie in more than one of the cells
  std::vector<Cell> cells;
};

class CoverChooser {
 public:
  CoverChooser(const Segment& segment, const CostModel& costs) : segment_(segment), costs_(costs) {}
  // The cheapest cover of the alternative; the reference lives until the next call.
  const Cover& choose(const Alternative& alternative, std::span<const Atom> atoms);

 private:
  void cells_of(Local path, std::span<const CodeRange> ranges, Cover& cover) const;
  void cover_atom(const Atom& atom, Cover& cover) const;
  void cover_ranges(Local path, std::span<const CodeRange> ranges, Cover& cover) const;
  void cover_intersections(std::uint32_t at, Cover& cover) const;
  void cover_probe(Local probe, std::span<const CodeRange> ranges, Cover& cover) const;
  void cover_residual(const std::uint32_t* code, Cover& cover) const;
  void cover_text(const std::uint32_t* code, Cover& cover) const;
  // The cover of the node at `at`; returns the word behind it.
  std::uint32_t cover_node(std::uint32_t at, Cover& cover) const;
  std::uint32_t cover_children(std::uint32_t at, bool conjunction, Cover& cover) const;

  const Segment& segment_;
  const CostModel& costs_;
  Cover best_, trial_;
};

}  // namespace turnout::index
