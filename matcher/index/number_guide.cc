#include "matcher/index/number_guide.h"

#include <algorithm>
#include <cmath>

namespace turnout::index {
namespace {

constexpr std::size_t kNumbersMin = 32;  // fewer are searched as fast
constexpr std::size_t kNumbersPerBucket = 4;
constexpr double kIntegersPerNumber = 2;     // of a table of codes
constexpr double kExactMax = 0x1p53;         // integers below are doubles
constexpr double kIntegersMax = 0x1p31 - 1;  // of a table, whatever the number of numbers

}  // namespace

void NumberGuide::build(std::span<const double> numbers) {
  codes_ = {};
  begins_ = {};
  if (numbers.size() < kNumbersMin) return;
  low_ = numbers.front();
  high_ = numbers.back();
  const double width = high_ - low_;
  if (!std::isfinite(width)) return;
  const auto count = static_cast<double>(numbers.size());
  if (-kExactMax < low_ && high_ < kExactMax && width < std::min(kIntegersPerNumber * count, kIntegersMax) &&
      std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::trunc(n) == n; })) {
    first_ = static_cast<std::int64_t>(low_);
    codes_.resize(static_cast<std::size_t>(width) + 1);
    return;
  }
  const std::size_t buckets = numbers.size() / kNumbersPerBucket;
  scale_ = static_cast<double>(buckets) / width;
  if (!std::isfinite(scale_)) return;
  begins_.assign(buckets + 1, 0);
  for (const double number : numbers) ++begins_[bucket(number) + 1];
  for (std::size_t b = 0; b < buckets; ++b) begins_[b + 1] += begins_[b];
}

}  // namespace turnout::index
