#include "matcher/predicate/formula.h"

#include <algorithm>
#include <utility>

#include "matcher/predicate/naive.h"

namespace turnout::predicate {
namespace {

using Kind = Formula::Kind;

bool path_less(const schema::Path* a, const schema::Path* b) noexcept {
  if (a == b) return false;
  if (a->scope != b->scope) return a->scope < b->scope;
  if (a->any_case != b->any_case) return b->any_case;
  if (a->sys != b->sys) return a->sys < b->sys;
  return std::lexicographical_compare(a->segments.begin(), a->segments.end(), b->segments.begin(), b->segments.end(),
                                      [](const schema::Segment& x, const schema::Segment& y) {
                                        if (x.kind != y.kind) return x.kind < y.kind;
                                        if (x.index != y.index) return x.index < y.index;
                                        return x.name < y.name;
                                      });
}

bool same_path(const schema::Path* a, const schema::Path* b) noexcept { return a == b || *a == *b; }

// Pairs of neighbours are combined until one is left, so that n sets cost O(n log n) cuts, not O(n^2).
ValueSet combine_sets(std::vector<Formula>& sets, std::size_t begin, std::size_t end, bool conjunction) {
  if (end - begin == 1) return std::move(sets[begin].set);
  const std::size_t middle = begin + (end - begin) / 2;
  const ValueSet left = combine_sets(sets, begin, middle, conjunction);
  const ValueSet right = combine_sets(sets, middle, end, conjunction);
  return conjunction ? left.intersect(right) : left.unite(right);
}

// Merges set atoms that share a path; keeps the first occurrence's position among the others.
void merge_sets(std::vector<Formula>& children, bool conjunction) {
  std::vector<Formula> sets;
  std::vector<Formula> rest;
  for (Formula& child : children) (child.kind == Kind::set ? sets : rest).push_back(std::move(child));
  std::stable_sort(sets.begin(), sets.end(),
                   [](const Formula& a, const Formula& b) { return path_less(a.path.get(), b.path.get()); });
  children.clear();
  for (std::size_t i = 0; i < sets.size();) {
    std::size_t j = i + 1;
    while (j < sets.size() && same_path(sets[i].path.get(), sets[j].path.get())) ++j;
    std::shared_ptr<const schema::Path> path = sets[i].path;
    children.push_back(make_set(std::move(path), combine_sets(sets, i, j, conjunction)));
    i = j;
  }
  for (Formula& child : rest) children.push_back(std::move(child));
}

// A key by which equal text and residual atoms meet, whatever their sign; empty for other formulas.
std::string atom_key(const Formula& f) {
  if (f.kind == Kind::text) return "t" + f.text->key() + '\0' + schema::to_string(*f.path);
  if (f.kind == Kind::residual) return "r" + f.residual->key();
  return {};
}

// Equal text atoms count once, opposite ones contradict; residual outcomes intersect (or unite). Returns false when the whole
// collapses to the absorbing constant.
bool merge_atoms(std::vector<Formula>& children, bool conjunction) {
  std::vector<std::pair<std::string, std::size_t>> keys;
  for (std::size_t i = 0; i < children.size(); ++i) {
    std::string key = atom_key(children[i]);
    if (!key.empty()) keys.emplace_back(std::move(key), i);
  }
  if (keys.size() < 2) return true;
  std::sort(keys.begin(), keys.end());
  std::vector<bool> dropped(children.size(), false);
  std::size_t first = 0;
  for (std::size_t k = 1; k < keys.size(); ++k) {
    if (keys[k].first != keys[first].first) {
      first = k;
      continue;
    }
    Formula& a = children[keys[first].second];
    const Formula& b = children[keys[k].second];
    if (a.kind == Kind::text) {
      if (a.negated == b.negated) {
        dropped[keys[k].second] = true;
      } else if (conjunction) {
        return false;  // a match and its refusal; their union is "is a string", left as it stands
      }
      continue;
    }
    const int merged = conjunction ? a.outcomes & b.outcomes : a.outcomes | b.outcomes;
    a.outcomes = static_cast<Outcomes>(merged);
    dropped[keys[k].second] = true;
    if (merged == 0 || merged == kAllOutcomes) return false;
  }
  std::vector<Formula> kept;
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (!dropped[i]) kept.push_back(std::move(children[i]));
  }
  children = std::move(kept);
  return true;
}

Formula connect(std::vector<Formula> operands, bool conjunction) {
  const Kind self = conjunction ? Kind::all_of : Kind::any_of;
  const Kind neutral = conjunction ? Kind::yes : Kind::no;
  const Kind absorbing = conjunction ? Kind::no : Kind::yes;
  std::vector<Formula> children;
  for (Formula& operand : operands) {
    if (operand.kind == absorbing) return make_constant(!conjunction);
    if (operand.kind == neutral) continue;
    if (operand.kind == self) {
      std::move(operand.children.begin(), operand.children.end(), std::back_inserter(children));
    } else {
      children.push_back(std::move(operand));
    }
  }
  if (children.size() > 1) {
    merge_sets(children, conjunction);
    if (!merge_atoms(children, conjunction)) return make_constant(!conjunction);
    for (const Formula& child : children) {
      if (child.kind == absorbing) return make_constant(!conjunction);
    }
    std::erase_if(children, [&](const Formula& child) { return child.kind == neutral; });
  }
  if (children.empty()) return make_constant(conjunction);
  if (children.size() == 1) return std::move(children.front());
  Formula result;
  result.kind = self;
  result.children = std::move(children);
  return result;
}

}  // namespace

Formula make_constant(bool value) {
  Formula f;
  f.kind = value ? Kind::yes : Kind::no;
  return f;
}

Formula make_set(std::shared_ptr<const schema::Path> path, ValueSet set) {
  if (set.is_empty() || set.is_all()) return make_constant(set.is_all());
  Formula f;
  f.kind = Kind::set;
  f.path = std::move(path);
  f.set = std::move(set);
  return f;
}

Formula make_text(std::shared_ptr<const schema::Path> path, std::shared_ptr<const TextTest> text, bool negated) {
  Formula f;
  f.kind = Kind::text;
  f.path = std::move(path);
  f.text = std::move(text);
  f.negated = negated;
  return f;
}

Formula make_residual(std::shared_ptr<const Residual> residual, Outcomes outcomes) {
  if (outcomes == 0 || outcomes == kAllOutcomes) return make_constant(outcomes != 0);
  Formula f;
  f.kind = Kind::residual;
  f.residual = std::move(residual);
  f.outcomes = outcomes;
  return f;
}

Formula all_of(std::vector<Formula> children) { return connect(std::move(children), true); }

Formula any_of(std::vector<Formula> children) { return connect(std::move(children), false); }

Formula complement(const Formula& formula) {
  switch (formula.kind) {
    case Kind::no:
      return make_constant(true);
    case Kind::yes:
      return make_constant(false);
    case Kind::set:
      return make_set(formula.path, formula.set.complement());
    case Kind::text: {
      std::vector<Formula> either;
      either.push_back(make_set(formula.path, ValueSet::region(Region::string).complement()));
      either.push_back(make_text(formula.path, formula.text, !formula.negated));
      return any_of(std::move(either));
    }
    case Kind::residual:
      return make_residual(formula.residual, static_cast<Outcomes>(formula.outcomes ^ kAllOutcomes));
    case Kind::all_of:
    case Kind::any_of: {
      std::vector<Formula> children;
      children.reserve(formula.children.size());
      for (const Formula& child : formula.children) children.push_back(complement(child));
      return formula.kind == Kind::all_of ? any_of(std::move(children)) : all_of(std::move(children));
    }
  }
  return make_constant(false);
}

bool evaluate(const Formula& formula, const Lookup& lookup) {
  const auto value_at = [&](const std::shared_ptr<const schema::Path>& path) {
    Expr expr;
    expr.op = Op::path;
    expr.path = path;
    return lookup.value(expr);
  };
  switch (formula.kind) {
    case Kind::no:
      return false;
    case Kind::yes:
      return true;
    case Kind::set:
      return formula.set.contains(value_at(formula.path));
    case Kind::text: {
      const schema::ValueView value = value_at(formula.path);
      return value.type() == ValueType::string && formula.text->matches(value.as_bytes()) != formula.negated;
    }
    case Kind::residual: {
      std::vector<schema::ValueView> values;
      for (const auto& path : formula.residual->paths()) values.push_back(value_at(path));
      ResidualScratch scratch;
      return (outcome(formula.residual->evaluate(values, scratch)) & formula.outcomes) != 0;
    }
    case Kind::all_of:
      return std::all_of(formula.children.begin(), formula.children.end(),
                         [&](const Formula& f) { return evaluate(f, lookup); });
    case Kind::any_of:
      return std::any_of(formula.children.begin(), formula.children.end(),
                         [&](const Formula& f) { return evaluate(f, lookup); });
  }
  return false;
}

std::size_t node_count(const Formula& formula) noexcept {
  std::size_t count = 1;
  for (const Formula& child : formula.children) count += node_count(child);
  return count;
}

}  // namespace turnout::predicate
