// Probes: what filters ask of an event that is no code of a path, evaluated once per event for all filters of a segment, and
// cells under which filters are attached by the outcome.
//
//   text      the tests of a path that hold of its string; code = test
//   value     an expression over paths that filters compare with constants (`a * 2 + b > 7`); code = where its value lies
//   element   the elements of an array (`'x' = ANY(tags)`); a code for each
//   column    residuals of one form that nothing else leads to (`a < b`), side by side; two codes for each, TRUE and FALSE
//   least, greatest   of those codes one: what holds of all elements holds of it (`NOT ('x' <> ANY(tags))`); code 0: no element
//
// Built from the texts and residuals of a segment, in their order, so that a segment's probes can be built again. Probe i
// stands where a path does, as Local paths.size() + i.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "matcher/index/column.h"
#include "matcher/index/dictionary.h"
#include "matcher/index/text_index.h"
#include "matcher/predicate/residual.h"

namespace turnout::index {

struct Segment;

// The cells of one path at one level: blocks of cell c lie in [offsets[c], offsets[c + 1]).
struct Level {
  std::uint32_t shift = 0;
  std::vector<std::uint32_t> offsets;
};

struct Probe {
  enum class Kind : std::uint8_t { text, value, element, least, greatest, column };
  // What a cell of it is: codes as of a path; or, for ranges that all end at `bound`, the code where a range begins (`above`:
  // an event of code c leads to the cells 0 to c, if c <= bound); or, for ranges that all begin there, where one ends
  // (`below`). Those ranges are exact, and the cells that an event leads to are neighbours.
  enum class Form : std::uint8_t { cells, above, below };
  Kind kind = Kind::text;
  Form form = Form::cells;
  Code bound = 0;
  Local above = kNoLocal, below = kNoLocal;  // of one with form cells: its relatives
  Local path = 0;                            // text: what it looks at
  std::uint32_t subject = 0;  // text: in `texts`; column: in `columns`; otherwise a residual that has the expression or array
  std::uint32_t dictionary = 0;  // value, element, least, greatest: in `dictionaries`
  Code codes = 1;                // how many there are
  // Whether an event has at most one code of it.
  [[nodiscard]] bool single() const noexcept { return kind == Kind::value || kind == Kind::least || kind == Kind::greatest; }
  std::vector<Level> levels;  // ascending shift; none: no filter is attached, and nothing is evaluated
};

// How a text test is reached: a code of a probe, or kNoLocal.
struct TextPlace {
  Local probe = kNoLocal;
  Code code = 0;
};

// How a residual is reached.
struct ResidualTerm {
  static constexpr std::uint32_t kNone = 0xffff'ffff;
  enum class Kind : std::uint8_t { none, value, any, all, column };
  Kind kind = Kind::none;
  predicate::Truth otherwise = predicate::Truth::no;  // value: what a value outside the ranges means
  bool at_greatest = false;                           // any, all: what must hold of all is asked of the greatest code
  Local probe = kNoLocal;                             // value, column: its own; any, all: the first of three
  std::uint32_t dictionary = 0;                       // value, any, all
  std::uint32_t first = 0, count = 0;                 // value, any, all: code ranges in term_ranges; column: first is the lane
};

struct Probes {
  std::vector<Probe> list;
  std::vector<std::unique_ptr<const TextIndex>> texts;
  std::vector<std::vector<std::uint32_t>> text_tests;  // by text index: the segment's path_texts
  std::vector<TextPlace> text_places;                  // by path_text; empty when there is none

  std::vector<Column> columns;
  std::vector<Dictionary> dictionaries;
  std::vector<ResidualTerm> terms;     // by residual; empty when there is none
  std::vector<CodeRange> term_ranges;  // code 0: no value

  // Appends the codes of which an event must have one if the residual's truth is one of `outcomes`; the probe they are of, or
  // kNoLocal when there is no such probe.
  Local access_ranges(std::uint32_t residual, predicate::Outcomes outcomes, std::vector<CodeRange>& ranges) const;
  [[nodiscard]] std::span<const CodeRange> ranges_of(const ResidualTerm& term) const noexcept {
    return std::span(term_ranges).subspan(term.first, term.count);
  }

  // The estimated share of events that have a code in the range.
  [[nodiscard]] double probability(std::size_t probe, Code low, Code high) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  void add_codes(std::span<const CodeRange> own, bool inside, bool outside, bool lack, const ResidualTerm& term,
                 std::vector<CodeRange>& ranges) const;
};

// From the texts and residuals of the segment, once all filters are encoded.
Probes build_probes(const Segment& segment);

// Once the filters are attached: columns keep what leads to some.
void finish_probes(Probes& probes);

}  // namespace turnout::index
