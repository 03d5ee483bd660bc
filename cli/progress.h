// A progress bar for loads that a person waits for.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace turnout::cli {

// Draws on standard error, and only when that is a terminal; the first time after half a second, then ten times a second.
// Not thread-safe.
class Progress {
 public:
  // `what` names the work ("compiling filters"). `total` in any unit; 0: unknown, only the count is shown.
  Progress(std::string_view what, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  // `done` in the unit of `total`; `items` is what is counted for people.
  void update(std::uint64_t done, std::uint64_t items);
  // Draws a line at once, for a step that cannot report how far it is.
  void announce(std::string_view text);
  // Removes the bar, so that messages start on a clean line. The next update() may draw it again.
  void finish();

 private:
  std::string what_;
  std::uint64_t total_;
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_draw_;
};

}  // namespace turnout::cli
