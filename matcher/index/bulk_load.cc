#include "matcher/index/bulk_load.h"

#include <string>
#include <string_view>
#include <utility>

#include "matcher/index/merge.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout::index {

Result<void> PieceBuilder::add(SubscriptionId id, const Filter& filter, std::uint64_t word) {
  waiting_.push_back({id, word, filter});
  return waiting_.size() < kPieceFilters ? Result<void>() : add_piece();
}

Result<std::shared_ptr<const Segment>> PieceBuilder::build(PackOptions options) {
  std::vector<std::string> texts;
  std::vector<Source> sources;
  sources.reserve(waiting_.size());
  if (options.keep_text) texts.reserve(waiting_.size());
  for (const Waiting& one : waiting_) {
    std::string_view text;
    if (options.keep_text) text = texts.emplace_back(one.filter.text());
    sources.push_back({one.id, one.word, &one.filter.rep(), text});
  }
  Result<std::shared_ptr<const Segment>> segment = build_segment(sources, registry_, options);
  waiting_.clear();
  return segment;
}

Result<void> PieceBuilder::add_piece() {
  if (waiting_.empty()) return {};
  PackOptions options = options_;
  options.piece = true;
  Result<std::shared_ptr<const Segment>> piece = build(options);
  if (!piece) return piece.error();
  piece_bytes_ += (*piece)->memory().total();
  pieces_.push_back(*std::move(piece));
  return {};
}

Result<std::shared_ptr<const Segment>> PieceBuilder::finish() {
  const bool whole = pieces_.empty();
  if (whole && waiting_.empty()) return std::shared_ptr<const Segment>();
  if (whole) return build(options_);
  const Result<void> built = add_piece();
  std::vector<std::shared_ptr<const Segment>> pieces = std::move(pieces_);
  pieces_.clear();
  waiting_ = {};
  piece_bytes_ = 0;
  if (!built) return built.error();
  return merge_pieces(pieces, options_);
}

}  // namespace turnout::index
