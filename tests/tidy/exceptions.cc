#include <algorithm>
#include <array>
#include <set>

#include "tests/tidy/rules.h"

namespace turnout::tidy {
namespace {

constexpr std::array<std::string_view, 7> kRules{"include", "file-length", "function-length", "file-name",
                                                 "word",    "guard",       "readme"};
constexpr std::string_view kExceptionsPath = "tests/tidy/exceptions.txt";

std::string take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
  std::string word(line.substr(0, end));
  line.remove_prefix(end);
  return word;
}

}  // namespace

Exceptions read_exceptions(const SourceFile& file, std::vector<Finding>& findings) {
  Exceptions exceptions;
  const auto lines = lines_of(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = lines[i];
    const std::string rule = take_word(line);
    if (rule.empty() || rule.starts_with('#')) continue;
    const std::string path = take_word(line);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (std::find(kRules.begin(), kRules.end(), rule) == kRules.end()) {
      findings.push_back({"exceptions", file.path, i + 1, "no rule is called \"" + rule + "\""});
    } else if (line.find(' ') == std::string_view::npos) {
      findings.push_back({"exceptions", file.path, i + 1, "an exception needs a reason"});
    } else {
      exceptions[{rule, path}] = std::string(line);
    }
  }
  return exceptions;
}

std::vector<Finding> check_tree(const std::vector<SourceFile>& files) {
  std::vector<Finding> all;
  for (const auto check : {check_includes, check_lengths, check_names}) {
    const auto found = check(files);
    all.insert(all.end(), found.begin(), found.end());
  }
  std::vector<Finding> findings;
  Exceptions exceptions;
  for (const SourceFile& file : files) {
    if (file.path == kExceptionsPath) exceptions = read_exceptions(file, findings);
  }
  std::set<std::pair<std::string, std::string>> used;
  for (Finding& finding : all) {
    const std::pair key{finding.rule, finding.path};
    if (!finding.note && exceptions.contains(key)) {
      used.insert(key);
    } else {
      findings.push_back(std::move(finding));
    }
  }
  for (const auto& [key, reason] : exceptions) {
    if (!used.contains(key)) {
      findings.push_back(
          {"exceptions", std::string(kExceptionsPath), 0, key.first + " " + key.second + " is no longer needed"});
    }
  }
  return findings;
}

}  // namespace turnout::tidy
