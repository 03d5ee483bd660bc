// Segments become one without a formula in between: dictionaries are merged, and every row and program is rewritten from old
// codes to new ones. What only removed entries named (constants, sets, texts, residuals, paths) is left behind.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "matcher/index/segment.h"
#include "matcher/index/tombstones.h"

namespace turnout::index {

struct MergeInput {
  const Segment* segment = nullptr;
  const Tombstones* dead = nullptr;  // null: nothing removed
  // Set when nobody else sees the segment: its rows and dictionaries are freed as soon as they are rewritten, which leaves it
  // useless whether the merge succeeds or not. The same object as `segment`.
  Segment* consumed = nullptr;
};

// The live entries of all inputs. Thread-safe: reads nothing else. Errors: limit, for more rows than 32-bit offsets reach;
// already_exists, for an id that lives in two inputs.
Result<std::shared_ptr<const Segment>> merge_segments(std::span<const MergeInput> inputs, bool keep_text);

// The same for segments that nobody else has seen; they are used up.
Result<std::shared_ptr<const Segment>> merge_pieces(std::vector<std::shared_ptr<const Segment>>& pieces, bool keep_text);

}  // namespace turnout::index
