#include "bench/baseline/deferred.h"

#include <algorithm>
#include <utility>

namespace turnout::baseline {

using predicate::Formula;

Result<std::uint32_t> Deferred::add(const Formula& formula) {
  Node node;
  node.kind = formula.kind;
  node.negated = formula.negated;
  node.outcomes = formula.outcomes;
  node.set = formula.set;
  node.text = formula.text;
  node.residual = formula.residual;
  if (formula.path != nullptr) {
    const Result<schema::PathId> path = registry_.insert(*formula.path, false);
    if (!path) return path.error();
    node.paths.push_back(*path);
  }
  if (formula.residual != nullptr) {
    for (std::size_t slot = 0; slot < formula.residual->paths().size(); ++slot) {
      const Result<schema::PathId> path =
          registry_.insert(*formula.residual->paths()[slot], formula.residual->quantified(slot));
      if (!path) return path.error();
      node.paths.push_back(*path);
    }
  }
  for (const Formula& child : formula.children) {
    const Result<std::uint32_t> number = intern(child);
    if (!number) return number.error();
    node.children.push_back(*number);
  }
  nodes_.push_back(std::move(node));
  verdicts_.emplace_back();
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

Result<std::uint32_t> Deferred::intern(const Formula& formula) {
  std::string key;
  if (formula.kind == Formula::Kind::text) {
    key = std::string(formula.negated ? "not " : "is ") + schema::to_string(*formula.path) +
          (formula.path->any_case ? "\nany " : "\n") + formula.text->key();
  } else if (formula.kind == Formula::Kind::residual) {
    key = std::to_string(formula.outcomes) + '\n' + formula.residual->key();
  } else {
    return add(formula);
  }
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  Result<std::uint32_t> number = add(formula);
  if (number) known_.emplace(std::move(key), *number);
  return number;
}

void Deferred::next_event() noexcept {
  if (++event_ != 0) return;
  event_ = 1;
  std::fill(verdicts_.begin(), verdicts_.end(), Verdict{});
}

bool Deferred::holds(std::uint32_t number, const schema::Slots& slots) {
  if (verdicts_[number].event != event_) verdicts_[number] = {event_, evaluate(nodes_[number], slots)};
  return verdicts_[number].holds;
}

bool Deferred::evaluate(const Node& node, const schema::Slots& slots) {
  const auto child_holds = [&](std::uint32_t child) { return holds(child, slots); };
  switch (node.kind) {
    case Formula::Kind::no:
      return false;
    case Formula::Kind::yes:
      return true;
    case Formula::Kind::all_of:
      return std::all_of(node.children.begin(), node.children.end(), child_holds);
    case Formula::Kind::any_of:
      return std::any_of(node.children.begin(), node.children.end(), child_holds);
    case Formula::Kind::set:
      return node.set.contains(slots.values[node.paths[0]]);
    case Formula::Kind::text: {
      const schema::ValueView value = slots.values[node.paths[0]];
      return value.type() == ValueType::string && node.text->matches(value.as_bytes()) != node.negated;
    }
    case Formula::Kind::residual:
      break;
  }
  values_.clear();
  for (const schema::PathId path : node.paths) values_.push_back(slots.values[path]);
  return (predicate::outcome(node.residual->evaluate(values_, scratch_)) & node.outcomes) != 0;
}

std::size_t Deferred::memory_bytes() const {
  std::size_t bytes = nodes_.capacity() * (sizeof(Node) + sizeof(Verdict));
  for (const Node& node : nodes_) {
    bytes += node.paths.capacity() * sizeof(schema::PathId) + node.children.capacity() * sizeof(std::uint32_t) +
             node.set.cuts().capacity() * sizeof(predicate::Cut);
    if (node.text != nullptr) bytes += node.text->memory_bytes();
    if (node.residual != nullptr) bytes += node.residual->memory_bytes();
  }
  for (const auto& [key, number] : known_) bytes += key.capacity() + sizeof(key) + 2 * sizeof(void*);
  return bytes;
}

}  // namespace turnout::baseline
