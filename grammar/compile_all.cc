#include <algorithm>
#include <atomic>
#include <thread>

#include "turnout/compile.h"

namespace turnout {
namespace {

constexpr std::size_t kBlockTexts = 256;  // that a thread takes at a time

}  // namespace

std::vector<Result<Filter>> compile_all(std::span<const std::string_view> texts, const CompileOptions& options,
                                        unsigned threads) {
  std::vector<Result<Filter>> results(texts.size(), Filter());
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (;;) {
      const std::size_t begin = next.fetch_add(kBlockTexts, std::memory_order_relaxed);
      if (begin >= texts.size()) return;
      const std::size_t end = std::min(texts.size(), begin + kBlockTexts);
      for (std::size_t i = begin; i < end; ++i) results[i] = compile(texts[i], options);
    }
  };
  const std::size_t useful = (texts.size() + kBlockTexts - 1) / kBlockTexts;
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, useful); ++i) others.emplace_back(run);
  run();
  others.clear();  // joins them
  return results;
}

}  // namespace turnout
