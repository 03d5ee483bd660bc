// Formulas to codes: the first two passes over the filters of a segment. Pass one registers paths and collects constants, pass
// two encodes each filter as alternatives: a conjunction of coded sets and, for what remains, a program.
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

class Encoder {
 public:
  Encoder(schema::PathRegistry& registry, Segment& segment) : registry_(registry), segment_(segment) {}

  // Pass one. Error: limits::kMatcherPaths.
  Result<void> collect(const predicate::Formula& formula);
  // Between the passes: builds the dictionaries.
  void finish_collecting();
  // Pass two: in the order of pass one. Appends alternatives and sets the entry's location when the filter is kept as a
  // program.
  void encode(Entry entry, const predicate::Formula& formula);

  // After pass two.
  void finish_encoding();

  std::vector<Atom>& atoms() noexcept { return atoms_; }
  std::vector<Alternative>& alternatives() noexcept { return alternatives_; }
  // How often each code was named as a constant, by path: what the cost estimate starts from.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& constant_counts() const noexcept { return constant_counts_; }

 private:
  Result<Local> local(const schema::Path& path, bool elements);
  Local next_local() noexcept { return refs_[next_ref_++]; }
  Atom encode_set(Local path, const predicate::ValueSet& set);
  std::uint32_t set_index(Local path, std::span<const CodeRange> ranges);
  void encode_node(const predicate::Formula& formula);
  void encode_atom(const Atom& atom);
  void encode_residual(const predicate::Formula& formula);
  void encode_alternative(Entry entry, const predicate::Formula& formula, bool shared);
  std::uint32_t text_index(Local path, const std::shared_ptr<const predicate::TextTest>& text);
  std::uint32_t residual_index(const std::shared_ptr<const predicate::Residual>& residual, std::vector<Local> locals);

  schema::PathRegistry& registry_;
  Segment& segment_;
  std::vector<Dictionary::Builder> builders_;
  std::vector<Local> refs_;  // the path of each reference, in the order of the walk
  std::size_t next_ref_ = 0;
  std::vector<Atom> atoms_;
  std::vector<Alternative> alternatives_;
  std::vector<std::vector<std::uint32_t>> constant_counts_;
  std::vector<CodeRange> ranges_;
  boost::unordered_flat_map<std::string_view, std::uint32_t> text_indices_;           // keys live in the tests
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> path_text_indices_;         // by path and text
  boost::unordered_flat_map<std::string_view, std::uint32_t> residual_indices_;       // keys live in the residuals
  boost::unordered_flat_map<std::uint64_t, std::vector<std::uint32_t>> set_indices_;  // by hash of path and ranges
};

}  // namespace turnout::index
