#include "matcher/index/cost_model.h"

#include <algorithm>
#include <span>

#include "matcher/index/event_sample.h"
#include "matcher/index/segment.h"

namespace turnout::index {
namespace {

// The prior: the chance that an event has a path at all, and the weight of values that no filter names.
constexpr double kPresence = 0.9;
constexpr double kUnnamedWeight = 1.0;
// So many observed events weigh as much as the prior.
constexpr double kPriorEvents = 4;

}  // namespace

// The codes on one path of the events that were seen, and the events that each stands for.
struct CostModel::Observed {
  std::vector<std::pair<Code, double>> codes;
  double weight = 0;
};

CostModel::CostModel(const Segment& segment, const std::vector<std::vector<std::uint32_t>>& constant_counts,
                     const EventSample* sample) {
  prefix_.resize(segment.paths.size());
  std::vector<Observed> observed(segment.paths.size());
  double events = 0;
  if (sample != nullptr) {
    sample->for_each([&](std::span<const SampledValue> values, double weight) {
      events += 1;
      for (const SampledValue& one : values) {
        const Local local = one.path < segment.local_of.size() ? segment.local_of[one.path] : kNoLocal;
        if (local == kNoLocal) continue;
        observed[local].codes.emplace_back(segment.paths[local].dictionary.code(one.value), weight);
        observed[local].weight += weight;
      }
    });
  }
  for (std::size_t i = 0; i < prefix_.size(); ++i) { set_path(static_cast<Local>(i), constant_counts[i], observed[i], events); }
}

void CostModel::set_path(Local path, const std::vector<std::uint32_t>& counts, Observed& observed, double events) {
  double named = 0;
  for (std::size_t code = 1; code < counts.size(); ++code) named += kUnnamedWeight + counts[code];
  const double presence = (kPresence * kPriorEvents + std::min(observed.weight, events)) / (kPriorEvents + events);

  std::sort(observed.codes.begin(), observed.codes.end());
  std::vector<std::pair<Code, double>> common;  // codes that came at least twice
  double shared = kPriorEvents;                 // what the prior divides
  for (std::size_t i = 0; i < observed.codes.size();) {
    std::size_t end = i;
    double weight = 0;
    for (; end < observed.codes.size() && observed.codes[end].first == observed.codes[i].first; ++end) {
      weight += observed.codes[end].second;
    }
    if (end - i > 1) common.emplace_back(observed.codes[i].first, weight);
    else shared += weight;
    i = end;
  }

  const double unit = presence / (kPriorEvents + observed.weight);
  std::vector<double>& prefix = prefix_[path];
  prefix.reserve(counts.size() + 1);
  prefix.push_back(0);
  prefix.push_back(1 - presence);
  auto next = common.begin();
  while (next != common.end() && next->first == 0) ++next;
  for (Code code = 1; code < counts.size(); ++code) {
    double own = shared * (kUnnamedWeight + counts[code]) / named;
    if (next != common.end() && next->first == code) own += (next++)->second;
    prefix.push_back(prefix.back() + unit * own);
  }
}

double CostModel::probability(Local path, Code low, Code high) const noexcept {
  const std::vector<double>& prefix = prefix_[path];
  const std::size_t end = std::min<std::size_t>(std::size_t{high} + 1, prefix.size() - 1);
  return low >= end ? 0 : prefix[end] - prefix[low];
}

}  // namespace turnout::index
