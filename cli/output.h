// Standard output, written in blocks.
#pragma once

#include <string>
#include <string_view>

#include "turnout/result.h"

namespace turnout::cli {

// Buffers what a command prints and hands it to a file descriptor. Not thread-safe.
//
// A reader that went away (`turnout match ... | head`) is no failure: writing stops, closed() tells, and the command ends
// early and quietly. Anything else (a full disk) is an Error that status() keeps.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void write(std::string_view text);
  void flush();

  // Whether writing on is pointless: the reader went away, or writing failed.
  [[nodiscard]] bool closed() const noexcept { return closed_; }
  // After flush(): an Error when something could not be written.
  [[nodiscard]] const Result<void>& status() const noexcept { return status_; }

 private:
  int descriptor_;
  std::string buffer_;
  bool closed_ = false;
  Result<void> status_;
};

// Writes a whole file, or to standard output when `path` is "-". Errors: it cannot be opened or written.
Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace turnout::cli
