#include "cli/command_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <sstream>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal.h"

namespace turnout::cli {
namespace {

// A standard stream that is closed is opened the wrong way round, so that using it goes on failing. Else the first file the
// command opens would take its number, and messages would go there.
void hold_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    if (::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) == -1) return;  // takes the lowest free number
  }
}

int run_app(int argc, const char* const* argv) {
  CLI::App app("Turnout: which subscriptions want this event?", "turnout");
  int exit_code = kExitOk;
  app.set_version_flag("--version", std::string("turnout ") + TURNOUT_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 success, 1 failure (a rejected filter or event, a file), 2 wrong usage, 3 invalid filters in a file,\n"
      "4 engines disagree. `turnout COMMAND --help` explains a command with examples.\n\n"
      "Examples:\n"
      "  turnout check \"type = 'order' AND amount > 100\"\n"
      "  turnout match --filters filters.tsv --events events.jsonl\n"
      "  turnout explain --filter \"amount > 100\" --event '{\"amount\": 12}'");
  add_check_command(app, exit_code);
  add_eval_command(app, exit_code);
  add_match_command(app, exit_code);
  add_explain_command(app, exit_code);
  add_bench_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream help;
    std::ostringstream wrong;
    const int status = app.exit(error, help, wrong);  // help, version, or what is wrong
    write_error(wrong.str());
    if (const Result<void> written = write_file("-", help.str()); !written) {
      print_failure(written.error().message);
      return kExitFailed;
    }
    return status == 0 ? kExitOk : kExitUsage;
  }
  return exit_code;
}

}  // namespace

int run(int argc, const char* const* argv) {
  hold_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away shows as EPIPE (cli/output.h)
  try {
    return run_app(argc, argv);
  } catch (const std::exception& error) {  // out of memory, or a defect of the option parser
    print_failure(error.what());
    return kExitFailed;
  }
}

}  // namespace turnout::cli
