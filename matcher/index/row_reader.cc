#include "matcher/index/row_reader.h"

namespace turnout::index {
namespace {

// One atom of a lane of mixed rows; `at` is where its paths begin.
Atom mixed_atom(const BlockHeader& header, bool point, std::size_t lanes, std::size_t lane, const std::uint32_t* at) {
  const Local path = reinterpret_cast<const Local*>(at)[lane];
  const std::uint32_t* columns = at + path_words(lanes);
  const std::size_t high = point ? lane : lanes + lane;
  if (header.has(BlockHeader::kWide)) return {path, false, columns[lane], columns[high]};
  return {path, false, narrow_lows(columns)[lane], narrow_lows(columns)[high]};
}

}  // namespace

void RowReader::read(Entry entry) {
  const Entry before = last_;
  const bool again = any_;
  last_ = entry;
  any_ = true;
  while (segment_.follows(entry)) {
    if (again && entry == before) return;  // the same row
    --entry;
  }
  if (again && entry == before) return;
  const std::uint32_t location = segment_.locations[entry];
  const std::uint32_t* block = segment_.blocks.data() + location;
  const BlockHeader header = read_header(block);
  const std::uint32_t* entries = row_ends(header, block).entries;
  lane_ = location == block_ && lane_ + 1 < header.lanes ? lane_ + 1 : 0;
  if (entries[lane_] != entry) lane_ = 0;
  while (entries[lane_] != entry) ++lane_;
  read_at(location, lane_);
}

void RowReader::read_at(std::uint32_t at, std::uint32_t lane) {
  const std::uint32_t* block = segment_.blocks.data() + at;
  const BlockHeader header = read_header(block);
  block_ = at;
  lane_ = lane;
  count_ = header.atoms;
  if (header.has(BlockHeader::kMixed)) {
    read_mixed(block, header);
  } else {
    read_columns(block, header);
  }
  program_ = header.has(BlockHeader::kHasProgram) ? row_ends(header, block).programs[lane_] : kNoProgram;
}

void RowReader::read_columns(const std::uint32_t* block, const BlockHeader& header) {
  const std::uint32_t sets = set_mask(header, block);
  for (std::uint32_t j = 0; j < header.atoms; ++j) {
    const CodeRange range = column_range(header, block, j, lane_);
    atoms_[j] = {block_paths(header, block)[j], (sets >> j & 1) != 0, range.low, range.high};
  }
}

void RowReader::read_mixed(const std::uint32_t* block, const BlockHeader& header) {
  std::uint32_t first = 0;
  if (header.has(BlockHeader::kRequired)) {
    first = header.verify;
    const std::uint32_t* row = block + required_rows_offset(header, block) + lane_ * required_row_words(header);
    const Local* paths = reinterpret_cast<const Local*>(row);
    const std::uint32_t* ranges = row + (header.verify + 1) / 2;
    const bool wide = header.has(BlockHeader::kWide);
    for (std::uint32_t j = 0; j < first; ++j) {
      const std::uint16_t* narrow = narrow_lows(ranges);
      atoms_[j] = {paths[j], false, wide ? ranges[2 * j] : narrow[2 * j], wide ? ranges[2 * j + 1] : narrow[2 * j + 1]};
    }
  }
  const std::uint32_t* at = block + mixed_columns_offset(header, block, first);
  for (std::uint32_t j = first; j < header.atoms; ++j) {
    const bool point = (block[2] >> j & 1) != 0;
    const std::size_t lanes = mixed_lanes(header, j);
    atoms_[j] = mixed_atom(header, point, lanes, lanes == 1 ? 0 : lane_, at);
    at += headed_words(header, point, lanes);
  }
}

}  // namespace turnout::index
