#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "cli/bench_counts.h"
#include "cli/bench_run.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal.h"

namespace turnout::cli {
namespace {

struct MatchArguments {
  BenchOptions options;
  std::vector<std::string> workloads;  // --generate
  std::vector<std::string> counts;     // --n, --sweep
  BenchFormat format = BenchFormat::text;
  std::string json_path, csv_path;
  bool list = false;
};

int fail(const Error& error) {
  print_failure(error.message);
  return kExitFailed;
}

int write_text(const std::string& text) {
  Output out(1);
  out.write(text);
  out.flush();
  return out.status() ? kExitOk : fail(out.status().error());
}

int list_workloads() {
  std::string text;
  for (const workload::Description& one : workload::descriptions()) text += fmt::format("{:<13} {}\n", one.name, one.summary);
  return write_text(text);
}

// "--json -" and "--csv -" write that instead of the table.
int write_reports(const std::vector<BenchReport>& reports, const MatchArguments& arguments) {
  BenchFormat format = arguments.format;
  if (arguments.json_path == "-") format = BenchFormat::json;
  if (arguments.csv_path == "-") format = BenchFormat::csv;
  if (const int status = write_text(format_reports(reports, format)); status != kExitOk) return status;
  for (const auto& [path, other] :
       {std::pair(&arguments.json_path, BenchFormat::json), {&arguments.csv_path, BenchFormat::csv}}) {
    if (path->empty() || *path == "-") continue;
    if (const Result<void> written = write_file(*path, format_reports(reports, other)); !written) return fail(written.error());
  }
  return kExitOk;
}

// What is wrong with the arguments together; empty when nothing is.
std::string usage_error(const MatchArguments& arguments) {
  const BenchSource& source = arguments.options.source;
  const bool files = !source.filters.empty() || (arguments.workloads.empty() && !source.events.empty());
  if (arguments.workloads.empty() == !files) {
    return files ? "--generate takes the place of --filters and --events" : "give --filters and --events, or --generate";
  }
  if (files && (source.filters.empty() || source.events.empty())) return "--filters and --events go together";
  if (files && !arguments.counts.empty()) return "--n and --sweep need --generate";
  if (source.filters == "-") return "--filters must be a file: it is read once for each engine";
  if (source.events == "-" && source.warmup == "-") return "--events and --warmup cannot both be -";
  if (arguments.options.independent && arguments.options.threads < 2) return "--independent needs --threads of 2 or more";
  return {};
}

// One run for every workload and number of filters.
Result<std::vector<BenchSource>> sources_of(const MatchArguments& arguments) {
  if (arguments.workloads.empty()) return std::vector<BenchSource>{arguments.options.source};
  std::vector<BenchSource> sources;
  for (const std::string& name : arguments.workloads) {
    BenchSource source = arguments.options.source;
    source.generate = name;
    if (!source.events.empty()) {
      const Result<std::uint64_t> events = parse_count(source.events);
      if (!events) return events.error();
      source.event_count = *events;
    }
    if (!source.warmup.empty()) {
      const Result<std::uint64_t> events = parse_count(source.warmup);
      if (!events) return events.error();
      source.warmup_count = *events;
    }
    if (arguments.counts.empty()) sources.push_back(source);
    for (const std::string& text : arguments.counts) {
      const Result<std::uint64_t> count = parse_count(text);
      if (!count) return count.error();
      source.filter_count = *count;
      sources.push_back(source);
    }
  }
  return sources;
}

int run_bench_match(const MatchArguments& arguments) {
  if (arguments.list) return list_workloads();
  if (const std::string wrong = usage_error(arguments); !wrong.empty()) {
    print_failure(wrong);
    return kExitUsage;
  }
  const Result<std::vector<BenchSource>> sources = sources_of(arguments);
  if (!sources) {
    print_failure(sources.error().message);
    return kExitUsage;
  }
  std::vector<BenchReport> reports;
  for (const BenchSource& source : *sources) {
    BenchOptions options = arguments.options;
    options.source = source;
    Result<BenchOutcome> outcome = run_bench(options);
    if (!outcome) return fail(outcome.error());
    if (outcome->invalid_filters > 0) return kExitInvalidFilters;
    if (!outcome->disagreement.empty()) {
      print_failure(fmt::format("{}: the engines disagree: {}", outcome->report.workload, outcome->disagreement));
      return kExitEnginesDisagree;
    }
    reports.push_back(std::move(outcome->report));
    // What was measured is not lost when a later size fails or takes too long.
    if (sources->size() > 1) write_error(format_reports({&reports.back(), 1}, BenchFormat::text) + "\n");
  }
  return write_reports(reports, arguments);
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const workload::Description& one : workload::descriptions()) names.emplace_back(one.name);
  return names;
}

void add_source_options(CLI::App& command, MatchArguments& arguments) {
  BenchSource& source = arguments.options.source;
  command.add_option("--filters", source.filters, "Filters, one <id> TAB <filter> a line")->type_name("FILE");
  command.add_option("--events", source.events, "Events, one JSON text a line; with --generate their number [1000]")
      ->type_name("FILE|K");
  command
      .add_option("--warmup", source.warmup,
                  "Events for warm-up, not timed; with --generate their number [the first tenth of --events]")
      ->type_name("FILE|K");
  command.add_option("--generate", arguments.workloads, "Workloads to generate instead, separated by commas; see --list")
      ->delimiter(',')
      ->type_name("LIST")
      ->check(CLI::IsMember(workload_names()));
  CLI::Option* count =
      command.add_option("--n", arguments.counts, "Generated filters: 20000, 20k, 1M [10k]")->expected(1)->type_name("N");
  command.add_option("--sweep", arguments.counts, "Several numbers of filters in turn, separated by commas: 10k,100k,1M")
      ->delimiter(',')
      ->type_name("LIST")
      ->excludes(count);
  command.add_option("--seed", source.seed, "Seed of what is generated [1]")->type_name("S");
  command.add_flag("--list", arguments.list, "Show the workloads and exit");
}

void add_measure_options(CLI::App& command, MatchArguments& arguments) {
  BenchOptions& options = arguments.options;
  command
      .add_option("--engines", options.engines,
                  "index, counting, counting-tuned, naive, separated by commas [index,counting,counting-tuned]")
      ->delimiter(',')
      ->type_name("LIST")
      ->check(CLI::IsMember({"index", "counting", "counting-tuned", "naive"}));
  command.add_flag("--from-json", options.from_json, "Also time the way from a JSON line to ids, and reading alone");
  command.add_flag("--stats", options.stats, "Also tell what a match looks at, by stage");
  command.add_option("--batch", options.batch, "Also time matching B events at a time [1]")
      ->type_name("B")
      ->check(CLI::Range(1, 4096));
  command.add_option("--threads", options.threads, "Also measure the throughput of N readers on one index [1]")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command.add_flag("--independent", options.independent, "With --threads: compare with as many readers with an index each");
  command.add_option("--churn", options.churn_per_s, "Also time matching while R changes a second are made, and the changes")
      ->type_name("R")
      ->check(CLI::Range(1, 1'000'000));
  command.add_option("--seconds", options.seconds, "How long throughput and churn are measured, each way [10]")
      ->type_name("S")
      ->check(CLI::Range(0.01, 3600.0));
}

void add_output_options(CLI::App& command, MatchArguments& arguments) {
  static const std::vector<std::pair<std::string, BenchFormat>> formats = {
      {"text", BenchFormat::text}, {"csv", BenchFormat::csv}, {"json", BenchFormat::json}};
  command.add_option("--format", arguments.format, "text, csv or json [text]")
      ->type_name("FORMAT")
      ->transform(CLI::CheckedTransformer(formats));
  command.add_option("--json", arguments.json_path, "Write the figures as JSON too; - writes them instead of the table")
      ->type_name("FILE");
  command.add_option("--csv", arguments.csv_path, "The same as CSV")->type_name("FILE");
}

constexpr const char* kFooter =
    "How it is measured: one event per match, parsed beforehand; engines alternate in blocks of 50 events; an event's time is\n"
    "the median of 5 rounds; median, mean and p99 are over events. An engine slower than 2 ms an event is timed on a sample\n"
    "and says so. Memory is the growth of anonymous memory per filter once the parsed filters are gone. Every event's ids "
    "must\n"
    "be the same from every engine. The index has matched the warm-up events and was packed once more before it is timed.\n"
    " counting is the textbook's counting algorithm, counting-tuned our quickest form of it.\n"
    "Exit status: 0 measured; 1 a file cannot be read or holds a bad event; 2 wrong usage; 3 invalid filters; 4 the engines\n"
    "disagree.\n\n"
    "Examples:\n"
    "  turnout bench match --filters filters.tsv --events events.jsonl\n"
    "  turnout bench match --generate orders --n 1M\n"
    "  turnout bench match --generate orders,uniform --sweep 10k,100k,1M --format csv > sweep.csv\n"
    "  turnout bench match --generate suffix,regexp --n 100k --engines index,naive --from-json\n"
    "  turnout bench match --generate orders --n 1M --engines index --threads 2 --churn 1000";

}  // namespace

void add_bench_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<MatchArguments>();
  CLI::App* bench = app.add_subcommand("bench", "Measure: bench match, bench generate");
  bench->require_subcommand(1);
  CLI::App* command = bench->add_subcommand("match", "Measure matching: time per event, build rate and memory, per engine");
  add_source_options(*command, *arguments);
  add_measure_options(*command, *arguments);
  add_output_options(*command, *arguments);
  add_threads_option(*command, arguments->options.compile_threads, "--compile-threads", "Threads that compile filters");
  add_dialect_option(*command, arguments->options.dialect);
  command->footer(kFooter);
  command->callback([arguments, &exit_code] { exit_code = run_bench_match(*arguments); });
  add_bench_generate_command(*bench, exit_code);
}

}  // namespace turnout::cli
