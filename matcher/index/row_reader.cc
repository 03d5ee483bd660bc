#include "matcher/index/row_reader.h"

namespace turnout::index {

void RowReader::read(Entry entry) {
  const std::uint32_t location = segment_.locations[entry];
  const std::uint32_t* block = segment_.blocks.data() + location;
  const BlockHeader header = read_header(block);
  const std::uint32_t* entries = block + entries_offset(header);
  lane_ = location == block_ && lane_ + 1 < header.lanes ? lane_ + 1 : 0;
  if (entries[lane_] != entry) lane_ = 0;
  while (entries[lane_] != entry) ++lane_;
  block_ = location;
  count_ = header.atoms;
  const std::uint32_t sets = set_mask(header, block);
  for (std::uint32_t j = 0; j < header.atoms; ++j) {
    const CodeRange range = column_range(header, block, j, lane_);
    atoms_[j] = {block_paths(header, block)[j], (sets >> j & 1) != 0, range.low, range.high};
  }
  program_ = header.has(BlockHeader::kHasProgram) ? block[programs_offset(header) + lane_] : kNoProgram;
}

}  // namespace turnout::index
