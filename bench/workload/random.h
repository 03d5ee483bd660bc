// Random numbers for workloads: the same on every machine, and cheap to begin anew for each filter and event, so that any part
// of a workload can be made without what comes before it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>
#include <vector>

namespace turnout::workload {

// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}
  // Independent streams: one for each (seed, stream, number).
  Random(std::uint64_t seed, std::uint64_t stream, std::uint64_t number) noexcept
      : state_(Random(Random(Random(seed).next() ^ stream).next() ^ number).next()) {}

  std::uint64_t next() noexcept {
    state_ += 0x9e37'79b9'7f4a'7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58'476d'1ce4'e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d0'49bb'1331'11ebULL;
    return z ^ (z >> 31U);
  }
  // In [0, 1).
  double real() noexcept { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  // In [0, bound). Requires bound > 0.
  std::size_t below(std::size_t bound) noexcept {
    return std::min(static_cast<std::size_t>(real() * static_cast<double>(bound)), bound - 1);
  }
  // In [low, high].
  int between(int low, int high) noexcept { return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1))); }
  bool chance(double probability) noexcept { return real() < probability; }
  // Standard normal, by Box and Muller.
  double normal() noexcept {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - real()));
    return radius * std::cos(2.0 * std::numbers::pi * real());
  }
  template <class T>
  const T& pick(const std::vector<T>& items) noexcept {
    return items[below(items.size())];
  }
  template <class T>
  void shuffle(std::vector<T>& items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }
  // `count` distinct numbers below `bound`, ascending. Meant for counts well below the bound.
  std::vector<std::size_t> distinct(std::size_t bound, std::size_t count) {
    std::vector<std::size_t> numbers;
    while (numbers.size() < count) {
      const std::size_t number = below(bound);
      const auto at = std::lower_bound(numbers.begin(), numbers.end(), number);
      if (at == numbers.end() || *at != number) numbers.insert(at, number);
    }
    return numbers;
  }

 private:
  std::uint64_t state_;
};

// Draws i of 0 .. size - 1 with probability proportional to 1 / (i + 1)^exponent. O(log size).
class Zipf {
 public:
  Zipf(std::size_t size, double exponent) {
    double total = 0;
    sums_.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
      total += std::pow(static_cast<double>(i + 1), -exponent);
      sums_.push_back(total);
    }
  }
  std::size_t operator()(Random& random) const noexcept {
    const auto at = std::lower_bound(sums_.begin(), sums_.end(), random.real() * sums_.back());
    return std::min(static_cast<std::size_t>(at - sums_.begin()), sums_.size() - 1);
  }
  [[nodiscard]] std::size_t size() const noexcept { return sums_.size(); }

 private:
  std::vector<double> sums_;
};

}  // namespace turnout::workload
