#include "matcher/index/match.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <boost/container/static_vector.hpp>

#include "matcher/index/block_finder.h"
#include "matcher/index/program_run.h"

namespace turnout::index {
namespace {

constexpr std::size_t kBlocksAhead = 6;    // so many blocks before it is visited, a block is fetched
constexpr std::size_t kPendingBlocks = 4;  // so many blocks later, the rows of a block are looked at that were fetched

// The rows of the blocks that an event leads to.
class SegmentMatch {
 public:
  SegmentMatch(const Segment& segment, const Tombstones* dead, Workspace& work, const Sink& sink)
      : segment_(segment), dead_(dead), work_(work), sink_(sink), codes_(work.codes.data()), kernel_(kernel()) {}

  // Blocks, then the rows that are left.
  bool visit_blocks() {
    const std::vector<std::uint32_t>& blocks = work_.blocks;
    const std::uint32_t* words = segment_.blocks.data();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i + kBlocksAhead < blocks.size()) fetch_block(words + blocks[i + kBlocksAhead]);
      if (!visit(words + blocks[i])) return false;
    }
    return look_at_pending();
  }

  bool finish() { return verify_survivors() && emit_matched(); }

 private:
  // A block whose rows are on their way.
  struct Pending {
    const std::uint32_t* block = nullptr;
    std::uint64_t alive = 0;
  };

  void note_words(std::size_t words) noexcept { work_.counters.bytes += words * sizeof(std::uint32_t); }

  bool visit(const std::uint32_t* block) {
    const BlockHeader header = read_header(block);
    work_.counters.candidates += header.lanes;
    if (header.has(BlockHeader::kHeads)) {
      note_words(head_rows_offset(header) + header.lanes);
      heads(block, header);
      return true;
    }
    if (header.has(BlockHeader::kMixed)) return mixed(block, header);
    note_words(block_words(header));
    return header.lanes == 1 ? row(block, header) : columns(block, header);
  }

  void heads(const std::uint32_t* block, const BlockHeader& header) {
    const bool points = header.has(BlockHeader::kPoints);
    std::uint64_t alive = headed(block + head_paths_offset(header, 0), header, points);
    for (std::uint32_t j = 1; j < header.atoms && alive != 0; ++j) {
      alive &= headed(block + head_paths_offset(header, j), header, points);
    }
    const std::uint32_t* rows = block + head_rows_offset(header);
    const std::uint32_t begin = static_cast<std::uint32_t>(block - segment_.blocks.data());
    for (; alive != 0; alive &= alive - 1) work_.survivors.push_back(begin + rows[std::countr_zero(alive)]);
  }

  bool mixed(const std::uint32_t* block, const BlockHeader& header) {
    if (header.has(BlockHeader::kRequired)) return required(block, header);
    std::uint64_t alive = ~std::uint64_t{0};
    const std::uint32_t* at = block + kMixedPaths;
    for (std::uint32_t j = 0; j < header.verify; ++j) {
      const bool point = (block[2] >> j & 1) != 0;
      const std::size_t words = headed_words(header, point, header.lanes);
      note_words(words);
      alive &= headed(at, header, point);
      if (alive == 0) return true;
      at += words;
    }
    return survivors(block, header, alive);
  }

  // Rejects rows by their masks, and fetches the others, to be looked at a few blocks later.
  bool required(const std::uint32_t* block, const BlockHeader& header) {
    const std::uint32_t without = kernel_.absent(reinterpret_cast<const Local*>(block + kRequiredPaths), block[3], codes_);
    const std::size_t offset = required_rows_offset(header, block);
    const std::size_t words = required_row_words(header);
    const std::uint64_t alive = kernel_.masks(block + required_masks_offset(block), header.lanes, without);
    note_words(offset + static_cast<std::size_t>(__builtin_popcountll(alive)) * words);
    if (alive == 0) return true;
    const std::uint32_t* rows = block + offset;
    for (std::uint64_t rest = alive; rest != 0; rest &= rest - 1) {
      const std::uint32_t* row = rows + static_cast<std::size_t>(std::countr_zero(rest)) * words;
      __builtin_prefetch(row);
      __builtin_prefetch(row + words - 1);
    }
    const Pending due = std::exchange(pending_[pending_at_], {block, alive});
    pending_at_ = (pending_at_ + 1) % pending_.size();
    return due.block == nullptr || look_at_rows(due);
  }

  bool look_at_rows(const Pending& pending) {
    const BlockHeader header = read_header(pending.block);
    const std::uint32_t* rows = pending.block + required_rows_offset(header, pending.block);
    const auto words = static_cast<std::uint32_t>(required_row_words(header));
    const auto holding = header.has(BlockHeader::kWide) ? kernel_.wide_rows : kernel_.narrow_rows;
    const std::uint64_t alive = holding(rows, words, header.verify, pending.alive, codes_);
    return alive == 0 || survivors(pending.block, header, alive);
  }

  bool look_at_pending() {
    for (std::size_t i = 0; i < pending_.size(); ++i) {
      const Pending due = std::exchange(pending_[(pending_at_ + i) % pending_.size()], {});
      if (due.block != nullptr && !look_at_rows(due)) return false;
    }
    return true;
  }

  // Paths and columns, a lane each: which lanes hold.
  std::uint64_t headed(const std::uint32_t* at, const BlockHeader& header, bool point) const {
    const Local* paths = reinterpret_cast<const Local*>(at);
    const std::uint32_t* low = at + path_words(header.lanes);
    const std::uint32_t lanes = header.lanes;
    if (header.has(BlockHeader::kWide)) {
      return point ? kernel_.wide_points(paths, low, lanes, codes_)
                   : kernel_.wide_heads(paths, low, low + lanes, lanes, codes_);
    }
    const std::uint16_t* narrow = narrow_lows(low);
    return point ? kernel_.narrow_points(paths, narrow, lanes, codes_)
                 : kernel_.narrow_heads(paths, narrow, narrow + lanes, lanes, codes_);
  }

  // Each whole; they lie far apart, so they are fetched ahead. (In a function of its own a compiler may drop the prefetch.)
  bool verify_survivors() {
    constexpr std::size_t kAhead = 10;
    const std::size_t count = work_.survivors.size();
    work_.counters.survivors += count;
    work_.survivors.resize(count + kAhead);  // those behind the last are fetched, never read
    const std::uint32_t* survivors = work_.survivors.data();
    const std::uint32_t* blocks = segment_.blocks.data();
    for (std::size_t i = 0; i < std::min(kAhead, count); ++i) {
      __builtin_prefetch(blocks + survivors[i]);
      __builtin_prefetch(blocks + survivors[i] + 15);
    }
    for (std::size_t i = 0; i < count; ++i) {
      __builtin_prefetch(blocks + survivors[i + kAhead]);
      __builtin_prefetch(blocks + survivors[i + kAhead] + 15);
      const std::uint32_t* block = blocks + survivors[i];
      const BlockHeader header = read_header(block);
      note_words(block_words(header));
      if (!row(block, header)) return false;
    }
    return true;
  }

  // A block of one lane.
  bool row(const std::uint32_t* block, const BlockHeader& header) {
    const Local* paths = block_paths(header, block);
    const std::uint32_t* ranges = block + columns_offset(header);
    const std::uint32_t sets = set_mask(header, block);
    const bool wide = header.has(BlockHeader::kWide);
    std::uint32_t held = 0;
    if (header.verify > 0) {
      held = wide ? kernel_.wide_row(paths, ranges, header.verify, codes_)
                  : kernel_.narrow_row(paths, narrow_lows(ranges), header.verify, codes_);
    }
    const std::uint32_t all = (1U << header.verify) - 1;
    if ((held | sets) != (all | sets)) return true;
    for (std::uint32_t rest = sets & all; rest != 0; rest &= rest - 1) {
      const int j = std::countr_zero(rest);
      const std::uint32_t set = wide ? ranges[2 * j] : narrow_lows(ranges)[2 * j];
      if (!segment_.paths[paths[j]].sets.contains(set, codes_[paths[j]])) return true;
    }
    return survivor(header, row_ends(header, block), 0);
  }

  bool columns(const std::uint32_t* block, const BlockHeader& header) {
    const Local* paths = block_paths(header, block);
    const std::uint32_t sets = set_mask(header, block);
    const bool wide = header.has(BlockHeader::kWide);
    const std::uint32_t* column = block + columns_offset(header);
    std::uint64_t alive = header.lanes == kLanesMax ? ~std::uint64_t{0} : (std::uint64_t{1} << header.lanes) - 1;
    for (std::uint32_t j = 0; j < header.verify; ++j, column += header.column_words()) {
      const Code code = codes_[paths[j]];
      if ((sets >> j & 1) != 0) {
        alive &= set_column(segment_.paths[paths[j]].sets, column, header, code, alive);
      } else if (wide) {
        alive &= kernel_.wide(column, column + header.lanes, header.lanes, code);
      } else {
        alive &= kernel_.narrow(narrow_lows(column), narrow_lows(column) + header.lanes, header.lanes, code);
      }
      if (alive == 0) return true;
    }
    return survivors(block, header, alive);
  }

  // The lanes of a block whose columns hold.
  bool survivors(const std::uint32_t* block, const BlockHeader& header, std::uint64_t alive) {
    const RowEnds ends = row_ends(header, block);
    if (header.has(BlockHeader::kHasProgram | BlockHeader::kMulti | BlockHeader::kJoined)) {
      for (; alive != 0; alive &= alive - 1) {
        if (!survivor(header, ends, static_cast<std::uint32_t>(std::countr_zero(alive)))) return false;
      }
      return true;
    }
    if (work_.matched_count + static_cast<std::size_t>(std::popcount(alive)) > work_.matched.size() && !emit_matched()) {
      return false;
    }
    for (; alive != 0; alive &= alive - 1) matched(ends.entries[std::countr_zero(alive)]);
    return work_.matched_count < work_.matched.size() || emit_matched();
  }

  // The lanes among `alive` whose sets contain the code.
  std::uint64_t set_column(const SetTable& table, const std::uint32_t* column, const BlockHeader& header, Code code,
                           std::uint64_t alive) const {
    const bool wide = header.has(BlockHeader::kWide);
    if (const std::uint64_t* members = table.members(code)) {
      return wide ? kernel_.wide_sets(members, column, header.lanes)
                  : kernel_.narrow_sets(members, narrow_lows(column), header.lanes);
    }
    for (std::uint64_t rest = alive; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (!table.contains(wide ? column[lane] : narrow_lows(column)[lane], code)) alive &= ~(std::uint64_t{1} << lane);
    }
    return alive;
  }

  // Notes a match; there is room for it.
  void matched(Entry entry) {
    __builtin_prefetch(&segment_.ids[entry]);
    work_.matched[work_.matched_count++] = entry;
  }

  // The row's columns hold: evaluates the rest and notes the match, or those of all equal filters.
  bool survivor(const BlockHeader& header, const RowEnds& ends, std::uint32_t lane) {
    const Entry entry = ends.entries[lane];
    if (header.has(BlockHeader::kHasProgram)) {
      ++work_.counters.verified;
      if (!program_holds(segment_, work_, ends.programs[lane])) return true;
    }
    if (header.has(BlockHeader::kMulti)) {
      const std::uint64_t bit = std::uint64_t{1} << (entry % 64);
      if ((work_.seen[entry / 64] & bit) != 0) return true;
      work_.seen[entry / 64] |= bit;
      work_.seen_entries.push_back(entry);
    }
    matched(entry);
    bool more = work_.matched_count < work_.matched.size() || emit_matched();
    if (!header.has(BlockHeader::kJoined)) return more;
    for (Entry equal = entry + 1; more && segment_.follows(equal); ++equal) {
      matched(equal);
      more = work_.matched_count < work_.matched.size() || emit_matched();
    }
    return more;
  }

  bool emit_matched() {
    std::array<SubscriptionId, kMatchedMax> ids;
    std::array<std::uint64_t, kMatchedMax> words;
    const std::size_t count = std::exchange(work_.matched_count, 0);
    std::size_t live = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry entry = work_.matched[i];
      if (dead_ != nullptr && dead_->contains(entry)) continue;
      ids[live] = segment_.ids[entry];
      words[live] = segment_.word(entry);
      ++live;
    }
    const Sink::Taken taken = sink_.take(sink_.target, std::span(ids).first(live), words.data());
    work_.counters.matches += taken.count;
    work_.counters.bytes += count * sizeof(SubscriptionId);
    return taken.more;
  }

  const Segment& segment_;
  const Tombstones* dead_;
  Workspace& work_;
  const Sink& sink_;
  Code* codes_;
  const Kernel& kernel_;
  std::array<Pending, kPendingBlocks> pending_{};
  std::size_t pending_at_ = 0;
};

}  // namespace

void match_segment(const Segment& segment, const Tombstones* dead, std::span<MatchItem> items) {
  boost::container::static_vector<BlockFinder, kBatchMax> finders;
  boost::container::static_vector<MatchItem*, kBatchMax> going;
  for (MatchItem& item : items) {
    if (!item.going) continue;
    finders.emplace_back(segment, *item.work);
    going.push_back(&item);
  }
  for (BlockFinder& finder : finders) finder.fetch_codes();
  for (BlockFinder& finder : finders) finder.fetch_cells();
  for (BlockFinder& finder : finders) finder.fetch_blocks();
  for (BlockFinder& finder : finders) finder.open_directories();
  boost::container::static_vector<SegmentMatch, kBatchMax> matches;
  for (MatchItem* item : going) {
    matches.emplace_back(segment, dead, *item->work, item->sink);
    item->going = matches.back().visit_blocks();
  }
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (going[i]->going) finders[i].collect_sliced();
    going[i]->going = going[i]->going && matches[i].finish();
    finders[i].clean();
  }
}

}  // namespace turnout::index
