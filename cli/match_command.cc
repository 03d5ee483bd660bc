#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/filter_file.h"
#include "cli/line_reader.h"
#include "cli/match_events.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

constexpr std::size_t kAnnouncedFilters = 50'000;  // building an index of so many takes a person's time

struct MatchOptions {
  std::string filters;
  std::string events;
  Dialect dialect = Dialect::core;
  bool skip_invalid = false;
  MatchEventsOptions events_options;
};

int fail(const Error& error) {
  print_failure(error.message);
  return kExitFailed;
}

// Reports the file's invalid lines, says what they mean for the run, and loads the others. kExitOk when matching may go on.
int load(const MatchOptions& options, Matcher& matcher) {
  const unsigned threads = options.events_options.threads;
  InvalidFilterReport report(options.filters);
  BulkLoad load(matcher, threads);
  const Result<FilterCounts> counts = stream_filter_file(
      options.filters, {.compile = {.dialect = options.dialect}, .threads = threads},
      [&load](Change&& change) { return load.add(change.id, change.filter, change.word); },
      [&report](const InvalidFilter& invalid) { report.add(invalid); });
  if (!counts) return fail(counts.error());
  report.summarise(options.skip_invalid);
  if (counts->invalid > 0 && !options.skip_invalid) return kExitInvalidFilters;
  if (counts->valid == 0 && counts->invalid == 0) print_failure(options.filters + " holds no filters");
  Progress progress("building the index", 0);
  if (counts->valid >= kAnnouncedFilters) progress.announce("building the index ...");
  const Result<void> loaded = load.finish();
  return loaded ? kExitOk : fail(loaded.error());
}

int match_all(const Matcher& matcher, LineReader& events, const MatchEventsOptions& options) {
  Output out(1);
  const Result<MatchEventsSummary> summary = match_events(matcher, events, options, out);
  if (!summary) return fail(summary.error());
  if (!out.status()) return fail(out.status().error());
  if (summary->rejected == 0) return kExitOk;
  print_failure(std::to_string(summary->rejected) + " of " + std::to_string(summary->events) + " events were rejected");
  return kExitFailed;
}

int run_match(const MatchOptions& options) {
  if (options.filters == "-" && options.events == "-") {
    print_failure("--filters and --events cannot both be -");
    return kExitUsage;
  }
  Result<LineReader> events = LineReader::open(options.events, limits::kEventBytes);  // a wrong name shows before the long load
  if (!events) return fail(events.error());
  Matcher matcher({.keep_text = false});
  if (const int exit_code = load(options, matcher); exit_code != kExitOk) return exit_code;
  return match_all(matcher, *events, options.events_options);
}

}  // namespace

void add_match_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<MatchOptions>();
  CLI::App* command = app.add_subcommand("match", "Match a stream of events against a file of filters");
  command->add_option("--filters", options->filters, "Filters, one <id> TAB <filter> a line; - for standard input")
      ->required()
      ->type_name("FILE");
  command->add_option("--events", options->events, "Events, one JSON text a line; - for standard input")
      ->required()
      ->type_name("FILE");
  command->add_flag("--count", options->events_options.count, "Print how many filters match instead of their ids");
  add_threads_option(*command, options->events_options.threads);
  command->add_flag("--skip-invalid", options->skip_invalid, "Go on without the filters that are invalid");
  add_event_format_option(*command, options->events_options.format);
  command->add_flag("--validate", options->events_options.validate,
                    "Check every byte of an event, of values no filter reads too");
  add_dialect_option(*command, options->dialect);
  command->footer(
      "Output, one line an event in the order of the events: its number, a TAB, and the ids whose filter is TRUE, ascending "
      "and\n"
      "separated by blanks (or, with --count, how many they are). Blank lines are neither filters nor events. A rejected "
      "event\n"
      "prints its number, a TAB and `error`, and its reason goes to standard error.\n"
      "Exit status: 0 every event was matched; 1 some event was rejected, or a file cannot be read; 2 wrong usage; 3 the "
      "filters\n"
      "file has invalid lines and nothing was matched.\n\n"
      "Examples:\n"
      "  printf \"1\\ttype = 'order'\\n2\\tamount > 100\\n\" > filters.tsv\n"
      "  echo '{\"type\": \"order\", \"amount\": 120}' | turnout match --filters filters.tsv --events -\n"
      "  turnout match --filters filters.tsv --events events.jsonl --count --threads 4");
  command->callback([options, &exit_code] { exit_code = run_match(*options); });
}

}  // namespace turnout::cli
