#include "matcher/index/slices_builder.h"

#include <algorithm>

namespace turnout::index {
namespace {

// More slices mean fewer survivors to verify and more memory: a path that most rows test gets many, a rare one few.
constexpr std::uint32_t slices_for(double share) { return share > 0.4 ? 24 : share > 0.12 ? 12 : 8; }

// The first columns order the rows, by the place of each row's range among this many.
constexpr std::size_t kOrderColumns = 8;
constexpr std::uint64_t kOrderPlaces = 14;
constexpr std::uint64_t kUntested = 15;  // rows that do not test the column come together

}  // namespace

std::span<const CodeRange> SlicesBuilder::ranges(const Atom& atom, CodeRange& single) const {
  if (atom.indexed) return segment_.ranges_of(atom.path, atom.low);
  single = {atom.low, atom.high};
  return {&single, 1};
}

void SlicesBuilder::choose_columns(std::span<const std::uint32_t> rows, Slices& slices) {
  std::vector<Use> uses(segment_.paths.size());
  for (const std::uint32_t row : rows) {
    const Alternative& alternative = alternatives_[row];
    for (std::uint32_t i = 0; i < alternative.count; ++i) {
      const Atom& atom = atoms_[alternative.first + i];
      uses[atom.path].excluded += 1 - probability(atom);
      ++uses[atom.path].rows;
    }
  }
  for (std::size_t i = 0; i < uses.size(); ++i) uses[i].path = static_cast<Local>(i);
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.excluded > b.excluded; });
  std::size_t first = 0;
  for (std::size_t i = 0; i < std::min(uses.size(), Slices::kColumnsMax) && uses[i].rows > 0; ++i) {
    Slices::Column column;
    column.path = uses[i].path;
    const std::uint32_t parts = slices_for(static_cast<double>(uses[i].rows) / static_cast<double>(rows.size()));
    const Code codes = segment_.paths[column.path].dictionary.code_count();
    column.slice_of.resize(codes);
    // Slice 0 is code 0 (missing) alone; the others have equal shares of what remains.
    const double rest = codes > 1 ? costs_.probability(column.path, 1, codes - 1) : 1;
    std::uint32_t last = 0;
    double below = 0;
    for (Code code = 1; code < codes; ++code) {
      const std::uint32_t part = std::min(parts - 1, static_cast<std::uint32_t>(below / rest * parts));
      last = part + 1;
      column.slice_of[code] = static_cast<std::uint8_t>(last);
      below += costs_.probability(column.path, code, code);
    }
    column.slices = last + 1;
    column.first = first;
    first += column.slices;
    slices.columns.push_back(std::move(column));
  }
}

void SlicesBuilder::order_rows(std::vector<std::uint32_t>& rows, const Slices& slices) const {
  const std::size_t leading = std::min(kOrderColumns, slices.columns.size());
  const std::vector<int> rank = ranks(slices, leading);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  keyed.reserve(rows.size());
  for (const std::uint32_t row : rows) {
    std::uint64_t key = ~std::uint64_t{0};
    const Alternative& alternative = alternatives_[row];
    for (std::uint32_t i = 0; i < alternative.count; ++i) {
      const Atom& atom = atoms_[alternative.first + i];
      if (rank[atom.path] < 0) continue;
      CodeRange single;
      const std::span<const CodeRange> all = ranges(atom, single);
      const Code middle = all.front().low + (all.back().high - all.front().low) / 2;
      const Slices::Column& column = slices.columns[static_cast<std::size_t>(rank[atom.path])];
      const std::uint64_t place = column.slice_of[middle] * kOrderPlaces / column.slices;
      const unsigned shift = 60 - 4 * static_cast<unsigned>(rank[atom.path]);
      key &= ~(kUntested << shift);
      key |= place << shift;
    }
    keyed.emplace_back(key, row);
  }
  std::sort(keyed.begin(), keyed.end());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = keyed[i].second;
}

// 64 rows at a time: what a row excludes is set bit by bit, what many rows do not test word by word.
void SlicesBuilder::fill(std::span<const std::uint32_t> rows, Slices& slices) const {
  const std::vector<int> rank = ranks(slices, slices.columns.size());
  std::vector<std::uint64_t> tested(slices.columns.size());
  for (std::size_t word = 0; word * 64 < rows.size(); ++word) {
    const std::size_t count = std::min<std::size_t>(64, rows.size() - word * 64);
    const std::uint64_t all = count == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    std::fill(tested.begin(), tested.end(), 0);
    for (std::size_t r = 0; r < count; ++r) {
      const Alternative& alternative = alternatives_[rows[word * 64 + r]];
      const std::uint64_t bit = std::uint64_t{1} << r;
      for (std::uint32_t i = 0; i < alternative.count; ++i) {
        const Atom& atom = atoms_[alternative.first + i];
        if (rank[atom.path] < 0) continue;
        const std::size_t c = static_cast<std::size_t>(rank[atom.path]);
        const Slices::Column& column = slices.columns[c];
        tested[c] |= bit;
        CodeRange single;
        for (const CodeRange& range : ranges(atom, single)) {
          std::uint64_t* bits = slices.bits.data() + column.first * slices.words + word;
          for (std::size_t s = column.slice_of[range.low]; s <= column.slice_of[range.high]; ++s) bits[s * slices.words] |= bit;
        }
      }
    }
    for (std::size_t c = 0; c < slices.columns.size(); ++c) {
      const Slices::Column& column = slices.columns[c];
      std::uint64_t* bits = slices.bits.data() + column.first * slices.words + word;
      for (std::size_t s = 0; s < column.slices; ++s) bits[s * slices.words] |= all & ~tested[c];
    }
  }
}

// A bit for each word that is not zero.
void SlicesBuilder::fill_groups(Slices& slices) {
  const std::size_t bitmaps = slices.bits.size() / slices.words;
  const std::size_t line = Slices::kChunkWords;
  slices.group_words = ((slices.words + 63) / 64 + line - 1) / line * line;
  slices.groups.assign(bitmaps * slices.group_words, 0);
  for (std::size_t bitmap = 0; bitmap < bitmaps; ++bitmap) {
    const std::uint64_t* rows = slices.bitmap(bitmap);
    std::uint64_t* groups = slices.groups.data() + bitmap * slices.group_words;
    for (std::size_t word = 0; word < slices.words; ++word) {
      if (rows[word] != 0) groups[word / 64] |= std::uint64_t{1} << (word % 64);
    }
  }
}

double SlicesBuilder::probability(const Atom& atom) const {
  CodeRange single;
  double held = 0;
  for (const CodeRange& range : ranges(atom, single)) held += costs_.probability(atom.path, range.low, range.high);
  return held;
}

// The column of each path among the first `columns`, or -1.
std::vector<int> SlicesBuilder::ranks(const Slices& slices, std::size_t columns) const {
  std::vector<int> rank(segment_.paths.size(), -1);
  for (std::size_t c = 0; c < columns; ++c) rank[slices.columns[c].path] = static_cast<int>(c);
  return rank;
}

// The share of rows that the columns do not exclude, from a sample.
double SlicesBuilder::survival(std::span<const std::uint32_t> rows, const Slices& slices) const {
  constexpr std::size_t kStep = 16;
  const std::vector<int> rank = ranks(slices, slices.columns.size());
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows.size(); row += kStep, ++count) {
    const Alternative& alternative = alternatives_[rows[row]];
    double held = 1;
    for (std::uint32_t i = 0; i < alternative.count; ++i) {
      const Atom& atom = atoms_[alternative.first + i];
      if (rank[atom.path] >= 0) held *= probability(atom);
    }
    sum += held;
  }
  return sum / static_cast<double>(count);
}

bool SlicesBuilder::build(std::vector<std::uint32_t>& rows, double cover_cost, Slices& slices) {
  constexpr double kGainMin = 2;
  const std::size_t chunk_rows = Slices::kChunkWords * 64;
  slices.words = (rows.size() + chunk_rows - 1) / chunk_rows * Slices::kChunkWords;
  choose_columns(rows, slices);
  if (survival(rows, slices) * kGainMin > cover_cost) {
    slices = {};
    return false;
  }
  std::size_t bitmaps = 0;
  for (const Slices::Column& column : slices.columns) bitmaps += column.slices;
  slices.bits.assign(bitmaps * slices.words, 0);
  order_rows(rows, slices);
  fill(rows, slices);
  fill_groups(slices);
  return true;
}

}  // namespace turnout::index
