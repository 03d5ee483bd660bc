#include "bench/baseline/conjunctions.h"

#include <iterator>
#include <utility>

namespace turnout::baseline {

namespace {

using predicate::Formula;

std::vector<Conjunction> product(const std::vector<Conjunction>& left, const std::vector<Conjunction>& right) {
  std::vector<Conjunction> result;
  result.reserve(left.size() * right.size());
  for (const Conjunction& a : left) {
    for (const Conjunction& b : right) {
      Conjunction both = a;
      both.sets.insert(both.sets.end(), b.sets.begin(), b.sets.end());
      both.others.insert(both.others.end(), b.others.begin(), b.others.end());
      result.push_back(std::move(both));
    }
  }
  return result;
}

std::vector<Conjunction> multiply(const Formula& formula) {
  Conjunction plain;
  std::vector<const Formula*> alternatives;
  for (const Formula& child : formula.children) {
    if (child.kind == Formula::Kind::any_of) {
      alternatives.push_back(&child);
    } else {
      (child.kind == Formula::Kind::set ? plain.sets : plain.others).push_back(&child);
    }
  }
  std::vector<Conjunction> result = {std::move(plain)};
  for (const Formula* alternative : alternatives) {
    std::vector<Conjunction> parts;
    if (result.size() * alternative->children.size() <= kConjunctionsMax) parts = conjunctions_of(*alternative);
    if (!parts.empty() && result.size() * parts.size() <= kConjunctionsMax) {
      result = product(result, parts);
    } else {
      for (Conjunction& conjunction : result) conjunction.others.push_back(alternative);
    }
  }
  return result;
}

}  // namespace

std::vector<Conjunction> conjunctions_of(const Formula& formula) {
  switch (formula.kind) {
    case Formula::Kind::no:
      return {};
    case Formula::Kind::yes:
      return {Conjunction{}};
    case Formula::Kind::set:
      return {Conjunction{{&formula}, {}}};
    case Formula::Kind::text:
    case Formula::Kind::residual:
      return {Conjunction{{}, {&formula}}};
    case Formula::Kind::all_of:
      return multiply(formula);
    case Formula::Kind::any_of:
      break;
  }
  std::vector<Conjunction> result;
  for (const Formula& child : formula.children) {
    std::vector<Conjunction> part = conjunctions_of(child);
    result.insert(result.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return result;
}

}  // namespace turnout::baseline
