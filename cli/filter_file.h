// Files of filters: one `<id>` TAB `<filter>` a line.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/line_reader.h"
#include "turnout/compile.h"
#include "turnout/matcher.h"

namespace turnout::cli {

// A line apart: the id, and where the filter's text begins.
struct FilterLine {
  SubscriptionId id;
  std::string_view text;
  std::uint32_t text_column = 1;  // 1-based, of the first character of `text` in the line
};

// Errors carry column and excerpt of the line: no TAB, an id that is no decimal number below 2^64.
Result<FilterLine> parse_filter_line(std::string_view line);

// A line that cannot be used. `error.line` and `error.column` are those of the file.
struct InvalidFilter {
  Error error;
};

struct FilterFileOptions {
  CompileOptions compile;
  unsigned threads = 1;
};

struct FilterCounts {
  std::uint64_t valid = 0;
  std::uint64_t invalid = 0;
  double compile_seconds = 0;  // wall time from first to last line, without that of `take`
};

// Reads and compiles a file of filters with `options.threads` threads and hands the additions over one by one, in the order of
// the file, on one thread at a time; ids are unique. Blank lines are skipped; a line whose id occurred before, is malformed or
// whose filter is rejected goes to `report`, in the order of the file, and is left out. Errors: the file cannot be read; that
// of `take`, which ends the reading. Shows progress on a terminal.
Result<FilterCounts> stream_filter_file(const std::string& path, const FilterFileOptions& options,
                                        const std::function<Result<void>(Change&&)>& take,
                                        const std::function<void(const InvalidFilter&)>& report);

// Writes the invalid lines of a file to standard error: place in the file, reason, caret. Of very many only the first.
class InvalidFilterReport {
 public:
  explicit InvalidFilterReport(std::string file) : file_(std::move(file)) {}
  void add(const InvalidFilter& invalid);
  // After the last one: how many there were, and what that means for the run. Nothing when there was none.
  void summarise(bool skipped) const;

 private:
  std::string file_;
  std::uint64_t count_ = 0;
};

}  // namespace turnout::cli
