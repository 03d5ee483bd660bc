#include "tests/tidy/functions.h"

#include <algorithm>
#include <cctype>

#include "tests/tidy/source.h"

namespace turnout::tidy {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// What an opening brace begins.
enum class Brace {
  scope,        // a namespace, class or enum: look for functions inside
  function,     // a body
  initialiser,  // values: skip, and the declaration goes on
};

// A declaration's text up to its opening brace, at parenthesis depth 0 only: what is inside (), [] or template<> is left out,
// "()" and "[]" remain.
std::string outline(std::string_view header) {
  std::string out;
  int depth = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    const char c = header[i];
    if (depth == 0 && header.substr(i, 8) == "template") {
      std::size_t at = header.find('<', i);
      int angles = 0;
      for (; at < header.size(); ++at) {
        if (header[at] == '<') ++angles;
        if (header[at] == '>' && --angles == 0) break;
      }
      i = std::min(at, header.size());
      continue;
    }
    if (c == ')' || c == ']') --depth;
    if (depth <= 0) out += c;
    if (c == '(' || c == '[') ++depth;
  }
  return out;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

bool opens_type(std::string_view outlined) {
  for (const std::string_view keyword : {"class", "struct", "union", "enum"}) {
    if (!has_word(outlined, keyword)) continue;
    std::string rest(outlined.substr(outlined.find(keyword)));
    for (std::size_t at = rest.find("alignas()"); at != std::string::npos; at = rest.find("alignas()")) rest.erase(at, 9);
    if (rest.find('(') == std::string::npos) return true;
  }
  return false;
}

// The member-initialiser list of a constructor has begun: a single ':' after the parameters.
bool in_member_initialisers(std::string_view outlined) {
  const std::size_t parameters = outlined.find(')');
  if (parameters == std::string_view::npos) return false;
  for (std::size_t i = parameters; i < outlined.size(); ++i) {
    if (outlined[i] != ':') continue;
    if (i + 1 < outlined.size() && outlined[i + 1] == ':') {
      ++i;
      continue;
    }
    return true;
  }
  return false;
}

Brace classify(std::string_view header) {
  const std::string outlined = outline(header);
  const std::size_t last = outlined.find_last_not_of(" \t\r\n");
  const char before = last == std::string::npos ? '\0' : outlined[last];
  if (has_word(outlined, "namespace") || opens_type(outlined)) return Brace::scope;
  if (outlined.find('(') == std::string::npos) {
    const bool lambda = outlined.find("[]") != std::string::npos && before == ']';
    if (lambda) return Brace::function;
    return has_word(outlined, "extern") && before == '"' ? Brace::scope : Brace::initialiser;
  }
  if (in_member_initialisers(outlined)) return is_word(before) || before == '>' ? Brace::initialiser : Brace::function;
  const std::size_t equals = outlined.find('=');
  if (equals != std::string::npos && !has_word(outlined, "operator")) {
    const bool lambda = outlined.find("[]", equals) != std::string::npos && before != '=' && before != ',';
    return lambda ? Brace::function : Brace::initialiser;
  }
  return Brace::function;
}

std::string name_of(std::string_view header) {
  const std::string outlined = outline(header);
  std::size_t end = std::min(outlined.find('('), outlined.size());
  while (end > 0 && is_space(outlined[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && !is_space(outlined[begin - 1])) --begin;
  std::string name = outlined.substr(begin, end - begin);
  // A test's name is the macro's arguments.
  const std::size_t open = header.find('(');
  if (name.starts_with("TEST") && open != std::string_view::npos) name += header.substr(open, header.find(')') - open + 1);
  return name;
}

class Scanner {
 public:
  explicit Scanner(std::string code) : code_(std::move(code)) {}

  std::vector<FunctionSpan> run() {
    while (at_ < code_.size()) {
      const char c = code_[at_];
      if (c == '(' || c == '[') ++parens_;
      if (c == ')' || c == ']') --parens_;
      if (c == '{') {
        open_brace();
        continue;
      }
      if ((c == ';' && parens_ <= 0) || c == '}' || (c == ':' && is_access_label())) {
        reset();
      } else if (!is_space(c) || !header_.empty()) {
        if (header_.empty()) header_line_ = line_;
        header_ += c;
      }
      step();
    }
    return std::move(found_);
  }

 private:
  void step() {
    if (code_[at_] == '\n') ++line_;
    ++at_;
  }
  void reset() {
    header_.clear();
    parens_ = 0;
  }
  [[nodiscard]] bool is_access_label() const { return header_ == "public" || header_ == "private" || header_ == "protected"; }

  // Behind the brace that closes the one at at_.
  void skip_block() {
    int depth = 0;
    while (at_ < code_.size()) {
      const char c = code_[at_];
      if (c == '{') ++depth;
      const bool last = c == '}' && --depth == 0;
      if (last) return ++at_, void();
      step();
    }
  }

  void open_brace() {
    const Brace brace = parens_ > 0 ? Brace::initialiser : classify(header_);
    if (brace == Brace::scope) {
      reset();
      step();
      return;
    }
    const std::size_t first_line = header_.empty() ? line_ : header_line_;
    skip_block();
    if (brace == Brace::initialiser) {
      header_ += '}';
      return;
    }
    found_.push_back({name_of(header_), first_line, line_});
    reset();
  }

  std::string code_;
  std::string header_;
  std::size_t header_line_ = 1;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  int parens_ = 0;
  std::vector<FunctionSpan> found_;
};

}  // namespace

std::vector<FunctionSpan> functions_of(std::string_view text) { return Scanner(code_of(text, false)).run(); }

}  // namespace turnout::tidy
