#include "matcher/index/probe_run.h"

#include "matcher/index/segment.h"

namespace turnout::index {
namespace {

class Run {
 public:
  Run(const Segment& segment, const schema::Slots& slots, ProbeWork& work) : segment_(segment), slots_(slots), work_(work) {}

  void text(const Probe& probe, std::vector<std::uint8_t>& verdicts, std::vector<std::uint32_t>& tested) {
    const schema::ValueView value = slots_.values[segment_.paths[probe.path].path];
    work_.text_ran[probe.subject] = 1;
    if (value.type() != ValueType::string) return;
    const Probes& probes = segment_.probes;
    work_.holding.clear();
    probes.texts[probe.subject]->holding(value.as_bytes(), work_.text, work_.holding);
    const std::vector<std::uint32_t>& path_texts = probes.text_tests[probe.subject];
    for (const std::uint32_t code : work_.holding) {
      verdicts[path_texts[code]] = 2;
      tested.push_back(path_texts[code]);
      visit(probe, code);
    }
  }

 private:
  void visit(const Probe& probe, Code code) {
    for (const Level& level : probe.levels) work_.cells.push_back({&level, code >> level.shift});
  }

  const Segment& segment_;
  const schema::Slots& slots_;
  ProbeWork& work_;
};

}  // namespace

void run_probes(const Segment& segment, const schema::Slots& slots, ProbeWork& work, std::vector<std::uint8_t>& text_verdicts,
                std::vector<std::uint32_t>& texts_tested) {
  work.cells.clear();
  work.text_ran.assign(segment.probes.texts.size(), 0);
  Run run(segment, slots, work);
  for (const Probe& probe : segment.probes.list) {
    if (probe.levels.empty()) continue;
    if (probe.kind == Probe::Kind::text) run.text(probe, text_verdicts, texts_tested);
  }
}

bool text_known(const Segment& segment, const ProbeWork& work, std::uint32_t path_text) noexcept {
  const Probes& probes = segment.probes;
  if (probes.text_places.empty()) return false;
  const TextPlace place = probes.text_places[path_text];
  return place.probe != kNoLocal && work.text_ran[probes.list[place.probe - segment.paths.size()].subject] != 0;
}

}  // namespace turnout::index
