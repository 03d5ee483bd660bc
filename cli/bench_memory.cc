#include "cli/bench_memory.h"

#include <malloc.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string>

namespace turnout::cli {

namespace {

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

}  // namespace

Memory memory_now() {
  malloc_trim(0);
  const struct mallinfo2 heap = mallinfo2();
  return {anonymous_bytes(), heap.uordblks + heap.hblkhd};
}

std::uint64_t growth(const Memory& from, const Memory& to) {
  const auto between = [](std::uint64_t a, std::uint64_t b) { return b > a ? b - a : 0; };
  return std::max(between(from.anonymous, to.anonymous), between(from.allocated, to.allocated));
}

}  // namespace turnout::cli
