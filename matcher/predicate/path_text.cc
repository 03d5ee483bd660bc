#include "matcher/predicate/path_text.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "schema/utf8.h"
#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

using schema::Scope;
using schema::Segment;

const RE2& name_pattern() {
  static const RE2 pattern(R"(([\p{L}_$][\p{L}\p{Nd}_$]*))");
  return pattern;
}

class PathParser {
 public:
  explicit PathParser(std::string_view text) : text_(text), rest_(text.data(), text.size()) {}

  Result<schema::Path> parse() {
    const bool quoted = rest_.starts_with("\"");
    std::string first;
    if (!read_name(first)) return malformed("a name");
    if (std::optional<Error> error = begin(std::move(first), quoted)) return std::move(*error);
    while (!rest_.empty()) {
      if (path_.segments.size() == limits::kPathSegments) {
        return Error{.code = ErrorCode::limit,
                     .message = "the path has more than " + std::to_string(limits::kPathSegments) + " segments",
                     .hint = {},
                     .excerpt = {}};
      }
      if (std::optional<Error> error = segment()) return std::move(*error);
    }
    return std::move(path_);
  }

 private:
  // The first name: a scope where it reads as one and has no quotes.
  std::optional<Error> begin(std::string first, bool quoted) {
    const bool dotted = take('.');
    if (quoted) {
      path_.segments.push_back({Segment::Kind::name, std::move(first), 0});
      return dotted ? name() : std::nullopt;
    }
    if (first == "data" && (dotted || rest_.empty() || rest_[0] == '[')) {
      path_.scope = Scope::data;
      return dotted ? name() : std::nullopt;
    }
    if (first == "user" && dotted) {
      path_.scope = Scope::user;
      return name();
    }
    if (first == "sys" && dotted) return envelope_field();
    path_.segments.push_back({Segment::Kind::name, std::move(first), 0});
    return dotted ? name() : std::nullopt;
  }

  std::optional<Error> segment() {
    if (take('.')) return name();
    if (take('[')) return bracket();
    return malformed("a dot or [");
  }

  std::optional<Error> name() {
    std::string name;
    if (!read_name(name)) return malformed("a name");
    path_.segments.push_back({Segment::Kind::name, std::move(name), 0});
    return std::nullopt;
  }

  // A plain name, or any text in double quotes; a quote inside is doubled.
  bool read_name(std::string& name) {
    if (!take('"')) return RE2::Consume(&rest_, name_pattern(), &name);
    while (!rest_.empty()) {
      const char c = rest_[0];
      rest_.remove_prefix(1);
      if (c == '"' && !take('"')) return schema::is_valid_utf8(name);
      name += c;
    }
    return false;
  }

  std::optional<Error> bracket() {
    Segment segment;
    if (take('*')) {
      segment.kind = Segment::Kind::star;
    } else {
      segment.kind = Segment::Kind::index;
      if (rest_.empty() || !is_digit(rest_[0])) return malformed("digits or *");
      constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max();
      std::uint64_t index = 0;
      while (!rest_.empty() && is_digit(rest_[0])) {
        index = std::min(index * 10 + static_cast<std::uint64_t>(rest_[0] - '0'), kLargest);
        rest_.remove_prefix(1);
      }
      segment.index = static_cast<std::uint32_t>(index);
    }
    if (!take(']')) return malformed("]");
    path_.segments.push_back(std::move(segment));
    return std::nullopt;
  }

  std::optional<Error> envelope_field() {
    std::string name;
    if (!RE2::Consume(&rest_, name_pattern(), &name)) return malformed("a name");
    const std::optional<SysField> field = find_sys_field(name);
    if (!field) {
      return Error{.code = ErrorCode::unknown_name,
                   .message = "the envelope has no field `" + name + "`",
                   .hint = "an attribute or body member of that name is reached by `user.sys` or `data.sys`",
                   .excerpt = {}};
    }
    if (!rest_.empty()) return malformed("nothing more: an envelope field has no parts");
    path_.scope = Scope::sys;
    path_.sys = *field;
    return std::nullopt;
  }

  [[nodiscard]] Error malformed(std::string_view wanted) const {
    const std::size_t at = text_.size() - rest_.size();
    return Error{.code = ErrorCode::syntax,
                 .message = "the path `" + std::string(text_) + "` is not well formed: expected " + std::string(wanted) +
                            " at byte " + std::to_string(at + 1),
                 .hint = "names are letters, digits, _ and $; join them with dots; an index is [digits]",
                 .excerpt = {}};
  }

  bool take(char c) {
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

  std::string_view text_;
  re2::StringPiece rest_;
  schema::Path path_;
};

}  // namespace

Result<schema::Path> parse_path(std::string_view text) { return PathParser(text).parse(); }

}  // namespace turnout::predicate
