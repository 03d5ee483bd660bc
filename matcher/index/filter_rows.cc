#include "matcher/index/filter_rows.h"

#include <algorithm>

#include "matcher/predicate/description.h"

namespace turnout::index {
namespace {

class RowFinder {
 public:
  RowFinder(const Segment& segment, Entry entry) : segment_(segment), entry_(entry) {
    while (segment_.follows(entry_)) --entry_;  // equal filters share the row of the first
  }

  std::vector<FilterRow> run() {
    for (std::size_t i = 0; i < segment_.paths.size(); ++i) {
      search_levels(segment_.paths[i].levels, static_cast<Local>(i), segment_.paths[i].dictionary.code_count());
    }
    for (std::size_t i = 0; i < segment_.probes.list.size(); ++i) {
      const Probe& probe = segment_.probes.list[i];
      search_levels(probe.levels, static_cast<Local>(segment_.paths.size() + i), probe.codes);
    }
    place_ = {FilterRow::Access::always};
    search_run(segment_.always_begin, segment_.always_end);
    search_slices();
    return std::move(rows_);
  }

 private:
  void search_levels(const std::vector<Level>& levels, Local local, Code codes) {
    for (const Level& level : levels) {
      for (std::size_t cell = 0; cell + 1 < level.offsets.size(); ++cell) {
        const Code first = static_cast<Code>(cell << level.shift);
        const Code last = static_cast<Code>(((cell + 1) << level.shift) - 1);
        place_ = {FilterRow::Access::cell, local, first, std::min(last, std::max<Code>(codes, 1) - 1)};
        search_run(level.offsets[cell], level.offsets[cell + 1]);
      }
    }
  }

  // The blocks of a cell, its directory read for where each begins.
  void search_run(std::uint32_t at, std::uint32_t end) {
    while (at < end) {
      const std::uint32_t* block = segment_.blocks.data() + at;
      const BlockHeader header = read_header(block);
      if (header.lanes == 0) {
        const std::uint32_t* offsets = block + directory_columns_offset(block[1]) + std::size_t{2} * block[1];
        for (std::uint32_t i = 0; i < block[1]; ++i) search_block(at + offsets[i]);
        at += block[2];
        continue;
      }
      search_block(at);
      const bool counted = header.has(BlockHeader::kHeads) || header.has(BlockHeader::kMixed);
      at += counted ? block[1] : static_cast<std::uint32_t>(block_words(header));
    }
  }

  void search_block(std::uint32_t at) {
    const std::uint32_t* block = segment_.blocks.data() + at;
    const BlockHeader header = read_header(block);
    if (!header.has(BlockHeader::kHeads)) {
      search_rows(at, at);
      return;
    }
    const std::uint32_t* rows = block + head_rows_offset(header);
    for (std::uint32_t lane = 0; lane < header.lanes; ++lane) search_rows(at, at + rows[lane]);
  }

  void search_rows(std::uint32_t visited, std::uint32_t at) {
    const std::uint32_t* block = segment_.blocks.data() + at;
    const BlockHeader header = read_header(block);
    const std::uint32_t* entries = row_ends(header, block).entries;
    for (std::uint32_t lane = 0; lane < header.lanes; ++lane) {
      if (entries[lane] != entry_) continue;
      rows_.push_back(place_);
      rows_.back().visited = visited;
      rows_.back().block = at;
      rows_.back().lane = lane;
    }
  }

  void search_slices() {
    const Slices& slices = segment_.slices;
    if (slices.empty()) return;
    place_ = {FilterRow::Access::slices};
    for (std::size_t row = 0; row < slices.rows; ++row) {
      const std::uint32_t at = slices.rows_begin + static_cast<std::uint32_t>(row) * slices.row_words;
      search_rows(at, at);
    }
  }

  const Segment& segment_;
  Entry entry_;
  FilterRow place_;
  std::vector<FilterRow> rows_;
};

// Of a residual that the probe's cell leads to.
const predicate::Residual* subject_of(const Segment& segment, const Probe& probe, const FilterRow& row) {
  if (probe.kind != Probe::Kind::column) return segment.residuals[probe.subject].residual.get();
  for (std::size_t i = 0; i < segment.probes.terms.size(); ++i) {
    const ResidualTerm& term = segment.probes.terms[i];
    const bool here = term.kind == ResidualTerm::Kind::column && term.probe == row.local && term.first == row.first / 2;
    if (here) return segment.residuals[i].residual.get();
  }
  return nullptr;
}

std::string describe_probe(const Segment& segment, const schema::PathRegistry& registry, const FilterRow& row) {
  const Probe& probe = segment.probes.list[row.local - segment.paths.size()];
  if (probe.kind == Probe::Kind::text) {
    return schema::to_string(registry.path(segment.paths[probe.path].path)) + ": strings that pass its text test";
  }
  const predicate::Residual* residual = subject_of(segment, probe, row);
  const std::string paths = residual == nullptr ? "paths" : predicate::paths_of(*residual);
  switch (probe.kind) {
    case Probe::Kind::element:
      return "some element of " + paths;
    case Probe::Kind::least:
    case Probe::Kind::greatest:
      return "every element of " + paths;
    default:
      return "an expression over " + paths;
  }
}

}  // namespace

std::vector<FilterRow> rows_of(const Segment& segment, Entry entry) { return RowFinder(segment, entry).run(); }

std::string describe_access(const Segment& segment, const schema::PathRegistry& registry, const FilterRow& row) {
  switch (row.access) {
    case FilterRow::Access::always:
      return "none, every event";
    case FilterRow::Access::slices:
      return "bitmaps of filters that no condition narrows down";
    case FilterRow::Access::cell:
      break;
  }
  if (row.local >= segment.paths.size()) return describe_probe(segment, registry, row);
  const PathIndex& path = segment.paths[row.local];
  const CodeRange range{row.first, row.last};
  return schema::to_string(registry.path(path.path)) + ": " + predicate::describe(path.dictionary.decode(&range, 1));
}

}  // namespace turnout::index
