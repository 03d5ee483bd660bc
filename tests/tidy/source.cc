#include "tests/tidy/source.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>

namespace turnout::tidy {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Whether the quote at `at` separates digits (1'000) instead of opening a character literal.
bool separates_digits(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == '\'')) --begin;
  return begin < at && std::isdigit(static_cast<unsigned char>(text[begin])) != 0;
}

// Copies text to the output, with blanks instead of what is not code.
class Blanker {
 public:
  explicit Blanker(std::string_view text) : text_(text), out_(text) {}

  std::string run(bool directives) {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (starts("//")) {
        blank_until(text_.find('\n', at_));
      } else if (starts("/*")) {
        blank_past(text_.find("*/", at_ + 2), 2);
      } else if (starts("R\"") && (at_ == 0 || !is_word(text_[at_ - 1]) || text_[at_ - 1] == '8')) {
        raw_string();
      } else if (c == '"' || (c == '\'' && !separates_digits(text_, at_))) {
        literal(c);
      } else if (c == '#' && line_start && !directives) {
        directive();
      } else {
        if (c == '\n') line_start = true;
        if (std::isspace(static_cast<unsigned char>(c)) == 0) line_start = false;
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool starts(std::string_view prefix) const { return text_.substr(at_, prefix.size()) == prefix; }

  void blank_until(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_) {
      if (text_[at_] != '\n') out_[at_] = ' ';
    }
  }
  void blank_past(std::size_t end, std::size_t length) { blank_until(end == std::string_view::npos ? end : end + length); }

  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return blank_until(open);
    const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    blank_past(text_.find(close, open), close.size());
  }

  // Keeps the quotes, so that a literal stays a token.
  void literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    ++at_;
    blank_until(end);
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  void directive() {
    std::size_t end = text_.find('\n', at_);
    while (end != std::string_view::npos && text_[end - 1] == '\\') end = text_.find('\n', end + 1);
    blank_until(end);
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
};

bool is_left_out(const std::filesystem::path& relative) {
  const std::string first = relative.begin()->string();
  if (first == "build" || (first.starts_with(".") && first != ".ci")) return true;
  const std::string path = relative.generic_string();
  return path.starts_with("grammar/generated/") || path.starts_with("tests/fuzz/corpus/");
}

}  // namespace

std::string to_string(const Finding& finding) {
  std::string text = finding.path;
  if (finding.line != 0) text += ":" + std::to_string(finding.line);
  return text + ": " + finding.message + " [" + finding.rule + (finding.note ? ", note]" : "]");
}

std::vector<SourceFile> read_tree(const std::filesystem::path& root) {
  std::vector<SourceFile> files;
  auto walk = std::filesystem::recursive_directory_iterator(root);
  for (auto entry = begin(walk); entry != end(walk); ++entry) {
    const auto relative = entry->path().lexically_relative(root);
    if (is_left_out(relative)) {
      if (entry->is_directory()) entry.disable_recursion_pending();
      continue;
    }
    if (!entry->is_regular_file()) continue;
    std::ifstream in(entry->path(), std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    if (text.find('\0') != std::string::npos) continue;
    files.push_back({relative.generic_string(), std::move(text)});
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::string code_of(std::string_view text, bool directives) { return Blanker(text).run(directives); }

bool is_cpp(std::string_view path) {
  static constexpr std::array kEndings{".h", ".cc", ".c", ".cpp", ".hpp"};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](std::string_view ending) { return path.ends_with(ending); });
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::size_t line_count(std::string_view text) { return lines_of(text).size(); }

}  // namespace turnout::tidy
