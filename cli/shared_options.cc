#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "cli/commands.h"
#include "cli/line_reader.h"

namespace turnout::cli {
namespace {

constexpr unsigned kThreadsMax = 256;

}  // namespace

void add_dialect_option(CLI::App& command, Dialect& dialect) {
  command
      .add_option_function<std::string>(
          "--dialect",
          [&dialect](const std::string& name) {
            const Result<Dialect> found = find_dialect(name);
            if (!found) throw CLI::ValidationError("--dialect", found.error().message);
            dialect = *found;
          },
          "Language of the filters: core, jms or azure-sql [core]")
      ->type_name("NAME");
}

void add_event_format_option(CLI::App& command, EventFormat& format) {
  command
      .add_option_function<std::string>(
          "--events-format",
          [&format](const std::string& name) {
            if (name != "json" && name != "cloudevents") {
              throw CLI::ValidationError("--events-format", "no such format '" + name + "'; there are json and cloudevents");
            }
            format = name == "cloudevents" ? EventFormat::cloudevents : EventFormat::json;
          },
          "json: an event is its body; cloudevents: CloudEvents 1.0 in structured mode [json]")
      ->type_name("NAME");
}

unsigned default_threads() { return std::clamp(std::thread::hardware_concurrency(), 1U, kThreadsMax); }

void add_threads_option(CLI::App& command, unsigned& threads, const char* name, const char* what) {
  threads = default_threads();
  command.add_option(name, threads, std::string(what) + " [one per processor]")
      ->type_name("N")
      ->check(CLI::Range(1U, kThreadsMax));
}

Result<std::string> text_argument(const std::string& argument, std::size_t bytes_max) {
  if (argument != "-") return argument;
  return read_text(argument, bytes_max);
}

}  // namespace turnout::cli
