#include "matcher/index/direct_filter.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace turnout::index {
namespace {

using predicate::Cut;
using predicate::Formula;
using predicate::Region;
using schema::ValueView;
using Kind = Formula::Kind;

constexpr std::uint32_t kTextCost = 4;
constexpr std::uint32_t kResidualCost = 8;

// The first and the last eight bytes; of a shorter text all of them, twice.
std::uint64_t word_at(std::string_view text, std::size_t from) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + from, std::min(text.size() - from, sizeof(word)));
  return word;
}
std::uint64_t head_of(std::string_view text) noexcept { return text.empty() ? 0 : word_at(text, 0); }
std::uint64_t tail_of(std::string_view text) noexcept {
  return text.empty() ? 0 : word_at(text, text.size() < sizeof(std::uint64_t) ? 0 : text.size() - sizeof(std::uint64_t));
}

double number_of(const Value& value) noexcept {
  const std::int64_t* integer = value.if_int64();
  return integer != nullptr ? static_cast<double>(*integer) : *value.if_float64();
}

// A string that the set holds alone.
const std::string* single_string(const predicate::ValueSet& set) {
  const std::vector<Cut>& cuts = set.cuts();
  if (set.from_start() || cuts.size() != 2 || cuts[0].region != Region::string || cuts[0].side != Cut::Side::before)
    return nullptr;
  if (cuts[1].side != Cut::Side::after || cuts[1].region != Region::string || !(cuts[0].value == cuts[1].value)) return nullptr;
  return cuts[0].value.if_string();
}

// Numbers around a set that holds nothing else, a little too wide rather than too narrow.
struct Interval {
  double low, high;
};
std::optional<Interval> number_interval(const predicate::ValueSet& set) noexcept {
  const std::vector<Cut>& cuts = set.cuts();
  if (set.from_start() || cuts.size() < 2 || cuts.front().region != Region::number) return std::nullopt;
  const Cut& last = cuts.back();
  if (last.region != Region::number && !(last.region == Region::nan && last.side == Cut::Side::start)) return std::nullopt;
  Interval interval{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  if (cuts.front().side != Cut::Side::start) interval.low = std::nextafter(number_of(cuts.front().value), interval.low);
  if (last.region == Region::number) interval.high = std::nextafter(number_of(last.value), interval.high);
  return interval;
}

// Conditions in the order in which they are tried.
int rank(const Formula& formula) {
  switch (formula.kind) {
    case Kind::set:
      return single_string(formula.set) != nullptr ? 0 : 1;
    case Kind::text:
      return 3;
    case Kind::residual:
      return 4;
    default:
      return 2;
  }
}

}  // namespace

bool FilterGuard::admits(const std::vector<ValueView>& values) const noexcept {
  if (kind == Kind::none) return true;
  const ValueView value = values[path];
  if (kind == Kind::string) {
    if (value.type() != ValueType::string || value.size() != size) return false;
    return head_of(value.as_bytes()) == head && tail_of(value.as_bytes()) == tail;
  }
  if (value.type() == ValueType::int64) {
    const auto number = static_cast<double>(value.as_int64());
    return number >= low && number <= high;
  }
  return value.type() == ValueType::float64 && value.as_float64() >= low && value.as_float64() <= high;
}

Result<DirectFilter> DirectFilter::compile(const Formula& formula, schema::PathRegistry& registry) {
  DirectFilter filter;
  if (Result<void> ok = filter.append(formula, registry); !ok) return ok.error();
  const auto consider = [&](const Node& node) {
    if (node.formula->kind == Kind::set) filter.choose_guard(*node.formula, node.first);
  };
  if (formula.kind == Kind::all_of) {
    for (std::size_t i = 1; i < filter.nodes_.size(); i = filter.nodes_[i].end) consider(filter.nodes_[i]);
  } else {
    consider(filter.nodes_.front());
  }
  filter.nodes_.shrink_to_fit();
  return filter;
}

void DirectFilter::choose_guard(const Formula& formula, schema::PathId path) {
  if (guard_.kind == FilterGuard::Kind::string) return;
  if (const std::string* text = single_string(formula.set)) {
    guard_ = {path, FilterGuard::Kind::string, head_of(*text), tail_of(*text), text->size(), 0, 0};
    return;
  }
  const std::optional<Interval> interval = number_interval(formula.set);
  if (!interval) return;
  const bool narrower = guard_.kind == FilterGuard::Kind::none || interval->high - interval->low < guard_.high - guard_.low;
  if (narrower) guard_ = {path, FilterGuard::Kind::number, 0, 0, 0, interval->low, interval->high};
}

Result<void> DirectFilter::append(const Formula& formula, schema::PathRegistry& registry) {
  const std::size_t own = nodes_.size();
  nodes_.push_back({&formula});
  ++cost_;
  switch (formula.kind) {
    case Kind::set:
    case Kind::text: {
      if (formula.kind == Kind::text) cost_ += kTextCost;
      Result<schema::PathId> path = registry.insert(*formula.path, false);
      if (!path) return path.error();
      nodes_[own].first = *path;
      break;
    }
    case Kind::residual:
      cost_ += kResidualCost;
      nodes_[own].first = static_cast<std::uint32_t>(paths_.size());
      for (const auto& each : formula.residual->paths()) {
        Result<schema::PathId> path = registry.insert(*each, true);
        if (!path) return path.error();
        paths_.push_back(*path);
      }
      break;
    case Kind::all_of:
    case Kind::any_of: {
      std::vector<const Formula*> children;
      for (const Formula& child : formula.children) children.push_back(&child);
      std::stable_sort(children.begin(), children.end(),
                       [](const Formula* a, const Formula* b) { return rank(*a) < rank(*b); });
      for (const Formula* child : children) {
        if (Result<void> ok = append(*child, registry); !ok) return ok;
      }
      break;
    }
    case Kind::no:
    case Kind::yes:
      break;
  }
  nodes_[own].end = static_cast<std::uint32_t>(nodes_.size());
  return {};
}

bool DirectFilter::matches(const std::vector<ValueView>& values, std::vector<ValueView>& residual_values,
                           predicate::ResidualScratch& scratch) const {
  std::size_t at = 0;
  return holds(at, values, residual_values, scratch);
}

// Evaluates the node at `at` and moves behind it.
bool DirectFilter::holds(std::size_t& at, const std::vector<ValueView>& values, std::vector<ValueView>& residual_values,
                         predicate::ResidualScratch& scratch) const {
  const Node& node = nodes_[at++];
  switch (node.formula->kind) {
    case Kind::no:
      return false;
    case Kind::yes:
      return true;
    case Kind::set:
      return node.formula->set.contains(values[node.first]);
    case Kind::text: {
      const ValueView value = values[node.first];
      return value.type() == ValueType::string && node.formula->text->matches(value.as_bytes()) != node.formula->negated;
    }
    case Kind::residual: {
      const predicate::Residual& residual = *node.formula->residual;
      residual_values.clear();
      for (std::size_t i = 0; i < residual.paths().size(); ++i) residual_values.push_back(values[paths_[node.first + i]]);
      return (predicate::outcome(residual.evaluate(residual_values, scratch)) & node.formula->outcomes) != 0;
    }
    case Kind::all_of:
    case Kind::any_of: {
      const bool conjunction = node.formula->kind == Kind::all_of;
      bool result = conjunction;
      while (at < node.end && result == conjunction) result = holds(at, values, residual_values, scratch);
      at = node.end;
      return result;
    }
  }
  return false;
}

std::size_t DirectFilter::memory_bytes() const noexcept {
  return nodes_.capacity() * sizeof(Node) + paths_.capacity() * sizeof(schema::PathId);
}

}  // namespace turnout::index
