#include "matcher/predicate/text_access.h"

#include <algorithm>

#include "matcher/predicate/like_pattern.h"
#include "schema/utf8.h"

namespace turnout::predicate {
namespace {

using Choice = TextAccess::Choice;

// The last bytes say at least as much as the first, and of a literal at the end only they will do.
Choice choice_of(std::string_view literal, bool at_end, bool whole) {
  const bool cut = literal.size() > TextAccess::kLiteralBytesMax;
  if (cut) literal.remove_prefix(literal.size() - TextAccess::kLiteralBytesMax);
  return {{std::string(literal)}, at_end, whole && !cut};
}

// The pieces between wildcards. A malformed byte of a subject decodes as U+FFFD, so that character's bytes are not looked for.
TextAccess like_access(std::string_view canonical, bool folded) {
  const std::vector<Symbol> symbols = decode_like(canonical, U'\\', false);
  TextAccess access;
  access.folded = folded;
  std::string piece;
  const auto literal = [](Symbol symbol) {
    return symbol != kAnyRun && symbol != kAnyOne && symbol != static_cast<Symbol>(schema::kReplacement);
  };
  for (std::size_t i = 0; i <= symbols.size() && access.choices.size() < TextAccess::kChoicesMax; ++i) {
    if (i < symbols.size() && literal(symbols[i])) {
      schema::append_utf8(piece, static_cast<char32_t>(symbols[i]));
      continue;
    }
    if (!piece.empty()) access.choices.push_back(choice_of(piece, i == symbols.size(), false));
    piece.clear();
  }
  // `%abc%` and `%abc` are what their only literal is.
  const auto runs = std::count(symbols.begin(), symbols.end(), kAnyRun);
  const bool plain = std::all_of(symbols.begin(), symbols.end(), [&](Symbol s) { return s == kAnyRun || literal(s); });
  if (plain && access.choices.size() == 1 && symbols.front() == kAnyRun && access.choices[0].literals[0] != "") {
    const bool inner = symbols.back() == kAnyRun;
    const bool whole = access.choices[0].literals[0].size() < TextAccess::kLiteralBytesMax;
    access.choices[0].exact = whole && runs == (inner ? 2 : 1);
  }
  return access;
}

}  // namespace

TextAccess text_access(const TextTest& test) {
  const std::string_view key = test.key();
  const std::string_view pattern = key.substr(std::min(key.size(), key.find(' ') + 1));
  switch (test.kind()) {
    case TextTest::Kind::suffix:
    case TextTest::Kind::contains:
      if (pattern.empty()) return {};
      return {false, {choice_of(pattern, test.kind() == TextTest::Kind::suffix, true)}};
    case TextTest::Kind::like:
    case TextTest::Kind::ilike:
      return like_access(pattern, test.kind() == TextTest::Kind::ilike);
    case TextTest::Kind::regexp:
      return regexp_access(pattern);
    default:
      return {};
  }
}

}  // namespace turnout::predicate
