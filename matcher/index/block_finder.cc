#include "matcher/index/block_finder.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "matcher/index/probe_run.h"

namespace turnout::index {
namespace {

template <class T>
void grow(std::vector<T>& vector, std::size_t size) {
  if (vector.size() < size) vector.resize(size, 0);
}

}  // namespace

BlockFinder::BlockFinder(const Segment& segment, Workspace& work) : segment_(segment), work_(work), kernel_(kernel()) {
  grow(work.codes, segment.paths.size() + 1);  // a directory may name path 0 where there is none
  grow(work.seen, segment.size() / 64 + 1);
  grow(work.text_verdicts, segment.path_texts.size());
}

void BlockFinder::fetch_codes() {
  const std::size_t locals = segment_.local_of.size();
  for (const schema::PathId id : work_.slots.present) {
    const Local local = id < locals ? segment_.local_of[id] : kNoLocal;
    if (local == kNoLocal) continue;
    work_.coded.push_back(local);
    segment_.paths[local].dictionary.prefetch(work_.slots.values[id]);
  }
}

void BlockFinder::fetch_cells() {
  for (const Local local : work_.coded) {
    const PathIndex& path = segment_.paths[local];
    const Code code = path.dictionary.code(work_.slots.values[path.path]);
    work_.codes[local] = code;
    for (const Level& level : path.levels) __builtin_prefetch(level.offsets.data() + (code >> level.shift));
  }
}

void BlockFinder::fetch_blocks() {
  for (const Local local : work_.coded) visit_cells(segment_.paths[local], work_.codes[local]);
  for (const Local local : segment_.absent_paths) {
    const PathIndex& path = segment_.paths[local];
    if (work_.slots.values[path.path].is_missing()) visit_cells(path, 0);
  }
  if (!segment_.probes.list.empty()) visit_probes();
  add_run(segment_.always_begin, segment_.always_end);
  work_.counters.clusters += work_.runs.size();
}

void BlockFinder::open_directories() {
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

void BlockFinder::collect_sliced() {
  if (segment_.slices.empty()) return;
  const std::size_t before = work_.survivors.size();
  segment_.slices.collect(work_.codes.data(), work_.survivors);
  work_.counters.candidates += work_.survivors.size() - before;
}

void BlockFinder::clean() {
  for (const Local local : work_.coded) work_.codes[local] = 0;
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

void BlockFinder::add_run(std::uint32_t begin, std::uint32_t end) {
  if (begin == end) return;
  __builtin_prefetch(segment_.blocks.data() + begin);
  work_.runs.push_back({begin, end});
}

void BlockFinder::visit_cells(const PathIndex& path, Code code) {
  for (const Level& level : path.levels) {
    const std::uint32_t* offsets = level.offsets.data() + (code >> level.shift);
    add_run(offsets[0], offsets[1]);
  }
}

void BlockFinder::visit_probes() {
  run_probes(segment_, work_.slots, work_.probes, work_.text_verdicts, work_.texts_tested);
  for (const ProbeCell& cell : work_.probes.cells) {
    add_run(cell.level->offsets[cell.first], cell.level->offsets[cell.last + 1]);
  }
}

// Finds the blocks whose first column may hold the event's code.
void BlockFinder::open_directory(std::uint32_t at) {
  const std::uint32_t* directory = segment_.blocks.data() + at;
  const std::uint32_t blocks = directory[1];
  const Local* paths = reinterpret_cast<const Local*>(directory + kDirectoryPaths);
  const std::uint32_t* low = directory + directory_columns_offset(blocks);
  const std::uint32_t* high = low + blocks;
  const std::uint32_t* offset = high + blocks;
  work_.counters.bytes += static_cast<std::size_t>(offset - directory) * sizeof(std::uint32_t);
  for (std::uint32_t first = 0; first < blocks; first += kLanesMax) {
    const std::uint32_t count = std::min<std::uint32_t>(kLanesMax, blocks - first);
    for (std::uint64_t hit = kernel_.wide_heads(paths + first, low + first, high + first, count, work_.codes.data()); hit != 0;
         hit &= hit - 1) {
      const std::uint32_t block = at + offset[first + static_cast<std::uint32_t>(std::countr_zero(hit))];
      fetch_block(segment_.blocks.data() + block);
      work_.blocks.push_back(block);
    }
  }
}

}  // namespace turnout::index
