#include "matcher/index/probe_run.h"

#include <algorithm>

#include "matcher/index/segment.h"
#include "schema/elements.h"

namespace turnout::index {
namespace {

class Run {
 public:
  Run(const Segment& segment, const schema::Slots& slots, ProbeWork& work)
      : segment_(segment), probes_(segment.probes), slots_(slots), work_(work) {}

  void text(const Probe& probe, std::vector<std::uint8_t>& verdicts, std::vector<std::uint32_t>& tested) {
    const schema::ValueView value = slots_.values[segment_.paths[probe.path].path];
    work_.text_ran[probe.subject] = 1;
    if (value.type() != ValueType::string) return;
    work_.holding.clear();
    probes_.texts[probe.subject]->holding(value.as_bytes(), work_.text, work_.holding);
    const std::vector<std::uint32_t>& path_texts = probes_.text_tests[probe.subject];
    for (const std::uint32_t code : work_.holding) {
      verdicts[path_texts[code]] = 2;
      tested.push_back(path_texts[code]);
      visit(probe, {&code, 1});
    }
  }

  // An expression whose paths are not all there has no value.
  void value(const Probe& probe) {
    ProbeCodes& codes = work_.codes[probe.dictionary];
    if (!codes.ran) compute(probe, codes);
    visit(probe, {&codes.value, 1});
  }

  void elements(const Probe& probe) {
    const ProbeCodes& codes = codes_of_elements(probe);
    if (!codes.array) return;
    if (probe.kind == Probe::Kind::element) return visit(probe, codes.codes);
    if (!codes.complete) return;
    const Code none = 0;
    const Code* one = &none;
    if (!codes.codes.empty()) one = probe.kind == Probe::Kind::least ? &codes.codes.front() : &codes.codes.back();
    visit(probe, {one, 1});
  }

  void column(const Probe& probe) {
    const Column& column = probes_.columns[probe.subject];
    const Level* level = &probe.levels.front();
    const auto exact = [&](std::uint32_t residual) {
      const ResidualSlots& own = segment_.residuals[residual];
      gather(own);
      return own.residual->evaluate(work_.values, work_.residual);
    };
    column.run(work_.numbers, work_.columns[probe.subject], exact, [&](std::uint32_t lane, bool holds) {
      const std::uint32_t cell = 2 * lane + (holds ? 0 : 1);
      work_.cells.push_back({level, cell, cell});
    });
  }

 private:
  void gather(const ResidualSlots& of) {
    work_.values.clear();
    for (const Local local : of.locals) work_.values.push_back(slots_.values[segment_.paths[local].path]);
  }

  void compute(const Probe& probe, ProbeCodes& codes) {
    const ResidualSlots& own = segment_.residuals[probe.subject];
    gather(own);
    const schema::ValueView value = own.residual->access_value(work_.values, work_.residual);
    codes.ran = true;
    codes.value = value.has_value() ? probes_.dictionaries[probe.dictionary].code(value) : 0;
  }

  const ProbeCodes& codes_of_elements(const Probe& probe) {
    ProbeCodes& codes = work_.codes[probe.dictionary];
    if (codes.ran) return codes;
    const ResidualSlots& own = segment_.residuals[probe.subject];
    const std::uint32_t slot = own.residual->access()->slot;
    const Dictionary& dictionary = probes_.dictionaries[probe.dictionary];
    codes.ran = true;
    codes.complete = true;
    codes.codes.clear();
    codes.array = schema::for_each_element(slots_.values[segment_.paths[own.locals[slot]].path], *own.residual->paths()[slot],
                                           [&](schema::ValueView element) {
                                             if (element.has_value()) codes.codes.push_back(dictionary.code(element));
                                             else codes.complete = false;
                                           });
    std::sort(codes.codes.begin(), codes.codes.end());
    codes.codes.erase(std::unique(codes.codes.begin(), codes.codes.end()), codes.codes.end());
    return codes;
  }

  // `codes` ascending; each cell once.
  void visit(const Probe& probe, std::span<const Code> codes) {
    if (probe.form == Probe::Form::above) {
      const auto end = std::upper_bound(codes.begin(), codes.end(), probe.bound);
      if (end != codes.begin()) work_.cells.push_back({&probe.levels.front(), 0, end[-1]});
      return;
    }
    if (probe.form == Probe::Form::below) {
      const auto from = std::lower_bound(codes.begin(), codes.end(), probe.bound);
      if (from != codes.end()) work_.cells.push_back({&probe.levels.front(), *from, probe.codes - 1});
      return;
    }
    for (const Level& level : probe.levels) {
      std::uint32_t last = ~std::uint32_t{0};
      for (const Code code : codes) {
        const std::uint32_t cell = code >> level.shift;
        if (cell != last) work_.cells.push_back({&level, cell, cell});
        last = cell;
      }
    }
  }

  const Segment& segment_;
  const Probes& probes_;
  const schema::Slots& slots_;
  ProbeWork& work_;
};

// Only paths that the segment knows have numbers.
void collect_numbers(const Segment& segment, const schema::Slots& slots, EventNumbers& numbers) {
  numbers.grow(segment.paths.size());
  for (const schema::PathId id : slots.present) {
    const Local local = id < segment.local_of.size() ? segment.local_of[id] : kNoLocal;
    if (local != kNoLocal) numbers.put(local, slots.values[id]);
  }
}

}  // namespace

void run_probes(const Segment& segment, const schema::Slots& slots, ProbeWork& work, std::vector<std::uint8_t>& text_verdicts,
                std::vector<std::uint32_t>& texts_tested) {
  work.cells.clear();
  work.text_ran.assign(segment.probes.texts.size(), 0);
  if (work.codes.size() < segment.probes.dictionaries.size()) work.codes.resize(segment.probes.dictionaries.size());
  for (std::size_t i = 0; i < segment.probes.dictionaries.size(); ++i) work.codes[i].ran = false;
  const bool columns = !segment.probes.columns.empty();
  if (work.columns.size() < segment.probes.columns.size()) work.columns.resize(segment.probes.columns.size());
  if (columns) collect_numbers(segment, slots, work.numbers);
  Run run(segment, slots, work);
  for (const Probe& probe : segment.probes.list) {
    if (probe.levels.empty()) continue;
    switch (probe.kind) {
      case Probe::Kind::text:
        run.text(probe, text_verdicts, texts_tested);
        break;
      case Probe::Kind::value:
        run.value(probe);
        break;
      case Probe::Kind::element:
      case Probe::Kind::least:
      case Probe::Kind::greatest:
        run.elements(probe);
        break;
      case Probe::Kind::column:
        run.column(probe);
        break;
    }
  }
  if (columns) work.numbers.clear();
}

bool text_known(const Segment& segment, const ProbeWork& work, std::uint32_t path_text) noexcept {
  const Probes& probes = segment.probes;
  if (probes.text_places.empty()) return false;
  const TextPlace place = probes.text_places[path_text];
  return place.probe != kNoLocal && work.text_ran[probes.list[place.probe - segment.paths.size()].subject] != 0;
}

namespace {

bool lies_in(std::span<const CodeRange> ranges, Code code) noexcept {
  const auto at = std::partition_point(ranges.begin(), ranges.end(), [code](const CodeRange& r) { return r.high < code; });
  return at != ranges.end() && at->low <= code;
}

std::size_t count_in(std::span<const CodeRange> ranges, const std::vector<Code>& codes) noexcept {
  std::size_t count = 0;
  auto from = codes.begin();
  for (const CodeRange& range : ranges) {
    from = std::lower_bound(from, codes.end(), range.low);
    const auto end = std::upper_bound(from, codes.end(), range.high);
    count += static_cast<std::size_t>(end - from);
    from = end;
  }
  return count;
}

}  // namespace

std::optional<predicate::Truth> known_truth(const Segment& segment, const ProbeWork& work, std::uint32_t residual) noexcept {
  using predicate::Truth;
  const Probes& probes = segment.probes;
  if (probes.terms.empty()) return std::nullopt;
  const ResidualTerm& term = probes.terms[residual];
  if (term.kind == ResidualTerm::Kind::none) return std::nullopt;
  if (term.kind == ResidualTerm::Kind::column) {
    const std::uint32_t column = probes.list[term.probe - segment.paths.size()].subject;
    if (!probes.columns[column].keeps(term.first)) return std::nullopt;
    return probes.columns[column].truth(work.columns[column], term.first);
  }
  const ProbeCodes& codes = work.codes[term.dictionary];
  if (!codes.ran) return std::nullopt;
  const std::span<const CodeRange> ranges = probes.ranges_of(term);
  if (term.kind == ResidualTerm::Kind::value) {
    if (lies_in(ranges, codes.value)) return Truth::yes;
    return codes.value == 0 ? Truth::unknown : term.otherwise;
  }
  if (!codes.array) return Truth::unknown;
  const bool any = term.kind == ResidualTerm::Kind::any;
  const std::size_t inside = count_in(ranges, codes.codes);
  if (any && inside > 0) return Truth::yes;
  if (!any && inside < codes.codes.size()) return Truth::no;
  return codes.complete ? predicate::truth(!any) : Truth::unknown;
}

}  // namespace turnout::index
