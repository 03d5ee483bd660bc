// Work on blocks of input by several threads, with the output in the order of the input.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace turnout::cli {

// Calls, on `threads` threads, until `read` or `write` returns false:
//   read(Block&) -> bool    fills the next block; one caller at a time, in order; false when there is none
//   work(Block&, worker)    any number of callers at a time; `worker` is below `threads`
//   write(Block&) -> bool   one caller at a time, in the order of the blocks; false to stop
// A block is reused by its thread, so at most `threads` blocks exist, whatever the length of the input. With one thread
// everything runs on the caller's.
template <class Block, class Read, class Work, class Write>
void process_in_order(unsigned threads, Read&& read, Work&& work, Write&& write) {
  std::mutex reading;
  std::mutex writing;
  std::condition_variable turn;
  std::uint64_t next_read = 0;   // guarded by reading
  std::uint64_t next_write = 0;  // guarded by writing
  bool stopped = false;          // guarded by writing

  const auto is_stopped = [&] {
    const std::lock_guard lock(writing);
    return stopped;
  };
  const auto run = [&](unsigned worker) {
    Block block;
    for (;;) {
      std::uint64_t number = 0;
      {
        const std::lock_guard lock(reading);
        if (is_stopped() || !read(block)) return;
        number = next_read++;
      }
      work(block, worker);
      std::unique_lock lock(writing);
      turn.wait(lock, [&] { return next_write == number; });
      if (!stopped && !write(block)) stopped = true;
      ++next_write;
      turn.notify_all();
      if (stopped) return;
    }
  };

  std::vector<std::thread> others;
  for (unsigned worker = 1; worker < threads; ++worker) others.emplace_back(run, worker);
  run(0);
  for (std::thread& thread : others) thread.join();
}

}  // namespace turnout::cli
