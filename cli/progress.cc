#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "cli/terminal.h"

namespace turnout::cli {
namespace {

constexpr std::chrono::milliseconds kFirstDraw{500};
constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::size_t kBarCells = 30;

}  // namespace

Progress::Progress(std::string_view what, std::uint64_t total)
    : what_(what), total_(total), enabled_(is_terminal(stderr)), next_draw_(std::chrono::steady_clock::now() + kFirstDraw) {}

void Progress::update(std::uint64_t done, std::uint64_t items) {
  if (!enabled_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + kRedraw;
  drawn_ = true;
  if (total_ == 0) {
    write_error(fmt::format("\r{}: {}\x1b[K", what_, items));
  } else {
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const auto full = static_cast<std::size_t>(part * static_cast<double>(kBarCells));
    write_error(fmt::format("\r{}: [{}{}] {:3.0f}% {}\x1b[K", what_, std::string(full, '#'), std::string(kBarCells - full, '.'),
                            part * 100, items));
  }
}

void Progress::announce(std::string_view text) {
  if (!enabled_) return;
  drawn_ = true;
  write_error(fmt::format("\r{}\x1b[K", text));
}

void Progress::finish() {
  if (!drawn_) return;
  write_error("\r\x1b[K");
  drawn_ = false;
}

}  // namespace turnout::cli
