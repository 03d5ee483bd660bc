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

PieceBuilder::Piece PieceBuilder::build(std::vector<Waiting> filters, schema::PathRegistry& registry, PackOptions options) {
  std::vector<std::string> texts;
  std::vector<Source> sources;
  sources.reserve(filters.size());
  if (options.keep_text) texts.reserve(filters.size());
  for (const Waiting& one : filters) {
    std::string_view text;
    if (options.keep_text) text = texts.emplace_back(one.filter.text());
    sources.push_back({one.id, one.word, &one.filter.rep(), text});
  }
  return build_segment(sources, registry, options);
}

Result<void> PieceBuilder::take(Piece piece) {
  if (!piece) return piece.error();
  piece_bytes_ += (*piece)->memory().total();
  pieces_.push_back(*std::move(piece));
  return {};
}

Result<void> PieceBuilder::take_begun(std::size_t left) {
  Result<void> taken;
  while (begun_.size() > left) {
    Result<void> ok = take(begun_.front().get());
    begun_.pop_front();
    if (taken && !ok) taken = std::move(ok);
  }
  return taken;
}

Result<void> PieceBuilder::add_piece() {
  if (waiting_.empty()) return {};
  PackOptions options = options_;
  options.piece = true;
  std::vector<Waiting> filters = std::exchange(waiting_, {});
  if (begun_.size() + 1 >= threads_) {
    Result<void> own = take(build(std::move(filters), registry_, options));
    return own ? take_begun(threads_ > 2 ? threads_ - 2 : 0) : own;
  }
  begun_.push_back(std::async(std::launch::async, [filters = std::move(filters), &registry = registry_, options]() mutable {
    return build(std::move(filters), registry, options);
  }));
  return {};
}

Result<std::shared_ptr<const Segment>> PieceBuilder::finish() {
  const bool whole = pieces_.empty() && begun_.empty();
  if (whole && waiting_.empty()) return std::shared_ptr<const Segment>();
  if (whole) return build(std::exchange(waiting_, {}), registry_, options_);
  Result<void> built = add_piece();
  Result<void> others = take_begun(0);
  std::vector<std::shared_ptr<const Segment>> pieces = std::exchange(pieces_, {});
  piece_bytes_ = 0;
  if (!built) return built.error();
  if (!others) return others.error();
  return merge_pieces(pieces, options_);
}

}  // namespace turnout::index
