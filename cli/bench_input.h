// Where the filters and events of `turnout bench` come from: files, or a generated workload.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/workload/workload.h"
#include "cli/filter_file.h"

namespace turnout::cli {

struct BenchSource {
  // Files.
  std::string filters, events;
  std::string warmup;  // empty: the first tenth of `events`
  // Or a workload's name.
  std::string generate;
  std::uint64_t filter_count = 10'000;
  std::uint64_t event_count = 1'000;
  std::uint64_t warmup_count = 0;  // further events, before those; 0: the first tenth of those
  std::uint64_t seed = 1;
};

struct EventLines {
  std::vector<std::string> lines;  // warm-up first
  std::size_t warmup = 0;          // how many of them
  [[nodiscard]] std::size_t timed() const noexcept { return lines.size() - warmup; }
};

class BenchInput {
 public:
  // Reads or generates the events. Errors: a file cannot be read or holds too few events, no such workload.
  static Result<BenchInput> open(const BenchSource& source);

  // For people: the workload, or the file of filters.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const EventLines& events() const noexcept { return events_; }

  // Compiles the filters anew and hands them over one by one; not all texts are held. Invalid ones are reported on standard
  // error and counted. Errors: those of stream_filter_file().
  Result<FilterCounts> stream(const FilterFileOptions& options, const std::function<Result<void>(Change&&)>& take) const;

  // Additions of the same kind that stream() does not yield, with ids of their own; of a file none.
  [[nodiscard]] Result<std::vector<Change>> more(std::size_t count, const CompileOptions& options) const;

 private:
  Result<FilterCounts> stream_generated(const FilterFileOptions& options,
                                        const std::function<Result<void>(Change&&)>& take) const;

  BenchSource source_;
  std::string name_;
  std::shared_ptr<const workload::Workload> workload_;  // nullptr: files
  EventLines events_;
};

}  // namespace turnout::cli
