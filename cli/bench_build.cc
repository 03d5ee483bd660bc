#include "cli/bench_build.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "cli/bench_memory.h"
#include "cli/progress.h"

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPieceFilters = 65'536;  // compiled filters held at a time

double rate(std::uint64_t count, double seconds) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }

// Hands filters to an engine piece by piece, and takes the time.
class Builder {
 public:
  explicit Builder(baseline::Engine& engine) : engine_(engine) {}

  Result<void> take(Change&& change) {
    pending_.push_back(std::move(change));
    return pending_.size() < kPieceFilters ? Result<void>() : hand_over();
  }
  Result<void> finish() {
    if (!pending_.empty()) {
      if (Result<void> ok = hand_over(); !ok) return ok;
    }
    return timed([this] { return engine_.finish(); });
  }
  [[nodiscard]] double seconds() const noexcept { return std::chrono::duration<double>(time_).count(); }

 private:
  template <class Step>
  Result<void> timed(Step&& step) {
    const auto from = Clock::now();
    Result<void> ok = step();
    time_ += Clock::now() - from;
    return ok;
  }
  Result<void> hand_over() {
    Result<void> ok = timed([this] { return engine_.add(pending_); });
    pending_ = std::vector<Change>();  // gives the memory back, which {} would not
    return ok;
  }

  baseline::Engine& engine_;
  std::vector<Change> pending_;
  Clock::duration time_{};
};

}  // namespace

Result<BuiltEngine> build_engine(const std::string& name, const BenchInput& input, const FilterFileOptions& options) {
  BuiltEngine built;
  built.engine = make_bench_engine(name);
  if (built.engine == nullptr) return Error{ErrorCode::unknown_name, "no such engine: " + name, "", 0, 0, ""};
  built.index = dynamic_cast<IndexEngine*>(built.engine.get());
  const Memory before = memory_now();
  Builder builder(*built.engine);
  const Result<FilterCounts> counts =
      input.stream(options, [&builder](Change&& change) { return builder.take(std::move(change)); });
  if (!counts) return counts.error();
  built.counts = *counts;
  if (counts->invalid > 0) return built;
  {
    Progress progress("building", 0);
    progress.announce(fmt::format("building {} ...", name));
    if (const Result<void> ok = builder.finish(); !ok) return ok.error();
  }
  built.build_filters_per_s = rate(counts->valid, builder.seconds());
  if (counts->valid > 0) {
    built.bytes_per_filter = static_cast<double>(growth(before, memory_now())) / static_cast<double>(counts->valid);
  }
  return built;
}

Result<std::vector<Event>> read_events(const EventLines& lines, const Paths& paths) {
  std::vector<Event> events(lines.lines.size());
  EventReader reader(paths);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (const Result<void> read = reader.read_body(lines.lines[i], events[i]); !read) {
      Error error = read.error();
      error.message = fmt::format("event {}: {}", i + 1, error.message);
      return error;
    }
  }
  return events;
}

Result<BenchSubject> make_subject(baseline::Engine& engine, const EventLines& lines) {
  Result<std::vector<Event>> events = read_events(lines, engine.paths());
  if (!events) return events.error();
  BenchSubject subject;
  subject.name = engine.name();
  subject.warmup = lines.warmup;
  subject.events = lines.timed();
  auto shared = std::make_shared<std::vector<Event>>(*std::move(events));
  subject.match = [&engine, shared](std::size_t event, std::vector<SubscriptionId>& ids) {
    engine.match((*shared)[event], ids);
  };
  return subject;
}

}  // namespace turnout::cli
