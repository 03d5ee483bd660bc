#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/json_text.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "turnout/cost.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

struct CheckOptions {
  Dialect dialect = Dialect::core;
  bool cost = false;
  bool json = false;
  std::string expression;
};

void append_list(std::string& out, std::string_view name, const std::vector<std::string>& items) {
  out += ",\"" + std::string(name) + "\":[";
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ',';
    append_json_string(out, items[i]);
  }
  out += ']';
}

std::string number(double share) { return fmt::format("{:.6g}", share); }

// One line: the filter and its cost.
std::string cost_json(const Filter& filter, const FilterCost& cost) {
  std::string out = "{\"filter\":";
  append_json_string(out, filter.text());
  out += std::string(",\"never\":") + (cost.never ? "true" : "false") + ",\"always\":" + (cost.always ? "true" : "false");
  out += ",\"share\":" + number(cost.share) + ",\"access\":[";
  for (std::size_t i = 0; i < cost.access.size(); ++i) {
    out += i > 0 ? ",{\"what\":" : "{\"what\":";
    append_json_string(out, cost.access[i].what);
    out += ",\"share\":" + number(cost.access[i].share) + "}";
  }
  out += ']';
  append_list(out, "verified", cost.verified);
  append_list(out, "hints", cost.hints);
  return out + "}\n";
}

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
  const FilterCost cost = options.cost ? predict_cost(*filter) : FilterCost{};
  if (!options.cost || !options.json) out.write(filter->text() + '\n');
  if (options.cost) out.write(options.json ? cost_json(*filter, cost) : to_text(cost));
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
  CLI::Option* cost = command->add_flag("--cost", options->cost, "Say what the filter will cost a matcher, and why");
  command->add_flag("--json", options->json, "The cost as one line of JSON")->needs(cost);
  command->footer(
      "The canonical form goes to standard output, warnings and errors to standard error.\n"
      "Exit status: 0 accepted, 1 rejected, 2 wrong usage.\n\n"
      "Examples:\n"
      "  turnout check \"type = 'order' AND amount > 100\"\n"
      "  turnout check --dialect jms \"JMSType LIKE 'ord%'\"\n"
      "  turnout check -- \"-amount < 5\"          # -- before a filter that begins with -\n"
      "  turnout check --cost \"note LIKE '%late%' AND amount * 2 > limit\"\n"
      "  turnout check - < filter.txt");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace turnout::cli
