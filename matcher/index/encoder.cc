#include "matcher/index/encoder.h"

#include <algorithm>
#include <utility>

namespace turnout::index {
namespace {

using predicate::Formula;
using predicate::Region;
using predicate::ValueSet;
using Kind = Formula::Kind;

// More alternatives than this are kept as one program behind the cover of the whole.
constexpr std::size_t kAlternativesMax = 16;

std::uint32_t opcode(Opcode op, std::uint32_t detail, Local path) {
  return static_cast<std::uint32_t>(op) | (detail << 4) | (static_cast<std::uint32_t>(path) << 8);
}

std::uint64_t hash_ranges(std::span<const CodeRange> ranges) noexcept {
  std::uint64_t h = 0x9e3779b97f4a7c15ULL;
  for (const CodeRange& range : ranges) {
    h = (h ^ range.low) * 0xff51afd7ed558ccdULL;
    h = (h ^ (h >> 32) ^ range.high) * 0xc4ceb9fe1a85ec53ULL;
  }
  return h ^ (h >> 29);
}

bool splits(const Formula& formula) { return formula.kind == Kind::any_of && formula.children.size() <= kAlternativesMax; }

}  // namespace

Result<Local> Encoder::local(const schema::Path& path, bool elements) {
  Result<schema::PathId> id = registry_.insert(path, elements);
  if (!id) return id.error();
  if (*id >= segment_.local_of.size()) segment_.local_of.resize(*id + 1, kNoLocal);
  Local& local = segment_.local_of[*id];
  if (local == kNoLocal) {
    local = static_cast<Local>(segment_.paths.size());
    segment_.paths.emplace_back().path = *id;
    builders_.emplace_back();
  }
  return local;
}

Result<void> Encoder::collect(const Formula& formula) {
  switch (formula.kind) {
    case Kind::no:
    case Kind::yes:
      return {};
    case Kind::set:
    case Kind::text: {
      Result<Local> path = local(*formula.path, false);
      if (!path) return path.error();
      builders_[*path].add(formula.kind == Kind::set ? formula.set : ValueSet::region(Region::string));
      refs_.push_back(*path);
      return {};
    }
    case Kind::residual:
      for (const auto& each : formula.residual->paths()) {
        Result<Local> path = local(*each, true);
        if (!path) return path.error();
        refs_.push_back(*path);
      }
      for (const std::uint16_t need : formula.residual->needs()) {
        builders_[refs_[refs_.size() - formula.residual->paths().size() + need]].add(ValueSet::has());
      }
      return {};
    case Kind::all_of:
    case Kind::any_of:
      for (const Formula& child : formula.children) {
        if (Result<void> ok = collect(child); !ok) return ok;
      }
      return {};
  }
  return {};
}

void Encoder::finish_collecting() {
  constant_counts_.resize(builders_.size());
  for (std::size_t i = 0; i < builders_.size(); ++i) {
    segment_.paths[i].dictionary = std::move(builders_[i]).build();
    constant_counts_[i].assign(segment_.paths[i].dictionary.code_count(), 0);
  }
  builders_.clear();
}

void Encoder::finish_encoding() {
  for (PathIndex& path : segment_.paths) path.sets.finish(path.dictionary.code_count());
}

Atom Encoder::encode_set(Local path, const ValueSet& set) {
  segment_.paths[path].dictionary.encode(set, ranges_);
  for (const CodeRange& range : ranges_) {
    if (range.low == range.high) ++constant_counts_[path][range.low];
  }
  if (ranges_.size() == 1) return {path, false, ranges_[0].low, ranges_[0].high};
  return {path, true, set_index(path, ranges_), 0};
}

std::uint32_t Encoder::set_index(Local path, std::span<const CodeRange> ranges) {
  SetTable& sets = segment_.paths[path].sets;
  std::vector<std::uint32_t>& known = set_indices_[hash_ranges(ranges) + path];
  for (const std::uint32_t index : known) {
    if (index >= sets.size()) continue;  // another path's, of the same hash
    const std::span<const CodeRange> other = sets.ranges(index);
    if (std::equal(ranges.begin(), ranges.end(), other.begin(), other.end())) return index;
  }
  known.push_back(sets.add(ranges));
  return known.back();
}

std::uint32_t Encoder::text_index(Local path, const std::shared_ptr<const predicate::TextTest>& text) {
  const auto [known, fresh] = text_indices_.try_emplace(text->key(), static_cast<std::uint32_t>(segment_.texts.size()));
  if (fresh) segment_.texts.push_back(text);
  const std::uint64_t pair = std::uint64_t{path} << 32 | known->second;
  const auto [both, new_pair] = path_text_indices_.try_emplace(pair, static_cast<std::uint32_t>(segment_.path_texts.size()));
  if (new_pair) segment_.path_texts.push_back({path, known->second});
  return both->second;
}

std::uint32_t Encoder::residual_index(const std::shared_ptr<const predicate::Residual>& residual, std::vector<Local> locals) {
  const auto [known, fresh] =
      residual_indices_.try_emplace(residual->key(), static_cast<std::uint32_t>(segment_.residuals.size()));
  if (fresh) segment_.residuals.push_back({residual, std::move(locals)});
  return known->second;
}

void Encoder::encode_atom(const Atom& atom) {
  std::vector<std::uint32_t>& code = segment_.programs;
  if (atom.indexed) {
    code.insert(code.end(), {opcode(Opcode::set, 0, atom.path), atom.low});
  } else {
    code.insert(code.end(), {opcode(Opcode::range, 0, atom.path), atom.low, atom.high});
  }
}

// Words: opcode, residual, and the access "has a value" of the needed path that is named least: path or kNoLocal, first code.
void Encoder::encode_residual(const Formula& formula) {
  std::vector<Local> locals;
  for (std::size_t i = 0; i < formula.residual->paths().size(); ++i) locals.push_back(next_local());
  std::uint32_t access = kNoLocal;
  Code low = 0;
  if (!formula.residual->needs().empty() && (formula.outcomes & outcome(predicate::Truth::unknown)) == 0) {
    access = locals[formula.residual->needs().front()];
    segment_.paths[access].dictionary.encode(ValueSet::has(), ranges_);
    low = ranges_[0].low;
  }
  const std::uint32_t index = residual_index(formula.residual, std::move(locals));
  segment_.programs.insert(segment_.programs.end(), {opcode(Opcode::residual, formula.outcomes, 0), index, access, low});
}

void Encoder::encode_node(const Formula& formula) {
  std::vector<std::uint32_t>& code = segment_.programs;
  switch (formula.kind) {
    case Kind::no:
      code.push_back(opcode(Opcode::no, 0, 0));
      return;
    case Kind::yes:
      code.push_back(opcode(Opcode::yes, 0, 0));
      return;
    case Kind::set:
      encode_atom(encode_set(next_local(), formula.set));
      return;
    case Kind::text: {
      const Local path = next_local();
      segment_.paths[path].dictionary.encode(ValueSet::region(Region::string), ranges_);
      const CodeRange strings = ranges_[0];
      const std::uint32_t index = text_index(path, formula.text);
      code.insert(code.end(), {opcode(Opcode::text, formula.negated ? 1 : 0, path), index, strings.low, strings.high});
      return;
    }
    case Kind::residual:
      encode_residual(formula);
      return;
    case Kind::all_of:
    case Kind::any_of: {
      code.push_back(opcode(formula.kind == Kind::all_of ? Opcode::all_of : Opcode::any_of, 0, 0));
      const std::size_t length = code.size();
      code.push_back(0);
      for (const Formula& child : formula.children) encode_node(child);
      code[length] = static_cast<std::uint32_t>(code.size() - length - 1);
      return;
    }
  }
}

// Sets become atoms of the row; everything else, and atoms beyond what a row holds, the program.
void Encoder::encode_alternative(Entry entry, const Formula& formula, bool shared) {
  Alternative alternative{entry, static_cast<std::uint32_t>(atoms_.size()), 0, kNoProgram, shared};
  std::vector<std::uint32_t>& code = segment_.programs;
  const std::size_t start = code.size();
  const std::span<const Formula> conjuncts =
      formula.kind == Kind::all_of ? std::span<const Formula>(formula.children) : std::span<const Formula>(&formula, 1);
  std::size_t rest = 0;
  code.insert(code.end(), {opcode(Opcode::all_of, 0, 0), 0});
  for (const Formula& conjunct : conjuncts) {
    if (conjunct.kind == Kind::yes) continue;
    if (conjunct.kind == Kind::set && alternative.count < kRowAtomsMax) {
      atoms_.push_back(encode_set(next_local(), conjunct.set));
      ++alternative.count;
    } else {
      encode_node(conjunct);
      ++rest;
    }
  }
  if (rest == 0) {
    code.resize(start);
  } else {
    code[start + 1] = static_cast<std::uint32_t>(code.size() - start - 2);
    alternative.program = static_cast<std::uint32_t>(start);
  }
  alternatives_.push_back(alternative);
}

void Encoder::encode(Entry entry, const Formula& formula) {
  const bool split = splits(formula);
  if (split || formula.kind == Kind::no) {
    // The parts cannot be put together again from their rows: keep the whole as a program too.
    segment_.locations[entry] = static_cast<std::uint32_t>(segment_.programs.size()) | kProgramBit;
    const std::size_t ref = next_ref_;
    encode_node(formula);
    if (formula.kind == Kind::no) return;
    next_ref_ = ref;
  }
  if (!split) return encode_alternative(entry, formula, false);
  for (const Formula& child : formula.children) encode_alternative(entry, child, true);
}

}  // namespace turnout::index
