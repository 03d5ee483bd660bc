#include "matcher/index/column.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace turnout::index {
namespace {

using predicate::NumericForm;
using predicate::NumericStep;
using StepKind = predicate::NumericStep::Kind;

// Lanes that name the same paths are a group of their own from here on.
constexpr std::size_t kSameMin = 16;

}  // namespace

void EventNumbers::grow(std::size_t paths) {
  if (kinds.size() >= paths) return;
  numbers.resize(paths, std::numeric_limits<double>::quiet_NaN());
  kinds.resize(paths, Kind::none);
}

void EventNumbers::put(Local local, schema::ValueView value) {
  if (!value.has_value()) return;
  set.push_back(local);
  kinds[local] = Kind::other;
  if (value.type() == ValueType::int64) {
    const auto number = static_cast<double>(value.as_int64());
    kinds[local] = Kind::whole;
    if (std::abs(number) <= NumericForm::kExactMax) numbers[local] = number;
  } else if (value.type() == ValueType::float64) {
    kinds[local] = Kind::real;
    if (std::isfinite(value.as_float64())) numbers[local] = value.as_float64();
  }
}

void EventNumbers::clear() noexcept {
  for (const Local local : set) {
    kinds[local] = Kind::none;
    numbers[local] = std::numeric_limits<double>::quiet_NaN();
  }
  set.clear();
}

void Column::add(std::uint32_t residual, const NumericForm& form, std::span<const Local> locals) {
  ++added_;
  residuals_.push_back(residual);
  for (const std::uint32_t slot : form.slots) added_locals_.push_back(locals[slot]);
  added_constants_.insert(added_constants_.end(), form.constants.begin(), form.constants.end());
}

void Column::arrange(const std::vector<std::uint8_t>& wanted) {
  places_.assign(added_, kNoLane);
  const auto needed =
      std::find_if(operands_.begin(), operands_.end(), [](const predicate::NumericOperand& o) { return o.needed; });
  const std::size_t lead = static_cast<std::size_t>(needed - operands_.begin());
  const auto lead_of = [&](std::uint32_t lane) { return lead < operands_.size() ? locals_of(lane)[lead] : kNoLocal; };
  std::vector<std::uint32_t> order;
  for (std::uint32_t lane = 0; lane < added_; ++lane) {
    if (wanted[lane] != 0) order.push_back(lane);
  }
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    if (lead_of(a) != lead_of(b)) return lead_of(a) < lead_of(b);
    const std::span<const Local> x = locals_of(a), y = locals_of(b);
    if (!std::equal(x.begin(), x.end(), y.begin())) {
      return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
    }
    return a < b;
  };
  std::sort(order.begin(), order.end(), less);
  std::vector<std::uint32_t> others;
  for (std::size_t i = 0; i < order.size();) {
    const Local own = lead_of(order[i]);
    others.clear();
    while (i < order.size() && lead_of(order[i]) == own) {
      const std::span<const Local> model = locals_of(order[i]);
      std::size_t end = i + 1;
      while (end < order.size() && std::equal(model.begin(), model.end(), locals_of(order[end]).begin())) ++end;
      const std::span<const std::uint32_t> same = std::span(order).subspan(i, end - i);
      if (same.size() >= kSameMin) add_group(same, own, wanted);
      else others.insert(others.end(), same.begin(), same.end());
      i = end;
    }
    if (!others.empty()) add_group(others, own, wanted);
  }
  residuals_ = {};
  added_locals_ = {};
  added_constants_ = {};
  sources_.shrink_to_fit();
  locals_.shrink_to_fit();
  constants_.shrink_to_fit();
}

void Column::add_group(std::span<const std::uint32_t> lanes, Local lead, const std::vector<std::uint8_t>& wanted) {
  Group group{lead, static_cast<std::uint32_t>(leads_yes_.size()), static_cast<std::uint32_t>(lanes.size()),
              static_cast<std::uint32_t>(sources_.size())};
  const std::size_t words = (lanes.size() + kChunk - 1) / kChunk;
  leads_yes_.resize(leads_yes_.size() + words, 0);
  leads_no_.resize(leads_yes_.size(), 0);
  group_of_.resize(leads_yes_.size(), static_cast<std::uint32_t>(groups_.size()));
  residual_at_.resize(leads_yes_.size() * kChunk, 0);
  lane_at_.resize(residual_at_.size(), 0);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const std::size_t place = group.word * kChunk + i;
    places_[lanes[i]] = static_cast<std::uint32_t>(place);
    residual_at_[place] = residuals_[lanes[i]];
    lane_at_[place] = lanes[i];
    if ((wanted[lanes[i]] & 1) != 0) leads_yes_[place / kChunk] |= std::uint64_t{1} << (place % kChunk);
    if ((wanted[lanes[i]] & 2) != 0) leads_no_[place / kChunk] |= std::uint64_t{1} << (place % kChunk);
  }
  const std::size_t padded = (lanes.size() + kPad - 1) / kPad * kPad;
  const std::size_t constants = added_constants_.size() / added_;
  std::size_t operand = 0, constant = 0;
  const auto lane_at = [&](std::size_t i) { return lanes[std::min(i, lanes.size() - 1)]; };
  for (const NumericStep& step : steps_) {
    Source source;
    if (step.kind == StepKind::slot) {
      const auto own = [&](std::size_t i) { return locals_of(lane_at(i))[operand]; };
      source.local = own(0);
      source.same = true;
      for (std::size_t i = 1; i < lanes.size() && source.same; ++i) source.same = own(i) == source.local;
      source.at = static_cast<std::uint32_t>(locals_.size());
      for (std::size_t i = 0; i < padded && !source.same; ++i) locals_.push_back(own(i));
      ++operand;
    } else if (step.kind == StepKind::whole || step.kind == StepKind::real) {
      const auto own = [&](std::size_t i) { return added_constants_[lane_at(i) * constants + constant]; };
      source.constant = own(0);
      source.same = true;
      for (std::size_t i = 1; i < lanes.size() && source.same; ++i) source.same = own(i) == source.constant;
      source.at = static_cast<std::uint32_t>(constants_.size());
      for (std::size_t i = 0; i < padded && !source.same; ++i) constants_.push_back(own(i));
      ++constant;
    } else {
      continue;
    }
    sources_.push_back(source);
  }
  groups_.push_back(group);
}

std::size_t Column::memory_bytes() const noexcept {
  const auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
  return sizeof(Column) + bytes(steps_) + bytes(operands_) + bytes(residuals_) + bytes(added_locals_) +
         bytes(added_constants_) + bytes(groups_) + bytes(sources_) + bytes(locals_) + bytes(constants_) + bytes(residual_at_) +
         bytes(lane_at_) + bytes(leads_yes_) + bytes(leads_no_) + bytes(places_) + bytes(group_of_);
}

predicate::Truth Column::truth(const ColumnTruths& truths, std::uint32_t lane) const noexcept {
  const std::uint32_t word = places_[lane] / kChunk, bit = places_[lane] % kChunk;
  if (truths.ran[group_of_[word]] == 0) return predicate::Truth::unknown;
  if ((truths.yes[word] >> bit & 1) != 0) return predicate::Truth::yes;
  return (truths.no[word] >> bit & 1) != 0 ? predicate::Truth::no : predicate::Truth::unknown;
}

}  // namespace turnout::index
