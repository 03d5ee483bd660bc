#include "cli/bench_memory.h"

#include <malloc.h>

#include <charconv>
#include <fstream>
#include <string>

namespace turnout::cli {

void settle_memory() { malloc_trim(0); }

std::uint64_t anonymous_bytes() {
  std::ifstream file("/proc/self/smaps_rollup");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with("Anonymous:")) continue;
    const std::size_t digits = line.find_first_of("0123456789");
    std::uint64_t kilobytes = 0;
    if (digits == std::string::npos) return 0;
    std::from_chars(line.data() + digits, line.data() + line.size(), kilobytes);
    return kilobytes * 1024;
  }
  return 0;
}

}  // namespace turnout::cli
