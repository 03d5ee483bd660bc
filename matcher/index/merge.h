// Segments become one without a formula in between: dictionaries are merged, and every row and program is rewritten from old
// codes to new ones. What only removed entries named (constants, sets, texts, residuals, paths) is left behind.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "matcher/index/finish_segment.h"
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

// The live entries of all inputs in codes: what merge_segments() lays out, and what is saved to a file.
class CodedMerge {
 public:
  explicit CodedMerge(std::span<const MergeInput> inputs);
  ~CodedMerge();
  CodedMerge(const CodedMerge&) = delete;
  CodedMerge& operator=(const CodedMerge&) = delete;

  [[nodiscard]] const std::shared_ptr<Segment>& segment() const noexcept { return segment_; }
  [[nodiscard]] EncodedFilters& encoded() noexcept { return encoded_; }
  // Of what `encoded` calls entry i; the text is empty unless asked for and kept.
  [[nodiscard]] EntryName name(std::uint32_t i, bool with_text) const;

 private:
  class Rewriter;
  void merge_paths();

  std::shared_ptr<Segment> segment_ = std::make_shared<Segment>();
  EncodedFilters encoded_{*segment_};
  std::vector<std::unique_ptr<Rewriter>> rewriters_;
  std::vector<std::size_t> begins_;  // of each input: the number of its first entry
};

// The live entries of all inputs. Thread-safe: reads nothing else. Errors: limit, for more rows than 32-bit offsets reach;
// already_exists, for an id that lives in two inputs.
Result<std::shared_ptr<const Segment>> merge_segments(std::span<const MergeInput> inputs, PackOptions options);

// The same for segments that nobody else has seen; they are used up.
Result<std::shared_ptr<const Segment>> merge_pieces(std::vector<std::shared_ptr<const Segment>>& pieces, PackOptions options);

}  // namespace turnout::index
