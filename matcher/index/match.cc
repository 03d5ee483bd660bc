#include "matcher/index/match.h"

#include <algorithm>
#include <bit>

namespace turnout::index {
namespace {

using predicate::Truth;

class SegmentMatch {
 public:
  SegmentMatch(const Segment& segment, const Tombstones* dead, Workspace& work, const Sink& sink)
      : segment_(segment), dead_(dead), work_(work), sink_(sink), codes_(work.codes.data()), mask_(range_mask()) {}

  bool run() {
    collect_runs();
    const std::uint32_t* blocks = segment_.blocks.data();
    bool going = true;
    for (std::size_t i = 0; i < work_.runs.size() && going; ++i) {
      if (i + 1 < work_.runs.size()) __builtin_prefetch(blocks + work_.runs[i + 1].begin + 16);
      const std::uint32_t* block = blocks + work_.runs[i].begin;
      const std::uint32_t* end = blocks + work_.runs[i].end;
      while (block < end && going) { going = visit(block); }
    }
    if (going && !segment_.slices.empty()) going = sliced();
    work_.counters.clusters += work_.runs.size();
    clean();
    return going;
  }

 private:
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

  // Codes first, so that rows can test any path; then the cells they lead to.
  void collect_runs() {
    for (const schema::PathId id : work_.slots.present) {
      const Local local = id < segment_.local_of.size() ? segment_.local_of[id] : kNoLocal;
      if (local == kNoLocal) continue;
      const PathIndex& path = segment_.paths[local];
      const Code code = path.dictionary.code(work_.slots.values[id]);
      codes_[local] = code;
      work_.coded.push_back(local);
      visit_cells(path, code);
    }
    for (const Local local : segment_.absent_paths) {
      const PathIndex& path = segment_.paths[local];
      if (work_.slots.values[path.path].is_missing()) visit_cells(path, 0);
    }
    if (!segment_.probes.list.empty()) visit_probes();
    add_run(segment_.always_begin, segment_.always_end);
  }

  void visit_probes() {
    run_probes(segment_, work_.slots, work_.probes, work_.text_verdicts, work_.texts_tested);
    for (const ProbeCell& cell : work_.probes.cells) {
      add_run(cell.level->offsets[cell.first], cell.level->offsets[cell.last + 1]);
    }
  }

  void clean() {
    for (const Local local : work_.coded) codes_[local] = 0;
    for (const Entry entry : work_.seen_entries) work_.seen[entry / 64] = 0;
    for (const std::uint32_t text : work_.texts_tested) work_.text_verdicts[text] = 0;
    work_.coded.clear();
    work_.runs.clear();
    work_.seen_entries.clear();
    work_.texts_tested.clear();
  }

  // Visits the block or directory at `at` and moves behind it.
  bool visit(const std::uint32_t*& at) {
    const std::uint32_t* block = at;
    const BlockHeader header = read_header(block);
    if (header.lanes == 0) {
      at += read_directory(block).words;
      return directory(block);
    }
    at += block_words(header);
    work_.counters.candidates += header.lanes;
    return header.lanes == 1 ? single(block, header) : columns(block, header);
  }

  // Visits the blocks whose first column may hold the event's code.
  bool directory(const std::uint32_t* at) {
    const DirectoryHeader header = read_directory(at);
    const Code code = codes_[header.path];
    const std::uint32_t* low = at + kDirectoryColumns;
    const std::uint32_t* high = low + header.blocks;
    const std::uint32_t* offset = high + header.blocks;
    for (std::uint32_t first = 0; first < header.blocks && low[first] <= code; first += kLanesMax) {
      const std::uint32_t count = std::min<std::uint32_t>(kLanesMax, header.blocks - first);
      for (std::uint64_t hit = mask_(low + first, high + first, count, code); hit != 0; hit &= hit - 1) {
        const std::uint32_t* block = at + offset[first + static_cast<std::uint32_t>(std::countr_zero(hit))];
        if (!visit(block)) return false;
      }
    }
    return true;
  }

  // The rows that no bitmap excludes, each verified whole; they lie far apart, so they are fetched ahead.
  bool sliced() {
    constexpr std::size_t kAhead = 8;
    std::vector<std::uint32_t>& rows = work_.survivors;
    rows.clear();
    segment_.slices.for_each_survivor(codes_, [&](std::size_t row) {
      rows.push_back(segment_.slices.blocks[row]);
      return true;
    });
    work_.counters.candidates += rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i + kAhead < rows.size()) {
        __builtin_prefetch(segment_.blocks.data() + rows[i + kAhead]);
        __builtin_prefetch(segment_.blocks.data() + rows[i + kAhead] + 16);
      }
      const std::uint32_t* block = segment_.blocks.data() + rows[i];
      if (!single(block, read_header(block))) return false;
    }
    return true;
  }

  bool single(const std::uint32_t* block, const BlockHeader& header) {
    const Local* paths = block_paths(block);
    const std::uint32_t* column = block + columns_offset(header);
    for (std::uint32_t j = 0; j < header.verify; ++j, column += 2) {
      const Code code = codes_[paths[j]];
      if ((header.set_mask >> j & 1) == 0) {
        if (code - column[0] > column[1] - column[0]) return true;
      } else if (!segment_.paths[paths[j]].sets.contains(column[0], code)) {
        return true;
      }
    }
    return survivor(block, header, 0);
  }

  bool columns(const std::uint32_t* block, const BlockHeader& header) {
    const Local* paths = block_paths(block);
    const std::uint32_t* column = block + columns_offset(header);
    std::uint64_t alive = header.lanes == kLanesMax ? ~std::uint64_t{0} : (std::uint64_t{1} << header.lanes) - 1;
    for (std::uint32_t j = 0; j < header.verify; ++j, column += 2 * header.lanes) {
      const Code code = codes_[paths[j]];
      if ((header.set_mask >> j & 1) == 0) {
        alive &= mask_(column, column + header.lanes, header.lanes, code);
      } else {
        const SetTable& sets = segment_.paths[paths[j]].sets;
        for (std::uint64_t rest = alive; rest != 0; rest &= rest - 1) {
          const int lane = std::countr_zero(rest);
          if (!sets.contains(column[lane], code)) alive &= ~(std::uint64_t{1} << lane);
        }
      }
      if (alive == 0) return true;
    }
    for (; alive != 0; alive &= alive - 1) {
      if (!survivor(block, header, static_cast<std::uint32_t>(std::countr_zero(alive)))) return false;
    }
    return true;
  }

  // The row's columns hold: evaluates the rest and reports.
  bool survivor(const std::uint32_t* block, const BlockHeader& header, std::uint32_t lane) {
    const Entry entry = block[entries_offset(header) + lane];
    if ((header.flags & BlockHeader::kHasProgram) != 0) {
      ++work_.counters.verified;
      if (!evaluate(block[programs_offset(header) + lane])) return true;
    }
    if (dead_ != nullptr && dead_->contains(entry)) return true;
    if ((header.flags & BlockHeader::kMulti) != 0) {
      const std::uint64_t bit = std::uint64_t{1} << (entry % 64);
      if ((work_.seen[entry / 64] & bit) != 0) return true;
      work_.seen[entry / 64] |= bit;
      work_.seen_entries.push_back(entry);
    }
    ++work_.counters.matches;
    return sink_.emit(sink_.target, segment_.ids[entry], segment_.word(entry));
  }

  bool evaluate(std::uint32_t at) {
    const std::uint32_t* code = segment_.programs.data() + at;
    return node(code);
  }

  // Evaluates the node at `code` and moves behind it.
  bool node(const std::uint32_t*& code) {
    const std::uint32_t op = code[0];
    const Local path = static_cast<Local>(op >> 8);
    switch (static_cast<Opcode>(op & 0xf)) {
      case Opcode::no:
        code += 1;
        return false;
      case Opcode::yes:
        code += 1;
        return true;
      case Opcode::range: {
        const std::uint32_t* own = code;
        code += 3;
        return codes_[path] - own[1] <= own[2] - own[1];
      }
      case Opcode::set: {
        const std::uint32_t set = code[1];
        code += 2;
        return segment_.paths[path].sets.contains(set, codes_[path]);
      }
      case Opcode::text: {
        const std::uint32_t text = code[1];
        code += 4;
        return text_holds(path, text, (op >> 4 & 1) != 0);
      }
      case Opcode::residual: {
        const std::uint32_t index = code[1];
        code += 4;
        return (predicate::outcome(residual_truth(index)) & (op >> 4 & 0xf)) != 0;
      }
      case Opcode::all_of:
      case Opcode::any_of: {
        const bool conjunction = static_cast<Opcode>(op & 0xf) == Opcode::all_of;
        const std::uint32_t* end = code + 2 + code[1];
        bool result = conjunction;
        for (code += 2; code < end && result == conjunction;) result = node(code);
        code = end;
        return result;
      }
    }
    return false;
  }

  // Each distinct test runs once per event and path; tests on one text share the verdict only when they share the path too.
  bool text_holds(Local path, std::uint32_t text, bool negated) {
    const schema::ValueView value = work_.slots.values[segment_.paths[path].path];
    if (value.type() != ValueType::string) return false;
    const PathText& known = segment_.path_texts[text];
    std::uint8_t& verdict = work_.text_verdicts[text];
    if (verdict == 0 && !text_known(segment_, work_.probes, text)) {
      verdict = segment_.texts[known.text]->matches(value.as_bytes()) ? 2 : 1;
      work_.texts_tested.push_back(text);
    }
    return (verdict == 2) != negated;
  }

  Truth residual_truth(std::uint32_t index) {
    if (const std::optional<Truth> known = known_truth(segment_, work_.probes, index)) return *known;
    const ResidualSlots& slots = segment_.residuals[index];
    work_.residual_values.clear();
    for (const Local local : slots.locals) work_.residual_values.push_back(work_.slots.values[segment_.paths[local].path]);
    for (const std::uint16_t need : slots.residual->needs()) {
      if (!work_.residual_values[need].has_value()) return Truth::unknown;
    }
    return slots.residual->evaluate(work_.residual_values, work_.residual);
  }

  const Segment& segment_;
  const Tombstones* dead_;
  Workspace& work_;
  const Sink& sink_;
  Code* codes_;
  RangeMask mask_;
};

template <class T>
void grow(std::vector<T>& vector, std::size_t size) {
  if (vector.size() < size) vector.resize(size, 0);
}

}  // namespace

bool match_segment(const Segment& segment, const Tombstones* dead, Workspace& work, const Sink& sink) {
  grow(work.codes, segment.paths.size());
  grow(work.seen, segment.size() / 64 + 1);
  grow(work.text_verdicts, segment.path_texts.size());
  return SegmentMatch(segment, dead, work, sink).run();
}

}  // namespace turnout::index
