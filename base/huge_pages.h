// An allocator for large arrays that are read at random: it asks the kernel for huge pages, which spares most TLB misses.
#pragma once

#include <cstddef>
#include <vector>

namespace turnout::base {

// Uninitialised memory, aligned to a huge page and advised when it is at least a few of them. Throws std::bad_alloc.
void* allocate_huge(std::size_t bytes);
void release_huge(void* memory) noexcept;

template <class T>
struct HugePageAllocator {
  using value_type = T;
  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor)
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_huge(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t) noexcept { release_huge(memory); }
  friend bool operator==(HugePageAllocator, HugePageAllocator) noexcept { return true; }
};

template <class T>
using HugeVector = std::vector<T, HugePageAllocator<T>>;

}  // namespace turnout::base
