#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace turnout::base {
namespace {

Error io_error(const std::string& what, const std::string& path, int code) {
  return {ErrorCode::io, what + ' ' + path + ": " + std::generic_category().message(code), "", 0, 0, {}};
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t bytes_max) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return io_error("cannot open", path, errno);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    const int code = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
    ::close(descriptor);
    return io_error("cannot read", path, code);
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size > bytes_max) {
    ::close(descriptor);
    return Error{ErrorCode::out_of_memory, path + " is larger than " + std::to_string(bytes_max) + " bytes", "", 0, 0, {}};
  }
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, bytes.data() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      const int code = got < 0 ? errno : EIO;  // it shrank meanwhile
      ::close(descriptor);
      return io_error("cannot read", path, code);
    }
    done += static_cast<std::size_t>(got);
  }
  ::close(descriptor);
  return bytes;
}

NewFile::NewFile(std::string path) : path_(std::move(path)) {
  static std::atomic<unsigned> serial{0};
  temporary_ = path_ + '.' + std::to_string(::getpid()) + '-' + std::to_string(++serial) + ".new";
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) {
    fail("cannot write");
    temporary_.clear();
  }
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void NewFile::fail(const char* what) {
  if (status_) status_ = io_error(what, path_, errno);
}

void NewFile::write(std::string_view bytes) {
  while (status_ && !bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return fail("cannot write");
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

Result<void> NewFile::commit() {
  if (!status_) return status_;
  if (::fsync(descriptor_) != 0) fail("cannot synchronise");
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("cannot close");
  if (status_ && ::rename(temporary_.c_str(), path_.c_str()) != 0) fail("cannot rename to");
  if (!status_) return status_;
  temporary_.clear();
  // The new name must survive a crash too.
  const int folder = ::open(folder_of(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || ::fsync(folder) != 0) fail("cannot synchronise the folder of");
  if (folder >= 0) ::close(folder);
  return status_;
}

}  // namespace turnout::base
