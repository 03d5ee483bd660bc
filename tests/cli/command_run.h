// Runs the command `turnout` as a user does, and files to run it on.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace turnout::cli {

struct CommandResult {
  int exit_code = -1;  // 128 + signal when it was killed
  std::string out;
  std::string err;
};

// A directory of its own for each test, removed afterwards.
class Files {
 public:
  Files() {
    std::string pattern = (std::filesystem::temp_directory_path() / "turnout-cli-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) ADD_FAILURE() << "no temporary directory";
    directory_ = pattern;
  }
  ~Files() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  // Writes a file and returns its path.
  std::string write(std::string_view name, std::string_view text) const {
    std::ofstream file(path(name), std::ios::binary);
    file << text;
    return path(name);
  }
  [[nodiscard]] std::string path(std::string_view name) const { return (directory_ / name).string(); }
  [[nodiscard]] std::string directory() const { return directory_.string(); }

 private:
  std::filesystem::path directory_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

namespace detail {

inline void exec_child(const std::vector<std::string>& arguments, int in, int out, int err) {
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  std::vector<char*> argv;
  static std::string binary = TURNOUT_BINARY;
  argv.push_back(binary.data());
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(binary.c_str(), argv.data());
  ::_exit(127);
}

// Feeds `input` and collects both outputs until both end.
inline void pump(int in, int out, int err, std::string_view input, CommandResult& result) {
  std::size_t fed = 0;
  pollfd ends[3] = {{in, POLLOUT, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}};
  if (input.empty()) {
    ::close(in);
    ends[0].fd = -1;
  }
  while (ends[0].fd >= 0 || ends[1].fd >= 0 || ends[2].fd >= 0) {
    if (::poll(ends, 3, -1) < 0 && errno != EINTR) break;
    if (ends[0].fd >= 0 && ends[0].revents != 0) {
      const ssize_t n = ::write(in, input.data() + fed, input.size() - fed);
      if (n > 0) fed += static_cast<std::size_t>(n);
      if ((n < 0 && errno != EAGAIN) || fed == input.size()) {
        ::close(in);
        ends[0].fd = -1;
      }
    }
    for (int i = 1; i < 3; ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      char buffer[65536];
      const ssize_t n = ::read(ends[i].fd, buffer, sizeof(buffer));
      if (n > 0) (i == 1 ? result.out : result.err).append(buffer, static_cast<std::size_t>(n));
      if (n <= 0) {
        ::close(ends[i].fd);
        ends[i].fd = -1;
      }
    }
  }
}

}  // namespace detail

// Runs `turnout ARGUMENTS...` with `input` on standard input, and waits for its end.
inline CommandResult turnout(const std::vector<std::string>& arguments, std::string_view input = {}) {
  std::signal(SIGPIPE, SIG_IGN);
  int in[2];
  int out[2];
  int err[2];
  CommandResult result;
  if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipes";
    return result;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGPIPE, SIG_DFL);
    detail::exec_child(arguments, in[0], out[1], err[1]);
  }
  for (const int end : {in[0], out[1], err[1]}) ::close(end);
  ::fcntl(in[1], F_SETFL, O_NONBLOCK);
  detail::pump(in[1], out[0], err[0], input, result);
  int status = 0;
  ::waitpid(child, &status, 0);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

// Runs a line of shell, in which $TURNOUT is the command: for redirections and pipes.
inline int shell(const std::string& line) {
  ::setenv("TURNOUT", TURNOUT_BINARY, 1);
  const int status = std::system(("bash -c '" + line + "'").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

}  // namespace turnout::cli
