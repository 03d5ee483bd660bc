// Where a filter lies in a segment: found by walking all of it, for diagnosis.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "matcher/index/segment.h"
#include "schema/path_registry.h"

namespace turnout::index {

// A row, and what leads a match to it.
struct FilterRow {
  enum class Access : std::uint8_t { cell, always, slices };
  Access access = Access::cell;
  Local local = 0;            // cell: of a path, or a probe
  Code first = 0, last = 0;   // cell: the codes of the cell, both included
  std::uint32_t visited = 0;  // block words: the block that a match looks at first; of heads, not the row's own
  std::uint32_t block = 0;    // block words: the row's
  std::uint32_t lane = 0;
};

// The rows of an entry. O(segment).
std::vector<FilterRow> rows_of(const Segment& segment, Entry entry);

// "tenant: one value"
std::string describe_access(const Segment& segment, const schema::PathRegistry& registry, const FilterRow& row);

}  // namespace turnout::index
