// The filters of a segment in codes, before they are laid out as rows: what the encoder makes of formulas and a merge of other
// segments (matcher/index/merge.h), and what the layout starts from. Equal sets, texts and residuals are kept once.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "matcher/index/segment.h"

namespace turnout::index {

// A coded set on one path: the range [low, high], or, `indexed`, set number `low` of the path.
struct Atom {
  Local path = 0;
  bool indexed = false;
  Code low = 0;
  Code high = 0;
};

inline constexpr std::uint32_t kNoProgram = 0xffff'ffff;

// A conjunction under which its filter is attached: atoms [first, first + count) and the program, if any.
struct Alternative {
  Entry entry = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  std::uint32_t program = kNoProgram;
  bool shared = false;  // its filter has other alternatives
};

inline constexpr std::uint32_t opcode(Opcode op, std::uint32_t detail, Local path) noexcept {
  return static_cast<std::uint32_t>(op) | (detail << 4) | (static_cast<std::uint32_t>(path) << 8);
}

struct EncodedFilters {
  explicit EncodedFilters(Segment& target) : segment(target) {}

  // Once the segment has its paths and dictionaries, before anything else here.
  void begin();
  // After the last filter.
  void finish();

  // The atom of a set on `path`, counted.
  Atom set_atom(Local path, std::span<const CodeRange> ranges);
  // One more naming of the atom's constants.
  void count(const Atom& atom);
  void append_atom(const Atom& atom);  // to the segment's programs
  std::uint32_t set_index(Local path, std::span<const CodeRange> ranges);
  // One alternative for each branch of the any_of at word `at` of the programs, which the entry keeps as a whole.
  void add_branches(Entry entry, std::uint32_t at);
  std::uint32_t text_index(Local path, const std::shared_ptr<const predicate::TextTest>& text);
  std::uint32_t residual_index(const std::shared_ptr<const predicate::Residual>& residual, std::vector<Local> locals);

  Segment& segment;
  std::vector<Atom> atoms;
  std::vector<Alternative> alternatives;
  // How often each code was named as a constant, by path: what the cost estimate starts from. Complete after finish().
  std::vector<std::vector<std::uint32_t>> constant_counts;

 private:
  void add_branch(Entry entry, std::uint32_t at);
  boost::unordered_flat_map<std::string_view, std::uint32_t> text_indices_;      // keys live in the tests
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> path_text_indices_;    // by path and text
  boost::unordered_flat_map<std::string_view, std::uint32_t> residual_indices_;  // keys live in the residuals
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> set_indices_;          // by hash of path and ranges
  std::vector<std::vector<std::uint32_t>> set_uses_;                             // how often named, by path and set
};

}  // namespace turnout::index
