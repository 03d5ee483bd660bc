#include "grammar/diagnostics.h"

#include <algorithm>
#include <array>

#include "grammar/words.h"
#include "schema/utf8.h"

namespace turnout::grammar {
namespace {

using predicate::Finding;

std::string_view line_around(std::string_view text, std::size_t byte, std::size_t& begin) {
  const std::size_t before = byte == 0 ? std::string_view::npos : text.rfind('\n', byte - 1);
  begin = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', byte), text.size());
  return text.substr(begin, end - begin);
}

// The code points of a line as a terminal can show them, one column each as far as that is known.
std::vector<std::string> columns_of(std::string_view line) {
  std::vector<std::string> columns;
  for (std::size_t at = 0; at < line.size();) {
    const char32_t point = schema::next_code_point(line, at);
    std::string shown;
    schema::append_utf8(shown, point < 0x20 || point == 0x7f ? U' ' : point);
    columns.push_back(std::move(shown));
  }
  return columns;
}

// Far enough from the caret not to be shown: bounds the work for a line of a megabyte.
constexpr std::size_t kWindowBytes = std::size_t{4} * kExcerptWidth;

bool contains(const std::vector<TokenKind>& kinds, TokenKind kind) {
  return std::binary_search(kinds.begin(), kinds.end(), kind);
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " or " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace

Place place_of(std::string_view text, std::size_t byte) {
  byte = std::min(byte, text.size());
  Place place;
  std::size_t line_begin = 0;
  for (std::size_t at = text.find('\n'); at < byte; at = text.find('\n', at + 1)) {
    ++place.line;
    line_begin = at + 1;
  }
  for (std::size_t at = line_begin; at < byte;) {
    schema::next_code_point(text, at);
    ++place.column;
  }
  return place;
}

std::string excerpt_at(std::string_view text, std::size_t byte) {
  byte = std::min(byte, text.size());
  std::size_t begin = 0;
  const std::string_view line = line_around(text, byte, begin);
  std::string_view left = line.substr(0, byte - begin);
  std::string_view right = line.substr(byte - begin);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  const bool far_left = left.size() > kWindowBytes;
  const bool far_right = right.size() > kWindowBytes;
  if (far_left) {
    left.remove_prefix(left.size() - kWindowBytes);
    while (!left.empty() && continues(left.front())) left.remove_prefix(1);
  }
  if (far_right) {
    right = right.substr(0, kWindowBytes);
    while (!right.empty() && continues(line[byte - begin + right.size()])) right.remove_suffix(1);
  }
  if (right.ends_with('\r')) right.remove_suffix(1);
  std::vector<std::string> before = columns_of(left);
  std::vector<std::string> after = columns_of(right);

  constexpr std::size_t kHalf = kExcerptWidth / 2;
  std::string shown;
  std::string caret;
  std::size_t first = 0;
  std::size_t count = after.size();
  if (far_left || far_right || before.size() + after.size() > kExcerptWidth) {
    const std::size_t keep_left = std::max(kHalf, kExcerptWidth - std::min(kExcerptWidth, after.size()));
    first = before.size() > keep_left ? before.size() - keep_left : 0;
    count = std::min(after.size(), kExcerptWidth - (before.size() - first));
  }
  if (first > 0 || far_left) shown = caret = "...";
  std::fill(caret.begin(), caret.end(), ' ');
  for (std::size_t i = first; i < before.size(); ++i) shown += before[i];
  caret.append(before.size() - first, ' ');
  for (std::size_t i = 0; i < count; ++i) shown += after[i];
  if (count < after.size() || far_right) shown += "...";
  return shown + "\n" + caret + "^";
}

Error to_error(std::string_view text, const Finding& finding) {
  const Place place = place_of(text, finding.begin);
  return {finding.code, finding.message, finding.hint, place.line, place.column, excerpt_at(text, finding.begin)};
}

Warning to_warning(std::string_view text, const Finding& finding) {
  const Place place = place_of(text, finding.begin);
  std::string message = finding.message;
  if (!finding.hint.empty()) message += ": " + finding.hint;
  return {std::move(message), place.line, place.column};
}

std::string describe_expected(const std::vector<TokenKind>& expected) {
  std::vector<std::string> parts;
  const bool value = contains(expected, TokenKind::number) && contains(expected, TokenKind::identifier);
  const bool operators = contains(expected, TokenKind::equal) && contains(expected, TokenKind::word_between);
  const bool arithmetic = !operators && contains(expected, TokenKind::star) && contains(expected, TokenKind::plus) && !value;
  if (value) parts.emplace_back("a value");
  if (operators) parts.emplace_back("an operator (such as =, <, +, IN, LIKE, BETWEEN, IS)");
  if (arithmetic) parts.emplace_back("an arithmetic operator");
  const bool name = !value && contains(expected, TokenKind::identifier);
  if (name) parts.emplace_back("a name");
  for (const TokenKind kind : expected) {
    switch (kind) {
      case TokenKind::word_or:
      case TokenKind::word_and:
      case TokenKind::word_escape:
      case TokenKind::word_missing:
      case TokenKind::left_paren:
      case TokenKind::right_paren:
      case TokenKind::comma:
        if (value && kind == TokenKind::left_paren) break;
        parts.emplace_back(describe(kind));
        break;
      case TokenKind::word_null:
      case TokenKind::string:
        if (!value) parts.emplace_back(describe(kind));
        break;
      case TokenKind::word_not:
      case TokenKind::word_between:
      case TokenKind::word_in:
      case TokenKind::word_like:
        if (!value && !operators) parts.emplace_back(describe(kind));
        break;
      default:
        break;
    }
  }
  if (contains(expected, TokenKind::end)) parts.emplace_back(describe(TokenKind::end));
  return "expected " + join(parts);
}

std::string cut(std::string_view word) {
  constexpr std::size_t kShown = 40;
  std::string shown(word.substr(0, kShown));
  if (shown.size() < word.size()) {
    while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80) != 0) shown.pop_back();
    shown += "...";
  }
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return shown;
}

std::string describe_found(std::string_view text, const Token& token) {
  if (token.kind == TokenKind::end) return "end of the filter";
  const std::string shown = cut(text_of(text, token));
  switch (token.kind) {
    case TokenKind::string:
      return "string " + shown;
    case TokenKind::number:
      return "number " + shown;
    case TokenKind::identifier:
    case TokenKind::quoted:
    case TokenKind::bracketed:
      return "name " + shown;
    case TokenKind::function:
      return "function " + shown;
    default:
      return "`" + shown + "`";
  }
}

}  // namespace turnout::grammar
