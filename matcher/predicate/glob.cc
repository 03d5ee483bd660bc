#include "matcher/predicate/glob.h"

#include <algorithm>
#include <utility>

namespace turnout::predicate {

namespace {
constexpr std::size_t kWordBits = 64;

void set_bit(std::uint64_t* words, std::size_t bit) { words[bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits); }
}  // namespace

Glob::Glob(std::span<const Symbol> pattern) {
  const auto first_run = std::find(pattern.begin(), pattern.end(), kAnyRun);
  symbols_.assign(pattern.begin(), first_run);
  head_size_ = symbols_.size();
  open_ = first_run != pattern.end();
  if (!open_) return;
  auto rest = pattern.subspan(head_size_ + 1);
  std::size_t skip = 0;  // single wildcards that a run beside them has taken
  for (;;) {
    const std::size_t size = static_cast<std::size_t>(std::find(rest.begin(), rest.end(), kAnyRun) - rest.begin());
    auto piece = rest.first(size);
    if (size == rest.size()) {
      symbols_.insert(symbols_.end(), skip, kAnyOne);
      symbols_.insert(symbols_.end(), piece.begin(), piece.end());
      tail_size_ = skip + size;
      break;
    }
    rest = rest.subspan(size + 1);
    for (; !piece.empty() && piece.front() == kAnyOne; piece = piece.subspan(1)) ++skip;
    if (piece.empty()) continue;
    std::size_t trailing = 0;
    for (; piece.back() == kAnyOne; piece = piece.first(piece.size() - 1)) ++trailing;
    add_piece(piece, std::exchange(skip, trailing));
  }
  failure_.shrink_to_fit();
  masks_.shrink_to_fit();
  rows_.shrink_to_fit();
  positions_.shrink_to_fit();
}

void Glob::add_piece(std::span<const Symbol> piece, std::size_t skip) {
  Piece added;
  added.skip = static_cast<std::uint32_t>(skip);
  added.begin = static_cast<std::uint32_t>(symbols_.size());
  added.size = static_cast<std::uint32_t>(piece.size());
  symbols_.insert(symbols_.end(), piece.begin(), piece.end());
  if (std::find(piece.begin(), piece.end(), kAnyOne) == piece.end()) {
    build_failure(added);
  } else {
    build_masks(added);
  }
  pieces_.push_back(added);
}

void Glob::build_failure(const Piece& piece) {
  failure_.resize(symbols_.size());
  const Symbol* symbols = symbols_.data() + piece.begin;
  std::uint32_t* failure = failure_.data() + piece.begin;
  std::uint32_t border = 0;
  for (std::size_t i = 1; i < piece.size; ++i) {
    while (border > 0 && symbols[border] != symbols[i]) border = failure[border - 1];
    if (symbols[border] == symbols[i]) ++border;
    failure[i] = border;
  }
}

void Glob::build_masks(Piece& piece) {
  const Symbol* symbols = symbols_.data() + piece.begin;
  const std::size_t words = (piece.size + kWordBits - 1) / kWordBits;
  piece.words = static_cast<std::uint32_t>(words);
  piece.any = static_cast<std::uint32_t>(masks_.size());
  masks_.resize(masks_.size() + words);
  std::vector<std::pair<Symbol, std::uint32_t>> places;  // symbol, position; positions of a symbol descend
  for (std::uint32_t i = piece.size; i-- > 0;) {
    if (symbols[i] == kAnyOne) {
      set_bit(masks_.data() + piece.any, i);
    } else {
      places.emplace_back(symbols[i], i);
    }
  }
  std::stable_sort(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  piece.rows = static_cast<std::uint32_t>(rows_.size());
  for (std::size_t from = 0, to = 0; from < places.size(); from = to) {
    while (to < places.size() && places[to].first == places[from].first) ++to;
    Row row{places[from].first, 0, 0};
    if (to - from > words) {
      row.offset = static_cast<std::uint32_t>(masks_.size());
      masks_.resize(masks_.size() + words);
      std::copy_n(masks_.begin() + piece.any, words, masks_.begin() + row.offset);
      for (std::size_t i = from; i < to; ++i) set_bit(masks_.data() + row.offset, places[i].second);
    } else {
      row.offset = static_cast<std::uint32_t>(positions_.size());
      row.count = static_cast<std::uint32_t>(to - from);
      for (std::size_t i = from; i < to; ++i) positions_.push_back(places[i].second);
    }
    rows_.push_back(row);
  }
  piece.row_count = static_cast<std::uint32_t>(rows_.size() - piece.rows);
}

const Glob::Row* Glob::row_of(const Piece& piece, Symbol symbol) const noexcept {
  const std::span<const Row> rows(rows_.data() + piece.rows, piece.row_count);
  const auto found = std::lower_bound(rows.begin(), rows.end(), symbol, [](const Row& r, Symbol s) { return r.symbol < s; });
  return found != rows.end() && found->symbol == symbol ? &*found : nullptr;
}

bool Glob::step(const Piece& piece, std::uint64_t* state, std::size_t& active, Symbol symbol) const noexcept {
  const Row* row = row_of(piece, symbol);
  const std::uint64_t* mask = masks_.data() + (row != nullptr && row->count == 0 ? row->offset : piece.any);
  const std::uint32_t* place = positions_.data() + (row != nullptr ? row->offset : 0);
  const std::uint32_t* const last = place + (row != nullptr ? row->count : 0);
  // Bit i of the state says that the piece's first i + 1 symbols end here. From high to low, so that each word still sees the
  // old value of the one below; words above `active` are zero and stay so.
  const std::size_t top = std::min<std::size_t>(active, piece.words - 1);
  while (place != last && *place / kWordBits > top) ++place;
  std::size_t highest = 0;
  for (std::size_t w = top + 1; w-- > 0;) {
    const std::uint64_t carry = w > 0 ? state[w - 1] >> (kWordBits - 1) : 1;
    std::uint64_t accept = mask[w];
    for (; place != last && *place / kWordBits == w; ++place) accept |= std::uint64_t{1} << (*place % kWordBits);
    state[w] = ((state[w] << 1) | carry) & accept;
    if (highest == 0 && state[w] != 0) highest = w + 1;
  }
  active = highest;
  const std::size_t end = piece.size - 1;
  return active == piece.words && ((state[end / kWordBits] >> (end % kWordBits)) & 1U) != 0;
}

std::uint64_t* Glob::large_state(std::size_t words) {
  thread_local std::vector<std::uint64_t> state;
  state.assign(words, 0);
  return state.data();
}

std::size_t Glob::memory_bytes() const noexcept {
  return symbols_.capacity() * sizeof(Symbol) + failure_.capacity() * sizeof(std::uint32_t) +
         pieces_.capacity() * sizeof(Piece) + rows_.capacity() * sizeof(Row) + masks_.capacity() * sizeof(std::uint64_t) +
         positions_.capacity() * sizeof(std::uint32_t);
}

}  // namespace turnout::predicate
