#include "cli/bench_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/line_reader.h"
#include "cli/ordered_blocks.h"
#include "cli/progress.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBlockFilters = 512;

// The lines of an events file; blank ones are dropped.
Result<std::vector<std::string>> read_lines(const std::string& path) {
  Result<LineReader> reader = LineReader::open(path, limits::kEventBytes);
  if (!reader) return reader.error();
  std::vector<std::string> lines;
  Line line;
  while (reader->next(line)) {
    if (line.text.find_first_not_of(" \t\r") != std::string_view::npos) lines.emplace_back(line.text);
  }
  if (!reader->status()) return reader->status().error();
  return lines;
}

Result<EventLines> read_event_lines(const BenchSource& source) {
  Result<std::vector<std::string>> events = read_lines(source.events);
  if (!events) return events.error();
  EventLines lines;
  if (source.warmup.empty()) {
    lines.warmup = (events->size() + 9) / 10;
    lines.lines = *std::move(events);
  } else {
    Result<std::vector<std::string>> warmup = read_lines(source.warmup);
    if (!warmup) return warmup.error();
    lines.lines = *std::move(warmup);
    lines.warmup = lines.lines.size();
    std::move(events->begin(), events->end(), std::back_inserter(lines.lines));
  }
  if (lines.timed() == 0) {
    return Error{ErrorCode::invalid_argument, fmt::format("{} holds too few events to time", source.events), "", 0, 0, ""};
  }
  return lines;
}

// Warm-up events come first: `warmup` further ones or, with 0, a tenth of `count`.
Result<EventLines> generate_event_lines(const workload::Workload& workload, std::uint64_t count, std::uint64_t warmup) {
  if (count < 2) return Error{ErrorCode::invalid_argument, "too few events to time: give 2 or more", "", 0, 0, ""};
  EventLines lines;
  lines.warmup = warmup == 0 ? (count + 9) / 10 : warmup;
  lines.lines.resize(warmup == 0 ? count : warmup + count);
  for (std::size_t i = 0; i < lines.lines.size(); ++i) workload.event(i, lines.lines[i]);
  return lines;
}

Result<Change> compile_generated(const workload::Workload& workload, std::uint64_t number, const CompileOptions& options,
                                 std::string& text) {
  text.clear();
  workload.filter(number, text);
  Result<Filter> filter = compile(text, options);
  if (!filter) return filter.error();
  return Change{Change::Kind::add, {number + 1}, *std::move(filter), 0};
}

struct Block {
  std::uint64_t begin = 0, end = 0;
  std::string text;
  std::vector<Change> changes;
  std::vector<InvalidFilter> invalid;
};

}  // namespace

Result<BenchInput> BenchInput::open(const BenchSource& source) {
  BenchInput input;
  input.source_ = source;
  input.name_ = source.generate.empty() ? source.filters : source.generate;
  if (source.generate.empty()) {
    Result<EventLines> lines = read_event_lines(source);
    if (!lines) return lines.error();
    input.events_ = *std::move(lines);
    return input;
  }
  input.workload_ = workload::make_workload(source.generate, {.filters = source.filter_count, .seed = source.seed});
  if (input.workload_ == nullptr) {
    return Error{
        ErrorCode::unknown_name, "no such workload: " + source.generate, "turnout bench match --list names them", 0, 0, ""};
  }
  Result<EventLines> lines = generate_event_lines(*input.workload_, source.event_count, source.warmup_count);
  if (!lines) return lines.error();
  input.events_ = *std::move(lines);
  return input;
}

Result<FilterCounts> BenchInput::stream(const FilterFileOptions& options,
                                        const std::function<Result<void>(Change&&)>& take) const {
  if (workload_ != nullptr) return stream_generated(options, take);
  InvalidFilterReport report(source_.filters);
  Result<FilterCounts> counts =
      stream_filter_file(source_.filters, options, take, [&report](const InvalidFilter& invalid) { report.add(invalid); });
  if (counts) report.summarise(false);
  return counts;
}

Result<FilterCounts> BenchInput::stream_generated(const FilterFileOptions& options,
                                                  const std::function<Result<void>(Change&&)>& take) const {
  FilterCounts counts;
  InvalidFilterReport report(name_);
  Progress progress("generating and compiling filters", source_.filter_count);
  std::uint64_t next = 0;
  Result<void> taken;
  Clock::duration taking{};
  const auto started = Clock::now();
  process_in_order<Block>(
      std::max(1U, options.threads),
      [&](Block& block) {
        block.begin = next;
        block.end = next = std::min(source_.filter_count, next + kBlockFilters);
        return block.begin < block.end;
      },
      [&](Block& block, unsigned) {
        block.changes.clear();
        block.invalid.clear();
        for (std::uint64_t number = block.begin; number < block.end; ++number) {
          Result<Change> change = compile_generated(*workload_, number, options.compile, block.text);
          if (change) {
            block.changes.push_back(*std::move(change));
          } else {
            block.invalid.push_back({change.error()});
          }
        }
      },
      [&](Block& block) {
        for (const InvalidFilter& invalid : block.invalid) report.add(invalid);
        counts.invalid += block.invalid.size();
        counts.valid += block.changes.size();
        const auto from = Clock::now();
        for (Change& change : block.changes) {
          if (taken = take(std::move(change)); !taken) return false;
        }
        taking += Clock::now() - from;
        progress.update(block.end, counts.valid);
        return true;
      });
  counts.compile_seconds = std::chrono::duration<double>(Clock::now() - started - taking).count();
  if (!taken) return taken.error();
  report.summarise(false);
  return counts;
}

Result<std::vector<Change>> BenchInput::more(std::size_t count, const CompileOptions& options) const {
  std::vector<Change> changes;
  if (workload_ == nullptr) return changes;
  std::string text;
  for (std::uint64_t number = source_.filter_count; changes.size() < count; ++number) {
    Result<Change> change = compile_generated(*workload_, number, options, text);
    if (!change) return change.error();
    changes.push_back(*std::move(change));
  }
  return changes;
}

}  // namespace turnout::cli
