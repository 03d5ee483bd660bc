#include "examples/nats_router/filter_file.h"

#include <turnout/compile.h>

#include <charconv>
#include <fstream>
#include <string_view>
#include <vector>

namespace nats_router {
namespace {

turnout::Error at_line(std::size_t number, turnout::Error error) {
  error.message = "line " + std::to_string(number) + " of the file: " + error.message;
  return error;
}

turnout::Result<turnout::Change> parse(std::string_view line) {
  turnout::Change change;
  const auto [end, status] = std::from_chars(line.data(), line.data() + line.size(), change.id.value);
  if (status != std::errc{} || end == line.data() + line.size() || *end != '\t') {
    return turnout::Error{turnout::ErrorCode::syntax, "expected a number, a tab and a filter", {}, 0, 0, {}};
  }
  line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
  auto filter = turnout::compile(line);
  if (!filter) return filter.error();
  change.filter = *filter;
  return change;
}

}  // namespace

turnout::Result<void> load_filters(const std::string& path, turnout::Matcher& matcher) {
  std::ifstream in(path);
  if (!in) return turnout::Error{turnout::ErrorCode::invalid_argument, "cannot read " + path, {}, 0, 0, {}};
  std::vector<turnout::Change> changes;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    auto change = parse(line);
    if (!change) return at_line(number, change.error());
    changes.push_back(*change);
  }
  return matcher.apply(changes);
}

}  // namespace nats_router
