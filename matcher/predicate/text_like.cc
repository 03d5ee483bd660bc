// LIKE and ILIKE. A pattern without `_` and with case is searched in bytes; every other one is a Glob over code points.
#include <cstring>

#include "matcher/predicate/glob.h"
#include "matcher/predicate/like_pattern.h"
#include "matcher/predicate/text_test.h"
#include "schema/case_fold.h"
#include "schema/utf8.h"

namespace turnout::predicate {

std::vector<Symbol> decode_like(std::string_view pattern, std::optional<char32_t> escape, bool ignore_case) {
  std::vector<Symbol> symbols;
  const auto literal = [&](char32_t point) {
    symbols.push_back(static_cast<Symbol>(ignore_case ? schema::fold_simple(point) : point));
  };
  for (std::size_t at = 0; at < pattern.size();) {
    const char32_t point = schema::next_code_point(pattern, at);
    if (escape && point == *escape && at < pattern.size()) {
      literal(schema::next_code_point(pattern, at));
    } else if (point == U'%') {
      if (symbols.empty() || symbols.back() != kAnyRun) symbols.push_back(kAnyRun);
    } else if (point == U'_') {
      symbols.push_back(kAnyOne);
    } else {
      literal(point);
    }
  }
  return symbols;
}

std::string canonical_like(const std::vector<Symbol>& symbols) {
  std::string text;
  for (const Symbol symbol : symbols) {
    if (symbol == kAnyRun) {
      text += '%';
    } else if (symbol == kAnyOne) {
      text += '_';
    } else {
      if (symbol == U'%' || symbol == U'_' || symbol == U'\\') text += '\\';
      schema::append_utf8(text, static_cast<char32_t>(symbol));
    }
  }
  return text;
}

namespace {

std::string literal_text(const std::vector<Symbol>& symbols, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) schema::append_utf8(text, static_cast<char32_t>(symbols[i]));
  return text;
}

// UTF-8 is self-synchronising, so bytes found are code points found. Linear: memmem is (two-way beyond 256 bytes, below that a
// skip search whose worst case is that constant times the subject), and no byte is searched for two pieces.
class ByteLike final : public TextTest {
 public:
  ByteLike(std::string key, const std::vector<Symbol>& symbols) : TextTest(Kind::like, std::move(key)) {
    std::size_t from = 0;
    for (std::size_t i = 0; i <= symbols.size(); ++i) {
      if (i < symbols.size() && symbols[i] != kAnyRun) continue;
      bytes_ += literal_text(symbols, from, i);
      ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
      from = i + 1;
    }
  }

  [[nodiscard]] bool matches(std::string_view subject) const noexcept override {
    if (ends_.size() == 1) return subject == bytes_;
    const std::string_view head = piece(0), tail = piece(ends_.size() - 1);
    if (subject.size() < head.size() + tail.size() || !subject.starts_with(head) || !subject.ends_with(tail)) return false;
    subject.remove_prefix(head.size());
    subject.remove_suffix(tail.size());
    for (std::size_t i = 1; i + 1 < ends_.size(); ++i) {
      const std::string_view middle = piece(i);
      if (subject.size() < middle.size()) return false;
      const void* found = ::memmem(subject.data(), subject.size(), middle.data(), middle.size());
      if (found == nullptr) return false;
      subject.remove_prefix(static_cast<std::size_t>(static_cast<const char*>(found) - subject.data()) + middle.size());
    }
    return true;
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + key().capacity() + bytes_.capacity() + ends_.capacity() * sizeof(std::uint32_t);
  }

 private:
  [[nodiscard]] std::string_view piece(std::size_t i) const noexcept {
    const std::size_t from = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(from, ends_[i] - from);
  }

  std::string bytes_;                // the pieces, one after another
  std::vector<std::uint32_t> ends_;  // end of each piece in bytes_
};

template <bool kFold>
struct CodePoints {
  std::string_view text;

  [[nodiscard]] static std::size_t begin() noexcept { return 0; }
  [[nodiscard]] bool done(std::size_t at) const noexcept { return at >= text.size(); }
  Symbol next(std::size_t& at) const noexcept {
    const char32_t point = schema::next_code_point(text, at);
    return static_cast<Symbol>(kFold ? schema::fold_simple(point) : point);
  }
  // Agrees with next() on malformed text too: what decodes as one code point that ends here is one, anything else a byte.
  [[nodiscard]] bool back(std::size_t& at, std::size_t count) const noexcept {
    at = text.size();
    for (; count > 0; --count) {
      if (at == 0) return false;
      std::size_t step = 1;
      for (std::size_t bytes = 2; bytes <= 4 && bytes <= at; ++bytes) {
        std::size_t end = at - bytes;
        schema::next_code_point(text.substr(0, at), end);
        if (end == at) step = bytes;
      }
      at -= step;
    }
    return true;
  }
};

template <bool kFold>
class PointLike final : public TextTest {
 public:
  PointLike(std::string key, const std::vector<Symbol>& symbols)
      : TextTest(kFold ? Kind::ilike : Kind::like, std::move(key)), glob_(symbols) {}

  [[nodiscard]] bool matches(std::string_view subject) const noexcept override {
    return glob_.matches(CodePoints<kFold>{subject});
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + key().capacity() + glob_.memory_bytes();
  }

 private:
  Glob glob_;
};

}  // namespace

std::shared_ptr<const TextTest> TextTest::like(std::string_view pattern, std::optional<char32_t> escape,
                                               [[maybe_unused]] bool any_char_escape, bool ignore_case) {
  const std::vector<Symbol> symbols = decode_like(pattern, escape, ignore_case);
  std::string key = (ignore_case ? "ilike " : "like ") + canonical_like(symbols);
  if (ignore_case) return std::make_shared<PointLike<true>>(std::move(key), symbols);
  for (const Symbol symbol : symbols) {
    if (symbol == kAnyOne) return std::make_shared<PointLike<false>>(std::move(key), symbols);
  }
  return std::make_shared<ByteLike>(std::move(key), symbols);
}

LikeShape like_shape(std::string_view pattern, std::optional<char32_t> escape, [[maybe_unused]] bool any_char_escape) {
  using Kind = LikeShape::Kind;
  const std::vector<Symbol> symbols = decode_like(pattern, escape, false);
  std::size_t from = 0, to = symbols.size();
  const bool run_before = from < to && symbols[from] == kAnyRun;
  if (run_before) ++from;
  const bool run_after = from < to && symbols[to - 1] == kAnyRun;
  if (run_after) --to;
  for (std::size_t i = from; i < to; ++i) {
    if (symbols[i] == kAnyRun || symbols[i] == kAnyOne) return {};
  }
  if (run_before && from == to) return {Kind::any, {}};
  const Kind kind = run_before ? (run_after ? Kind::contains : Kind::suffix) : run_after ? Kind::prefix : Kind::exact;
  return {kind, literal_text(symbols, from, to)};
}

}  // namespace turnout::predicate
