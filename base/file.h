// Whole files: read at once, written so that a crash leaves the old one or the new one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "turnout/result.h"

namespace turnout::base {

// Errors: io; out_of_memory for a file of more than `bytes_max` bytes.
Result<std::string> read_file(const std::string& path, std::size_t bytes_max);

// A file that is not there under its name before commit(): it is written beside it, synchronised, and then renamed. Without
// commit(), also after an error, it is removed. Errors: io, kept until commit().
class NewFile {
 public:
  explicit NewFile(std::string path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  Result<void> commit();

 private:
  void fail(const char* what);

  std::string path_, temporary_;
  int descriptor_ = -1;
  Result<void> status_;
};

}  // namespace turnout::base
