#include "matcher/index/probe.h"

#include <algorithm>

namespace turnout::index {
namespace {

using predicate::outcome;
using predicate::Outcomes;
using predicate::Truth;

// Priors: the chance that an event has what a probe looks at, and how many elements an array has.
constexpr double kPresence = 0.9;
constexpr double kElements = 3;
// The share of the residuals of a column that hold.
constexpr double kColumnShare = 0.3;

void add_range(Code low, Code high, std::vector<CodeRange>& ranges) {
  if (low > high) return;
  if (!ranges.empty() && ranges.back().high + 1 == low) ranges.back().high = high;
  else ranges.push_back({low, high});
}

}  // namespace

Local Probes::access_ranges(std::uint32_t residual, Outcomes outcomes, std::vector<CodeRange>& ranges) const {
  const ResidualTerm& term = terms[residual];
  const auto wants = [outcomes](Truth truth) { return (outcome(truth) & outcomes) != 0; };
  const bool decided = outcomes == outcome(Truth::yes) || outcomes == outcome(Truth::no);
  const std::span<const CodeRange> own = ranges_of(term);
  switch (term.kind) {
    case ResidualTerm::Kind::none:
      return kNoLocal;
    case ResidualTerm::Kind::column: {
      if (!decided) return kNoLocal;
      const Code code = 2 * term.first + (wants(Truth::yes) ? 0 : 1);
      ranges.push_back({code, code});
      return term.probe;
    }
    case ResidualTerm::Kind::value: {
      const bool null_inside = !own.empty() && own.front().low == 0;
      add_codes(own, wants(Truth::yes), wants(term.otherwise), wants(null_inside ? Truth::yes : Truth::unknown), term, ranges);
      return term.probe;
    }
    case ResidualTerm::Kind::any:
    case ResidualTerm::Kind::all: {
      if (!decided) return kNoLocal;
      // Some element decides that ANY is TRUE or ALL FALSE; else it takes all of them, or there is none.
      const bool some = (term.kind == ResidualTerm::Kind::any) == wants(Truth::yes);
      add_codes(own, wants(Truth::yes), wants(Truth::no), !some, term, ranges);
      return static_cast<Local>(term.probe + (some ? 0 : term.at_greatest ? 2 : 1));
    }
  }
  return kNoLocal;
}

// The codes in the term's ranges, those between them, and code 0, the lack of a value: as far as asked for.
void Probes::add_codes(std::span<const CodeRange> own, bool inside, bool outside, bool lack, const ResidualTerm& term,
                       std::vector<CodeRange>& ranges) const {
  if (lack) add_range(0, 0, ranges);
  Code next = 1;
  for (const CodeRange& range : own) {
    const Code low = std::max<Code>(range.low, 1);
    if (outside) add_range(next, low - 1, ranges);
    if (inside) add_range(low, range.high, ranges);
    next = std::max(next, range.high + 1);
  }
  if (outside) add_range(next, dictionaries[term.dictionary].code_count() - 1, ranges);
}

double Probes::probability(std::size_t probe, Code low, Code high) const noexcept {
  const Probe& own = list[probe];
  if (own.form == Probe::Form::above) high = own.bound;
  if (own.form == Probe::Form::below) low = own.bound;
  high = std::min(high, own.codes - 1);
  if (own.kind == Probe::Kind::column) return kPresence * kColumnShare;
  if (own.kind == Probe::Kind::text) {
    double sum = 0;
    for (Code code = low; code <= high; ++code) sum += texts[own.subject]->selectivity(code);
    return std::min(kPresence, kPresence * sum);
  }
  const double share = (1.0 + high - low) / own.codes;
  return kPresence * (own.kind == Probe::Kind::element ? std::min(1.0, kElements * share) : share);
}

void finish_probes(Probes& probes) {
  for (Probe& probe : probes.list) {
    if (probe.kind != Probe::Kind::column) continue;
    probes.columns[probe.subject].finish([&](std::uint32_t lane, bool holds) {
      if (probe.levels.empty()) return false;
      const std::uint32_t* cell = probe.levels.front().offsets.data() + 2 * lane + (holds ? 0 : 1);
      return cell[0] != cell[1];
    });
  }
}

std::size_t Probes::memory_bytes() const noexcept {
  std::size_t bytes = list.capacity() * sizeof(Probe) + text_places.capacity() * sizeof(TextPlace) +
                      terms.capacity() * sizeof(ResidualTerm) + term_ranges.capacity() * sizeof(CodeRange);
  for (const Probe& probe : list) {
    for (const Level& level : probe.levels) bytes += sizeof(Level) + level.offsets.capacity() * sizeof(std::uint32_t);
  }
  for (const auto& text : texts) bytes += text->memory_bytes();
  for (const auto& tests : text_tests) bytes += sizeof(tests) + tests.capacity() * sizeof(std::uint32_t);
  for (const Column& column : columns) bytes += column.memory_bytes();
  for (const Dictionary& dictionary : dictionaries) bytes += sizeof(Dictionary) + dictionary.memory_bytes();
  return bytes;
}

}  // namespace turnout::index
