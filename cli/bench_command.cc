#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/bench_run.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal.h"

namespace turnout::cli {
namespace {

int fail(const Error& error) {
  print_failure(error.message);
  return kExitFailed;
}

// "--json -" writes JSON instead of the table.
int write_report(const BenchReport& report, const std::string& json_path) {
  if (json_path != "-") {
    Output out(1);
    out.write(bench_table(report));
    out.flush();
    if (!out.status()) return fail(out.status().error());
  }
  if (json_path.empty()) return kExitOk;
  const Result<void> written = write_file(json_path, bench_json(report));
  return written ? kExitOk : fail(written.error());
}

int run_bench_match(const BenchOptions& options, const std::string& json_path) {
  if (options.filters == "-") {
    print_failure("--filters must be a file: it is read once for each engine");
    return kExitUsage;
  }
  if (options.events == "-" && options.warmup == "-") {
    print_failure("--events and --warmup cannot both be -");
    return kExitUsage;
  }
  const Result<BenchOutcome> outcome = run_bench(options);
  if (!outcome) return fail(outcome.error());
  if (outcome->invalid_filters > 0) return kExitInvalidFilters;
  if (!outcome->disagreement.empty()) {
    print_failure("the engines disagree: " + outcome->disagreement);
    return kExitEnginesDisagree;
  }
  return write_report(outcome->report, json_path);
}

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<BenchOptions>();
  auto json_path = std::make_shared<std::string>();
  CLI::App* bench = app.add_subcommand("bench", "Measure: bench match");
  bench->require_subcommand(1);
  CLI::App* command = bench->add_subcommand("match", "Measure matching: time per event, build rate and memory, per engine");
  command->add_option("--filters", options->filters, "Filters, one <id> TAB <filter> a line")->required()->type_name("FILE");
  command->add_option("--events", options->events, "Events, one JSON text a line")->required()->type_name("FILE");
  command->add_option("--warmup", options->warmup, "Events for warm-up, not timed [the first tenth of --events]")
      ->type_name("FILE");
  command->add_option("--engines", options->engines, "index, counting, naive, separated by commas [index,counting]")
      ->delimiter(',')
      ->type_name("LIST")
      ->check(CLI::IsMember({"index", "counting", "naive"}));
  command->add_option("--json", *json_path, "Write the figures as JSON too; - writes them instead of the table")
      ->type_name("FILE");
  add_threads_option(*command, options->threads);
  add_dialect_option(*command, options->dialect);
  command->footer(
      "How it is measured: one event per match, parsed beforehand; engines alternate in blocks of 50 events; an event's time "
      "is\n"
      "the median of 5 rounds; median, mean and p99 are over events. An engine slower than 2 ms an event is timed on a sample\n"
      "and says so. Memory is the growth of anonymous memory per filter once the parsed filters are gone. Every event's ids "
      "must\n"
      "be the same from every engine. --threads is for compiling: matching is timed on one thread.\n"
      "Exit status: 0 measured; 1 a file cannot be read or holds a bad event; 2 wrong usage; 3 invalid filters; 4 the engines\n"
      "disagree.\n\n"
      "Examples:\n"
      "  turnout bench match --filters filters.tsv --events events.jsonl\n"
      "  turnout bench match --filters filters.tsv --events a.jsonl --warmup b.jsonl --engines index,counting,naive --json -");
  command->callback([options, json_path, &exit_code] { exit_code = run_bench_match(*options, *json_path); });
}

}  // namespace turnout::cli
