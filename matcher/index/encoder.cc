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

Result<void> Encoder::collect(const predicate::PlainSets& sets) {
  for (const predicate::PlainSets::Part& part : sets.parts()) {
    const schema::Path* path = part.path->get();
    auto known = known_paths_.find(path);
    if (known == known_paths_.end()) {
      Result<Local> fresh = local(*path, false);
      if (!fresh) return fresh.error();
      known = known_paths_.emplace(path, *fresh).first;
    }
    builders_[known->second].add(sets.set(part));
    refs_.push_back(known->second);
  }
  return {};
}

void Encoder::finish_collecting() {
  for (std::size_t i = 0; i < builders_.size(); ++i) { segment_.paths[i].dictionary = std::move(builders_[i]).build(); }
  builders_.clear();
  encoded_.begin();
}

Atom Encoder::encode_set(Local path, const ValueSet& set) {
  segment_.paths[path].dictionary.encode(set, ranges_);
  return encoded_.set_atom(path, ranges_);
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
  const std::uint32_t index = encoded_.residual_index(formula.residual, std::move(locals));
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
      encoded_.append_atom(encode_set(next_local(), formula.set));
      return;
    case Kind::text: {
      const Local path = next_local();
      segment_.paths[path].dictionary.encode(ValueSet::region(Region::string), ranges_);
      const CodeRange strings = ranges_[0];
      const std::uint32_t index = encoded_.text_index(path, formula.text);
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
void Encoder::encode_alternative(Entry entry, const Formula& formula) {
  Alternative alternative{entry, static_cast<std::uint32_t>(encoded_.atoms.size()), 0, kNoProgram, false};
  std::vector<std::uint32_t>& code = segment_.programs;
  const std::size_t start = code.size();
  const std::span<const Formula> conjuncts =
      formula.kind == Kind::all_of ? std::span<const Formula>(formula.children) : std::span<const Formula>(&formula, 1);
  std::size_t rest = 0;
  code.insert(code.end(), {opcode(Opcode::all_of, 0, 0), 0});
  for (const Formula& conjunct : conjuncts) {
    if (conjunct.kind == Kind::yes) continue;
    if (conjunct.kind == Kind::set && alternative.count < kRowAtomsMax) {
      encoded_.atoms.push_back(encode_set(next_local(), conjunct.set));
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
  encoded_.alternatives.push_back(alternative);
}

void Encoder::encode(Entry entry, const predicate::PlainSets& sets) {
  const auto count = static_cast<std::uint32_t>(sets.parts().size());
  encoded_.alternatives.push_back({entry, static_cast<std::uint32_t>(encoded_.atoms.size()), count, kNoProgram, false});
  for (const predicate::PlainSets::Part& part : sets.parts()) {
    const Local path = next_local();
    segment_.paths[path].dictionary.encode(sets.set(part), ranges_);
    encoded_.atoms.push_back(encoded_.set_atom(path, ranges_));
  }
}

void Encoder::encode(Entry entry, const Formula& formula) {
  const bool split = splits(formula);
  if (!split && formula.kind != Kind::no) return encode_alternative(entry, formula);
  // The parts cannot be put together again from their rows: keep the whole as a program too.
  const auto start = static_cast<std::uint32_t>(segment_.programs.size());
  segment_.locations[entry] = start | kProgramBit;
  encode_node(formula);
  if (split) encoded_.add_branches(entry, start);
}

}  // namespace turnout::index
