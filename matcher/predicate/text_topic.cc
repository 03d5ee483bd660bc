// TOPIC_MATCH: topic patterns of MQTT, AMQP topic exchanges and NATS.
#include <algorithm>
#include <vector>

#include "matcher/predicate/glob.h"
#include "matcher/predicate/text_test.h"

namespace turnout::predicate {

namespace {

Error malformed(std::string_view dialect, std::string_view pattern, std::string reason, std::string hint = {}) {
  Error error;
  error.code = ErrorCode::syntax;
  error.message = std::string(dialect) + " topic pattern '" + std::string(pattern) + "': " + std::move(reason);
  error.hint = std::move(hint);
  return error;
}

// The level that begins at `at`, which moves behind the separator; beyond the last level `at` is text.size() + 1.
std::string_view take_level(std::string_view text, std::size_t& at, char separator) noexcept {
  const std::size_t end = std::min(text.find(separator, at), text.size());
  const std::string_view level = text.substr(at, end - at);
  at = end + 1;
  return level;
}

// MQTT and NATS: one wildcard for a level, one for all that remain, only at the end. One pass over both.
class Levels final : public TextTest {
 public:
  struct Rules {
    char separator;
    std::string_view one, rest;
    bool rest_may_be_empty;  // mqtt: `a/#` matches `a`
    bool hides_dollar;       // mqtt: a leading wildcard matches no topic that begins with $
    bool empty_levels;       // nats subjects have none
  };

  Levels(std::string key, std::string_view pattern, Rules rules)
      : TextTest(Kind::topic, std::move(key)), pattern_(pattern), rules_(rules) {}

  [[nodiscard]] bool matches(std::string_view subject) const noexcept override {
    if (subject.empty()) return false;
    std::size_t at = 0, pattern_at = 0;
    if (rules_.hides_dollar && subject.front() == '$' && pattern_.front() != '$') return false;
    while (pattern_at <= pattern_.size()) {
      const std::string_view wanted = take_level(pattern_, pattern_at, rules_.separator);
      if (wanted == rules_.rest) return (rules_.rest_may_be_empty || at <= subject.size()) && well_formed(subject, at);
      if (at > subject.size()) return false;
      const std::string_view level = take_level(subject, at, rules_.separator);
      if (level.empty() && !rules_.empty_levels) return false;
      if (wanted != rules_.one && wanted != level) return false;
    }
    return at > subject.size();
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + key().capacity() + pattern_.capacity();
  }

 private:
  [[nodiscard]] bool well_formed(std::string_view subject, std::size_t at) const noexcept {
    while (!rules_.empty_levels && at <= subject.size()) {
      if (take_level(subject, at, rules_.separator).empty()) return false;
    }
    return true;
  }

  std::string pattern_;
  Rules rules_;
};

constexpr Levels::Rules kMqtt{'/', "+", "#", true, true, true};
constexpr Levels::Rules kNats{'.', "*", ">", false, false, false};

// AMQP: `*` is one word, `#` any number of them, anywhere. The words of the pattern are numbered and a Glob does the rest.
class AmqpTopic final : public TextTest {
 public:
  AmqpTopic(std::string key, std::vector<std::string> words, const std::vector<Symbol>& pattern)
      : TextTest(Kind::topic, std::move(key)), words_(std::move(words)), glob_(pattern) {}

  [[nodiscard]] bool matches(std::string_view subject) const noexcept override { return glob_.matches(Words{subject, words_}); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    std::size_t bytes = sizeof(*this) + key().capacity() + glob_.memory_bytes();
    for (const std::string& word : words_) bytes += sizeof(word) + word.size();
    return bytes;
  }

  static Symbol number_of(const std::vector<std::string>& words, std::string_view word) noexcept {
    const auto found = std::lower_bound(words.begin(), words.end(), word);
    const bool known = found != words.end() && *found == word;
    return static_cast<Symbol>(known ? found - words.begin() : static_cast<std::ptrdiff_t>(words.size()));
  }

 private:
  struct Words {
    std::string_view text;
    const std::vector<std::string>& words;

    // The empty topic has no word.
    [[nodiscard]] std::size_t begin() const noexcept { return text.empty() ? 1 : 0; }
    [[nodiscard]] bool done(std::size_t at) const noexcept { return at > text.size(); }
    Symbol next(std::size_t& at) const noexcept { return number_of(words, take_level(text, at, '.')); }
    [[nodiscard]] bool back(std::size_t& at, std::size_t count) const noexcept {
      at = text.size() + 1;
      for (; count > 0; --count) {
        if (at == begin()) return false;
        // The separator before the word that ends just before `at`.
        const std::size_t before = at >= 2 ? text.rfind('.', at - 2) : std::string_view::npos;
        at = before == std::string_view::npos ? 0 : before + 1;
      }
      return true;
    }
  };

  std::vector<std::string> words_;  // sorted
  Glob glob_;
};

Result<std::shared_ptr<const TextTest>> levels(std::string key, std::string_view pattern, std::string_view dialect,
                                               const Levels::Rules& rules) {
  if (pattern.empty()) return malformed(dialect, pattern, "it is empty");
  if (pattern.find('\0') != std::string_view::npos) return malformed(dialect, pattern, "it contains a null character");
  for (std::size_t at = 0; at <= pattern.size();) {
    const std::string_view level = take_level(pattern, at, rules.separator);
    if (level.empty() && !rules.empty_levels) return malformed(dialect, pattern, "a level is empty");
    if (level == rules.rest && at <= pattern.size()) {
      return malformed(dialect, pattern, "'" + std::string(rules.rest) + "' stands before the last level");
    }
    // MQTT knows no other use of these characters; to NATS they are plain inside a longer word.
    if (rules.empty_levels && level.size() > 1 && level.find_first_of("+#") != std::string_view::npos) {
      return malformed(dialect, pattern, "a wildcard must be a level of its own", "write 'a/+/b' or 'a/#'");
    }
  }
  return std::shared_ptr<const TextTest>(std::make_shared<Levels>(std::move(key), pattern, rules));
}

Result<std::shared_ptr<const TextTest>> mqtt(std::string key, std::string_view pattern) {
  constexpr std::string_view kShare = "$share/";
  if (pattern.starts_with(kShare)) {
    std::size_t at = kShare.size();
    const std::string_view name = take_level(pattern, at, '/');
    if (name.empty() || name.find_first_of("+#") != std::string_view::npos || at >= pattern.size()) {
      return malformed("mqtt", pattern, "a shared subscription needs a plain name and a filter");
    }
  }
  return levels(std::move(key), pattern, "mqtt", kMqtt);
}

std::shared_ptr<const TextTest> amqp(std::string key, std::string_view pattern) {
  std::vector<std::string_view> levels;
  for (std::size_t at = 0; !pattern.empty() && at <= pattern.size();) levels.push_back(take_level(pattern, at, '.'));
  std::vector<std::string> words;
  for (const std::string_view level : levels) {
    if (level != "*" && level != "#") words.emplace_back(level);
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<Symbol> symbols;
  for (const std::string_view level : levels) {
    symbols.push_back(level == "*" ? kAnyOne : level == "#" ? kAnyRun : AmqpTopic::number_of(words, level));
  }
  return std::make_shared<AmqpTopic>(std::move(key), std::move(words), symbols);
}

}  // namespace

Result<std::shared_ptr<const TextTest>> TextTest::topic(std::string_view pattern, std::string_view dialect) {
  std::string key = "topic " + std::string(dialect) + ' ' + std::string(pattern);
  if (dialect == "mqtt") return mqtt(std::move(key), pattern);
  if (dialect == "nats") return levels(std::move(key), pattern, dialect, kNats);
  if (dialect == "amqp") return amqp(std::move(key), pattern);
  Error error;
  error.code = ErrorCode::unknown_name;
  error.message = "unknown topic dialect '" + std::string(dialect) + "'";
  error.hint = "one of 'mqtt', 'amqp', 'nats'";
  return error;
}

}  // namespace turnout::predicate
