// Why did this filter match this event, or not?
//
//   Explanation why = explain(filter, event);
//   std::cout << to_text(why);
//
// Thread-safe. Linear in the filter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "turnout/event.h"
#include "turnout/filter.h"

namespace turnout {

enum class Verdict : std::uint8_t { no, unknown, yes };
std::string_view verdict_name(Verdict verdict) noexcept;  // "FALSE", "UNKNOWN", "TRUE"

// A node of the filter with what it came to for one event.
struct ExplainNode {
  std::string text;  // the node's canonical text
  Verdict verdict = Verdict::unknown;
  bool decisive = false;  // an atom without which the root's verdict would be open: the shortest reason for the result
  // Leaves (comparisons and other atoms): each path read, with the value seen ("amount = 12", "region is missing", "x is
  // null").
  struct Seen {
    std::string path;
    bool missing = false;
    std::string value;  // as in filter text; empty when missing
  };
  std::vector<Seen> seen;
  std::string note;  // why, where the verdict surprises: "a string is never equal to a number", "division by zero"
  std::vector<ExplainNode> children;
};

struct Explanation {
  bool matches = false;
  ExplainNode root;
  std::vector<std::string> missing;     // paths read that the event does not have, sorted
  std::vector<std::string> decided_by;  // texts of the decisive atoms, in order
};

// Walks the whole filter by the reference evaluator, so its verdict is Filter::matches().
Explanation explain(const Filter& filter, const Event& event);

// An indented tree for a terminal, one node a line: verdict, text, values seen, notes, a mark at decisive atoms; last the
// summary.
std::string to_text(const Explanation& explanation);

}  // namespace turnout
