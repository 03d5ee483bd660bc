#include "matcher/predicate/naive_text.h"

#include <arpa/inet.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

// Compiled patterns of one thread, the latest used first.
constexpr std::size_t kCompiledPatterns = 16;

struct CompiledPattern {
  std::string text;
  std::unique_ptr<RE2> regexp;
};

const RE2& compiled(const std::string& pattern) {
  thread_local std::list<CompiledPattern> recent;
  const auto found =
      std::find_if(recent.begin(), recent.end(), [&](const CompiledPattern& entry) { return entry.text == pattern; });
  if (found != recent.end()) {
    recent.splice(recent.begin(), recent, found);
    return *recent.front().regexp;
  }
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<std::int64_t>(limits::kRegexMemoryBytes));
  if (recent.size() == kCompiledPatterns) recent.pop_back();
  recent.push_front({pattern, std::make_unique<RE2>(pattern, options)});
  return *recent.front().regexp;
}

struct Address {
  std::size_t bits = 0;  // 32 or 128
  std::array<unsigned char, 16> bytes{};
};

std::optional<Address> read_address(std::string_view text) {
  if (text.size() >= INET6_ADDRSTRLEN || text.find('\0') != std::string_view::npos) return std::nullopt;
  const std::string terminated(text);
  Address address;
  if (inet_pton(AF_INET, terminated.c_str(), address.bytes.data()) == 1) {
    address.bits = 32;
    return address;
  }
  if (inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1) {
    address.bits = 128;
    return address;
  }
  return std::nullopt;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> levels;
  for (;;) {
    const std::size_t end = text.find(separator);
    levels.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return levels;
    text.remove_prefix(end + 1);
  }
}

bool mqtt_matches(std::string_view subject, std::string_view pattern) {
  if (subject.empty()) return false;  // no topic
  const std::vector<std::string_view> names = split(subject, '/');
  const std::vector<std::string_view> wanted = split(pattern, '/');
  if (subject.starts_with('$') && (wanted[0] == "+" || wanted[0] == "#")) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] == "#") return true;  // the parent level too: sport/# takes sport
    if (i >= names.size()) return false;
    if (wanted[i] != "+" && wanted[i] != names[i]) return false;
  }
  return names.size() == wanted.size();
}

// A table, as for LIKE: `*` is one word, `#` any number of them.
bool amqp_matches(std::string_view subject, std::string_view pattern) {
  const std::vector<std::string_view> words = subject.empty() ? std::vector<std::string_view>{} : split(subject, '.');
  const std::vector<std::string_view> wanted = pattern.empty() ? std::vector<std::string_view>{} : split(pattern, '.');
  std::vector<char> before(wanted.size() + 1, 0);
  before[0] = 1;
  for (std::size_t j = 0; j < wanted.size() && wanted[j] == "#"; ++j) before[j + 1] = 1;
  for (const std::string_view word : words) {
    std::vector<char> after(wanted.size() + 1, 0);
    for (std::size_t j = 0; j < wanted.size(); ++j) {
      if (wanted[j] == "#") {
        after[j + 1] = static_cast<char>(before[j + 1] | after[j]);
      } else if (wanted[j] == "*" || wanted[j] == word) {
        after[j + 1] = before[j];
      }
    }
    before = std::move(after);
  }
  return before.back() != 0;
}

bool nats_matches(std::string_view subject, std::string_view pattern) {
  const std::vector<std::string_view> tokens = split(subject, '.');
  if (std::find(tokens.begin(), tokens.end(), "") != tokens.end()) return false;  // no subject
  const std::vector<std::string_view> wanted = split(pattern, '.');
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i >= tokens.size()) return false;
    if (wanted[i] == ">" && i + 1 == wanted.size()) return true;  // one token or more
    if (wanted[i] != "*" && wanted[i] != tokens[i]) return false;
  }
  return tokens.size() == wanted.size();
}

}  // namespace

std::optional<bool> naive_regexp(std::string_view subject, const std::string& pattern) {
  const RE2& regexp = compiled(pattern);
  if (!regexp.ok()) return std::nullopt;
  return RE2::PartialMatch(re2::StringPiece(subject.data(), subject.size()), regexp);
}

std::optional<bool> naive_cidr(std::string_view subject, std::string_view block) {
  const std::size_t slash = block.find('/');
  const std::optional<Address> base = read_address(block.substr(0, slash));
  if (!base) return std::nullopt;
  std::size_t prefix = base->bits;
  if (slash != std::string_view::npos) {
    const std::string_view digits = block.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), prefix);
    if (error != std::errc() || end != digits.data() + digits.size() || prefix > base->bits) return std::nullopt;
  }
  const std::optional<Address> address = read_address(subject);
  if (!address || address->bits != base->bits) return false;
  for (std::size_t bit = 0; bit < prefix; ++bit) {
    const unsigned mask = 0x80U >> (bit % 8);
    if (((address->bytes[bit / 8] ^ base->bytes[bit / 8]) & mask) != 0) return false;
  }
  return true;
}

std::optional<bool> naive_topic(std::string_view subject, std::string_view pattern, std::string_view dialect) {
  if (dialect == "mqtt") return mqtt_matches(subject, pattern);
  if (dialect == "amqp") return amqp_matches(subject, pattern);
  if (dialect == "nats") return nats_matches(subject, pattern);
  return std::nullopt;
}

}  // namespace turnout::predicate
