// Workloads: filters and events made from a seed, for measuring and comparing matchers.
//
//   const auto orders = make_workload("orders", {.filters = 1'000'000, .seed = 1});
//   std::string text;
//   orders->filter(0, text);   // "tenant = 't000017' AND type = 'order.created'"
//   orders->event(0, text);    // {"type":"order.created",...}
//
// The same name, number of filters and seed give the same texts everywhere; another seed gives other texts of the same kind.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace turnout::workload {

struct Options {
  std::uint64_t filters = 10'000;  // at least 1; domains of constants may depend on it
  std::uint64_t seed = 1;
};

// Thread-safety: the members may be called from any thread.
class Workload {
 public:
  Workload() = default;
  virtual ~Workload() = default;
  Workload(const Workload&) = delete;
  Workload& operator=(const Workload&) = delete;

  // Appends the text of filter `number`, 0-based. Any order, O(its size).
  virtual void filter(std::uint64_t number, std::string& out) const = 0;
  // Appends event `number`, a JSON object on one line. The number is not bounded.
  virtual void event(std::uint64_t number, std::string& out) const = 0;
};

struct Description {
  std::string_view name;
  std::string_view summary;  // one line
};

// All workloads, in the order in which they should be shown.
std::span<const Description> descriptions() noexcept;

// nullptr for a name that is not described.
std::unique_ptr<Workload> make_workload(std::string_view name, const Options& options);

}  // namespace turnout::workload
