// Probes: what filters ask of an event that is no code of a path, evaluated once per event for all filters of a segment, and
// cells under which filters are attached by the outcome.
//
//   text      the tests of a path that hold of its string; code = test
//   value     an expression over paths that filters compare with constants (`a * 2 + b > 7`); code = where its value lies
//   element   the elements of an array (`'x' = ANY(tags)`); a code for each
//   least, greatest   of those codes one: what holds of all elements holds of it (`NOT ('x' <> ANY(tags))`); code 0: no element
//   column    residuals of one shape, run together over columns of their constants; code = residual
//
// Built from the texts and residuals of a segment, in their order, so that a segment's probes can be built again. Probe i
// stands where a path does, as Local paths.size() + i.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "matcher/index/dictionary.h"
#include "matcher/index/text_index.h"

namespace turnout::index {

struct Segment;

// The cells of one path at one level: blocks of cell c lie in [offsets[c], offsets[c + 1]).
struct Level {
  std::uint32_t shift = 0;
  std::vector<std::uint32_t> offsets;
};

struct Probe {
  enum class Kind : std::uint8_t { text, value, element, least, greatest, column };
  Kind kind = Kind::text;
  bool absent_access = false;    // value: some filter is attached to the lack of a value
  Local path = 0;                // text, element, least, greatest: what it looks at
  std::uint32_t subject = 0;     // text: in `texts`; otherwise a residual that has the expression or the array
  std::uint32_t dictionary = 0;  // value, element, least, greatest: in `dictionaries`
  Code codes = 1;                // how many there are
  std::vector<Level> levels;     // ascending shift; none: no filter is attached, and nothing is evaluated
};

// How a text test is reached: a code of a probe, or kNoLocal.
struct TextPlace {
  Local probe = kNoLocal;
  Code code = 0;
};

struct Probes {
  std::vector<Probe> list;
  std::vector<std::unique_ptr<const TextIndex>> texts;
  std::vector<std::vector<std::uint32_t>> text_tests;  // by text index: the segment's path_texts
  std::vector<TextPlace> text_places;                  // by path_text; empty when there is none

  // The estimated share of events that have a code in the range.
  [[nodiscard]] double probability(std::size_t probe, Code low, Code high) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
};

// From the texts and residuals of the segment, once all filters are encoded.
Probes build_probes(const Segment& segment);

}  // namespace turnout::index
