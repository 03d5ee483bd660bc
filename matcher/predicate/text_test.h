// A test of a string against a constant pattern: what LIKE and its relatives become when they are neither a point nor a prefix.
// Immutable and thread-safe. Every test is linear in the subject, whatever the pattern.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "turnout/result.h"

namespace turnout::predicate {

class TextTest {
 public:
  enum class Kind : unsigned char { like, ilike, suffix, contains, regexp, cidr, topic };
  virtual ~TextTest() = default;

  // `%` any run of code points, `_` one code point (newline included). `any_char_escape`: see predicate::Expr. The pattern is
  // well formed (no trailing escape): the parser saw to that.
  static std::shared_ptr<const TextTest> like(std::string_view pattern, std::optional<char32_t> escape, bool any_char_escape,
                                              bool ignore_case);
  static std::shared_ptr<const TextTest> suffix(std::string_view suffix);
  static std::shared_ptr<const TextTest> contains(std::string_view needle);
  // RE2, unanchored. Error: the pattern is malformed or compiles to more than limits::kRegexMemoryBytes; the message says
  // where.
  static Result<std::shared_ptr<const TextTest>> regexp(std::string_view pattern);
  // "10.0.0.0/8", "2001:db8::/32", or an address alone. A subject that is no address does not match.
  static Result<std::shared_ptr<const TextTest>> cidr(std::string_view block);
  // Dialect "mqtt" (levels by '/', + and #, $-topics not matched by a leading wildcard), "amqp" ('.', * and #), "nats" ('.', *
  // and >).
  static Result<std::shared_ptr<const TextTest>> topic(std::string_view pattern, std::string_view dialect);

  [[nodiscard]] virtual bool matches(std::string_view subject) const noexcept = 0;

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  // Equal tests have equal keys: kind, options and pattern.
  [[nodiscard]] const std::string& key() const noexcept { return key_; }
  [[nodiscard]] virtual std::size_t memory_bytes() const noexcept = 0;

 protected:
  TextTest(Kind kind, std::string key) : kind_(kind), key_(std::move(key)) {}

 private:
  Kind kind_;
  std::string key_;
};

// What a LIKE pattern is besides general: decoded once, used to turn it into a point or a prefix set.
struct LikeShape {
  enum class Kind : unsigned char { exact, prefix, suffix, contains, any, general } kind = Kind::general;
  std::string text;  // exact, prefix, suffix, contains: the literal part, escapes undone. any: `%` alone
};
LikeShape like_shape(std::string_view pattern, std::optional<char32_t> escape, bool any_char_escape);

}  // namespace turnout::predicate
