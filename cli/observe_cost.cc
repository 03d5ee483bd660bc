#include "cli/observe_cost.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "cli/filter_file.h"
#include "cli/line_reader.h"
#include "turnout/limits.h"
#include "turnout/matcher.h"

namespace turnout::cli {
namespace {

constexpr std::size_t kEventsMax = 10'000;

Error failure(std::string message) { return {ErrorCode::invalid_argument, std::move(message), "", 0, 0, {}}; }

Result<void> load_filters(const ObserveCostOptions& options, Matcher& matcher) {
  BulkLoad load(matcher);
  InvalidFilterReport report(options.filters);
  const Result<FilterCounts> counts = stream_filter_file(
      options.filters, {.compile = {.dialect = options.dialect}},
      [&load](Change&& change) { return load.add(change.id, change.filter, change.word); },
      [&report](const InvalidFilter& invalid) { report.add(invalid); });
  if (!counts) return counts.error();
  report.summarise(false);
  if (counts->invalid > 0) return failure(options.filters + " has invalid filters");
  return load.finish();
}

Result<std::vector<Event>> read_events(const ObserveCostOptions& options, const Matcher& matcher) {
  Result<LineReader> lines = LineReader::open(options.events, limits::kEventBytes);
  if (!lines) return lines.error();
  EventReader reader(matcher.paths());
  std::vector<Event> events;
  Line line;
  while (events.size() < kEventsMax && lines->next(line)) {
    if (line.text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string place = options.events + ":" + std::to_string(line.number) + ": ";
    if (line.too_long) return failure(place + "the line is longer than an event may be");
    Event& event = events.emplace_back();
    if (const Result<void> read = read_event(reader, options.format, line.text, event); !read) {
      return failure(place + read.error().message);
    }
  }
  if (!lines->status()) return lines->status().error();
  return events;
}

}  // namespace

Result<ObservedCost> observe_cost(const Filter& filter, const ObserveCostOptions& options) {
  Matcher matcher({.keep_text = false});
  if (!options.filters.empty()) {
    if (Result<void> loaded = load_filters(options, matcher); !loaded) return loaded.error();
  }
  SubscriptionId id{std::numeric_limits<std::uint64_t>::max()};
  while (matcher.contains(id)) --id.value;
  if (Result<void> added = matcher.add(id, filter); !added) return added.error();
  Result<std::vector<Event>> events = read_events(options, matcher);
  if (!events) return events.error();
  MatchScratch scratch;
  for (const Event& event : *events) matcher.match(event, scratch);
  if (Result<void> compacted = matcher.compact(); !compacted) return compacted.error();
  return matcher.observed_cost(id, *events);
}

}  // namespace turnout::cli
