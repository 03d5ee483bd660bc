// The first half of a match: from the values of one event to the blocks of rows that they lead to.
#pragma once

#include <cstdint>

#include "matcher/index/kernel.h"
#include "matcher/index/match.h"
#include "matcher/index/segment.h"

namespace turnout::index {

// Works on the workspace, which has the event's values in `slots`. Each step fetches the memory that the next one reads.
class BlockFinder {
 public:
  BlockFinder(const Segment& segment, Workspace& work);

  // The steps, in this order.
  void fetch_codes();
  void fetch_cells();
  void fetch_blocks();
  void open_directories();  // `blocks` are known
  void collect_sliced();    // `survivors` has the rows that no bitmap excludes
  // After the last step, or any.
  void clean();

 private:
  void add_run(std::uint32_t begin, std::uint32_t end);
  void visit_cells(const PathIndex& path, Code code);
  void visit_probes();
  void open_directory(std::uint32_t at);

  const Segment& segment_;
  Workspace& work_;
  const Kernel& kernel_;
};

// Fetches the beginning of a block: its first column, and more of small ones.
inline void fetch_block(const std::uint32_t* block) noexcept {
  constexpr std::uint32_t kLineWords32 = 16;
  constexpr std::uint32_t kLines = 6;
  for (std::uint32_t line = 0; line < kLines; ++line) __builtin_prefetch(block + kLineWords32 * line);
}

}  // namespace turnout::index
