#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace turnout::cli {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

}  // namespace

Output::~Output() { flush(); }

void Output::write(std::string_view text) {
  if (closed_) return;
  buffer_.append(text);
  if (buffer_.size() >= kBufferBytes) flush();
}

void Output::flush() {
  std::size_t done = 0;
  while (!closed_ && done < buffer_.size()) {
    const ssize_t n = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      closed_ = true;
      if (errno != EPIPE) {
        status_ = Error{ErrorCode::unavailable, fmt::format("cannot write the output: {}", std::strerror(errno)), "", 0, 0, ""};
      }
    }
  }
  buffer_.clear();
}

Result<void> write_file(const std::string& path, std::string_view text) {
  const bool standard = path == "-";
  const int descriptor = standard ? STDOUT_FILENO : ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    return Error{ErrorCode::unavailable, fmt::format("cannot write {}: {}", path, std::strerror(errno)), "", 0, 0, ""};
  }
  Result<void> status;
  {
    Output out(descriptor);
    out.write(text);
    out.flush();
    status = out.status();
  }
  if (!standard && ::close(descriptor) != 0 && status) {
    status = Error{ErrorCode::unavailable, fmt::format("cannot write {}: {}", path, std::strerror(errno)), "", 0, 0, ""};
  }
  return status;
}

}  // namespace turnout::cli
