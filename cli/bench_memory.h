// Memory of this process, as the operating system counts it.
#pragma once

#include <cstdint>

namespace turnout::cli {

// Gives free memory back, so that what remains is what is held.
void settle_memory();
// Anonymous memory in use, in bytes (/proc/self/smaps_rollup, "Anonymous"); 0 where the system does not tell.
std::uint64_t anonymous_bytes();

}  // namespace turnout::cli
