#include "grammar/path_builder.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "grammar/diagnostics.h"
#include "grammar/literal.h"
#include "grammar/suggestion.h"
#include "grammar/words.h"
#include "turnout/limits.h"

namespace turnout::grammar {
namespace {

using predicate::Finding;
using schema::Path;
using schema::Scope;
using schema::Segment;

std::optional<Scope> find_scope(std::string_view word, bool any_case) {
  const auto is = [&](std::string_view scope) { return any_case ? same_word(word, scope) : word == scope; };
  if (is("user")) return Scope::user;
  if (is("data")) return Scope::data;
  if (is("sys")) return Scope::sys;
  return std::nullopt;
}

std::uint32_t saturated(std::string_view digits) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} ? value : std::numeric_limits<std::uint32_t>::max();
}

Segment name_segment(std::string name) {
  Segment segment;
  segment.name = std::move(name);
  return segment;
}

class PathBuilder {
 public:
  PathBuilder(std::string_view text, std::span<const Token> tokens, Dialect dialect)
      : text_(text), tokens_(tokens), any_case_(dialect == Dialect::azure_sql) {}

  PathOrFinding build() {
    auto path = std::make_shared<Path>();
    path->any_case = any_case_;
    std::size_t at = 0;
    if (const auto scope = scope_of_first()) {
      path->scope = *scope;
      if (*scope == Scope::sys) return envelope_field(std::move(path));
      at = tokens_.size() > 1 && tokens_[1].kind == TokenKind::dot ? 2 : 1;
    }
    for (; at < tokens_.size(); ++at) {
      if (tokens_[at].kind == TokenKind::dot) continue;
      if (path->segments.size() == limits::kPathSegments) {
        return finding(ErrorCode::limit, tokens_[at],
                       "a path has more than " + std::to_string(limits::kPathSegments) + " segments (limit kPathSegments)", "");
      }
      path->segments.push_back(segment(tokens_[at]));
    }
    return std::shared_ptr<const Path>(std::move(path));
  }

 private:
  [[nodiscard]] std::optional<Scope> scope_of_first() const {
    if (tokens_[0].kind != TokenKind::identifier) return std::nullopt;
    const auto scope = find_scope(text_of(text_, tokens_[0]), any_case_);
    if (!scope) return std::nullopt;
    const bool dotted = tokens_.size() > 1 && tokens_[1].kind == TokenKind::dot;
    return dotted || *scope == Scope::data ? scope : std::nullopt;
  }

  [[nodiscard]] Segment segment(const Token& token) const {
    const std::string_view word = text_of(text_, token);
    Segment result;
    switch (token.kind) {
      case TokenKind::identifier:
        return name_segment(std::string(word));
      case TokenKind::index:
        result.kind = Segment::Kind::index;
        result.index = saturated(word.substr(1, word.size() - 2));
        return result;
      case TokenKind::star_index:
        result.kind = Segment::Kind::star;
        return result;
      default:
        return name_segment(unquote(word));
    }
  }

  PathOrFinding envelope_field(std::shared_ptr<Path> path) const {
    const Token& field = tokens_[2];
    const std::string word = segment(field).name;
    const auto found = find_sys_field(word, any_case_);
    if (!found) return unknown_field(field, word);
    if (tokens_.size() > 3) {
      return finding(ErrorCode::type, tokens_[3], "sys." + word + " is a single value: it has no members or elements", "");
    }
    path->sys = *found;
    path->any_case = false;  // there is one spelling left: the field itself
    return std::shared_ptr<const Path>(std::move(path));
  }

  [[nodiscard]] Finding unknown_field(const Token& token, const std::string& word) const {
    std::array<std::string_view, kSysFieldCount> names;
    std::string all;
    for (std::size_t i = 0; i < names.size(); ++i) {
      names[i] = sys_field_name(static_cast<SysField>(i));
      all += (i > 0 ? " " : "") + std::string(names[i]);
    }
    std::string hint = did_you_mean(word, names);
    if (!hint.empty()) hint += " ";
    hint += "The fields are: " + all + "; a body or attribute key named sys is reached by quoting it: \"sys\".";
    return finding(ErrorCode::unknown_name, token, "there is no envelope field sys." + cut(word), hint);
  }

  static Finding finding(ErrorCode code, const Token& token, std::string message, std::string hint) {
    return {code, std::move(message), std::move(hint), token.begin, token.end};
  }

  std::string_view text_;
  std::span<const Token> tokens_;
  bool any_case_;
};

}  // namespace

PathOrFinding build_path(std::string_view text, std::span<const Token> tokens, Dialect dialect) {
  return PathBuilder(text, tokens, dialect).build();
}

std::shared_ptr<const schema::Path> flat_path(std::string_view name, Dialect dialect) {
  auto path = std::make_shared<Path>();
  path->any_case = dialect == Dialect::azure_sql;
  path->segments.push_back(name_segment(std::string(name)));
  return path;
}

}  // namespace turnout::grammar
