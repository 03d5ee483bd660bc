// The rules of the house. Each takes the whole tree and yields what breaks them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/tidy/source.h"

namespace turnout::tidy {

inline constexpr std::size_t kFileLines = 500;
inline constexpr std::size_t kFileLinesTarget = 400;
inline constexpr std::size_t kFunctionLines = 80;
inline constexpr std::size_t kFunctionLinesTarget = 70;

// "include": an #include points only to the same room or one below it, names a file of this tree, and third-party headers
// stay in the rooms that wrap them.
std::vector<Finding> check_includes(const std::vector<SourceFile>& files);

// "file-length", "function-length": C++ files. Notes above the targets, findings above the limits.
std::vector<Finding> check_lengths(const std::vector<SourceFile>& files);

// "file-name": no file or folder is called by a word that says nothing. "word": text that does not belong in the tree.
// "guard": a header begins with #pragma once. "readme": a folder of the top level has a README.md.
std::vector<Finding> check_names(const std::vector<SourceFile>& files);

// Rule and path to the reason why the file may break it. A line is `rule path reason`; '#' begins a comment. A line without a
// reason, or an unknown rule, is a finding ("exceptions").
using Exceptions = std::map<std::pair<std::string, std::string>, std::string>;
Exceptions read_exceptions(const SourceFile& file, std::vector<Finding>& findings);

// All rules. Leaves out what the file tests/tidy/exceptions.txt of the tree excuses; an exception that excuses nothing is a
// finding.
std::vector<Finding> check_tree(const std::vector<SourceFile>& files);

}  // namespace turnout::tidy
