#include "matcher/index/encoded_filters.h"

#include <algorithm>
#include <utility>

namespace turnout::index {
namespace {

std::uint64_t hash_ranges(Local path, std::span<const CodeRange> ranges) noexcept {
  std::uint64_t h = (path + 1) * 0x9e3779b97f4a7c15ULL;
  h ^= h >> 32;
  for (const CodeRange& range : ranges) {
    h = (h ^ range.low) * 0xff51afd7ed558ccdULL;
    h = (h ^ (h >> 32) ^ range.high) * 0xc4ceb9fe1a85ec53ULL;
  }
  return h ^ (h >> 29);
}

}  // namespace

void EncodedFilters::begin() {
  constant_counts.resize(segment.paths.size());
  set_uses_.resize(segment.paths.size());
  for (std::size_t i = 0; i < constant_counts.size(); ++i) {
    constant_counts[i].assign(segment.paths[i].dictionary.code_count(), 0);
  }
}

void EncodedFilters::finish() {
  for (std::size_t i = 0; i < segment.paths.size(); ++i) {
    SetTable& sets = segment.paths[i].sets;
    for (std::uint32_t set = 0; set < set_uses_[i].size(); ++set) {
      for (const CodeRange& range : sets.ranges(set)) {
        if (range.low == range.high) constant_counts[i][range.low] += set_uses_[i][set];
      }
    }
    sets.finish(segment.paths[i].dictionary.code_count());
  }
}

void EncodedFilters::count(const Atom& atom) {
  if (!atom.indexed) {
    if (atom.low == atom.high) ++constant_counts[atom.path][atom.low];
    return;
  }
  std::vector<std::uint32_t>& uses = set_uses_[atom.path];
  if (uses.size() <= atom.low) uses.resize(segment.paths[atom.path].sets.size(), 0);
  ++uses[atom.low];
}

Atom EncodedFilters::set_atom(Local path, std::span<const CodeRange> ranges) {
  Atom atom{path, false, 0, 0};
  if (ranges.size() == 1) {
    atom.low = ranges[0].low;
    atom.high = ranges[0].high;
  } else {
    atom.indexed = true;
    atom.low = set_index(path, ranges);
  }
  count(atom);
  return atom;
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

void EncodedFilters::add_branches(Entry entry, std::uint32_t at) {
  const std::uint32_t end = at + node_words(segment.programs.data() + at);
  for (at += 2; at < end; at += node_words(segment.programs.data() + at)) add_branch(entry, at);
}

// Sets become atoms of the row; everything else, and atoms beyond what a row holds, the program.
void EncodedFilters::add_branch(Entry entry, std::uint32_t at) {
  std::vector<std::uint32_t>& code = segment.programs;
  Alternative alternative{entry, static_cast<std::uint32_t>(atoms.size()), 0, kNoProgram, true};
  const std::uint32_t end = at + node_words(code.data() + at);
  if (opcode_of(code[at]) == Opcode::all_of) at += operation_words(Opcode::all_of);
  const auto start = static_cast<std::uint32_t>(code.size());
  const std::size_t needed = code.size() + (end - at) + 2;  // what is copied must not move meanwhile
  if (needed > code.capacity()) code.reserve(std::max(needed, 2 * code.capacity()));
  code.insert(code.end(), {opcode(Opcode::all_of, 0, 0), 0});
  while (at < end) {
    const std::uint32_t* own = code.data() + at;
    const std::uint32_t words = node_words(own);
    const Opcode op = opcode_of(own[0]);
    if ((op == Opcode::range || op == Opcode::set) && alternative.count < kRowAtomsMax) {
      const Local path = static_cast<Local>(own[0] >> 8);
      atoms.push_back({path, op == Opcode::set, own[1], op == Opcode::set ? 0 : own[2]});
      count(atoms.back());
      ++alternative.count;
    } else if (op != Opcode::yes) {
      code.insert(code.end(), own, own + words);
    }
    at += words;
  }
  if (code.size() == start + 2) {
    code.resize(start);
  } else {
    code[start + 1] = static_cast<std::uint32_t>(code.size() - start - 2);
    alternative.program = start;
  }
  alternatives.push_back(alternative);
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
