#include "matcher/index/layout.h"

#include <algorithm>
#include <cstring>
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

Layout::Shape Layout::shape(const Alternative& alternative, Atom* atoms, const Cover& cover) const {
  Shape shape;
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
  shape.signature = h;
  return shape;
}

bool Layout::same_shape(std::uint32_t a, std::uint32_t b) const {
  const Alternative& x = (*alternatives_)[a];
  const Alternative& y = (*alternatives_)[b];
  if (shapes_[a].verify != shapes_[b].verify || shapes_[a].multi != shapes_[b].multi || x.count != y.count ||
      (x.program == kNoProgram) != (y.program == kNoProgram)) {
    return false;
  }
  return std::equal(atoms_->begin() + x.first, atoms_->begin() + x.first + x.count, atoms_->begin() + y.first,
                    [](const Atom& p, const Atom& q) { return p.path == q.path && p.indexed == q.indexed; });
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

void Layout::write_block(const Row* rows, std::size_t lanes) {
  const Alternative& model = (*alternatives_)[rows[0].alternative];
  const Shape& shape = shapes_[rows[0].alternative];
  const Atom* atoms = atoms_->data() + model.first;
  const bool has_program = model.program != kNoProgram;
  const std::uint32_t flags = (has_program ? BlockHeader::kHasProgram : 0) | (shape.multi ? BlockHeader::kMulti : 0);
  BlockHeader header{static_cast<std::uint32_t>(lanes), model.count, shape.verify, flags, 0};
  for (std::uint32_t j = 0; j < model.count; ++j) header.set_mask |= atoms[j].indexed ? 1U << j : 0U;

  const std::size_t start = segment_.blocks.size();
  segment_.blocks.resize(start + block_words(header));
  std::uint32_t* block = segment_.blocks.data() + start;
  block[0] = header.lanes | header.atoms << 8 | header.verify << 16 | header.flags << 24;
  block[1] = header.set_mask;
  std::vector<Local> paths(2 * ((header.atoms + 1) / 2), 0);
  for (std::uint32_t j = 0; j < header.atoms; ++j) paths[j] = atoms[j].path;
  if (!paths.empty()) std::memcpy(block + 2, paths.data(), paths.size() * sizeof(Local));
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Alternative& alternative = (*alternatives_)[rows[lane].alternative];
    const Atom* own = atoms_->data() + alternative.first;
    std::uint32_t* column = block + columns_offset(header) + lane;
    for (std::uint32_t j = 0; j < header.atoms; ++j, column += 2 * lanes) {
      column[0] = own[j].low;
      column[lanes] = own[j].high;
    }
    if (has_program) block[programs_offset(header) + lane] = alternative.program;
    block[entries_offset(header) + lane] = alternative.entry;
    std::uint32_t& location = segment_.locations[alternative.entry];
    if (location == kUnplaced) location = static_cast<std::uint32_t>(start);
  }
}

// Blocks of one shape; a directory before them when there are enough to skip some.
void Layout::write_group(const Row* rows, std::size_t count) {
  const Alternative& model = (*alternatives_)[rows[0].alternative];
  const std::size_t blocks = (count + kLanesMax - 1) / kLanesMax;
  const bool sorted_ranges = shapes_[rows[0].alternative].verify > 0 && !(*atoms_)[model.first].indexed;
  if (blocks < kDirectoryBlocksMin || blocks > kDirectoryBlocksMax || !sorted_ranges) {
    for (std::size_t i = 0; i < count; i += kLanesMax) write_block(rows + i, std::min(kLanesMax, count - i));
    return;
  }
  const std::size_t start = segment_.blocks.size();
  segment_.blocks.resize(start + kDirectoryColumns + 3 * blocks);
  for (std::size_t b = 0; b < blocks; ++b) {
    const Row* first = rows + b * kLanesMax;
    const std::size_t lanes = std::min(kLanesMax, count - b * kLanesMax);
    Code high = 0;
    for (std::size_t i = 0; i < lanes; ++i) high = std::max(high, (*atoms_)[(*alternatives_)[first[i].alternative].first].high);
    std::uint32_t* column = segment_.blocks.data() + start + kDirectoryColumns + b;
    column[0] = first->first_low;
    column[blocks] = high;
    column[2 * blocks] = static_cast<std::uint32_t>(segment_.blocks.size() - start);
    write_block(first, lanes);
  }
  std::uint32_t* directory = segment_.blocks.data() + start;
  directory[0] = 0;
  directory[1] = (*atoms_)[model.first].path | static_cast<std::uint32_t>(blocks) << 16;
  directory[2] = static_cast<std::uint32_t>(segment_.blocks.size() - start);
}

void Layout::open_level(std::uint64_t place) {
  const Local path = static_cast<Local>(place >> 40);
  const std::uint32_t shift = static_cast<std::uint32_t>(place >> 34) & 0x3f;
  Level level;
  level.shift = shift;
  level.offsets.reserve(((segment_.code_count(path) - 1) >> shift) + 2);
  segment_.levels(path).push_back(std::move(level));
}

// Rows from `first` on that lie in one place and test the same paths.
std::size_t Layout::group_size(std::size_t first) const {
  const Row& model = rows_[first];
  std::size_t end = first + 1;
  while (end < rows_.size() && rows_[end].place == model.place && rows_[end].signature == model.signature &&
         same_shape(model.alternative, rows_[end].alternative)) {
    ++end;
  }
  return end - first;
}

// Rows are sorted by place: consecutive rows of one level fill its directory as they are written.
void Layout::write_rows() {
  const auto offset = [&] { return static_cast<std::uint32_t>(segment_.blocks.size()); };
  Level* level = nullptr;
  std::size_t cells = 0;
  const auto close = [&] {
    if (level == nullptr) return;
    while (level->offsets.size() < cells + 1) level->offsets.push_back(offset());
  };
  std::uint64_t open = kAlwaysPlace;
  for (std::size_t i = 0; i < rows_.size();) {
    const std::uint64_t place = rows_[i].place;
    if (place == kAlwaysPlace) {
      close();
      level = nullptr;
      if (open != kAlwaysPlace || i == 0) segment_.always_begin = offset();
      open = kAlwaysPlace;
    } else {
      if (open == kAlwaysPlace || open >> 34 != place >> 34) {
        close();
        open_level(place);
        const Local path = static_cast<Local>(place >> 40);
        level = &segment_.levels(path).back();
        cells = ((segment_.code_count(path) - 1) >> level->shift) + 1;
      }
      open = place;
      const std::size_t cell = static_cast<std::uint32_t>(place);
      while (level->offsets.size() < cell + 1) level->offsets.push_back(offset());
    }
    const std::size_t count = group_size(i);
    write_group(&rows_[i], count);
    i += count;
  }
  close();
  segment_.always_end = offset();
  if (open != kAlwaysPlace || rows_.empty()) segment_.always_begin = segment_.always_end;
}

bool Layout::suits_slices(const Alternative& alternative, const Cover& cover) const {
  if (alternative.count < 2) return false;
  double matching = 1;
  for (std::uint32_t i = 0; i < alternative.count; ++i) matching *= set_probability((*atoms_)[alternative.first + i]);
  return kSlicedRowCost + kSurvivorCost * matching < kRowCost * cover.cost;
}

void Layout::attach(std::uint32_t index, const Cover& cover) {
  const Alternative& alternative = (*alternatives_)[index];
  Atom* own = atoms_->data() + alternative.first;
  const bool waits = suits_slices(alternative, cover);
  shapes_[index] = shape(alternative, own, cover);
  const Code first_low = shapes_[index].verify > 0 ? own[0].low : 0;
  std::vector<Row>& rows = waits ? waiting_rows_ : rows_;
  if (cover.always) rows.push_back({kAlwaysPlace, shapes_[index].signature, first_low, index});
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

void Layout::write_slices() {
  segment_.slices.blocks.reserve(sliced_.size());
  for (const std::uint32_t index : sliced_) {
    const Row row{kAlwaysPlace, 0, 0, index};
    segment_.slices.blocks.push_back(static_cast<std::uint32_t>(segment_.blocks.size()));
    write_block(&row, 1);
  }
}

// In the order in which rows lie; filters without a row last.
void Layout::number_entries(std::vector<std::uint32_t>& order) {
  const std::size_t count = segment_.locations.size();
  std::vector<Entry> renamed(count, kUnplaced);
  order.clear();
  order.reserve(count);
  const auto name = [&](std::uint32_t source) {
    if (renamed[source] != kUnplaced) return;
    renamed[source] = static_cast<Entry>(order.size());
    order.push_back(source);
  };
  for (const Row& row : rows_) name((*alternatives_)[row.alternative].entry);
  for (const std::uint32_t index : sliced_) name((*alternatives_)[index].entry);
  for (std::uint32_t source = 0; source < count; ++source) name(source);
  for (Alternative& alternative : *alternatives_) alternative.entry = renamed[alternative.entry];
  std::vector<std::uint32_t> locations(count);
  for (std::size_t entry = 0; entry < count; ++entry) locations[entry] = segment_.locations[order[entry]];
  segment_.locations = std::move(locations);
}

Result<void> Layout::run(std::vector<Atom>& atoms, std::vector<Alternative>& alternatives, std::vector<std::uint32_t>& order) {
  atoms_ = &atoms;
  alternatives_ = &alternatives;
  order_paths(atoms);
  shapes_.resize(alternatives.size());
  if (Result<void> ok = collect_rows(); !ok) return ok;
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return std::tie(a.place, a.signature, a.first_low, a.alternative) <
           std::tie(b.place, b.signature, b.first_low, b.alternative);
  });
  number_entries(order);
  write_rows();
  write_slices();
  segment_.blocks.resize(segment_.blocks.size() + kKernelSlack);
  segment_.blocks.shrink_to_fit();
  for (std::size_t i = 0; i < segment_.paths.size(); ++i) {
    if (segment_.paths[i].absent_access) segment_.absent_paths.push_back(static_cast<Local>(i));
  }
  return {};
}

}  // namespace turnout::index
