#include "grammar/shape.h"

#include "matcher/predicate/expr.h"

namespace turnout::grammar {
namespace {

// Bytes of the key beside those of TokenKind.
constexpr char kPath = 'P';  // followed by the class of the path
constexpr char kStrings = 'S';
constexpr char kNumbers = 'N';
constexpr char kBang = '!';  // behind a not_equal that is written !=, which one dialect refuses
static_assert(kTokenKinds <= static_cast<std::size_t>(kNumbers));

constexpr bool is_name(TokenKind kind) noexcept {
  return kind == TokenKind::identifier || kind == TokenKind::quoted || kind == TokenKind::bracketed;
}

class ShapeReader {
 public:
  ShapeReader(std::string_view text, std::span<const Token> tokens, const CompileOptions& options, PathTable& paths,
              Shape& shape)
      : text_(text), tokens_(tokens), options_(options), paths_(paths), shape_(shape) {}

  bool read() {
    shape_.key.clear();
    shape_.units.clear();
    shape_.paths.clear();
    shape_.key += static_cast<char>(options_.dialect);
    shape_.key += options_.real_division ? '\1' : '\0';
    while (at_ < tokens_.size()) {
      if (shape_.units.size() >= kShapeTokens || !next()) return false;
    }
    return true;
  }

 private:
  [[nodiscard]] TokenKind kind(std::size_t at) const { return at < tokens_.size() ? tokens_[at].kind : TokenKind::end; }

  void unit(Slot slot, std::size_t end) {
    shape_.units.push_back({slot, at_, static_cast<std::uint32_t>(end)});
    at_ = static_cast<std::uint32_t>(end);
  }

  void plain(Slot slot) {
    shape_.key += static_cast<char>(tokens_[at_].kind);
    unit(slot, at_ + 1);
  }

  bool next() {
    const TokenKind found = tokens_[at_].kind;
    switch (found) {
      case TokenKind::identifier:
      case TokenKind::quoted:
      case TokenKind::bracketed:
        return path();
      case TokenKind::string:
        plain(Slot::string);
        return true;
      case TokenKind::number:
        plain(Slot::number);
        return true;
      case TokenKind::binary:
        plain(Slot::binary);
        return true;
      case TokenKind::function:
        return function();
      case TokenKind::not_equal:
        plain(Slot::none);
        if (text_[tokens_[at_ - 1].begin] == '!') shape_.key += kBang;
        return true;
      case TokenKind::word_in:
        plain(Slot::none);
        list();
        return true;
      default:
        plain(Slot::none);
        return true;
    }
  }

  // The longest run that the grammar's rule `path` takes.
  bool path() {
    std::size_t end = at_ + 1;
    for (;;) {
      if (kind(end) == TokenKind::dot && is_name(kind(end + 1))) {
        end += 2;
      } else if (kind(end) == TokenKind::index || kind(end) == TokenKind::star_index) {
        end += 1;
      } else {
        break;
      }
    }
    // What jms refuses is said by the way without a template.
    if (options_.dialect == Dialect::jms && (end != at_ + 1 || tokens_[at_].kind == TokenKind::bracketed)) return false;
    const PathTable::Entry* entry = paths_.find(text_, tokens_.subspan(at_, end - at_), options_.dialect);
    if (entry == nullptr) return false;
    shape_.key += kPath;
    shape_.key += static_cast<char>(entry->kind);
    shape_.paths.push_back(entry->path);
    unit(Slot::path, end);
    return true;
  }

  bool function() {
    const auto known = predicate::find_function(text_of(text_, tokens_[at_]));
    if (!known || options_.dialect == Dialect::jms) return false;
    plain(Slot::none);
    shape_.key += static_cast<char>(*known);
    return true;
  }

  // `(` constant, constant, ... `)` of one kind.
  void list() {
    const TokenKind item = kind(at_ + 1);
    if (kind(at_) != TokenKind::left_paren || (item != TokenKind::string && item != TokenKind::number)) return;
    std::size_t end = at_ + 2;
    while (kind(end) == TokenKind::comma && kind(end + 1) == item) end += 2;
    if (kind(end) != TokenKind::right_paren) return;
    plain(Slot::none);
    shape_.key += item == TokenKind::string ? kStrings : kNumbers;
    unit(item == TokenKind::string ? Slot::strings : Slot::numbers, end);
  }

  std::string_view text_;
  std::span<const Token> tokens_;
  const CompileOptions& options_;
  PathTable& paths_;
  Shape& shape_;
  std::uint32_t at_ = 0;
};

}  // namespace

bool shape_of(std::string_view text, std::span<const Token> tokens, const CompileOptions& options, PathTable& paths,
              Shape& shape) {
  return ShapeReader(text, tokens, options, paths, shape).read();
}

}  // namespace turnout::grammar
