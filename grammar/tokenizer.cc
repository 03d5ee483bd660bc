#include "grammar/tokenizer.h"

#include <string>

#include "grammar/name_characters.h"
#include "grammar/number.h"
#include "grammar/words.h"
#include "schema/utf8.h"
#include "turnout/limits.h"

namespace turnout::grammar {
namespace {

using predicate::Finding;

std::string code_point_name(char32_t point) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name;
  for (int shift = point > 0xffff ? 20 : 12; shift >= 0; shift -= 4) name += kDigits[(point >> shift) & 0xf];
  return "U+" + name;
}

class Tokenizer {
 public:
  Tokenizer(std::string_view text, Dialect dialect, Tokens& tokens) : text_(text), dialect_(dialect), tokens_(tokens) {}

  std::optional<Finding> run() {
    tokens_.clear();
    if (text_.size() > limits::kFilterBytes) {
      fail(ErrorCode::limit, 0, 0,
           "the filter is longer than " + std::to_string(limits::kFilterBytes) + " bytes (limit kFilterBytes)",
           "split it into several subscriptions");
      return std::move(problem_);
    }
    tokens_.reserve(text_.size() / 5 + 8);
    while (!problem_ && at_ < text_.size()) next();
    if (!problem_ && !open_.empty()) {
      fail(ErrorCode::syntax, open_.back(), open_.back() + 1, "this `(` is never closed", "add a `)`, or remove the `(`");
    }
    const auto end = static_cast<std::uint32_t>(text_.size());
    tokens_.push_back({TokenKind::end, end, end});
    return std::move(problem_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void fail(ErrorCode code, std::size_t begin, std::size_t end, std::string message, std::string hint) {
    if (problem_) return;
    problem_ =
        Finding{code, std::move(message), std::move(hint), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void limit(std::size_t begin, std::size_t end, const std::string& what, std::size_t most, const char* units, const char* name,
             const char* hint) {
    fail(ErrorCode::limit, begin, end, what + " more than " + std::to_string(most) + units + " (limit " + name + ")", hint);
  }

  // Takes the bytes [at_, end) as a token and holds the bounds that count tokens.
  void take(TokenKind kind, std::size_t end) {
    const std::size_t begin = at_;
    at_ = end;
    tokens_.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    if (tokens_.size() > limits::kFilterTokens) {
      return limit(begin, end, "the filter has", limits::kFilterTokens, " tokens", "kFilterTokens",
                   "split it into several subscriptions");
    }
    if (is_constant(kind) && ++constants_ > limits::kFilterLiterals) {
      return limit(begin, end, "the filter has", limits::kFilterLiterals, " constants", "kFilterLiterals",
                   "split it into several subscriptions");
    }
    if (kind == TokenKind::left_paren) open_.push_back(static_cast<std::uint32_t>(begin));
    if (kind == TokenKind::right_paren) {
      if (open_.empty())
        return fail(ErrorCode::syntax, begin, end, "this `)` closes nothing", "remove it, or add a `(` before it");
      open_.pop_back();
    }
    const bool prefix = kind == TokenKind::word_not || kind == TokenKind::plus || kind == TokenKind::minus;
    chain_ = prefix ? chain_ + 1 : 0;
    if (open_.size() + chain_ > limits::kFilterDepth) {
      limit(begin, end, "parentheses, NOT and signs are nested", limits::kFilterDepth, " deep", "kFilterDepth",
            "flatten the expression");
    }
  }

  void next() {
    const char c = text_[at_];
    switch (c) {
      case ' ':
      case '\t':
      case '\n':
      case '\r':
      case '\f':
        ++at_;
        return;
      case '\'':
        return quoted(TokenKind::string, '\'', at_);
      case '"':
        return quoted(TokenKind::quoted, '"', at_);
      case '[':
        return quoted(TokenKind::bracketed, ']', at_);
      default:
        break;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (is_ascii_digit(byte) || (c == '.' && is_ascii_digit(static_cast<unsigned char>(peek(1))))) return number();
    if (byte < 0x80 && !starts_name(byte)) return operator_or_mark();
    word();
  }

  // A quoted token whose opening quote is at `open`; the closing one is escaped by doubling it.
  void quoted(TokenKind kind, char close, std::size_t open) {
    std::size_t i = open + 1;
    while (i < text_.size()) {
      if (text_[i] == close) {
        if (i + 1 >= text_.size() || text_[i + 1] != close) break;
        ++i;
      } else if (static_cast<unsigned char>(text_[i]) >= 0x80) {
        const std::size_t begin = i;
        if (!well_formed(i)) return fail(ErrorCode::syntax, begin, begin + 1, "not valid UTF-8", "encode the filter as UTF-8");
        continue;
      }
      ++i;
    }
    if (i >= text_.size()) {
      const std::string quote(1, close);
      const std::string what = kind == TokenKind::quoted || kind == TokenKind::bracketed ? "name" : "string";
      return fail(ErrorCode::syntax, at_, at_ + 1, "this quoted " + what + " is never closed",
                  "add a closing `" + quote + "`; inside, write it twice");
    }
    take(kind, i + 1);
  }

  // Moves `at` behind a well-formed code point, or returns false.
  [[nodiscard]] bool well_formed(std::size_t& at) const {
    const std::size_t begin = at;
    const char32_t point = schema::next_code_point(text_, at);
    return point != schema::kReplacement || at - begin == 3;
  }

  void number() {
    NumberScan scan = scan_number(text_, at_);
    if (scan.mistake) {
      return fail(ErrorCode::syntax, at_, scan.end, std::move(scan.mistake->message), std::move(scan.mistake->hint));
    }
    take(TokenKind::number, scan.end);
  }

  void word() {
    std::size_t end = at_;
    const char32_t first = schema::next_code_point(text_, end);
    if (first == schema::kReplacement && end - at_ == 1) {
      return fail(ErrorCode::syntax, at_, at_ + 1, "not valid UTF-8", "encode the filter as UTF-8");
    }
    if (!starts_name(first)) return unexpected(first, end);
    if (dialect_ == Dialect::azure_sql && (first == U'_' || first == U'$')) {
      return fail(ErrorCode::syntax, at_, end, "a name starts with a letter in azure-sql", "quote the name, as in [_name]");
    }
    if ((text_[at_] == 'x' || text_[at_] == 'X') && peek(1) == '\'') return quoted(TokenKind::binary, '\'', at_ + 1);
    while (end < text_.size()) {
      std::size_t behind = end;
      if (!continues_name(schema::next_code_point(text_, behind))) break;
      end = behind;
    }
    const auto reserved = find_reserved_word(text_.substr(at_, end - at_));
    take(reserved ? *reserved : TokenKind::identifier, end);
  }

  void operator_or_mark() {
    const char c = text_[at_];
    const char following = peek(1);
    switch (c) {
      case '=':
        if (following == '=') return fail(ErrorCode::syntax, at_, at_ + 2, "unknown operator `==`", "equality is written `=`");
        return take(TokenKind::equal, at_ + 1);
      case '<':
        if (following == '>') return take(TokenKind::not_equal, at_ + 2);
        return following == '=' ? take(TokenKind::less_equal, at_ + 2) : take(TokenKind::less, at_ + 1);
      case '>':
        return following == '=' ? take(TokenKind::greater_equal, at_ + 2) : take(TokenKind::greater, at_ + 1);
      case '!':
        if (following == '=') return take(TokenKind::not_equal, at_ + 2);
        break;
      case '+':
        return take(TokenKind::plus, at_ + 1);
      case '-':
        return take(TokenKind::minus, at_ + 1);
      case '*':
        return take(TokenKind::star, at_ + 1);
      case '/':
        return take(TokenKind::slash, at_ + 1);
      case '%':
        return take(TokenKind::percent, at_ + 1);
      case '(':
        return take(TokenKind::left_paren, at_ + 1);
      case ')':
        return take(TokenKind::right_paren, at_ + 1);
      case ',':
        return take(TokenKind::comma, at_ + 1);
      case '.':
        return take(TokenKind::dot, at_ + 1);
      default:
        break;
    }
    unexpected(static_cast<unsigned char>(c), at_ + 1);
  }

  void unexpected(char32_t point, std::size_t end) {
    std::string hint;
    switch (point) {
      case U'!':
        hint = "negation is written NOT";
        break;
      case U'&':
        hint = "conjunction is written AND";
        break;
      case U'|':
        hint = "disjunction is written OR; strings are joined by CONCAT";
        break;
      case U'@':
        hint = "parameters are not supported: write the value itself";
        break;
      case U';':
        hint = "a filter is one expression";
        break;
      case U'{':
      case U'}':
        hint = "a list is written (1, 2, 3)";
        break;
      case U'\u2018':
      case U'\u2019':
      case U'\u201c':
      case U'\u201d':
        hint = "strings stand in straight quotes: 'text'";
        break;
      case U'\u00a0':
        hint = "this is a no-break space: use an ordinary one";
        break;
      default:
        hint = "quote a name that contains it, as in \"a-b\"";
        break;
    }
    const bool printable = point > 0x20 && point != 0x7f && !(point >= 0x80 && point < 0xa1);
    const std::string shown = printable ? "`" + std::string(text_.substr(at_, end - at_)) + "`" : code_point_name(point);
    fail(ErrorCode::syntax, at_, end, "unexpected character " + shown, hint);
  }

  std::string_view text_;
  Dialect dialect_;
  std::size_t at_ = 0;
  Tokens& tokens_;
  std::optional<Finding> problem_;
  std::vector<std::uint32_t> open_;  // positions of the open parentheses; at most kFilterDepth
  std::size_t chain_ = 0;            // prefix operators directly before this place
  std::size_t constants_ = 0;
};

}  // namespace

std::optional<Finding> tokenize_into(std::string_view text, Dialect dialect, Tokens& tokens) {
  return Tokenizer(text, dialect, tokens).run();
}

Tokenized tokenize(std::string_view text, Dialect dialect) {
  Tokenized tokenized;
  tokenized.problem = tokenize_into(text, dialect, tokenized.tokens);
  return tokenized;
}

}  // namespace turnout::grammar
