// Wildcard patterns over a sequence of symbols (code points for LIKE, words for amqp topics), linear in the sequence for every
// pattern.
//
// A pattern is split at its runs: head and tail are anchored and compared in place, the pieces between are each taken at their
// leftmost occurrence after the previous one, which is never worse than a later one. So no symbol is looked at by two pieces,
// and the cost of the whole is the cost of one search per symbol: amortised constant (Knuth-Morris-Pratt) for a piece of
// literals, one machine word per 64 symbols of the piece (Shift-And; Baeza-Yates and Gonnet 1992) for one with single wildcards
// inside. Single wildcards at the edge of a piece commute with the run beside them and become a count of symbols to skip.
//
// Immutable after construction and thread-safe. A Stream has
//   std::size_t begin() const;                   the first position
//   bool done(std::size_t at) const;             whether `at` is the end
//   Symbol next(std::size_t& at) const;          the symbol at `at`, which it moves behind it; requires !done(at)
//   bool back(std::size_t& at, std::size_t count) const;   from the end: `count` symbols back; false when there are fewer
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace turnout::predicate {

using Symbol = std::uint32_t;
inline constexpr Symbol kAnyOne = 0xffff'ffff;  // one symbol, whichever
inline constexpr Symbol kAnyRun = 0xffff'fffe;  // any number of symbols, none included

class Glob {
 public:
  explicit Glob(std::span<const Symbol> pattern);

  template <class Stream>
  [[nodiscard]] bool matches(const Stream& stream) const {
    std::size_t at = stream.begin();
    if (!here(stream, head(), at)) return false;
    if (!open_) return stream.done(at);
    for (const Piece& piece : pieces_) {
      for (std::uint32_t i = 0; i < piece.skip; ++i) {
        if (stream.done(at)) return false;
        stream.next(at);
      }
      if (!(piece.words == 0 ? knuth_morris_pratt(stream, piece, at) : shift_and(stream, piece, at))) return false;
    }
    std::size_t tail_at = 0;
    return stream.back(tail_at, tail().size()) && tail_at >= at && here(stream, tail(), tail_at);
  }

  // At most about 40 bytes per symbol of the pattern.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // What stands between two runs, without the single wildcards at its edges. Offsets lead into the pools below, which all
  // pieces share, so that half a million one-letter pieces stay small.
  struct Piece {
    std::uint32_t skip = 0;             // symbols to skip before the search
    std::uint32_t begin = 0, size = 0;  // in symbols_
    std::uint32_t words = 0;            // 0: literals only; else words of 64 symbols of the state
    std::uint32_t any = 0;              // in masks_: positions of single wildcards
    std::uint32_t rows = 0, row_count = 0;
  };
  // Where a symbol stands in a piece: a bit mask, or a descending list of positions where that is shorter. So the masks of a
  // piece of m symbols take O(m) words, however many different symbols it has.
  struct Row {
    Symbol symbol;
    std::uint32_t offset;  // in masks_ when `count` is 0, else in positions_
    std::uint32_t count;
  };
  static constexpr std::size_t kInlineWords = 32;

  [[nodiscard]] std::span<const Symbol> head() const noexcept { return std::span(symbols_).first(head_size_); }
  [[nodiscard]] std::span<const Symbol> tail() const noexcept { return std::span(symbols_).last(tail_size_); }

  void add_piece(std::span<const Symbol> piece, std::size_t skip);
  void build_failure(const Piece& piece);
  void build_masks(Piece& piece);
  [[nodiscard]] const Row* row_of(const Piece& piece, Symbol symbol) const noexcept;
  // One step of Shift-And; `active` is the number of words that may be non-zero. Returns whether the piece ends here.
  bool step(const Piece& piece, std::uint64_t* state, std::size_t& active, Symbol symbol) const noexcept;
  // Zeroed state, this thread's.
  static std::uint64_t* large_state(std::size_t words);

  template <class Stream>
  static bool here(const Stream& stream, std::span<const Symbol> symbols, std::size_t& at) {
    for (const Symbol wanted : symbols) {
      if (stream.done(at)) return false;
      const Symbol symbol = stream.next(at);
      if (wanted != kAnyOne && wanted != symbol) return false;
    }
    return true;
  }

  // Both move `at` behind the leftmost occurrence at or after it; false when there is none.
  template <class Stream>
  bool knuth_morris_pratt(const Stream& stream, const Piece& piece, std::size_t& at) const {
    const Symbol* symbols = symbols_.data() + piece.begin;
    const std::uint32_t* failure = failure_.data() + piece.begin;
    std::size_t matched = 0;
    while (!stream.done(at)) {
      const Symbol symbol = stream.next(at);
      while (matched > 0 && symbols[matched] != symbol) matched = failure[matched - 1];
      if (symbols[matched] == symbol && ++matched == piece.size) return true;
    }
    return false;
  }

  template <class Stream>
  bool shift_and(const Stream& stream, const Piece& piece, std::size_t& at) const {
    std::array<std::uint64_t, kInlineWords> small{};
    std::uint64_t* state = piece.words <= kInlineWords ? small.data() : large_state(piece.words);
    std::size_t active = 0;
    while (!stream.done(at)) {
      if (step(piece, state, active, stream.next(at))) return true;
    }
    return false;
  }

  bool open_ = false;  // there is a run; otherwise the whole pattern is the head
  std::size_t head_size_ = 0, tail_size_ = 0;
  std::vector<Symbol> symbols_;         // head, pieces, tail
  std::vector<std::uint32_t> failure_;  // literal pieces: length of the longest border of each prefix
  std::vector<Piece> pieces_;
  std::vector<Row> rows_;  // of a piece by symbol
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint32_t> positions_;
};

}  // namespace turnout::predicate
