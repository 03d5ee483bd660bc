#include "matcher/index/probe.h"

#include <algorithm>

#include "matcher/index/segment.h"

namespace turnout::index {
namespace {

// The chance that an event has what a probe looks at.
constexpr double kPresence = 0.9;

// Locals are 16 bits; probes leave some to spare.
constexpr std::size_t kProbesMax = 8192;

class Builder {
 public:
  explicit Builder(const Segment& segment) : segment_(segment) {}

  Probes run() && {
    add_texts();
    return std::move(probes_);
  }

 private:
  [[nodiscard]] bool room() const { return probes_.list.size() < kProbesMax && next() < kNoLocal - 1; }
  [[nodiscard]] std::size_t next() const { return segment_.paths.size() + probes_.list.size(); }

  void add_texts() {
    const std::vector<PathText>& all = segment_.path_texts;
    std::vector<std::vector<std::uint32_t>> by_path(all.empty() ? 0 : segment_.paths.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) by_path[all[i].path].push_back(i);
    for (std::size_t path = 0; path < by_path.size(); ++path) {
      if (by_path[path].size() >= TextIndex::kTestsMin && room()) add_text(static_cast<Local>(path), std::move(by_path[path]));
    }
  }

  void add_text(Local path, std::vector<std::uint32_t> path_texts) {
    std::vector<const predicate::TextTest*> tests;
    tests.reserve(path_texts.size());
    for (const std::uint32_t i : path_texts) tests.push_back(segment_.texts[segment_.path_texts[i].text].get());
    probes_.texts.push_back(std::make_unique<const TextIndex>(std::move(tests)));
    const TextIndex& index = *probes_.texts.back();
    probes_.text_places.resize(segment_.path_texts.size());
    for (std::uint32_t code = 0; code < index.size(); ++code) {
      if (index.covers(code)) probes_.text_places[path_texts[code]] = {static_cast<Local>(next()), code};
    }
    Probe probe;
    probe.kind = Probe::Kind::text;
    probe.path = path;
    probe.subject = static_cast<std::uint32_t>(probes_.texts.size() - 1);
    probe.codes = index.size();
    probes_.list.push_back(std::move(probe));
    probes_.text_tests.push_back(std::move(path_texts));
  }

  const Segment& segment_;
  Probes probes_;
};

}  // namespace

Probes build_probes(const Segment& segment) { return Builder(segment).run(); }

double Probes::probability(std::size_t probe, Code low, Code high) const noexcept {
  const Probe& own = list[probe];
  if (own.kind == Probe::Kind::text) {
    double sum = 0;
    for (Code code = low; code <= std::min(high, own.codes - 1); ++code) sum += texts[own.subject]->selectivity(code);
    return std::min(kPresence, kPresence * sum);
  }
  return kPresence * (std::min<double>(high, own.codes - 1) - low + 1) / own.codes;
}

std::size_t Probes::memory_bytes() const noexcept {
  std::size_t bytes = list.capacity() * sizeof(Probe) + text_places.capacity() * sizeof(TextPlace);
  for (const Probe& probe : list) {
    for (const Level& level : probe.levels) bytes += sizeof(Level) + level.offsets.capacity() * sizeof(std::uint32_t);
  }
  for (const auto& text : texts) bytes += text->memory_bytes();
  for (const auto& tests : text_tests) bytes += sizeof(tests) + tests.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace turnout::index
