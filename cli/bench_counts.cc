#include "cli/bench_counts.h"

#include <fmt/format.h>

#include <charconv>

namespace turnout::cli {

Result<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t factor = 1;
  std::string_view digits = text;
  if (!digits.empty() && (digits.back() == 'k' || digits.back() == 'K')) factor = 1'000;
  if (!digits.empty() && (digits.back() == 'm' || digits.back() == 'M')) factor = 1'000'000;
  if (factor > 1) digits.remove_suffix(1);
  std::uint64_t count = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const bool complete = !digits.empty() && failure == std::errc() && end == digits.data() + digits.size();
  if (!complete || count == 0 || count > kGeneratedFiltersMax / factor) {
    return Error{ErrorCode::invalid_argument, fmt::format("not a number: '{}' (write 20000, 20k or 1M)", text), "", 0, 0, ""};
  }
  return count * factor;
}

}  // namespace turnout::cli
