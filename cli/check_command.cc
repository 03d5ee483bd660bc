#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

struct CheckOptions {
  Dialect dialect = Dialect::core;
  std::string expression;
};

int run_check(const CheckOptions& options) {
  // One byte more than a filter may have, so that the compiler, not the reader, says that it is too long.
  const Result<std::string> text = text_argument(options.expression, limits::kFilterBytes + 1);
  if (!text) {
    print_failure(text.error().message);
    return kExitFailed;
  }
  const Result<Filter> filter = compile(*text, {.dialect = options.dialect});
  if (!filter) {
    print_diagnostic(filter.error());
    return kExitFailed;
  }
  for (const Warning& warning : filter->warnings()) print_warning(warning);
  Output out(1);
  out.write(filter->text() + '\n');
  out.flush();
  if (out.status()) return kExitOk;
  print_failure(out.status().error().message);
  return kExitFailed;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Check a filter and print its canonical form");
  command->add_option("EXPR", options->expression, "The filter; - reads it from standard input")->required();
  add_dialect_option(*command, options->dialect);
  command->footer(
      "The canonical form goes to standard output, warnings and errors to standard error.\n"
      "Exit status: 0 accepted, 1 rejected, 2 wrong usage.\n\n"
      "Examples:\n"
      "  turnout check \"type = 'order' AND amount > 100\"\n"
      "  turnout check --dialect jms \"JMSType LIKE 'ord%'\"\n"
      "  turnout check -- \"-amount < 5\"          # -- before a filter that begins with -\n"
      "  turnout check - < filter.txt");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace turnout::cli
