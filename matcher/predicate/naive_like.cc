#include "matcher/predicate/naive_like.h"

#include <cstdint>
#include <vector>

#include "schema/case_fold.h"
#include "schema/utf8.h"

namespace turnout::predicate {

namespace {

struct Token {
  enum class Kind : std::uint8_t { literal, one, run } kind;
  char32_t point;
};

void read_pattern(std::string_view pattern, std::optional<char32_t> escape, bool ignore_case, std::vector<Token>& tokens) {
  tokens.clear();
  for (std::size_t at = 0; at < pattern.size();) {
    char32_t point = schema::next_code_point(pattern, at);
    if (escape && point == *escape && at < pattern.size()) {
      point = schema::next_code_point(pattern, at);
    } else if (point == U'%') {
      tokens.push_back({Token::Kind::run, 0});
      continue;
    } else if (point == U'_') {
      tokens.push_back({Token::Kind::one, 0});
      continue;
    }
    tokens.push_back({Token::Kind::literal, ignore_case ? schema::fold_simple(point) : point});
  }
}

// Stands for itself in a pattern: an ASCII character that is no wildcard and no escape.
bool is_plain(char c, std::optional<char32_t> escape) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 && c != '%' && c != '_' && escape != static_cast<char32_t>(byte);
}

}  // namespace

bool naive_like(std::string_view subject, std::string_view pattern, std::optional<char32_t> escape, bool ignore_case) {
  // What the pattern begins with needs no table: most patterns fail there.
  if (!ignore_case) {
    std::size_t same = 0;
    for (; same < pattern.size() && same < subject.size() && is_plain(pattern[same], escape); ++same) {
      if (pattern[same] != subject[same]) return false;
    }
    pattern.remove_prefix(same);
    subject.remove_prefix(same);
    if (pattern == "%") return true;
  }

  // Kept between calls, so that a filter costs no allocation per event.
  thread_local std::vector<Token> tokens;
  thread_local std::vector<unsigned char> before;
  thread_local std::vector<unsigned char> after;
  read_pattern(pattern, escape, ignore_case, tokens);

  // before[j]: the subject read so far matches the first j tokens.
  const std::size_t count = tokens.size();
  before.assign(count + 1, 0);
  after.assign(count + 1, 0);
  before[0] = 1;
  for (std::size_t j = 1; j <= count && tokens[j - 1].kind == Token::Kind::run; ++j) before[j] = 1;

  for (std::size_t at = 0; at < subject.size();) {
    char32_t point = schema::next_code_point(subject, at);
    if (ignore_case) point = schema::fold_simple(point);
    unsigned char alive = 0;
    after[0] = 0;
    for (std::size_t j = 1; j <= count; ++j) {
      const Token& token = tokens[j - 1];
      unsigned char reached = 0;
      switch (token.kind) {
        case Token::Kind::literal:
          reached = before[j - 1] != 0 && token.point == point ? 1 : 0;
          break;
        case Token::Kind::one:
          reached = before[j - 1];
          break;
        case Token::Kind::run:
          reached = before[j] | after[j - 1];
          break;
      }
      after[j] = reached;
      alive |= reached;
    }
    if (alive == 0) return false;
    before.swap(after);
  }
  return before[count] != 0;
}

}  // namespace turnout::predicate
