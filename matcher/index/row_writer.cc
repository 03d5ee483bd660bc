#include "matcher/index/row_writer.h"

#include <algorithm>
#include <tuple>

#include "matcher/index/column_pen.h"
#include "matcher/index/finish_segment.h"

namespace turnout::index {
namespace {

// Rows of one shape that are worth a block of their own: fewer are rejected more cheaply beside others, by their heads.
constexpr std::size_t kGroupMin = 16;
// Fewer rows than this are looked at one by one, without heads.
constexpr std::size_t kHeadsMin = 4;
// Where a head's path has so many rows in the mean, blocks of heads do not mix paths, so that a directory can tell them apart.
constexpr std::size_t kPureHeadsMin = 32;

// Rows of as many atoms that are worth a block of mixed rows: fewer stand behind heads.
constexpr std::size_t kMixedMin = 8;

}  // namespace

std::uint32_t first_range(const Atom* atoms, std::uint32_t verify) noexcept {
  for (std::uint32_t j = 0; j < verify; ++j) {
    if (!atoms[j].indexed) return j;
  }
  return kRowAtomsMax;
}

namespace {

bool same_values(const Atom& a, const Atom& b) { return a.low == b.low && (a.indexed || a.high == b.high); }

}  // namespace

bool RowWriter::same_shape(std::uint32_t a, std::uint32_t b) const {
  const Alternative& x = alternatives_[a];
  const Alternative& y = alternatives_[b];
  if (shapes_[a].verify != shapes_[b].verify || shapes_[a].multi != shapes_[b].multi || x.count != y.count ||
      (x.program == kNoProgram) != (y.program == kNoProgram)) {
    return false;
  }
  return std::equal(atoms_.begin() + x.first, atoms_.begin() + x.first + x.count, atoms_.begin() + y.first,
                    [](const Atom& p, const Atom& q) { return p.path == q.path && p.indexed == q.indexed; });
}

std::size_t RowWriter::group_size(std::span<const Row> cell, std::size_t first) const {
  std::size_t end = first + 1;
  while (end < cell.size() && cell[end].signature == cell[first].signature &&
         same_shape(cell[first].alternative, cell[end].alternative)) {
    ++end;
  }
  return end - first;
}

double RowWriter::probability(const Atom& atom) const {
  if (!atom.indexed) return costs_.probability(atom.path, atom.low, atom.high);
  double sum = 0;
  for (const CodeRange& range : segment_.ranges_of(atom.path, atom.low)) {
    sum += costs_.probability(atom.path, range.low, range.high);
  }
  return sum;
}

bool RowWriter::narrow(const Atom& atom) const {
  return atom.indexed ? atom.low <= kNarrowMax : segment_.paths[atom.path].dictionary.code_count() <= kNarrowMax + 1;
}

RowWriter::Head RowWriter::head_of(std::uint32_t alternative) const {
  const Atom* atoms = atoms_.data() + alternatives_[alternative].first;
  Head head;
  double least = 2;
  for (std::uint32_t j = 0; j < shapes_[alternative].verify; ++j) {
    if (atoms[j].indexed) continue;
    const double own = probability(atoms[j]);
    if (own >= least) continue;
    least = own;
    head = {atoms[j].path, atoms[j].low, atoms[j].high, j};
  }
  return head;
}

// Of a row that shares its shape with few: what it has in common with the rows that it can share a block with.
std::uint64_t RowWriter::mixed_signature(std::uint32_t alternative, const Head& head) const {
  const Alternative& row = alternatives_[alternative];
  const RowShape& shape = shapes_[alternative];
  const std::uint64_t heads = Row::kMixed | (head.low == head.high ? Row::kPoint : 0) | head.path;
  const std::span atoms(atoms_.data() + row.first, row.count);
  if (std::any_of(atoms.begin(), atoms.end(), [](const Atom& atom) { return atom.indexed; })) return heads;
  const std::uint64_t counts = shape.verify | row.count << 5U | (shape.multi ? 1U << 10U : 0U);
  return heads | Row::kWhole | (counts | (row.program != kNoProgram ? 1U << 11U : 0U)) << 16U;
}

void RowWriter::arrange(std::span<Row> cell) {
  bool any = false;
  for (std::size_t i = 0; i < cell.size();) {
    const std::size_t count = group_size(cell, i);
    if (count < kGroupMin && head_of(cell[i].alternative).atom != kRowAtomsMax) {
      any = true;
      for (Row& row : cell.subspan(i, count)) {
        const Head head = head_of(row.alternative);
        row.signature = mixed_signature(row.alternative, head);
        row.first_low = head.low;
      }
    }
    i += count;
  }
  if (!any) return;
  const auto sort = [&] {
    std::sort(cell.begin(), cell.end(), [](const Row& a, const Row& b) {
      return std::tie(a.signature, a.first_low, a.alternative) < std::tie(b.signature, b.first_low, b.alternative);
    });
  };
  sort();
  bool again = false;
  for (std::size_t i = 0; i < cell.size();) {
    std::size_t end = i + 1;
    while (end < cell.size() && ((cell[end].signature ^ cell[i].signature) & ~Row::kHeadPath) == 0) ++end;
    if ((cell[i].signature & Row::kWhole) != 0 && end - i < kMixedMin) {
      again = true;
      for (Row& row : cell.subspan(i, end - i)) row.signature &= Row::kMixed | Row::kPoint | Row::kHeadPath;
    }
    i = end;
  }
  if (again) sort();
}

void RowWriter::chunk_up(std::span<const Row> cell) {
  chunks_.clear();
  std::size_t i = 0;
  while (i < cell.size() && (cell[i].signature & Row::kMixed) == 0) {
    const std::size_t end = i + group_size(cell, i);
    for (; i < end; i += std::min(kLanesMax, end - i)) {
      chunks_.push_back({i, std::min(kLanesMax, end - i), Chunk::Kind::shape});
    }
  }
  std::size_t signatures = 0;
  for (std::size_t j = i; j < cell.size(); ++j) signatures += j == i || cell[j].signature != cell[j - 1].signature ? 1 : 0;
  const bool pure = cell.size() - i >= std::max(kDirectoryBlocksMin * kLanesMax, signatures * kPureHeadsMin);
  const std::uint64_t kept = pure ? ~std::uint64_t{0} : ~Row::kHeadPath;  // bits of signatures that a chunk has in common
  while (i < cell.size()) {
    std::size_t end = i + 1;
    while (end < std::min(i + kLanesMax, cell.size()) && ((cell[end].signature ^ cell[i].signature) & kept) == 0) ++end;
    chunks_.push_back({i, end - i, (cell[i].signature & Row::kWhole) != 0 ? Chunk::Kind::mixed : Chunk::Kind::heads});
    i = end;
  }
}

RowWriter::Head RowWriter::chunk_range(std::span<const Row> rows, Chunk::Kind kind) const {
  Head range;
  if (kind != Chunk::Kind::shape) {
    for (const Row& row : rows) {
      const Head own = head_of(row.alternative);
      if (own.path != (rows[0].signature & Row::kHeadPath)) return {};
      range = {own.path, rows[0].first_low, range.atom == kRowAtomsMax ? own.high : std::max(range.high, own.high), 0};
    }
    return range;
  }
  const Alternative& model = alternatives_[rows[0].alternative];
  const std::uint32_t key = first_range(atoms_.data() + model.first, shapes_[rows[0].alternative].verify);
  if (key == kRowAtomsMax) return range;
  range = {atoms_[model.first + key].path, ~Code{0}, 0, 0};
  for (const Row& row : rows) {
    const Atom& atom = atoms_[alternatives_[row.alternative].first + key];
    range.low = std::min(range.low, atom.low);
    range.high = std::max(range.high, atom.high);
  }
  return range;
}

// Heads come last, before their rows: a match that reads all of them reads on.
void RowWriter::write_cell(std::span<const Row> cell) {
  chunk_up(cell);
  if (chunks_.size() >= kDirectoryBlocksMin) {
    write_directory(cell);
    return;
  }
  const auto behind_heads = [](const Chunk& chunk) { return chunk.kind == Chunk::Kind::heads && chunk.count >= kHeadsMin; };
  for (const Chunk& chunk : chunks_) {
    const std::span<const Row> rows = cell.subspan(chunk.first, chunk.count);
    if (chunk.kind == Chunk::Kind::shape) {
      write_block(rows, false);
    } else if (chunk.kind == Chunk::Kind::mixed) {
      write_mixed(rows);
    } else if (!behind_heads(chunk)) {
      for (const Row& row : rows) write_block({&row, 1}, true);
    }
  }
  for (const Chunk& chunk : chunks_) {
    if (behind_heads(chunk)) write_heads(cell.subspan(chunk.first, chunk.count));
  }
  write_rows_of_heads();
}

void RowWriter::write_directory(std::span<const Row> cell) {
  const std::size_t blocks = chunks_.size();
  const std::size_t start = segment_.blocks.size();
  const std::size_t columns = directory_columns_offset(blocks);
  segment_.blocks.resize(start + columns + 3 * blocks);
  std::vector<Local> paths(blocks);
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::span<const Row> rows = cell.subspan(chunks_[b].first, chunks_[b].count);
    const Head range = chunk_range(rows, chunks_[b].kind);
    paths[b] = range.path;
    std::uint32_t* column = segment_.blocks.data() + start + columns + b;
    column[0] = range.low;
    column[blocks] = range.high;
    column[2 * blocks] = static_cast<std::uint32_t>(segment_.blocks.size() - start);
    if (chunks_[b].kind == Chunk::Kind::mixed) {
      write_mixed(rows);
    } else if (chunks_[b].kind == Chunk::Kind::heads && rows.size() > 1) {
      write_heads(rows);
    } else {
      write_block(rows, chunks_[b].kind == Chunk::Kind::heads);
    }
  }
  write_rows_of_heads();
  std::uint32_t* directory = segment_.blocks.data() + start;
  directory[0] = 0;
  directory[1] = static_cast<std::uint32_t>(blocks);
  directory[2] = static_cast<std::uint32_t>(segment_.blocks.size() - start);
  put_paths(directory + kDirectoryPaths, paths);
}

// The row's atoms; with `head_first` a copy whose atoms to verify stand in the order of their probability, a head first.
const Atom* RowWriter::atoms_of(const Row& row, bool head_first, AtomArray& copy) const {
  const Alternative& alternative = alternatives_[row.alternative];
  const Atom* own = atoms_.data() + alternative.first;
  const std::uint32_t verify = shapes_[row.alternative].verify;
  if (!head_first || verify < 2) return own;
  const Head head = head_of(row.alternative);
  std::array<std::pair<double, std::uint32_t>, kRowAtomsMax> order;
  for (std::uint32_t j = 0; j < verify; ++j) order[j] = {j == head.atom ? -1 : probability(own[j]), j};
  std::sort(order.begin(), order.begin() + verify);
  for (std::uint32_t j = 0; j < alternative.count; ++j) copy[j] = own[j < verify ? order[j].second : j];
  return copy.data();
}

std::size_t RowWriter::row_words(std::uint32_t alternative) const {
  const Alternative& row = alternatives_[alternative];
  const std::span atoms(atoms_.data() + row.first, row.count);
  BlockHeader header{1, row.count, shapes_[alternative].verify, 0};
  if (row.program != kNoProgram) header.flags |= BlockHeader::kHasProgram;
  for (const Atom& atom : atoms) {
    if (!narrow(atom)) header.flags |= BlockHeader::kWide;
    if (atom.indexed) header.flags |= BlockHeader::kSets;
  }
  return block_words(header);
}

std::uint32_t RowWriter::joined(std::span<const Row> rows) const {
  const bool any = std::any_of(rows.begin(), rows.end(),
                               [&](const Row& row) { return segment_.follows(alternatives_[row.alternative].entry + 1); });
  return any ? BlockHeader::kJoined : 0;
}

void RowWriter::write_block(std::span<const Row> rows, bool head_first) {
  const Alternative& model = alternatives_[rows[0].alternative];
  const RowShape& shape = shapes_[rows[0].alternative];
  const std::size_t lanes = rows.size();
  AtomArray copy;
  const Atom* first = atoms_of(rows[0], head_first, copy);
  const auto lane_atoms = [&](std::size_t lane) {
    return lane == 0 ? first : atoms_.data() + alternatives_[rows[lane].alternative].first;
  };
  bool wide = false;
  bool once = lanes > 1 && model.count > shape.verify;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (std::uint32_t j = 0; j < model.count; ++j) {
      wide = wide || !narrow(lane_atoms(lane)[j]);
      once = once && (j < shape.verify || same_values(first[j], lane_atoms(lane)[j]));
    }
  }
  std::uint32_t sets = 0;
  for (std::uint32_t j = 0; j < model.count; ++j) sets |= first[j].indexed ? 1U << j : 0U;
  const std::uint32_t flags = (model.program != kNoProgram ? BlockHeader::kHasProgram : 0) |
                              (shape.multi ? BlockHeader::kMulti : 0) | (wide ? BlockHeader::kWide : 0) |
                              (sets != 0 ? BlockHeader::kSets : 0) | (once ? BlockHeader::kOnce : 0) | joined(rows);
  const BlockHeader header{static_cast<std::uint32_t>(lanes), model.count, shape.verify, flags};

  const std::size_t start = segment_.blocks.size();
  segment_.blocks.resize(start + block_words(header));
  std::uint32_t* block = segment_.blocks.data() + start;
  block[0] = header.word();
  if (sets != 0) block[1] = sets;
  std::array<Local, kRowAtomsMax> paths{};
  for (std::uint32_t j = 0; j < header.atoms; ++j) paths[j] = first[j].path;
  put_paths(block + paths_offset(header), {paths.data(), header.atoms});
  for (std::uint32_t j = 0; j < header.atoms; ++j) {
    const std::size_t width = j >= header.verify && once ? 1 : lanes;
    ColumnPen pen(block + column_offset(header, j), width, wide);
    for (std::size_t lane = 0; lane < width; ++lane) pen.put(lane, lane_atoms(lane)[j].low, lane_atoms(lane)[j].high);
  }
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Alternative& alternative = alternatives_[rows[lane].alternative];
    if (header.has(BlockHeader::kHasProgram)) block[programs_offset(header) + lane] = alternative.program;
    block[entries_offset(header) + lane] = alternative.entry;
    std::uint32_t& location = segment_.locations[alternative.entry];
    if (location == kUnplaced) location = static_cast<std::uint32_t>(start);
  }
}

}  // namespace turnout::index
