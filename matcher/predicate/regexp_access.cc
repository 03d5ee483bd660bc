// The literals that a regular expression cannot match without, read from its text. RE2 has analysed the pattern already and
// accepted it; this reads no more of the syntax than is needed to know what is certainly there.
#include <algorithm>
#include <optional>

#include "matcher/predicate/text_access.h"
#include "schema/case_fold.h"
#include "schema/utf8.h"

namespace turnout::predicate {
namespace {

using Choice = TextAccess::Choice;
using Choices = std::vector<Choice>;

std::size_t shortest(const Choice& choice) {
  std::size_t least = TextAccess::kLiteralBytesMax;
  for (const std::string& literal : choice.literals) least = std::min(least, literal.size());
  return least;
}

class Reader {
 public:
  Reader(std::string_view pattern, bool folded) : text_(pattern), folded_(folded) {}

  // nullopt: syntax that this does not read.
  std::optional<Choices> read() {
    Choices choices = alternation(0);
    if (failed_ || at_ < text_.size()) return std::nullopt;
    return choices;
  }

 private:
  static constexpr int kDepthMax = 50;

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  // A choice of which every branch has one.
  Choices alternation(int depth) {
    if (depth > kDepthMax) failed_ = true;
    Choices all = branch(depth);
    if (failed_ || peek() != '|' || done()) return all;
    Choice united;
    bool known = add_branch(all, united);
    while (!failed_ && !done() && peek() == '|') {
      ++at_;
      const Choices next = branch(depth);
      known = add_branch(next, united) && known;
    }
    if (!known || united.literals.size() > TextAccess::kLiteralsMax) return {};
    return {united};
  }

  static bool add_branch(const Choices& branch, Choice& united) {
    const auto best = std::max_element(branch.begin(), branch.end(),
                                       [](const Choice& a, const Choice& b) { return shortest(a) < shortest(b); });
    if (best == branch.end()) return false;
    united.literals.insert(united.literals.end(), best->literals.begin(), best->literals.end());
    return true;
  }

  Choices branch(int depth) {
    Choices choices;
    std::string run;
    while (!failed_ && !done() && peek() != '|' && peek() != ')') atom(depth, run, choices);
    flush(run, choices);
    return choices;
  }

  void flush(std::string& run, Choices& choices) {
    if (run.size() > TextAccess::kLiteralBytesMax) run.erase(0, run.size() - TextAccess::kLiteralBytesMax);
    if (!run.empty() && choices.size() < TextAccess::kChoicesMax) choices.push_back({{run}, false, false});
    run.clear();
  }

  void atom(int depth, std::string& run, Choices& choices) {
    std::string literal;
    Choices inside;
    switch (peek()) {
      case '(':
        inside = group(depth);
        break;
      case '[':
        skip_class();
        break;
      case '.':
      case '^':
      case '$':
        ++at_;
        break;
      case '\\':
        literal = escape();
        break;
      default: {
        const std::size_t from = at_;
        schema::next_code_point(text_, at_);
        literal = std::string(text_.substr(from, at_ - from));
      }
    }
    if (failed_) return;
    if (folded_) fold(literal);
    const std::optional<std::uint64_t> least = repetition();
    if (literal.empty() || (least && *least == 0)) {
      flush(run, choices);
    } else {
      run += literal;
      if (least) flush(run, choices);
    }
    if (least && *least == 0) return;
    for (Choice& choice : inside) {
      if (choices.size() < TextAccess::kChoicesMax) choices.push_back(std::move(choice));
    }
  }

  // Only ASCII is looked for without regard to case: there RE2 and we agree which characters fold to it.
  static void fold(std::string& literal) {
    if (literal.size() == 1 && static_cast<unsigned char>(literal[0]) < 0x80) {
      literal[0] = static_cast<char>(schema::fold_simple(static_cast<char32_t>(literal[0])));
    } else {
      literal.clear();
    }
  }

  Choices group(int depth) {
    ++at_;
    if (peek() == '?') {
      while (!done() && peek() != ':' && peek() != ')' && peek() != '<') ++at_;
      if (peek() == '<') at_ = std::min(text_.find('>', at_), text_.size());
      if (done()) return fail();
      if (text_[at_++] == ')') return {};  // flags for what follows
    }
    Choices inside = alternation(depth + 1);
    if (peek() != ')' || done()) return fail();
    ++at_;
    return inside;
  }

  Choices fail() {
    failed_ = true;
    return {};
  }

  void skip_class() {
    ++at_;
    if (peek() == '^') ++at_;
    if (peek() == ']') ++at_;
    while (!done() && peek() != ']') {
      if (peek() == '[' && peek(1) == ':') {
        at_ = std::min(text_.find(":]", at_ + 2), text_.size());
        at_ = std::min(at_ + 2, text_.size());
      } else {
        at_ += peek() == '\\' ? 2 : 1;
      }
    }
    if (done()) failed_ = true;
    ++at_;
  }

  // The character it stands for, or nothing.
  std::string escape() {
    const char c = peek(1);
    at_ += 2;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    if (!letter && !digit && c > ' ' && c < '\x7f') return {c};
    switch (c) {
      case 'n':
        return "\n";
      case 't':
        return "\t";
      case 'r':
        return "\r";
      case 'p':
      case 'P':
        at_ = peek() == '{' ? std::min(text_.find('}', at_), text_.size()) + 1 : at_ + 1;
        return {};
      case 'd':
      case 'D':
      case 's':
      case 'S':
      case 'w':
      case 'W':
      case 'b':
      case 'B':
      case 'A':
      case 'z':
        return {};
      default:
        failed_ = true;
        return {};
    }
  }

  // How often at least, when a repetition follows.
  std::optional<std::uint64_t> repetition() {
    std::optional<std::uint64_t> least;
    if (peek() == '*' || peek() == '?') {
      least = 0;
      ++at_;
    } else if (peek() == '+') {
      least = 1;
      ++at_;
    } else if (peek() == '{') {
      std::size_t end = at_ + 1;
      std::uint64_t number = 0;
      while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9' && number < 10'000) {
        number = number * 10 + static_cast<std::uint64_t>(text_[end++] - '0');
      }
      if (end == at_ + 1) return std::nullopt;  // a brace like any other character
      if (end < text_.size() && text_[end] == ',') ++end;
      while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
      if (end >= text_.size() || text_[end] != '}') return std::nullopt;
      least = number;
      at_ = end + 1;
    }
    if (least && peek() == '?' && !done()) ++at_;
    if (least && (peek() == '*' || peek() == '+' || peek() == '{') && !done()) failed_ = true;  // repeated repetition
    return least;
  }

  std::string_view text_;
  bool folded_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

// Whether some group sets the flag i; one that clears it counts too, which costs nothing but precision.
bool ignores_case(std::string_view pattern) {
  for (std::size_t at = pattern.find("(?"); at != std::string_view::npos; at = pattern.find("(?", at + 2)) {
    for (std::size_t i = at + 2; i < pattern.size() && pattern[i] != ')' && pattern[i] != ':' && pattern[i] != '<'; ++i) {
      if (pattern[i] == 'i') return true;
    }
  }
  return false;
}

}  // namespace

TextAccess regexp_access(std::string_view pattern) {
  TextAccess access;
  access.folded = ignores_case(pattern);
  if (std::optional<Choices> choices = Reader(pattern, access.folded).read()) access.choices = std::move(*choices);
  return access;
}

}  // namespace turnout::predicate
