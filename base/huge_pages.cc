#include "base/huge_pages.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace turnout::base {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kBytesMin = 4 * kHugePage;

}  // namespace

void* allocate_huge(std::size_t bytes) {
  const bool huge = bytes >= kBytesMin;
  void* memory = huge ? std::aligned_alloc(kHugePage, (bytes + kHugePage - 1) / kHugePage * kHugePage) : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  // Only advice: where it is refused, memory is merely slower.
  if (huge) static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
  return memory;
}

void release_huge(void* memory) noexcept { std::free(memory); }

}  // namespace turnout::base
