#include "matcher/index/layout.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "matcher/index/finish_segment.h"
#include "matcher/index/kernel.h"
#include "matcher/index/slices_builder.h"

namespace turnout::index {
namespace {

// What a match costs, in ns: a row reached through its cell, a row in the bitmaps, a row that survives them. Measured on one
// machine; only their ratios matter.
constexpr double kRowCost = 6;
constexpr double kSlicedRowCost = 0.15;
constexpr double kSurvivorCost = 50;
// Rows in the bitmaps are padded to the longest: with more atoms than this, one row would lengthen all.
constexpr std::uint32_t kSlicedAtomsMax = 12;
constexpr std::size_t kBlockAlignment = 16;  // words of a cache line

}  // namespace

double Layout::set_probability(const Atom& atom) const {
  if (!atom.indexed) return costs_.probability(atom.path, atom.low, atom.high);
  double sum = 0;
  for (const CodeRange& range : segment_.ranges_of(atom.path, atom.low))
    sum += costs_.probability(atom.path, range.low, range.high);
  return sum;
}

void Layout::order_paths(const std::vector<Atom>& atoms) {
  std::vector<double> sum(segment_.paths.size(), 0);
  std::vector<double> count(segment_.paths.size(), 0);
  for (const Atom& atom : atoms) {
    sum[atom.path] += set_probability(atom);
    count[atom.path] += 1;
  }
  path_cost_.assign(segment_.paths.size(), 1);
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (count[i] > 0) path_cost_[i] = sum[i] / count[i];
  }
}

RowShape Layout::shape(const Alternative& alternative, Atom* atoms, const Cover& cover) const {
  RowShape shape;
  shape.multi = alternative.shared || cover.multi;
  Atom* end = atoms + alternative.count;
  if (cover.implied_atom >= 0) {
    --end;
    std::swap(atoms[cover.implied_atom], *end);
  }
  std::sort(atoms, end, [&](const Atom& a, const Atom& b) {
    return std::tuple(path_cost_[a.path], a.path, a.indexed, a.low) < std::tuple(path_cost_[b.path], b.path, b.indexed, b.low);
  });
  shape.verify = static_cast<std::uint8_t>(end - atoms);
  std::uint64_t h = alternative.count * 4U + (shape.multi ? 2U : 0U) + (alternative.program != kNoProgram ? 1U : 0U);
  h = h * 64 + shape.verify;
  for (std::uint32_t i = 0; i < alternative.count; ++i) {
    h = (h ^ (std::uint64_t{atoms[i].path} * 2 + (atoms[i].indexed ? 1 : 0))) * 0xff51afd7ed558ccdULL;
    h ^= h >> 31;
  }
  shape.signature = h & ~Row::kMixed;
  return shape;
}

// Whether the absence of the cell's path can satisfy the row: then events without the path must visit the cell of code 0.
bool Layout::reaches_absence(const Cell& cell, const Cover& cover, const Alternative& alternative, const Atom* atoms) const {
  if (cell.cell != 0 || cell.path >= segment_.paths.size()) return false;
  bool tested = false;
  for (std::uint32_t i = 0; i < alternative.count; ++i) {
    if (atoms[i].path != cell.path) continue;
    tested = true;
    const Code low = atoms[i].indexed ? segment_.ranges_of(atoms[i].path, atoms[i].low).front().low : atoms[i].low;
    if (low == 0) return true;
  }
  // A cell that comes from the program alone: assume so.
  return !tested || cover.multi;
}

void Layout::open_level(std::uint64_t place) {
  const Local path = static_cast<Local>(place >> 40);
  const std::uint32_t shift = static_cast<std::uint32_t>(place >> 34) & 0x3f;
  Level level;
  level.shift = shift;
  level.offsets.reserve(((segment_.code_count(path) - 1) >> shift) + 2);
  segment_.levels(path).push_back(std::move(level));
}

std::size_t Layout::cell_end(std::size_t first) const {
  std::size_t end = first + 1;
  while (end < rows_.size() && rows_[end].place == rows_[first].place) ++end;
  return end;
}

void Layout::arrange_rows(RowWriter& writer) {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::tie(a.place, a.signature, a.first_low, a.alternative) <
           std::tie(b.place, b.signature, b.first_low, b.alternative);
  });
  for (std::size_t i = 0; i < rows_.size();) {
    const std::size_t end = cell_end(i);
    writer.arrange(std::span(rows_).subspan(i, end - i));
    i = end;
  }
}

// Rows are sorted by place: consecutive rows of one level fill its directory as they are written.
void Layout::write_rows(RowWriter& writer) {
  const auto offset = [&] { return static_cast<std::uint32_t>(segment_.blocks.size()); };
  Level* level = nullptr;
  std::size_t cells = 0;
  const auto close = [&] {
    if (level == nullptr) return;
    while (level->offsets.size() < cells + 1) level->offsets.push_back(offset());
  };
  std::uint64_t open = Row::kAlwaysPlace;
  for (std::size_t i = 0; i < rows_.size();) {
    const std::uint64_t place = rows_[i].place;
    if (place == Row::kAlwaysPlace) {
      close();
      level = nullptr;
      segment_.always_begin = offset();
    } else {
      if (open == Row::kAlwaysPlace || open >> 34 != place >> 34) {
        close();
        open_level(place);
        const Local path = static_cast<Local>(place >> 40);
        level = &segment_.levels(path).back();
        cells = ((segment_.code_count(path) - 1) >> level->shift) + 1;
      }
      const std::size_t cell = static_cast<std::uint32_t>(place);
      while (level->offsets.size() < cell + 1) level->offsets.push_back(offset());
    }
    open = place;
    const std::size_t end = cell_end(i);
    writer.write_cell(std::span(rows_).subspan(i, end - i));
    i = end;
  }
  close();
  segment_.always_end = offset();
  if (rows_.empty() || open != Row::kAlwaysPlace) segment_.always_begin = segment_.always_end;
}

bool Layout::suits_slices(const Alternative& alternative, const Cover& cover) const {
  if (alternative.count < 2 || alternative.count > kSlicedAtomsMax) return false;
  double matching = 1;
  for (std::uint32_t i = 0; i < alternative.count; ++i) matching *= set_probability((*atoms_)[alternative.first + i]);
  return kSlicedRowCost + kSurvivorCost * matching < kRowCost * cover.cost;
}

void Layout::attach(std::uint32_t index, const Cover& cover) {
  const Alternative& alternative = (*alternatives_)[index];
  Atom* own = atoms_->data() + alternative.first;
  const bool waits = suits_slices(alternative, cover);
  shapes_[index] = shape(alternative, own, cover);
  const std::uint32_t key = first_range(own, shapes_[index].verify);
  const Code first_low = key == kRowAtomsMax ? 0 : own[key].low;
  std::vector<Row>& rows = waits ? waiting_rows_ : rows_;
  if (cover.always) rows.push_back({Row::kAlwaysPlace, shapes_[index].signature, first_low, index});
  for (const Cell& cell : cover.cells) {
    rows.push_back({place_of(cell), shapes_[index].signature, first_low, index});
    if (!reaches_absence(cell, cover, alternative, own)) continue;
    if (waits) waiting_absent_.push_back(cell.path);
    else segment_.paths[cell.path].absent_access = true;
  }
  if (!waits) return;
  sliced_.push_back(index);
  waiting_cost_ += cover.cost;
}

Result<void> Layout::collect_rows() {
  CoverChooser chooser(segment_, costs_);
  std::size_t words = 0;
  for (std::uint32_t i = 0; i < alternatives_->size(); ++i) {
    const Alternative& alternative = (*alternatives_)[i];
    const Cover& cover = chooser.choose(alternative, {atoms_->data() + alternative.first, alternative.count});
    attach(i, cover);
    words += (cover.cells.size() + 1) * (5 + std::size_t{3} * alternative.count);
    if (words > kProgramBit || segment_.programs.size() > kProgramBit) {
      return Error{ErrorCode::limit,
                   "the filters need more index than one segment can address (2^31 words)",
                   "load fewer filters per matcher",
                   0,
                   0,
                   {}};
    }
  }
  settle_slices();
  return {};
}

// Slices for those that wait, if they are many and the bitmaps exclude enough of them; else the covers they have.
void Layout::settle_slices() {
  if (sliced_.size() >= Slices::kRowsMin) {
    SlicesBuilder builder(segment_, costs_, *atoms_, *alternatives_);
    if (builder.build(sliced_, waiting_cost_ / static_cast<double>(sliced_.size()), segment_.slices)) {
      for (const std::uint32_t index : sliced_) {
        shapes_[index].verify = static_cast<std::uint8_t>((*alternatives_)[index].count);
        shapes_[index].multi = (*alternatives_)[index].shared;
      }
      waiting_rows_.clear();
      return;
    }
  }
  sliced_.clear();
  rows_.insert(rows_.end(), waiting_rows_.begin(), waiting_rows_.end());
  for (const Local path : waiting_absent_) segment_.paths[path].absent_access = true;
}

void Layout::write_slices(RowWriter& writer) {
  if (sliced_.empty()) return;
  base::HugeVector<std::uint32_t>& blocks = segment_.blocks;
  const std::size_t line = kBlockAlignment;
  blocks.resize((blocks.size() + line - 1) / line * line);
  std::size_t most = 0;
  for (const std::uint32_t index : sliced_) most = std::max(most, writer.row_words(index));
  const std::size_t row_words = (most + 3) / 4 * 4;  // often 16, a cache line
  segment_.slices.rows_begin = static_cast<std::uint32_t>(blocks.size());
  segment_.slices.row_words = static_cast<std::uint32_t>(row_words);
  segment_.slices.rows = static_cast<std::uint32_t>(sliced_.size());
  for (const std::uint32_t index : sliced_) {
    const std::size_t next = blocks.size() + row_words;
    writer.write_row({Row::kAlwaysPlace, 0, 0, index});
    blocks.resize(next);
  }
}

// In the order in which rows lie; filters without a row last. Equal filters follow each other.
void Layout::number_entries(const EqualFilters& equal, std::vector<std::uint32_t>& order) {
  const std::size_t count = segment_.locations.size();
  std::vector<Entry> renamed(count, kUnplaced);
  order.clear();
  order.reserve(count);
  const auto name = [&](std::uint32_t source) {
    if (renamed[source] != kUnplaced) return;
    renamed[source] = static_cast<Entry>(order.size());
    order.push_back(source);
    if (equal.next.empty()) return;
    for (std::uint32_t other = equal.next[source]; other != EqualFilters::kLast; other = equal.next[other]) {
      renamed[other] = static_cast<Entry>(order.size());
      segment_.followers[order.size() / 64] |= std::uint64_t{1} << (order.size() % 64);
      order.push_back(other);
    }
  };
  if (!equal.next.empty()) segment_.followers.assign(count / 64 + 1, 0);
  for (const Row& row : rows_) name((*alternatives_)[row.alternative].entry);
  for (const std::uint32_t index : sliced_) name((*alternatives_)[index].entry);
  for (std::uint32_t source = 0; source < count; ++source) name(source);
  for (Alternative& alternative : *alternatives_) alternative.entry = renamed[alternative.entry];
  std::vector<std::uint32_t> locations(count);
  for (std::size_t entry = 0; entry < count; ++entry) locations[entry] = segment_.locations[order[entry]];
  segment_.locations = std::move(locations);
}

// Where the first of their kind is.
void Layout::locate_followers() {
  for (Entry entry = 1; entry < segment_.locations.size(); ++entry) {
    if (segment_.follows(entry)) segment_.locations[entry] = segment_.locations[entry - 1];
  }
}

Result<void> Layout::run(EncodedFilters& filters, std::vector<std::uint32_t>& order) {
  const EqualFilters equal = join_equal_filters(filters);
  std::vector<Atom>& atoms = filters.atoms;
  std::vector<Alternative>& alternatives = filters.alternatives;
  atoms_ = &atoms;
  alternatives_ = &alternatives;
  order_paths(atoms);
  shapes_.resize(alternatives.size());
  if (Result<void> ok = collect_rows(); !ok) return ok;
  RowWriter writer(segment_, costs_, atoms, alternatives, shapes_);
  arrange_rows(writer);
  number_entries(equal, order);
  write_rows(writer);
  write_slices(writer);
  locate_followers();
  segment_.blocks.resize(segment_.blocks.size() + kKernelSlack);
  segment_.blocks.shrink_to_fit();
  for (std::size_t i = 0; i < segment_.paths.size(); ++i) {
    if (segment_.paths[i].absent_access) segment_.absent_paths.push_back(static_cast<Local>(i));
  }
  return {};
}

void write_flat(Segment& segment, const EncodedFilters& encoded, std::vector<std::uint32_t>& order) {
  order.resize(segment.locations.size());
  std::iota(order.begin(), order.end(), 0U);
  const CostModel none(Segment{}, {}, nullptr);  // rows by themselves have no order to choose
  std::vector<RowShape> shapes(encoded.alternatives.size());
  RowWriter writer(segment, none, encoded.atoms, encoded.alternatives, shapes);
  for (std::uint32_t i = 0; i < encoded.alternatives.size(); ++i) {
    if (segment.locations[encoded.alternatives[i].entry] == kUnplaced) writer.write_row({0, 0, 0, i});
  }
}

}  // namespace turnout::index
