// Memory of this process.
#pragma once

#include <cstdint>

namespace turnout::cli {

struct Memory {
  std::uint64_t anonymous = 0;  // bytes, as the operating system counts them; 0 where it does not tell
  std::uint64_t allocated = 0;  // bytes that the heap has handed out
};
// Once free memory is given back, as far as that goes.
Memory memory_now();
// Bytes: the larger growth of the two. What is allocated may lie in pages that were there before, freed by others.
std::uint64_t growth(const Memory& from, const Memory& to);

}  // namespace turnout::cli
