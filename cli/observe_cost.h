// What a filter costs among others, counted over a file of events.
#pragma once

#include <string>

#include "cli/event_format.h"
#include "turnout/compile.h"
#include "turnout/cost.h"

namespace turnout::cli {

struct ObserveCostOptions {
  std::string events;   // a file, or "-": its first 10,000 events
  std::string filters;  // a file of those that the filter stands among; empty: none
  Dialect dialect = Dialect::core;
  EventFormat format = EventFormat::json;
};

// Builds an index of the filters, suited to the events, and counts. Errors: a file cannot be read, has an invalid line or a
// rejected event; what is wrong with lines has been written to standard error by then.
Result<ObservedCost> observe_cost(const Filter& filter, const ObserveCostOptions& options);

}  // namespace turnout::cli
