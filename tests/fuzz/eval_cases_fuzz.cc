// Any bytes as a line of `turnout eval`: an answer comes back, and the engines agree on it.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "cli/eval_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static turnout::cli::CaseEvaluator evaluator;
  const auto answer = evaluator.evaluate(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!answer.disagreement.empty() || answer.line.empty()) {
    std::fprintf(stderr, "%s\n%s\n", answer.line.c_str(), answer.disagreement.c_str());
    std::abort();
  }
  return 0;
}
