#include <array>
#include <set>

#include "tests/tidy/rules.h"

namespace turnout::tidy {
namespace {

// Names that say nothing about what a file holds.
constexpr std::array<std::string_view, 9> kEmptyNames{"util", "utils",   "common",   "helper", "helpers",
                                                      "misc", "manager", "managers", "stuff"};

// Addresses of machines and package registries make a checkout depend on where it was made. Each is written in two halves, so
// that this file does not contain it.
struct Word {
  std::string_view first;
  std::string_view second;
};
constexpr std::array kWords{
    Word{"/wo", "rk/"},
    Word{"deb.deb", "ian.org"},
    Word{"snapshot.deb", "ian.org"},
    Word{"registry.np", "mjs.org"},
    Word{"py", "pi.org"},
    Word{"files.pythonh", "osted.org"},
    Word{"crat", "es.io"},
    Word{"proxy.gol", "ang.org"},
    Word{"repo.mav", "en.org"},
    Word{"repo1.mav", "en.org"},
    Word{"packages.cloud.go", "ogle.com"},
};

// Whether a file's or folder's name has one of the empty names as a word of its own: text_utils.h, common/, but not
// commonly.h.
std::string_view empty_name_in(std::string_view path) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (const std::string_view name : kEmptyNames) {
    for (std::size_t at = path.find(name); at != std::string_view::npos; at = path.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !is_letter(path[at - 1])) && (end == path.size() || !is_letter(path[end]))) return name;
    }
  }
  return {};
}

void check_words(const SourceFile& file, std::vector<Finding>& findings) {
  const auto lines = lines_of(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Word& word : kWords) {
      const std::string whole = std::string(word.first) + std::string(word.second);
      if (lines[i].find(whole) != std::string_view::npos) {
        findings.push_back({"word", file.path, i + 1, "\"" + whole + "\" does not belong in the tree"});
      }
    }
  }
}

}  // namespace

std::vector<Finding> check_names(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  std::set<std::string> folders;
  std::set<std::string> described;
  for (const SourceFile& file : files) {
    if (const auto name = empty_name_in(file.path); !name.empty()) {
      findings.push_back({"file-name", file.path, 0, "\"" + std::string(name) + "\" says nothing about what is inside"});
    }
    check_words(file, findings);
    if (file.path.ends_with(".h") && code_of(file.text, true).find("#pragma once") == std::string::npos) {
      findings.push_back({"guard", file.path, 0, "a header needs #pragma once"});
    }
    if (const std::size_t slash = file.path.find('/'); slash != std::string::npos && is_cpp(file.path)) {
      const std::string folder = file.path.substr(0, slash);
      folders.insert(folder);
    }
    if (file.path.ends_with("/README.md")) described.insert(file.path.substr(0, file.path.find('/')));
  }
  for (const std::string& folder : folders) {
    if (!described.contains(folder)) {
      findings.push_back({"readme", folder, 0, "a room needs a README.md that says what it owns and may use"});
    }
  }
  return findings;
}

}  // namespace turnout::tidy
