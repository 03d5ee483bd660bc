// Subscriptions from a file: one a line, `<id>` TAB `<filter>`; blank lines are skipped.
#pragma once

#include <turnout/matcher.h>
#include <turnout/result.h>

#include <string>

namespace nats_router {

// Adds all subscriptions of the file to the matcher, or none: an error names the line.
turnout::Result<void> load_filters(const std::string& path, turnout::Matcher& matcher);

}  // namespace nats_router
