#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/eval_case.h"
#include "cli/exit_code.h"
#include "cli/line_reader.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

constexpr std::size_t kCaseBytes = limits::kEventBytes + 2 * limits::kFilterBytes;

int run_eval(const std::string& path) {
  Result<LineReader> cases = LineReader::open(path, kCaseBytes);
  if (!cases) {
    print_failure(cases.error().message);
    return kExitFailed;
  }
  Output out(1);
  CaseEvaluator evaluator;
  std::string disagreement;
  Line line;
  while (disagreement.empty() && !out.closed() && cases->next(line)) {
    if (line.text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    CaseEvaluator::Answer answer = evaluator.evaluate(line.text);
    out.write(answer.line + '\n');
    if (!answer.disagreement.empty()) disagreement = "line " + std::to_string(line.number) + ": " + answer.disagreement;
    if (!cases->ready()) out.flush();
  }
  out.flush();
  if (!disagreement.empty()) {
    print_failure("DEFECT, please report: two ways to one verdict differ\n" + disagreement);
    return kExitEnginesDisagree;
  }
  for (const Result<void>* status : {&cases->status(), &out.status()}) {
    if (status->ok()) continue;
    print_failure(status->error().message);
    return kExitFailed;
  }
  return kExitOk;
}

}  // namespace

void add_eval_command(CLI::App& app, int& exit_code) {
  auto path = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("eval", "Evaluate many cases, one JSON object a line: filter, event, verdict");
  command->add_option("--cases", *path, "File of cases; - for standard input")->required()->type_name("FILE");
  command->footer(
      "A case: {\"id\": \"1\", \"dialect\": \"core\", \"expr\": \"a > 1\", \"event\": {\"a\": 2}}. The keys of `event` are "
      "attributes,\n"
      "`$sys` among them is the envelope; `types` gives types that JSON cannot show; `\"check\": \"parse\"` asks only whether "
      "the\n"
      "filter is accepted. Other members are ignored. An answer, in the order of the cases:\n"
      "  {\"id\": ..., \"result\": true | false | \"unknown\" | \"error\", \"value\"?: ..., \"error\"?: \"...\"}\n"
      "`value` comes with filters that are no predicate, `error` with a rejected filter or event, an unknown dialect and a "
      "line\n"
      "that is no case. Every verdict is found by two engines.\n"
      "Exit status: 0 every case has its answer, 1 the file cannot be read, 2 wrong usage, 4 the engines disagree.\n\n"
      "Examples:\n"
      "  turnout eval --cases cases.jsonl\n"
      "  echo '{\"id\":1,\"expr\":\"a > 1\",\"event\":{\"a\":2}}' | turnout eval --cases -");
  command->callback([path, &exit_code] { exit_code = run_eval(*path); });
}

}  // namespace turnout::cli
