#include "matcher/index/bulk_load.h"

#include <string>
#include <string_view>
#include <utility>

#include "matcher/index/merge.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout::index {

Result<void> PieceBuilder::add(SubscriptionId id, const Filter& filter, std::uint64_t word) {
  waiting_.push_back({id, word, filter});
  return waiting_.size() < kPieceFilters ? Result<void>() : build_piece();
}

Result<void> PieceBuilder::build_piece() {
  if (waiting_.empty()) return {};
  std::vector<std::string> texts;
  std::vector<predicate::Formula> formulas;  // not kept by the filters
  formulas.reserve(waiting_.size());
  std::vector<Source> sources;
  sources.reserve(waiting_.size());
  if (options_.keep_text) texts.reserve(waiting_.size());
  for (const Waiting& one : waiting_) {
    if (options_.keep_text) texts.push_back(one.filter.text());
    Source source;
    source.id = one.id;
    source.word = one.word;
    if (options_.keep_text) source.text = texts.back();
    const predicate::FilterRep& rep = one.filter.rep();
    if (rep.read_plain(plain_) && plain_.parts().size() <= kRowAtomsMax) {
      source.plain = &rep;
    } else {
      source.formula = &formulas.emplace_back(rep.make_matches());
    }
    sources.push_back(source);
  }
  Result<std::shared_ptr<const Segment>> piece = build_segment(sources, registry_, options_);
  waiting_.clear();
  if (!piece) return piece.error();
  piece_bytes_ += (*piece)->memory().total();
  pieces_.push_back(*std::move(piece));
  return {};
}

Result<std::shared_ptr<const Segment>> PieceBuilder::finish() {
  const Result<void> built = build_piece();
  std::vector<std::shared_ptr<const Segment>> pieces = std::move(pieces_);
  pieces_.clear();
  waiting_ = {};
  piece_bytes_ = 0;
  if (!built) return built.error();
  if (pieces.empty()) return std::shared_ptr<const Segment>();
  if (pieces.size() == 1) return pieces.front();
  return merge_pieces(pieces, options_);
}

}  // namespace turnout::index
