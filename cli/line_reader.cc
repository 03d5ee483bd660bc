#include "cli/line_reader.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace turnout::cli {
namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

Error file_error(std::string_view name, std::string_view what) {
  return Error{ErrorCode::unavailable, fmt::format("cannot read {}: {}", name, what), "", 0, 0, ""};
}

}  // namespace

Result<LineReader> LineReader::open(const std::string& path, std::size_t line_bytes_max) {
  if (path == "-") return LineReader(STDIN_FILENO, "standard input", line_bytes_max);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return file_error(path, std::strerror(errno));
  LineReader reader(descriptor, path, line_bytes_max);
  reader.owned_ = true;
  struct stat status {};
  if (::fstat(descriptor, &status) == 0) {
    if (S_ISDIR(status.st_mode)) return file_error(path, "it is a directory");
    if (S_ISREG(status.st_mode)) reader.size_bytes_ = static_cast<std::uint64_t>(status.st_size);
  }
  return reader;
}

LineReader::LineReader(int descriptor, std::string name, std::size_t line_bytes_max)
    : descriptor_(descriptor), name_(std::move(name)), line_bytes_max_(line_bytes_max) {}

LineReader::LineReader(LineReader&& other) noexcept
    : descriptor_(other.descriptor_),
      owned_(std::exchange(other.owned_, false)),
      name_(std::move(other.name_)),
      line_bytes_max_(other.line_bytes_max_),
      buffer_(std::move(other.buffer_)),
      begin_(other.begin_),
      scanned_(other.scanned_),
      dropping_(other.dropping_),
      at_end_(other.at_end_),
      number_(other.number_),
      bytes_read_(other.bytes_read_),
      size_bytes_(other.size_bytes_),
      status_(std::move(other.status_)) {}

LineReader::~LineReader() {
  if (owned_) ::close(descriptor_);
}

bool LineReader::fill() {
  if (at_end_) return false;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + kReadBytes);
  ssize_t n = 0;
  do { n = ::read(descriptor_, buffer_.data() + kept, kReadBytes); } while (n < 0 && errno == EINTR);
  if (n < 0) status_ = file_error(name_, std::strerror(errno));
  const std::size_t got = n > 0 ? static_cast<std::size_t>(n) : 0;
  buffer_.resize(kept + got);
  at_end_ = got == 0;
  if (bytes_read_ == 0) {
    bytes_read_ = got;
    skip_byte_order_mark();
  } else {
    bytes_read_ += got;
  }
  return got > 0;
}

void LineReader::skip_byte_order_mark() {
  if (std::string_view(buffer_).starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
}

bool LineReader::take(Line& line, std::size_t length, std::size_t end_bytes) {
  std::string_view text(buffer_.data() + begin_, length);
  if (end_bytes > 0 && text.ends_with('\r')) text.remove_suffix(1);
  begin_ += length + end_bytes;
  scanned_ = 0;
  line = Line{text.substr(0, line_bytes_max_), ++number_, text.size() > line_bytes_max_};
  return true;
}

bool LineReader::next(Line& line) {
  for (;;) {
    const std::string_view unread = std::string_view(buffer_).substr(begin_);
    const std::size_t newline = unread.find('\n', scanned_);
    if (newline != std::string_view::npos) {
      if (!std::exchange(dropping_, false)) return take(line, newline, 1);
      begin_ += newline + 1;
      scanned_ = 0;
      continue;
    }
    if (dropping_) {
      begin_ = buffer_.size();
    } else if (unread.size() > line_bytes_max_ + 1) {  // + 1: a carriage return is no part of the line
      dropping_ = true;
      take(line, unread.size(), 0);
      return true;
    }
    scanned_ = buffer_.size() - begin_;
    if (fill()) continue;
    if (!status_.ok() || dropping_ || begin_ == buffer_.size()) return false;
    return take(line, buffer_.size() - begin_, 0);
  }
}

bool LineReader::ready() const noexcept {
  return !dropping_ && std::string_view(buffer_).find('\n', begin_) != std::string_view::npos;
}

Result<std::string> read_text(const std::string& path, std::size_t bytes_max) {
  Result<LineReader> reader = LineReader::open(path, bytes_max);
  if (!reader) return reader.error();
  std::string text;
  Line line;
  while (reader->next(line)) {
    if (line.number > 1) text += '\n';
    text += line.text;
    if (line.too_long || text.size() > bytes_max) {
      return Error{ErrorCode::limit, fmt::format("{} is longer than {} bytes", reader->name(), bytes_max), "", 0, 0, ""};
    }
  }
  if (!reader->status()) return reader->status().error();
  return text;
}

}  // namespace turnout::cli
