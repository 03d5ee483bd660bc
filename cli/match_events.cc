#include "cli/match_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "cli/ordered_blocks.h"
#include "cli/terminal.h"

namespace turnout::cli {
namespace {

constexpr std::size_t kBlockEvents = 256;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
constexpr std::uint64_t kReportedMax = 1000;  // reasons written to standard error; the others are only counted

struct EventLine {
  std::uint64_t number = 0;
  std::uint64_t line = 0;
  std::size_t begin = 0;  // in Block::text
  std::size_t length = 0;
  bool too_long = false;
};

struct Rejected {
  std::uint64_t line = 0;
  Error error;
};

struct Block {
  std::string text;
  std::vector<EventLine> lines;
  std::string output;
  std::vector<Rejected> rejected;
  std::uint64_t matches = 0;
};

// What one thread needs to match; made by that thread's first block.
struct Worker {
  EventReader reader;
  Event event;
  MatchScratch scratch;
  std::vector<SubscriptionId> ids;
};

bool read_block(LineReader& events, std::uint64_t& number, Block& block) {
  block.text.clear();
  block.lines.clear();
  Line line;
  while (block.lines.size() < kBlockEvents && block.text.size() < kBlockBytes && (block.lines.empty() || events.ready()) &&
         events.next(line)) {
    if (line.text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    block.lines.push_back({++number, line.number, block.text.size(), line.text.size(), line.too_long});
    block.text += line.text;
  }
  return !block.lines.empty();
}

void append_number(std::string& out, std::uint64_t number) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

Result<void> read_line(const EventLine& line, std::string_view text, EventFormat format, Worker& worker) {
  if (!line.too_long) return read_event(worker.reader, format, text, worker.event);
  return Error{ErrorCode::limit, "the line is longer than an event may be", "", 0, 0, ""};
}

void match_block(const Matcher& matcher, const MatchEventsOptions& options, Worker& worker, Block& block) {
  block.output.clear();
  block.rejected.clear();
  block.matches = 0;
  for (const EventLine& line : block.lines) {
    append_number(block.output, line.number);
    block.output += '\t';
    const std::string_view text = std::string_view(block.text).substr(line.begin, line.length);
    if (const Result<void> read = read_line(line, text, options.format, worker); !read) {
      block.output += "error\n";
      block.rejected.push_back({line.line, read.error()});
      continue;
    }
    const std::span<const SubscriptionId> found = matcher.match(worker.event, worker.scratch);
    block.matches += found.size();
    if (options.count) {
      append_number(block.output, found.size());
    } else {
      worker.ids.assign(found.begin(), found.end());
      std::sort(worker.ids.begin(), worker.ids.end());
      for (std::size_t i = 0; i < worker.ids.size(); ++i) {
        if (i > 0) block.output += ' ';
        append_number(block.output, worker.ids[i].value);
      }
    }
    block.output += '\n';
  }
}

void report(const std::string& name, const Block& block, MatchEventsSummary& summary) {
  for (const Rejected& rejected : block.rejected) {
    if (++summary.rejected > kReportedMax) continue;
    const std::uint32_t column = rejected.error.column;
    print_diagnostic(rejected.error, column == 0 ? fmt::format("{}:{}", name, rejected.line)
                                                 : fmt::format("{}:{}:{}", name, rejected.line, column));
  }
}

}  // namespace

Result<MatchEventsSummary> match_events(const Matcher& matcher, LineReader& events, const MatchEventsOptions& options,
                                        Output& out) {
  const unsigned threads = std::max(1U, options.threads);
  std::vector<Worker> workers;
  for (unsigned i = 0; i < threads; ++i) {
    workers.push_back(Worker{EventReader(matcher.paths(), {.validate = options.validate}), Event(), MatchScratch(), {}});
  }
  MatchEventsSummary summary;
  std::uint64_t number = 0;
  process_in_order<Block>(
      threads, [&](Block& block) { return read_block(events, number, block); },
      [&](Block& block, unsigned worker) { match_block(matcher, options, workers[worker], block); },
      [&](Block& block) {
        summary.events += block.lines.size();
        summary.matches += block.matches;
        report(events.name(), block, summary);
        out.write(block.output);
        out.flush();
        return !out.closed();
      });
  if (!events.status()) return events.status().error();
  return summary;
}

}  // namespace turnout::cli
