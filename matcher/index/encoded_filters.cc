#include "matcher/index/encoded_filters.h"

#include <algorithm>
#include <utility>

namespace turnout::index {
namespace {

std::uint64_t hash_ranges(Local path, std::span<const CodeRange> ranges) noexcept {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL + path;
  for (const CodeRange& range : ranges) {
    h = (h ^ range.low) * 0xff51afd7ed558ccdULL;
    h = (h ^ (h >> 32) ^ range.high) * 0xc4ceb9fe1a85ec53ULL;
  }
  return h ^ (h >> 29);
}

}  // namespace

void EncodedFilters::begin() {
  constant_counts.resize(segment.paths.size());
  for (std::size_t i = 0; i < constant_counts.size(); ++i) {
    constant_counts[i].assign(segment.paths[i].dictionary.code_count(), 0);
  }
}

void EncodedFilters::finish() {
  for (PathIndex& path : segment.paths) path.sets.finish(path.dictionary.code_count());
}

void EncodedFilters::count_constants(Local path, std::span<const CodeRange> ranges) {
  for (const CodeRange& range : ranges) {
    if (range.low == range.high) ++constant_counts[path][range.low];
  }
}

Atom EncodedFilters::set_atom(Local path, std::span<const CodeRange> ranges) {
  count_constants(path, ranges);
  if (ranges.size() == 1) return {path, false, ranges[0].low, ranges[0].high};
  return {path, true, set_index(path, ranges), 0};
}

void EncodedFilters::append_atom(const Atom& atom) {
  std::vector<std::uint32_t>& code = segment.programs;
  if (atom.indexed) {
    code.insert(code.end(), {opcode(Opcode::set, 0, atom.path), atom.low});
  } else {
    code.insert(code.end(), {opcode(Opcode::range, 0, atom.path), atom.low, atom.high});
  }
}

std::uint32_t EncodedFilters::set_index(Local path, std::span<const CodeRange> ranges) {
  SetTable& sets = segment.paths[path].sets;
  const auto [known, fresh] = set_indices_.try_emplace(hash_ranges(path, ranges), sets.size());
  if (!fresh && known->second < sets.size()) {
    const std::span<const CodeRange> other = sets.ranges(known->second);
    if (std::equal(ranges.begin(), ranges.end(), other.begin(), other.end())) return known->second;
  }
  return sets.add(ranges);  // new, or, once in 2^64, another of the same hash: then equal ones are not found again
}

std::uint32_t EncodedFilters::text_index(Local path, const std::shared_ptr<const predicate::TextTest>& text) {
  const auto [known, fresh] = text_indices_.try_emplace(text->key(), static_cast<std::uint32_t>(segment.texts.size()));
  if (fresh) segment.texts.push_back(text);
  const std::uint64_t pair = std::uint64_t{path} << 32 | known->second;
  const auto [both, new_pair] = path_text_indices_.try_emplace(pair, static_cast<std::uint32_t>(segment.path_texts.size()));
  if (new_pair) segment.path_texts.push_back({path, known->second});
  return both->second;
}

std::uint32_t EncodedFilters::residual_index(const std::shared_ptr<const predicate::Residual>& residual,
                                             std::vector<Local> locals) {
  const auto [known, fresh] =
      residual_indices_.try_emplace(residual->key(), static_cast<std::uint32_t>(segment.residuals.size()));
  if (fresh) segment.residuals.push_back({residual, std::move(locals)});
  return known->second;
}

}  // namespace turnout::index
