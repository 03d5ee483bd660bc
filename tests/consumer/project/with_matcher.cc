// Filters built in C++: no text, no ANTLR.
#include <turnout/explain.h>
#include <turnout/matcher.h>

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  using turnout::attr;
  turnout::Matcher matcher;
  const auto order = (attr("type") == "order" && attr("amount") > 100).build();
  const auto region = (attr("region").in({"eu-1", "eu-2"}) && !attr("region").like("%-2")).build();
  if (!order || !region) return 1;
  if (!matcher.add({7}, *order) || !matcher.add({8}, *region)) return 1;

  turnout::Event event;
  event.set("type", "order").set("amount", 120).set("region", "eu-1");
  turnout::MatchScratch scratch;
  const auto ids = matcher.match(event, scratch);
  std::vector<std::uint64_t> seen;
  for (const turnout::SubscriptionId id : ids) seen.push_back(id.value);
  std::sort(seen.begin(), seen.end());
  if (seen != std::vector<std::uint64_t>{7, 8}) return 1;
  std::printf("%s", turnout::to_text(turnout::explain(*region, event)).c_str());
  return 0;
}
