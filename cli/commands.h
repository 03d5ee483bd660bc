// The subcommands: each one's options, its help and what it does.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "cli/event_format.h"
#include "turnout/compile.h"

namespace turnout::cli {

// Each adds a subcommand to `app`; when it runs, it sets `exit_code` (cli/exit_code.h).
void add_check_command(CLI::App& app, int& exit_code);
void add_eval_command(CLI::App& app, int& exit_code);
void add_match_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_bench_generate_command(CLI::App& bench, int& exit_code);

// Options that several subcommands share. The names are checked while the command line is read, so a wrong one is a usage
// error.
void add_dialect_option(CLI::App& command, Dialect& dialect);
void add_event_format_option(CLI::App& command, EventFormat& format);
void add_threads_option(CLI::App& command, unsigned& threads, const char* name = "--threads",
                        const char* what = "Threads that compile filters and match events");

// As many threads as there are processors, within the bounds of --threads.
unsigned default_threads();

// The text of a file when `argument` is "-" (standard input, one final newline dropped), else the argument itself.
Result<std::string> text_argument(const std::string& argument, std::size_t bytes_max);

}  // namespace turnout::cli
