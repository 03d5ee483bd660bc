// Source files as text, and C++ text without what is not code.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace turnout::tidy {

struct SourceFile {
  std::string path;  // from the root of the tree, with '/'
  std::string text;
};

// One broken rule. A note breaks no rule: it says that a target was passed.
struct Finding {
  std::string rule;
  std::string path;
  std::size_t line = 0;  // 1-based; 0 for the file as a whole
  std::string message;
  bool note = false;
};

std::string to_string(const Finding& finding);

// Every text file below `root` but build trees, hidden folders other than .ci, and generated code; sorted by path.
std::vector<SourceFile> read_tree(const std::filesystem::path& root);

// The text with comments, the contents of string and character literals and, with `directives` false, preprocessor lines
// replaced by blanks. Lines and columns stay where they were.
std::string code_of(std::string_view text, bool directives);

bool is_cpp(std::string_view path);
std::size_t line_count(std::string_view text);
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace turnout::tidy
