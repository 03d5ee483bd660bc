// The verdict of one case, found twice.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/case_reader.h"
#include "turnout/matcher.h"

namespace turnout::cli {

// Evaluates lines of cases. Each verdict is found by walking the expression, by a Matcher that holds just this filter, and (for
// events without types) by that Matcher on an event read with its paths: they must agree. Not thread-safe.
class CaseEvaluator {
 public:
  struct Answer {
    std::string line;          // {"id":...,"result":...,"value"?:...,"error"?:...} without a newline
    std::string disagreement;  // what differs, when the ways disagree; else empty
  };

  // Any bytes get an answer; a line that is no case yields "result":"error". Linear in the line.
  Answer evaluate(std::string_view line);

 private:
  CaseReader reader_;
  MatchScratch scratch_;
};

}  // namespace turnout::cli
