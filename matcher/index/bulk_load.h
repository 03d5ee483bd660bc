// Many filters on their way into a live index: packed in pieces as they come, merged at the end, and seen by no match before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <vector>

#include "matcher/index/live_index.h"
#include "matcher/index/segment.h"
#include "turnout/filter.h"

namespace turnout::index {

// So many filters are held compiled at a time.
inline constexpr std::size_t kPieceFilters = 65'536;

class PieceBuilder {
 public:
  // With `threads` above 1, so many pack pieces, the caller's among them.
  PieceBuilder(schema::PathRegistry& registry, PackOptions options, unsigned threads = 1)
      : registry_(registry), options_(options), threads_(threads) {}

  // The filter's rep must live until the piece is built; `filter` itself need not.
  Result<void> add(SubscriptionId id, const Filter& filter, std::uint64_t word);
  // Of all that was added; null when nothing was. Starts afresh, also on an error. Errors: those of build_segment() and
  // merge_segments().
  Result<std::shared_ptr<const Segment>> finish();
  [[nodiscard]] std::size_t memory_bytes() const noexcept { return piece_bytes_; }  // of finished pieces

 private:
  struct Waiting {
    SubscriptionId id;
    std::uint64_t word;
    Filter filter;
  };
  using Piece = Result<std::shared_ptr<const Segment>>;
  static Piece build(std::vector<Waiting> filters, schema::PathRegistry& registry, PackOptions options);
  Result<void> add_piece();
  Result<void> take(Piece piece);
  Result<void> take_begun(std::size_t left);  // those that other threads build, but for so many

  schema::PathRegistry& registry_;
  PackOptions options_;
  unsigned threads_;
  std::vector<Waiting> waiting_;
  std::deque<std::future<Piece>> begun_;  // by other threads
  std::vector<std::shared_ptr<const Segment>> pieces_;
  std::size_t piece_bytes_ = 0;
};

}  // namespace turnout::index
