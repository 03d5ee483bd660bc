#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

#include "bench/workload/workload.h"
#include "cli/bench_counts.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/terminal.h"

namespace turnout::cli {
namespace {

struct GenerateArguments {
  std::string workload;
  std::string count = "10k";
  std::string events = "1k";
  std::uint64_t seed = 1;
  std::string directory;
};

int fail(const std::string& message) {
  print_failure(message);
  return kExitFailed;
}

// Writes lines one after the other; not all of them are held. `append(number, text)` adds a line's text.
template <class AppendLine>
Result<void> write_lines(const std::string& path, std::uint64_t count, AppendLine&& append) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return Error{ErrorCode::unavailable, fmt::format("cannot write {}: {}", path, std::strerror(errno)), "", 0, 0, ""};
  }
  Result<void> status;
  {
    Output out(descriptor);
    Progress progress(path, count);
    std::string line;
    for (std::uint64_t number = 0; number < count && !out.closed(); ++number) {
      line.clear();
      append(number, line);
      line += '\n';
      out.write(line);
      progress.update(number, number);
    }
    out.flush();
    status = out.status();
  }
  ::close(descriptor);
  return status;
}

int run_generate(const GenerateArguments& arguments) {
  const Result<std::uint64_t> count = parse_count(arguments.count);
  const Result<std::uint64_t> events = parse_count(arguments.events);
  if (!count || !events) {
    print_failure((count ? events : count).error().message);
    return kExitUsage;
  }
  const auto workload = workload::make_workload(arguments.workload, {.filters = *count, .seed = arguments.seed});
  if (workload == nullptr) {
    print_failure(fmt::format("no such workload: {} (turnout bench match --list names them)", arguments.workload));
    return kExitUsage;
  }
  std::error_code failure;
  std::filesystem::create_directories(arguments.directory, failure);
  if (failure) return fail(fmt::format("cannot make {}: {}", arguments.directory, failure.message()));
  const Result<void> filters =
      write_lines(arguments.directory + "/filters.tsv", *count, [&](std::uint64_t number, std::string& line) {
        fmt::format_to(std::back_inserter(line), "{}\t", number + 1);
        workload->filter(number, line);
      });
  if (!filters) return fail(filters.error().message);
  const Result<void> written = write_lines(arguments.directory + "/events.jsonl", *events,
                                           [&](std::uint64_t number, std::string& line) { workload->event(number, line); });
  return written ? kExitOk : fail(written.error().message);
}

}  // namespace

void add_bench_generate_command(CLI::App& bench, int& exit_code) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* command = bench.add_subcommand("generate", "Write a generated workload: DIR/filters.tsv and DIR/events.jsonl");
  command->add_option("workload", arguments->workload, "Its name; turnout bench match --list shows them")->required();
  command->add_option("--n", arguments->count, "Filters: 20000, 20k, 1M [10k]")->type_name("N");
  command->add_option("--events", arguments->events, "Events [1k]")->type_name("K");
  command->add_option("--seed", arguments->seed, "The same seed gives the same files [1]")->type_name("S");
  command->add_option("--out", arguments->directory, "Directory, made if missing")->required()->type_name("DIR");
  command->footer("Example:\n  turnout bench generate orders --n 1M --seed 7 --out orders-1M");
  command->callback([arguments, &exit_code] { exit_code = run_generate(*arguments); });
}

}  // namespace turnout::cli
