#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/json_text.h"
#include "cli/observe_cost.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "turnout/cost.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

struct CheckOptions {
  bool cost = false;
  bool json = false;
  std::string expression;
  ObserveCostOptions observe;  // with `events`
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

void append_observed(std::string& out, const ObservedCost& cost) {
  out += fmt::format(R"(,"observed":{{"events":{},"looked_at":{},"evaluated":{},"matched":{},"access":[)", cost.events,
                     cost.looked_at, cost.evaluated, cost.matched);
  for (std::size_t i = 0; i < cost.access.size(); ++i) {
    out += i > 0 ? ",{\"what\":" : "{\"what\":";
    append_json_string(out, cost.access[i].what);
    out += fmt::format(",\"events\":{}}}", cost.access[i].events);
  }
  out += "]}";
}

// One line: the filter and its cost, predicted and, unless null, observed.
std::string cost_json(const Filter& filter, const FilterCost& cost, const ObservedCost* observed) {
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
  if (observed != nullptr) append_observed(out, *observed);
  return out + "}\n";
}

int fail(const Error& error) {
  print_failure(error.message);
  return kExitFailed;
}

// Writes what is asked of a filter that was accepted.
int report(const Filter& filter, const CheckOptions& options) {
  const bool observes = !options.observe.events.empty();
  const Result<ObservedCost> observed = observes ? observe_cost(filter, options.observe) : ObservedCost{};
  if (!observed) return fail(observed.error());
  Output out(1);
  if (!options.cost || !options.json) out.write(filter.text() + '\n');
  if (options.cost && options.json) {
    out.write(cost_json(filter, predict_cost(filter), observes ? &*observed : nullptr));
  } else if (options.cost) {
    out.write(to_text(predict_cost(filter)) + (observes ? to_text(*observed) : ""));
  }
  out.flush();
  return out.status() ? kExitOk : fail(out.status().error());
}

int run_check(const CheckOptions& options) {
  if ((options.expression == "-") + (options.observe.events == "-") + (options.observe.filters == "-") > 1) {
    print_failure("only one of EXPR, --events and --filters can be -");
    return kExitUsage;
  }
  // One byte more than a filter may have, so that the compiler, not the reader, says that it is too long.
  const Result<std::string> text = text_argument(options.expression, limits::kFilterBytes + 1);
  if (!text) return fail(text.error());
  const Result<Filter> filter = compile(*text, {.dialect = options.observe.dialect});
  if (!filter) {
    print_diagnostic(filter.error());
    return kExitFailed;
  }
  for (const Warning& warning : filter->warnings()) print_warning(warning);
  return report(*filter, options);
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Check a filter and print its canonical form");
  command->add_option("EXPR", options->expression, "The filter; - reads it from standard input")->required();
  add_dialect_option(*command, options->observe.dialect);
  CLI::Option* cost = command->add_flag("--cost", options->cost, "Say what the filter will cost a matcher, and why");
  command->add_flag("--json", options->json, "The cost as one line of JSON")->needs(cost);
  CLI::Option* events =
      command->add_option("--events", options->observe.events, "Count the cost over these events too, one JSON text a line")
          ->type_name("FILE")
          ->needs(cost);
  command->add_option("--filters", options->observe.filters, "... in an index of these filters, one <id> TAB <filter> a line")
      ->type_name("FILE")
      ->needs(events);
  add_event_format_option(*command, options->observe.format);
  command->footer(
      "The canonical form goes to standard output, warnings and errors to standard error.\n"
      "Exit status: 0 accepted, 1 rejected, 2 wrong usage.\n\n"
      "Examples:\n"
      "  turnout check \"type = 'order' AND amount > 100\"\n"
      "  turnout check --dialect jms \"JMSType LIKE 'ord%'\"\n"
      "  turnout check -- \"-amount < 5\"          # -- before a filter that begins with -\n"
      "  turnout check --cost \"note LIKE '%late%' AND amount * 2 > limit\"\n"
      "  turnout check --cost --events events.jsonl --filters filters.tsv \"amount > 100\"\n"
      "  turnout check - < filter.txt");
  command->callback([options, &exit_code] { exit_code = run_check(*options); });
}

}  // namespace turnout::cli
