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
  const std::uint32_t* column = block + columns_offset(header) + lane_;
  for (std::uint32_t j = 0; j < header.atoms; ++j, column += 2 * header.lanes) {
    const bool indexed = (header.set_mask >> j & 1) != 0;
    atoms_[j] = {block_paths(block)[j], indexed, column[0], column[header.lanes]};
  }
  program_ = (header.flags & BlockHeader::kHasProgram) != 0 ? block[programs_offset(header) + lane_] : kNoProgram;
}

}  // namespace turnout::index
