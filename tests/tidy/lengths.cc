#include "tests/tidy/functions.h"
#include "tests/tidy/rules.h"

namespace turnout::tidy {
namespace {

void judge(std::vector<Finding>& findings, Finding finding, std::size_t lines, std::size_t target, std::size_t limit) {
  if (lines <= target) return;
  finding.note = lines <= limit;
  finding.message += " has " + std::to_string(lines) + " lines; the " + (finding.note ? "target is " : "limit is ") +
                     std::to_string(finding.note ? target : limit);
  findings.push_back(std::move(finding));
}

}  // namespace

std::vector<Finding> check_lengths(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  for (const SourceFile& file : files) {
    if (!is_cpp(file.path)) continue;
    judge(findings, {"file-length", file.path, 0, "the file"}, line_count(file.text), kFileLinesTarget, kFileLines);
    for (const FunctionSpan& function : functions_of(file.text)) {
      judge(findings, {"function-length", file.path, function.first_line, function.name}, function.lines(),
            kFunctionLinesTarget, kFunctionLines);
    }
  }
  return findings;
}

}  // namespace turnout::tidy
