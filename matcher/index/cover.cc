#include "matcher/index/cover.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace turnout::index {
namespace {

// A set of more ranges is attached by coarser cells, so that a long IN list does not multiply its filter's rows without bound.
constexpr std::size_t kCellsMax = 128;

// Rows under one more cell cost memory, which breaks ties between covers of equal selectivity.
constexpr double kCellCost = 1e-9;

constexpr Code kNoBound = 0xffff'ffff;

std::uint32_t level_of(const CodeRange& range) noexcept {
  return static_cast<std::uint32_t>(std::bit_width(range.high - range.low));
}

// What it takes to evaluate a residual in its column for every event, of what it takes for a candidate: a column leads to fewer
// candidates than its residuals hold for, as it were, because they need not evaluate them again.
constexpr double kColumnShare = 0.2;

// A conjunction of more different values is covered by the cheapest of them alone.
constexpr std::size_t kIntersectionsMax = 16;

std::vector<CodeRange> intersect(std::span<const CodeRange> a, std::span<const CodeRange> b) {
  std::vector<CodeRange> both;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const CodeRange common{std::max(a[i].low, b[j].low), std::min(a[i].high, b[j].high)};
    if (common.low <= common.high) both.push_back(common);
    if (a[i].high < b[j].high) ++i;
    else ++j;
  }
  return both;
}

void sort_unique(std::vector<Cell>& cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

}  // namespace

void CoverChooser::cells_of(Local path, std::span<const CodeRange> ranges, Cover& cover) const {
  const std::size_t first = cover.cells.size();
  const auto add = [&](const CodeRange& range, std::uint32_t shift) {
    for (std::uint32_t cell = range.low >> shift; cell <= range.high >> shift; ++cell) {
      const Cell next{path, shift, cell};
      if (cover.cells.size() == first || cover.cells.back() != next) cover.cells.push_back(next);
    }
  };
  if (ranges.size() <= kCellsMax) {
    for (const CodeRange& range : ranges) add(range, level_of(range));
  }
  for (std::uint32_t shift = 1; ranges.size() > kCellsMax && shift < 32; ++shift) {
    cover.cells.resize(first);
    for (const CodeRange& range : ranges) {
      if ((range.high >> shift) - (range.low >> shift) > kCellsMax) break;  // far too fine for this range alone
      add(range, shift);
      if (cover.cells.size() - first > kCellsMax) break;
    }
    const bool complete = cover.cells.size() > first && cover.cells.size() - first <= kCellsMax &&
                          cover.cells.back().cell == ranges.back().high >> shift;
    if (complete) break;
  }
  for (std::size_t i = first; i < cover.cells.size(); ++i) {
    const Cell& cell = cover.cells[i];
    const Code low = cell.cell << cell.shift;
    const Code high = low + ((Code{1} << cell.shift) - 1);
    cover.cost +=
        kCellCost + (path < segment_.paths.size() ? costs_.probability(path, low, high)
                                                  : segment_.probes.probability(path - segment_.paths.size(), low, high));
  }
}

void CoverChooser::cover_ranges(Local path, std::span<const CodeRange> ranges, Cover& cover) const {
  cover.cost = 0;
  cover.always = false;
  cover.cells.clear();
  cells_of(path, ranges, cover);
  cover.multi = std::any_of(cover.cells.begin(), cover.cells.end(),
                            [&](const Cell& cell) { return cell.shift != cover.cells.front().shift; });
  cover.implied_atom = -1;
}

void CoverChooser::cover_atom(const Atom& atom, Cover& cover) const {
  const CodeRange single{atom.low, atom.high};
  cover_ranges(atom.path, atom.indexed ? segment_.ranges_of(atom.path, atom.low) : std::span(&single, 1), cover);
}

// Several residuals of a conjunction that are about one value, `a - b >= 1 AND a - b < 2`: its code lies in all their ranges.
void CoverChooser::cover_intersections(std::uint32_t at, Cover& cover) const {
  const Probes& probes = segment_.probes;
  if (probes.terms.empty()) return;
  struct Part {
    Local probe;
    std::vector<CodeRange> ranges;
    std::size_t of = 1;
  };
  std::vector<Part> parts;
  const std::uint32_t end = at + 1 + segment_.programs[at];
  for (std::uint32_t child = at + 1; child < end; child += node_words(segment_.programs.data() + child)) {
    const std::uint32_t* code = segment_.programs.data() + child;
    if (opcode_of(code[0]) != Opcode::residual) continue;
    Part part{};
    part.probe = probes.access_ranges(code[1], static_cast<predicate::Outcomes>(code[0] >> 4 & 0xf), part.ranges);
    if (part.probe == kNoLocal || !probes.list[part.probe - segment_.paths.size()].single()) continue;
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const Part& other) { return other.probe == part.probe; });
    if (same == parts.end()) {
      if (parts.size() < kIntersectionsMax) parts.push_back(std::move(part));
    } else {
      same->ranges = intersect(same->ranges, part.ranges);
      ++same->of;
    }
  }
  for (const Part& part : parts) {
    if (part.of < 2 || part.ranges.empty()) continue;
    Cover one;
    cover_probe(part.probe, part.ranges, one);
    if (one.cost < cover.cost) cover = std::move(one);
  }
}

std::uint32_t CoverChooser::cover_children(std::uint32_t at, bool conjunction, Cover& cover) const {
  const std::uint32_t end = at + 1 + segment_.programs[at];
  std::uint32_t child = at + 1;
  Cover total;
  if (!conjunction) total.cost = 0, total.always = false;
  while (child < end) {
    Cover one;
    child = cover_node(child, one);
    if (conjunction) {
      if (one.cost < total.cost) total = std::move(one);
    } else {
      total.cost += one.cost;
      total.always = total.always || one.always;
      total.cells.insert(total.cells.end(), one.cells.begin(), one.cells.end());
    }
  }
  if (conjunction) cover_intersections(at, total);
  if (total.always) total.cells.clear(), total.cost = Cover::kAlways;
  total.multi = true;
  cover = std::move(total);
  return end;
}

// The cell of a test that the text index evaluates; otherwise all strings.
void CoverChooser::cover_text(const std::uint32_t* code, Cover& cover) const {
  const bool negated = (code[0] >> 4 & 1) != 0;
  const std::vector<TextPlace>& places = segment_.probes.text_places;
  if (!negated && !places.empty() && places[code[1]].probe != kNoLocal) {
    const TextPlace place = places[code[1]];
    cover_atom({place.probe, false, place.code, place.code}, cover);
  } else {
    cover_atom({static_cast<Local>(code[0] >> 8), false, code[2], code[3]}, cover);
  }
}

void CoverChooser::cover_probe(Local probe, std::span<const CodeRange> ranges, Cover& cover) const {
  const std::size_t paths = segment_.paths.size();
  const Probes& probes = segment_.probes;
  const Probe& own = probes.list[probe - paths];
  const auto bound = [&](Local relative) { return relative == kNoLocal ? kNoBound : probes.list[relative - paths].bound; };
  std::vector<Cell> half_lines;
  std::vector<CodeRange> rest;
  double cost = 0;
  for (const CodeRange& range : ranges) {
    const bool above = range.high == bound(own.above);
    if (!above && range.low != bound(own.below)) {
      rest.push_back(range);
      continue;
    }
    half_lines.push_back({above ? own.above : own.below, 0, above ? range.low : range.high});
    cost += kCellCost + probes.probability(half_lines.back().path - paths, half_lines.back().cell, half_lines.back().cell);
  }
  cover_ranges(probe, rest, cover);
  cover.cost += cost;
  cover.cells.insert(cover.cells.end(), half_lines.begin(), half_lines.end());
  // Several elements of an event may lead to as many cells, and a value to those of several kinds.
  cover.multi = cover.cells.size() > 1 && (own.kind == Probe::Kind::element || !half_lines.empty() || cover.multi);
}

// Where a probe's outcome leads, or else the presence of a path that it needs.
void CoverChooser::cover_residual(const std::uint32_t* code, Cover& cover) const {
  const Probes& probes = segment_.probes;
  std::vector<CodeRange> ranges;
  Local probe = kNoLocal;
  if (!probes.terms.empty()) {
    probe = probes.access_ranges(code[1], static_cast<predicate::Outcomes>(code[0] >> 4 & 0xf), ranges);
  }
  // No code at all: it is never so; then any cell will do.
  if (probe != kNoLocal && !ranges.empty()) {
    cover_probe(probe, ranges, cover);
    if (probes.list[probe - segment_.paths.size()].kind == Probe::Kind::column) cover.cost *= kColumnShare;
    if (cover.cost < Cover::kAlways) return;
  }
  if (code[2] == kNoLocal) {
    cover = Cover{};
  } else {
    const Local need = static_cast<Local>(code[2]);
    cover_atom({need, false, code[3], segment_.paths[need].dictionary.code_count() - 1}, cover);
  }
}

std::uint32_t CoverChooser::cover_node(std::uint32_t at, Cover& cover) const {
  const std::uint32_t* code = segment_.programs.data() + at;
  const Local path = static_cast<Local>(code[0] >> 8);
  switch (static_cast<Opcode>(code[0] & 0xf)) {
    case Opcode::no:
      cover = Cover{};
      cover.cost = 0;
      cover.always = false;
      return at + 1;
    case Opcode::yes:
      cover = Cover{};
      return at + 1;
    case Opcode::range:
      cover_atom({path, false, code[1], code[2]}, cover);
      return at + 3;
    case Opcode::set:
      cover_atom({path, true, code[1], 0}, cover);
      return at + 2;
    case Opcode::text:
      cover_text(code, cover);
      return at + 4;
    case Opcode::residual:
      cover_residual(code, cover);
      return at + 4;
    case Opcode::all_of:
      return cover_children(at + 1, true, cover);
    case Opcode::any_of:
      return cover_children(at + 1, false, cover);
  }
  return at + 1;
}

const Cover& CoverChooser::choose(const Alternative& alternative, std::span<const Atom> atoms) {
  best_ = Cover{};
  if (alternative.program != kNoProgram) cover_node(alternative.program, best_);
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    cover_atom(atoms[i], trial_);
    if (!best_.always && trial_.cost >= best_.cost) continue;
    std::swap(best_, trial_);
    const bool exact = std::all_of(best_.cells.begin(), best_.cells.end(), [](const Cell& cell) { return cell.shift == 0; });
    best_.implied_atom = exact ? static_cast<int>(i) : -1;
  }
  sort_unique(best_.cells);
  return best_;
}

}  // namespace turnout::index
