// Formulas to codes: the first two passes over the filters of a segment. Pass one registers paths and collects constants, pass
// two encodes each filter as alternatives: a conjunction of coded sets and, for what remains, a program.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "matcher/index/encoded_filters.h"
#include "matcher/index/segment.h"
#include "matcher/predicate/plain_sets.h"

namespace turnout::index {

class Encoder {
 public:
  Encoder(schema::PathRegistry& registry, Segment& segment, EncodedFilters& encoded)
      : registry_(registry), segment_(segment), encoded_(encoded) {}

  // Pass one. Error: limits::kMatcherPaths.
  Result<void> collect(const predicate::Formula& formula);
  Result<void> collect(const predicate::PlainSets& sets);
  // Between the passes: builds the dictionaries.
  void finish_collecting();
  // Pass two: in the order of pass one. Appends alternatives and sets the entry's location when the filter is kept as a
  // program.
  void encode(Entry entry, const predicate::Formula& formula);
  void encode(Entry entry, const predicate::PlainSets& sets);

 private:
  Result<Local> local(const schema::Path& path, bool elements);
  Local next_local() noexcept { return refs_[next_ref_++]; }
  Atom encode_set(Local path, const predicate::ValueSet& set);
  void encode_node(const predicate::Formula& formula);
  void encode_residual(const predicate::Formula& formula);
  void encode_alternative(Entry entry, const predicate::Formula& formula);

  schema::PathRegistry& registry_;
  Segment& segment_;
  EncodedFilters& encoded_;
  boost::unordered_flat_map<const schema::Path*, Local> known_paths_;  // of filters, which share them
  std::vector<Dictionary::Builder> builders_;
  std::vector<Local> refs_;  // the path of each reference, in the order of the walk
  std::size_t next_ref_ = 0;
  std::vector<CodeRange> ranges_;
};

}  // namespace turnout::index
