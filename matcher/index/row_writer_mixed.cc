#include <algorithm>
#include <array>
#include <cmath>

#include "matcher/index/column_pen.h"
#include "matcher/index/finish_segment.h"
#include "matcher/index/row_writer.h"

namespace turnout::index {
namespace {

// Masks are written where at most so many of the rows, and so many times as many as have a first atom that holds, are expected
// to pass them.
constexpr double kRequiredPassMax = 0.5;
constexpr double kRequiredHeads = 2;

}  // namespace

// Of each row the ranges that are least likely to hold, the last again where it has fewer. Attributes of an event depend on
// each other more often than not: rows that were reached pass one head far more often than its probability says, so there are
// several.
RowWriter::HeadColumns RowWriter::head_columns(std::span<const Row> rows) const {
  HeadColumns heads;
  std::size_t ranges = 0;
  for (std::size_t lane = 0; lane < rows.size(); ++lane) {
    const Alternative& alternative = alternatives_[rows[lane].alternative];
    const Atom* atoms = atoms_.data() + alternative.first;
    std::array<std::pair<double, std::uint32_t>, kRowAtomsMax> order;
    std::uint32_t count = 0;
    for (std::uint32_t j = 0; j < shapes_[rows[lane].alternative].verify; ++j) {
      if (!atoms[j].indexed) order[count++] = {probability(atoms[j]), j};
    }
    std::sort(order.begin(), order.begin() + count);
    ranges += std::min(count, kHeadsMax);
    for (std::uint32_t j = 0; j < kHeadsMax; ++j) {
      const std::uint32_t atom = order[std::min(j, count - 1)].second;
      heads.columns[j][lane] = {atoms[atom].path, atoms[atom].low, atoms[atom].high, atom};
    }
  }
  heads.count = static_cast<std::uint32_t>((ranges + rows.size() / 2) / rows.size());
  return heads;
}

void RowWriter::write_mixed(std::span<const Row> rows) {
  const std::size_t lanes = rows.size();
  const Alternative& model = alternatives_[rows[0].alternative];
  const std::uint32_t verify = shapes_[rows[0].alternative].verify;
  LaneAtoms atoms;
  bool wide = false;
  bool once = true;
  std::uint32_t points = (1U << model.count) - 1;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const Atom* own = atoms_of(rows[lane], true, atoms[lane]);
    if (own != atoms[lane].data()) std::copy_n(own, model.count, atoms[lane].data());
    for (std::uint32_t j = 0; j < model.count; ++j) {
      const Atom& atom = atoms[lane][j];
      const Atom& first = atoms[0][j];
      wide = wide || !narrow(atom);
      if (atom.low != atom.high) points &= ~(1U << j);
      once = once && (j < verify || (atom.path == first.path && atom.low == first.low && atom.high == first.high));
    }
  }
  const RequiredPaths required = required_paths(atoms, lanes, verify);
  const std::uint32_t flags = BlockHeader::kMixed | (model.program != kNoProgram ? BlockHeader::kHasProgram : 0) |
                              (shapes_[rows[0].alternative].multi ? BlockHeader::kMulti : 0) | (wide ? BlockHeader::kWide : 0) |
                              (once ? BlockHeader::kOnce : 0) | (required.count > 0 ? BlockHeader::kRequired : 0) |
                              joined(rows);
  const BlockHeader header{static_cast<std::uint32_t>(lanes), model.count, verify, flags};

  base::HugeVector<std::uint32_t>& blocks = segment_.blocks;
  const std::size_t start = blocks.size();
  blocks.insert(blocks.end(), {header.word(), 0, points});
  if (required.count > 0) write_required(header, required, atoms);
  for (std::uint32_t j = required.count > 0 ? verify : 0; j < header.atoms; ++j) {
    const bool point = (points >> j & 1) != 0;
    const std::size_t width = mixed_lanes(header, j);
    const std::size_t column = blocks.size();
    blocks.resize(column + headed_words(header, point, width));
    std::array<Local, kLanesMax> paths;
    ColumnPen pen(blocks.data() + column + path_words(width), width, wide);
    for (std::size_t lane = 0; lane < width; ++lane) {
      const Atom& atom = atoms[lane][j];
      paths[lane] = atom.path;
      if (point) pen.put(lane, atom.low);
      else pen.put(lane, atom.low, atom.high);
    }
    put_paths(blocks.data() + column, {paths.data(), width});
  }
  if (header.has(BlockHeader::kHasProgram)) {
    for (const Row& row : rows) blocks.push_back(alternatives_[row.alternative].program);
  }
  for (const Row& row : rows) {
    const Alternative& alternative = alternatives_[row.alternative];
    blocks.push_back(alternative.entry);
    std::uint32_t& location = segment_.locations[alternative.entry];
    if (location == kUnplaced) location = static_cast<std::uint32_t>(start);
  }
  blocks[start + 1] = static_cast<std::uint32_t>(blocks.size() - start);
}

// The paths that masks of the rows should speak of: none where other ways to reject a row are expected to do as well.
RowWriter::RequiredPaths RowWriter::required_paths(const LaneAtoms& atoms, std::size_t lanes, std::uint32_t verify) const {
  RequiredPaths required;
  double pass = 0;       // expected rows that need no path which an event lacks
  double pass_head = 0;  // expected rows whose first atom holds
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    double own = 1;
    for (std::uint32_t j = 0; j < verify; ++j) {
      const Atom& atom = atoms[lane][j];
      if (atom.low == 0) continue;
      own *= probability({atom.path, false, 1, segment_.code_count(atom.path)});
      const auto end = required.paths.begin() + required.count;
      if (required.count < kRequiredMax && std::find(required.paths.begin(), end, atom.path) == end) {
        required.paths[required.count++] = atom.path;
      }
    }
    pass += own;
    // Attributes of an event depend on each other: among the events that reach the row it holds more often.
    pass_head += std::sqrt(verify == 0 ? 1 : probability(atoms[lane][0]));
  }
  if (pass > kRequiredPassMax * static_cast<double>(lanes) || pass > kRequiredHeads * pass_head) required.count = 0;
  return required;
}

void RowWriter::write_required(const BlockHeader& header, const RequiredPaths& required, const LaneAtoms& atoms) {
  base::HugeVector<std::uint32_t>& blocks = segment_.blocks;
  blocks.push_back(required.count);
  const std::size_t paths = blocks.size();
  blocks.resize(paths + path_words(required.count));
  put_paths(blocks.data() + paths, {required.paths.data(), required.count});
  for (std::size_t lane = 0; lane < header.lanes; ++lane) {
    std::uint32_t mask = 0;
    for (std::uint32_t i = 0; i < required.count; ++i) {
      for (std::uint32_t j = 0; j < header.verify; ++j) {
        const Atom& atom = atoms[lane][j];
        if (atom.path == required.paths[i] && atom.low > 0) mask |= 1U << i;
      }
    }
    blocks.push_back(mask);
  }
  for (std::size_t lane = 0; lane < header.lanes; ++lane) {
    const std::size_t row = blocks.size();
    blocks.resize(row + required_row_words(header));
    std::array<Local, kRowAtomsMax> own;
    ColumnPen pen(blocks.data() + row + (header.verify + 1) / 2, 0, header.has(BlockHeader::kWide));
    for (std::uint32_t j = 0; j < header.verify; ++j) {
      const Atom& atom = atoms[lane][j];
      own[j] = atom.path;
      pen.put(std::size_t{2} * j, atom.low);
      pen.put(std::size_t{2} * j + 1, atom.high);
    }
    put_paths(blocks.data() + row, {own.data(), header.verify});
  }
}

void RowWriter::write_heads(std::span<const Row> rows) {
  HeadColumns heads = head_columns(rows);
  const bool points = (rows[0].signature & Row::kPoint) != 0;
  if (points) heads.count = 1;
  bool wide = false;
  for (std::uint32_t j = 0; j < heads.count; ++j) {
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
      wide = wide || segment_.paths[heads.columns[j][lane].path].dictionary.code_count() > kNarrowMax + 1;
    }
  }
  const std::uint32_t flags = BlockHeader::kHeads | (wide ? BlockHeader::kWide : 0) | (points ? BlockHeader::kPoints : 0);
  const BlockHeader header{static_cast<std::uint32_t>(rows.size()), heads.count, 0, flags};
  const std::size_t start = segment_.blocks.size();
  segment_.blocks.resize(start + head_rows_offset(header) + rows.size());
  for (std::uint32_t j = 0; j < heads.count; ++j) {
    std::array<Local, kLanesMax> paths;
    ColumnPen pen(segment_.blocks.data() + start + head_paths_offset(header, j) + path_words(rows.size()), rows.size(), wide);
    for (std::size_t lane = 0; lane < rows.size(); ++lane) {
      const Head& head = heads.columns[j][lane];
      paths[lane] = head.path;
      if (points) pen.put(lane, head.low);
      else pen.put(lane, head.low, head.high);
    }
    put_paths(segment_.blocks.data() + start + head_paths_offset(header, j), {paths.data(), rows.size()});
  }
  std::uint32_t* block = segment_.blocks.data() + start;
  block[0] = header.word();
  block[1] = static_cast<std::uint32_t>(segment_.blocks.size() - start);
  open_heads_.push_back({start, start + head_rows_offset(header), rows});
}

void RowWriter::write_rows_of_heads() {
  for (const OpenHeads& heads : open_heads_) {
    for (std::size_t lane = 0; lane < heads.rows.size(); ++lane) {
      segment_.blocks[heads.offsets + lane] = static_cast<std::uint32_t>(segment_.blocks.size() - heads.start);
      write_block(heads.rows.subspan(lane, 1), true);
    }
  }
  if (open_heads_.empty()) return;
  const std::size_t last = open_heads_.back().start;
  segment_.blocks[last + 1] = static_cast<std::uint32_t>(segment_.blocks.size() - last);
  open_heads_.clear();
}

}  // namespace turnout::index
