#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "turnout/explain.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

struct ExplainOptions {
  Dialect dialect = Dialect::core;
  EventFormat format = EventFormat::json;
  std::string filter;
  std::string event;
};

int run_explain(const ExplainOptions& options) {
  if (options.filter == "-" && options.event == "-") {
    print_failure("--filter and --event cannot both be -");
    return kExitUsage;
  }
  const Result<std::string> text = text_argument(options.filter, limits::kFilterBytes + 1);
  const Result<std::string> json = text_argument(options.event, limits::kEventBytes + 1);
  if (!text || !json) {
    print_failure(text ? json.error().message : text.error().message);
    return kExitFailed;
  }
  const Result<Filter> filter = compile(*text, {.dialect = options.dialect});
  if (!filter) {
    print_diagnostic(filter.error());
    return kExitFailed;
  }
  Event event;
  EventReader reader;
  if (const Result<void> read = read_event(reader, options.format, *json, event); !read) {
    print_diagnostic(read.error(), "the event");
    return kExitFailed;
  }
  std::string tree = to_text(explain(*filter, event));
  if (!tree.ends_with('\n')) tree += '\n';
  Output out(1);
  out.write(tree);
  out.flush();
  if (out.status()) return kExitOk;
  print_failure(out.status().error().message);
  return kExitFailed;
}

}  // namespace

void add_explain_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "Show why a filter matches an event, or does not");
  command->add_option("--filter", options->filter, "The filter; - reads it from standard input")->required()->type_name("EXPR");
  command->add_option("--event", options->event, "The event; - reads it from standard input")->required()->type_name("JSON");
  add_event_format_option(*command, options->format);
  add_dialect_option(*command, options->dialect);
  command->footer(
      "Prints the filter as a tree: each node with its verdict (TRUE, FALSE, UNKNOWN), the values seen, what is missing and\n"
      "which parts decided. Exit status: 0 explained, whatever the verdict; 1 the filter or the event is rejected; 2 wrong\n"
      "usage.\n\n"
      "Examples:\n"
      "  turnout explain --filter \"amount > 100 AND region = 'eu'\" --event '{\"amount\": 120}'\n"
      "  turnout explain --filter \"user.tenant = 't1'\" --events-format cloudevents --event - < event.json");
  command->callback([options, &exit_code] { exit_code = run_explain(*options); });
}

}  // namespace turnout::cli
