#include "grammar/like_pattern.h"

#include "schema/utf8.h"

namespace turnout::grammar {

std::variant<char32_t, LiteralMistake> decode_escape(std::string_view text, bool strict) {
  std::size_t at = 0;
  const char32_t escape = text.empty() ? U'\0' : schema::next_code_point(text, at);
  if (text.empty() || at != text.size()) {
    return LiteralMistake{"ESCAPE takes a string of exactly one character", "write it as ESCAPE '\\'"};
  }
  if (strict && (escape == U'%' || escape == U'_')) {
    return LiteralMistake{"a wildcard cannot be the escape character", "choose a character other than % and _"};
  }
  return escape;
}

std::optional<LiteralMistake> check_like_pattern(std::string_view pattern, char32_t escape, bool strict) {
  for (std::size_t at = 0; at < pattern.size();) {
    if (schema::next_code_point(pattern, at) != escape) continue;
    if (at == pattern.size()) {
      return LiteralMistake{"the pattern ends in the escape character, which escapes nothing", "double it, or remove it"};
    }
    const char32_t next = schema::next_code_point(pattern, at);
    if (strict && next != U'%' && next != U'_' && next != escape) {
      return LiteralMistake{"the escape character stands before something other than %, _ and itself",
                            "double it to mean the character itself"};
    }
  }
  return std::nullopt;
}

}  // namespace turnout::grammar
