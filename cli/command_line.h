// The command `turnout`.
#pragma once

namespace turnout::cli {

// Runs the command line and returns the exit status (cli/exit_code.h). No exception leaves it.
int run(int argc, const char* const* argv);

}  // namespace turnout::cli
