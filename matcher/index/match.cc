#include "matcher/index/match.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <boost/container/static_vector.hpp>

#include "matcher/index/program_run.h"

namespace turnout::index {
namespace {

constexpr std::uint32_t kBlockLine = 16;    // of a cache line
constexpr std::uint32_t kFetchedLines = 4;  // of a block that is visited later: its first column, and more of small ones

class SegmentMatch {
 public:
  SegmentMatch(const Segment& segment, const Tombstones* dead, Workspace& work, const Sink& sink)
      : segment_(segment), dead_(dead), work_(work), sink_(sink), codes_(work.codes.data()), kernel_(kernel()) {}

  // The steps, in this order.
  void fetch_codes() {
    const std::size_t locals = segment_.local_of.size();
    for (const schema::PathId id : work_.slots.present) {
      const Local local = id < locals ? segment_.local_of[id] : kNoLocal;
      if (local == kNoLocal) continue;
      work_.coded.push_back(local);
      segment_.paths[local].dictionary.prefetch(work_.slots.values[id]);
    }
  }

  void fetch_cells() {
    for (const Local local : work_.coded) {
      const PathIndex& path = segment_.paths[local];
      const Code code = path.dictionary.code(work_.slots.values[path.path]);
      codes_[local] = code;
      for (const Level& level : path.levels) __builtin_prefetch(level.offsets.data() + (code >> level.shift));
    }
  }

  void fetch_blocks() {
    for (const Local local : work_.coded) visit_cells(segment_.paths[local], codes_[local]);
    for (const Local local : segment_.absent_paths) {
      const PathIndex& path = segment_.paths[local];
      if (work_.slots.values[path.path].is_missing()) visit_cells(path, 0);
    }
    if (!segment_.probes.list.empty()) visit_probes();
    add_run(segment_.always_begin, segment_.always_end);
    work_.counters.clusters += work_.runs.size();
  }

  void open_directories() {
    const std::uint32_t* blocks = segment_.blocks.data();
    for (std::size_t i = 0; i < work_.runs.size(); ++i) {
      if (i + 1 < work_.runs.size()) __builtin_prefetch(blocks + work_.runs[i + 1].begin + 16);
      std::uint32_t at = work_.runs[i].begin;
      while (at < work_.runs[i].end) {
        const BlockHeader header = read_header(blocks + at);
        if (header.lanes == 0) {
          open_directory(at);
          at += blocks[at + 2];
          continue;
        }
        work_.blocks.push_back(at);
        const bool counted = header.has(BlockHeader::kHeads) || header.has(BlockHeader::kMixed);
        at += counted ? blocks[at + 1] : static_cast<std::uint32_t>(block_words(header));
      }
    }
  }

  bool visit_blocks() {
    for (const std::uint32_t block : work_.blocks) {
      if (!visit(segment_.blocks.data() + block)) return false;
    }
    collect_sliced();
    return true;
  }

  // The rows that no bitmap excludes.
  void collect_sliced() {
    if (segment_.slices.empty()) return;
    const std::size_t before = work_.survivors.size();
    segment_.slices.collect(codes_, work_.survivors);
    work_.counters.candidates += work_.survivors.size() - before;
  }

  bool finish() { return verify_survivors() && emit_matched(); }

  // After the last step, or none.
  void clean() {
    for (const Local local : work_.coded) codes_[local] = 0;
    for (const Entry entry : work_.seen_entries) work_.seen[entry / 64] = 0;
    for (const std::uint32_t text : work_.texts_tested) work_.text_verdicts[text] = 0;
    work_.coded.clear();
    work_.runs.clear();
    work_.blocks.clear();
    work_.survivors.clear();
    work_.matched_count = 0;
    work_.seen_entries.clear();
    work_.texts_tested.clear();
  }

 private:
  void note_words(std::size_t words) noexcept { work_.counters.bytes += words * sizeof(std::uint32_t); }

  void add_run(std::uint32_t begin, std::uint32_t end) {
    if (begin == end) return;
    __builtin_prefetch(segment_.blocks.data() + begin);
    work_.runs.push_back({begin, end});
  }

  void visit_cells(const PathIndex& path, Code code) {
    for (const Level& level : path.levels) {
      const std::uint32_t* offsets = level.offsets.data() + (code >> level.shift);
      add_run(offsets[0], offsets[1]);
    }
  }

  void visit_probes() {
    run_probes(segment_, work_.slots, work_.probes, work_.text_verdicts, work_.texts_tested);
    for (const ProbeCell& cell : work_.probes.cells) {
      add_run(cell.level->offsets[cell.first], cell.level->offsets[cell.last + 1]);
    }
  }

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

  // Finds the blocks whose first column may hold the event's code.
  void open_directory(std::uint32_t at) {
    const std::uint32_t* directory = segment_.blocks.data() + at;
    const std::uint32_t blocks = directory[1];
    const Local* paths = reinterpret_cast<const Local*>(directory + kDirectoryPaths);
    const std::uint32_t* low = directory + directory_columns_offset(blocks);
    const std::uint32_t* high = low + blocks;
    const std::uint32_t* offset = high + blocks;
    note_words(static_cast<std::size_t>(offset - directory));
    for (std::uint32_t first = 0; first < blocks; first += kLanesMax) {
      const std::uint32_t count = std::min<std::uint32_t>(kLanesMax, blocks - first);
      for (std::uint64_t hit = kernel_.wide_heads(paths + first, low + first, high + first, count, codes_); hit != 0;
           hit &= hit - 1) {
        const std::uint32_t block = at + offset[first + static_cast<std::uint32_t>(std::countr_zero(hit))];
        for (std::uint32_t line = 0; line < kFetchedLines; ++line) {
          __builtin_prefetch(segment_.blocks.data() + block + kBlockLine * line);
        }
        work_.blocks.push_back(block);
      }
    }
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
};

template <class T>
void grow(std::vector<T>& vector, std::size_t size) {
  if (vector.size() < size) vector.resize(size, 0);
}

void make_room(const Segment& segment, Workspace& work) {
  grow(work.codes, segment.paths.size() + 1);  // a directory may name path 0 where there is none
  grow(work.seen, segment.size() / 64 + 1);
  grow(work.text_verdicts, segment.path_texts.size());
}

}  // namespace

void match_segment(const Segment& segment, const Tombstones* dead, std::span<MatchItem> items) {
  boost::container::static_vector<SegmentMatch, kBatchMax> matches;
  boost::container::static_vector<MatchItem*, kBatchMax> going;
  for (MatchItem& item : items) {
    if (!item.going) continue;
    make_room(segment, *item.work);
    matches.emplace_back(segment, dead, *item.work, item.sink);
    going.push_back(&item);
  }
  for (SegmentMatch& match : matches) match.fetch_codes();
  for (SegmentMatch& match : matches) match.fetch_cells();
  for (SegmentMatch& match : matches) match.fetch_blocks();
  for (SegmentMatch& match : matches) match.open_directories();
  for (std::size_t i = 0; i < matches.size(); ++i) going[i]->going = matches[i].visit_blocks();
  for (std::size_t i = 0; i < matches.size(); ++i) {
    going[i]->going = going[i]->going && matches[i].finish();
    matches[i].clean();
  }
}

void find_blocks(const Segment& segment, Workspace& work) {
  make_room(segment, work);
  const Sink none{};  // nothing is reported
  SegmentMatch match(segment, nullptr, work, none);
  match.fetch_codes();
  match.fetch_cells();
  match.fetch_blocks();
  match.open_directories();
  match.collect_sliced();
}

void forget_blocks(const Segment& segment, Workspace& work) {
  const Sink none{};
  SegmentMatch(segment, nullptr, work, none).clean();
}

}  // namespace turnout::index
