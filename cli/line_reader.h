// Lines of a file or of standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "turnout/result.h"

namespace turnout::cli {

struct Line {
  std::string_view text;     // without its end ("\n" or "\r\n"); lives until the next call of next()
  std::uint64_t number = 0;  // 1-based
  bool too_long = false;     // longer than the reader's limit: `text` holds its beginning
};

// Reads lines with bounded memory: what a line has beyond `line_bytes_max` is skipped. A byte order mark at the beginning of
// the file is dropped, and a last line needs no newline. Not thread-safe.
class LineReader {
 public:
  // `path` of a file, or "-" for standard input. Errors: absent, unreadable, a directory.
  static Result<LineReader> open(const std::string& path, std::size_t line_bytes_max);
  // Reads from a descriptor that stays open and belongs to the caller.
  LineReader(int descriptor, std::string name, std::size_t line_bytes_max);
  LineReader(LineReader&& other) noexcept;
  LineReader& operator=(LineReader&&) = delete;
  ~LineReader();

  // False at the end of the file and on a read error, which status() then tells.
  bool next(Line& line);
  [[nodiscard]] const Result<void>& status() const noexcept { return status_; }
  // Whether the next line is here already, so that next() does not wait for whoever writes the input.
  [[nodiscard]] bool ready() const noexcept;

  // For messages: the path, or "standard input".
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] std::uint64_t bytes_read() const noexcept { return bytes_read_; }
  // Size of a regular file; 0 when unknown.
  [[nodiscard]] std::uint64_t size_bytes() const noexcept { return size_bytes_; }

 private:
  bool fill();
  void skip_byte_order_mark();
  bool take(Line& line, std::size_t length, std::size_t end_bytes);

  int descriptor_;
  bool owned_ = false;
  std::string name_;
  std::size_t line_bytes_max_;
  std::string buffer_;
  std::size_t begin_ = 0;    // unread part of the buffer
  std::size_t scanned_ = 0;  // of the unread part: bytes known to hold no newline
  bool dropping_ = false;    // the rest of an overlong line is being skipped
  bool at_end_ = false;
  std::uint64_t number_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t size_bytes_ = 0;
  Result<void> status_;
};

// The whole of a file or of standard input, at most `bytes_max` bytes. Errors: as open(), and a longer text.
Result<std::string> read_text(const std::string& path, std::size_t bytes_max);

}  // namespace turnout::cli
