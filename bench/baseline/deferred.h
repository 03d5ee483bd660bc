// What cannot be counted: tests of text, residuals, and alternatives too many to multiply out. Each distinct one is evaluated
// when a conjunction has nothing else left to hold, and at most once per event.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "matcher/predicate/formula.h"
#include "schema/path_registry.h"

namespace turnout::baseline {

class Deferred {
 public:
  explicit Deferred(schema::PathRegistry& registry) : registry_(registry) {}

  // The number of the formula's evaluation. Error: limits::kMatcherPaths.
  Result<std::uint32_t> intern(const predicate::Formula& formula);

  // Forgets the verdicts of the event before.
  void next_event() noexcept;
  bool holds(std::uint32_t node, const schema::Slots& slots);
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Node {
    predicate::Formula::Kind kind;
    bool negated = false;
    predicate::Outcomes outcomes = 0;
    std::vector<schema::PathId> paths;  // one for set and text
    predicate::ValueSet set;
    std::shared_ptr<const predicate::TextTest> text;
    std::shared_ptr<const predicate::Residual> residual;
    std::vector<std::uint32_t> children;
  };
  struct Verdict {
    std::uint32_t event = 0;  // when it was found
    bool holds = false;
  };

  Result<std::uint32_t> add(const predicate::Formula& formula);
  bool evaluate(const Node& node, const schema::Slots& slots);

  schema::PathRegistry& registry_;
  std::vector<Node> nodes_;
  std::vector<Verdict> verdicts_;
  std::unordered_map<std::string, std::uint32_t> known_;  // text and residual nodes by their keys
  std::uint32_t event_ = 0;
  std::vector<schema::ValueView> values_;
  predicate::ResidualScratch scratch_;
};

}  // namespace turnout::baseline
