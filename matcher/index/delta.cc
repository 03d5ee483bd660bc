#include "matcher/index/delta.h"

#include <utility>

#include "matcher/predicate/filter_rep.h"

namespace turnout::index {
namespace {

// More than a node of a formula takes, in whatever form, its constants and its text aside; and a constant, in the filter and in
// a dictionary.
constexpr std::size_t kNodeBytes = sizeof(predicate::Formula);
constexpr std::size_t kConstantBytes = 2 * sizeof(predicate::Cut);

std::size_t formula_bytes(const predicate::Formula& formula) {
  std::size_t bytes = kNodeBytes;
  for (const predicate::Cut& cut : formula.set.cuts()) {
    bytes += kConstantBytes;
    if (const std::string* text = cut.value.if_string()) bytes += text->size();
  }
  for (const predicate::Formula& child : formula.children) bytes += formula_bytes(child);
  return bytes;
}

}  // namespace

std::optional<std::uint32_t> Delta::find(SubscriptionId id) const noexcept {
  for (std::uint32_t i = count_; i-- > 0;) {
    if (log_->id(i) == id && !removed(i)) return i;
  }
  return std::nullopt;
}

std::size_t Delta::bytes_of(const Filter& filter, const DirectFilter& direct) {
  return direct.memory_bytes() + formula_bytes(filter.rep().matches());
}

void Delta::append(SubscriptionId id, std::uint64_t word, const Filter& filter, DirectFilter direct, std::size_t bytes) {
  if (log_ == nullptr) {
    log_ = std::make_shared<DeltaLog>();
    bytes_ = sizeof(DeltaLog);
  }
  cost_ += direct.cost();
  bytes_ += bytes;
  log_->set(count_, id, word, filter, std::move(direct));
  ++count_;
  ++live_;
}

void Delta::remove(std::uint32_t index) noexcept {
  removed_[index / 64] |= std::uint64_t{1} << (index % 64);
  --live_;
}

}  // namespace turnout::index
