// The tests that a library call answers: suffix, contains, REGEXP_LIKE.
#include "matcher/predicate/text_test.h"

#include <re2/re2.h>

#include <cstring>

#include "turnout/limits.h"

namespace turnout::predicate {

namespace {

class Suffix final : public TextTest {
 public:
  explicit Suffix(std::string_view suffix) : TextTest(Kind::suffix, "suffix " + std::string(suffix)), suffix_(suffix) {}
  [[nodiscard]] bool matches(std::string_view subject) const noexcept override { return subject.ends_with(suffix_); }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + key().capacity() + suffix_.capacity();
  }

 private:
  std::string suffix_;
};

class Contains final : public TextTest {
 public:
  explicit Contains(std::string_view needle) : TextTest(Kind::contains, "contains " + std::string(needle)), needle_(needle) {}
  // memmem is linear; std::string_view::find is not.
  [[nodiscard]] bool matches(std::string_view subject) const noexcept override {
    if (subject.size() < needle_.size()) return false;
    return needle_.empty() || ::memmem(subject.data(), subject.size(), needle_.data(), needle_.size()) != nullptr;
  }
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    return sizeof(*this) + key().capacity() + needle_.capacity();
  }

 private:
  std::string needle_;
};

RE2::Options regexp_options() {
  RE2::Options options;
  options.set_max_mem(static_cast<std::int64_t>(limits::kRegexMemoryBytes));
  options.set_log_errors(false);
  return options;
}

// RE2 answers in time linear in the subject. When its lazily built automaton runs out of max_mem in the middle of a subject it
// falls back to simulating the pattern, slower but right; only RE2::Set, not used here, reports that as "no match".
class Regexp final : public TextTest {
 public:
  explicit Regexp(std::string_view pattern)
      : TextTest(Kind::regexp, "regexp " + std::string(pattern)),
        regexp_(re2::StringPiece(pattern.data(), pattern.size()), regexp_options()) {}
  [[nodiscard]] const RE2& regexp() const noexcept { return regexp_; }
  [[nodiscard]] bool matches(std::string_view subject) const noexcept override {
    const re2::StringPiece text(subject.data(), subject.size());
    return regexp_.Match(text, 0, text.size(), RE2::UNANCHORED, nullptr, 0);
  }
  // The program; what the automaton adds in use is bounded by limits::kRegexMemoryBytes.
  [[nodiscard]] std::size_t memory_bytes() const noexcept override {
    constexpr std::size_t kInstructionBytes = 16;
    return sizeof(*this) + key().capacity() + static_cast<std::size_t>(regexp_.ProgramSize()) * kInstructionBytes;
  }

 private:
  RE2 regexp_;
};

}  // namespace

std::shared_ptr<const TextTest> TextTest::suffix(std::string_view suffix) { return std::make_shared<Suffix>(suffix); }

std::shared_ptr<const TextTest> TextTest::contains(std::string_view needle) { return std::make_shared<Contains>(needle); }

Result<std::shared_ptr<const TextTest>> TextTest::regexp(std::string_view pattern) {
  auto test = std::make_shared<Regexp>(pattern);
  const RE2& regexp = test->regexp();
  if (regexp.ok()) return std::shared_ptr<const TextTest>(std::move(test));
  Error error;
  if (regexp.error_code() == RE2::ErrorPatternTooLarge) {
    error.code = ErrorCode::limit;
    error.message = "the regular expression compiles to more than " + std::to_string(limits::kRegexMemoryBytes) +
                    " bytes (kRegexMemoryBytes)";
    error.hint = "use fewer or smaller counted repetitions";
  } else {
    error.code = ErrorCode::syntax;
    error.message = "malformed regular expression: " + regexp.error();
    if (!regexp.error_arg().empty()) error.message += " at `" + regexp.error_arg() + "`";
    error.hint = "the syntax is RE2's: no back-references, no look-around";
  }
  return error;
}

}  // namespace turnout::predicate
