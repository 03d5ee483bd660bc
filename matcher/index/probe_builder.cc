// Which probes a segment has: from its texts and residuals.
#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "matcher/index/probe.h"
#include "matcher/index/segment.h"

namespace turnout::index {
namespace {

using predicate::Region;
using predicate::ResidualAccess;
using predicate::ValueSet;
using Kind = ResidualAccess::Kind;

// Locals are 16 bits; probes leave some to spare.
constexpr std::size_t kProbesMax = 8192;

// An expression that fewer residuals compare is evaluated by each.
constexpr std::size_t kSharedMin = 4;

// A number that fewer residuals compare is computed in a column, if there are many such: what a column computes for a residual
// takes a small part of what a probe takes for its value.
constexpr std::size_t kSharedNumberMin = 16;
constexpr std::size_t kSharedNumbersMax = 32;

// Fewer ranges with a common end are attached like any other.
constexpr std::uint32_t kHalfLinesMin = 16;

// All elements lie in the set: of one that holds small values but not large ones, the greatest element says most; else the
// least.
bool favours_greatest(const ValueSet& set) {
  for (const Region region : {Region::number, Region::string}) {
    const ValueSet part = set.intersect(ValueSet::region(region));
    if (part.is_empty() || part == ValueSet::region(region)) continue;
    const auto at_start = [](const predicate::Cut& cut, Region of) { return compare(cut, predicate::Cut::start(of)) == 0; };
    const auto after = static_cast<Region>(static_cast<int>(region) + 1);
    return at_start(part.cuts().front(), region) && !at_start(part.cuts().back(), after);
  }
  return false;
}

class Builder {
 public:
  explicit Builder(const Segment& segment) : segment_(segment) {}

  Probes run() && {
    add_texts();
    add_shared_values();
    add_columns();
    return std::move(probes_);
  }

 private:
  using Members = std::vector<std::uint32_t>;

  [[nodiscard]] bool room(std::size_t count) const {
    return probes_.list.size() + count <= kProbesMax && next() + count < kNoLocal;
  }
  [[nodiscard]] std::size_t next() const { return segment_.paths.size() + probes_.list.size(); }

  void add_texts() {
    const std::vector<PathText>& all = segment_.path_texts;
    std::vector<Members> by_path(all.empty() ? 0 : segment_.paths.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) by_path[all[i].path].push_back(i);
    for (std::size_t path = 0; path < by_path.size(); ++path) {
      if (by_path[path].size() >= TextIndex::kTestsMin && room(1)) add_text(static_cast<Local>(path), std::move(by_path[path]));
    }
  }

  void add_text(Local path, Members path_texts) {
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

  [[nodiscard]] const ResidualAccess& access(std::uint32_t residual) const {
    return *segment_.residuals[residual].residual->access();
  }

  // The residuals about one value, and those about one array, in the order in which they first occur.
  void add_shared_values() {
    std::map<std::pair<bool, std::string_view>, std::size_t> known;
    std::vector<Members> groups;
    for (std::uint32_t i = 0; i < segment_.residuals.size(); ++i) {
      const ResidualAccess* own = segment_.residuals[i].residual->access();
      if (own == nullptr) continue;
      const auto [at, fresh] = known.try_emplace({own->kind == Kind::value, own->key}, groups.size());
      if (fresh) groups.emplace_back();
      groups[at->second].push_back(i);
    }
    const auto small = [&](const Members& members) {
      return members.size() >= kSharedMin && members.size() < kSharedNumberMin && access(members.front()).kind == Kind::value &&
             predicate::numeric_form(*segment_.residuals[members.front()].residual).has_value();
    };
    const bool many = std::count_if(groups.begin(), groups.end(), small) > static_cast<std::ptrdiff_t>(kSharedNumbersMax);
    for (const Members& members : groups) {
      if (members.size() >= kSharedMin && room(3) && !(many && small(members))) add_shared(members);
    }
  }

  struct Shape {
    Members residuals;
    std::vector<predicate::NumericForm> forms;
  };

  // Residuals of one form that no other probe leads to, in the order of their first.
  void add_columns() {
    std::unordered_map<std::string, std::size_t> known;
    std::vector<Shape> shapes;
    for (std::uint32_t i = 0; i < segment_.residuals.size(); ++i) {
      if (!probes_.terms.empty() && probes_.terms[i].kind != ResidualTerm::Kind::none) continue;
      std::optional<predicate::NumericForm> form = predicate::numeric_form(*segment_.residuals[i].residual);
      if (!form) continue;
      const auto [at, fresh] = known.try_emplace(form->shape, shapes.size());
      if (fresh) shapes.emplace_back();
      shapes[at->second].residuals.push_back(i);
      shapes[at->second].forms.push_back(std::move(*form));
    }
    for (const Shape& shape : shapes) {
      if (shape.residuals.size() >= Column::kLanesMin && room(1)) add_column(shape);
    }
  }

  void add_column(const Shape& shape) {
    probes_.terms.resize(segment_.residuals.size());
    Column column(shape.forms.front());
    for (std::uint32_t lane = 0; lane < shape.residuals.size(); ++lane) {
      const std::uint32_t residual = shape.residuals[lane];
      column.add(residual, shape.forms[lane], segment_.residuals[residual].locals);
      ResidualTerm& term = probes_.terms[residual];
      term.kind = ResidualTerm::Kind::column;
      term.probe = static_cast<Local>(next());
      term.first = lane;
    }
    Probe probe;
    probe.kind = Probe::Kind::column;
    probe.subject = static_cast<std::uint32_t>(probes_.columns.size());
    probe.codes = 2 * column.lanes();
    probes_.columns.push_back(std::move(column));
    probes_.list.push_back(std::move(probe));
  }

  void add_shared(const Members& members) {
    Dictionary::Builder builder;
    builder.add(ValueSet::has());  // code 0 is the lack of a value, and nothing else
    for (const std::uint32_t member : members) builder.add(access(member).when);
    const auto dictionary = static_cast<std::uint32_t>(probes_.dictionaries.size());
    probes_.dictionaries.push_back(std::move(builder).build());
    const bool value = access(members.front()).kind == Kind::value;
    add_terms(members, dictionary);
    const auto add = [&](Probe::Kind kind) {
      Probe probe;
      probe.kind = kind;
      probe.subject = members.front();
      probe.dictionary = dictionary;
      probe.codes = probes_.dictionaries[dictionary].code_count();
      probes_.list.push_back(std::move(probe));
    };
    const std::size_t first = probes_.list.size();
    if (value) {
      add(Probe::Kind::value);
    } else {
      add(Probe::Kind::element);
      add(Probe::Kind::least);
      add(Probe::Kind::greatest);
    }
    add_half_lines(members, first);
  }

  // Where many ranges of a probe end, or begin, at one code, they get a relative of their own.
  void add_half_lines(const Members& members, std::size_t first) {
    const std::size_t end = probes_.list.size();
    struct Bounds {
      std::unordered_map<Code, std::uint32_t> lows, highs;
    };
    std::vector<Bounds> bounds(end - first);
    std::vector<CodeRange> ranges;
    for (const std::uint32_t member : members) {
      for (const predicate::Truth truth : {predicate::Truth::yes, predicate::Truth::no}) {
        ranges.clear();
        const Local probe = probes_.access_ranges(member, predicate::outcome(truth), ranges);
        Bounds& own = bounds[probe - segment_.paths.size() - first];
        for (const CodeRange& range : ranges) ++own.lows[range.low], ++own.highs[range.high];
      }
    }
    for (std::size_t i = first; i < end; ++i) {
      probes_.list[i].above = add_half_line(i, Probe::Form::above, bounds[i - first].highs);
      probes_.list[i].below = add_half_line(i, Probe::Form::below, bounds[i - first].lows);
    }
  }

  Local add_half_line(std::size_t of, Probe::Form form, const std::unordered_map<Code, std::uint32_t>& counts) {
    const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second, b.first) < std::pair(b.second, a.first);  // of equal ones the least, whatever the map's order
    });
    if (most == counts.end() || most->second < kHalfLinesMin || !room(1)) return kNoLocal;
    Probe probe = probes_.list[of];
    probe.form = form;
    probe.bound = most->first;
    probe.above = probe.below = kNoLocal;
    probes_.list.push_back(std::move(probe));
    return static_cast<Local>(next() - 1);
  }

  void add_terms(const Members& members, std::uint32_t dictionary) {
    probes_.terms.resize(segment_.residuals.size());
    std::vector<CodeRange> ranges;
    for (const std::uint32_t member : members) {
      const ResidualAccess& own = access(member);
      probes_.dictionaries[dictionary].encode(own.when, ranges);
      ResidualTerm& term = probes_.terms[member];
      term.kind = own.kind == Kind::value ? ResidualTerm::Kind::value
                  : own.kind == Kind::any ? ResidualTerm::Kind::any
                                          : ResidualTerm::Kind::all;
      term.otherwise = own.otherwise;
      // Of ANY it is the complement that all elements must lie in.
      term.at_greatest = favours_greatest(own.kind == Kind::any ? ValueSet::has().intersect(own.when.complement()) : own.when);
      term.probe = static_cast<Local>(next());
      term.dictionary = dictionary;
      term.first = static_cast<std::uint32_t>(probes_.term_ranges.size());
      term.count = static_cast<std::uint32_t>(ranges.size());
      probes_.term_ranges.insert(probes_.term_ranges.end(), ranges.begin(), ranges.end());
    }
  }

  const Segment& segment_;
  Probes probes_;
};

}  // namespace

Probes build_probes(const Segment& segment) { return Builder(segment).run(); }

}  // namespace turnout::index
