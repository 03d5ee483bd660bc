// What the command's exit status says.
#pragma once

namespace turnout::cli {

enum ExitCode : int {
  kExitOk = 0,
  kExitFailed = 1,  // the filter of `check` or `explain` or an event was rejected, or a file could not be read or written
  kExitUsage = 2,   // the command line is wrong
  kExitInvalidFilters = 3,   // the filters file has invalid lines and --skip-invalid was not given: nothing was matched
  kExitEnginesDisagree = 4,  // two ways to the same verdict differ: a defect of turnout, please report it
};

}  // namespace turnout::cli
