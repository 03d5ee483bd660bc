// Filters compiled from text, an event read from JSON.
#include <turnout/compile.h>
#include <turnout/matcher.h>

#include <cstdio>

int main() {
  const auto filter = turnout::compile("name LIKE 'a%' AND REGEXP_LIKE(name, 'b+$')");
  if (!filter) return std::puts(to_string(filter.error()).c_str()), 1;
  if (turnout::compile("name LIKE").ok()) return 1;
  turnout::Matcher matcher;
  if (!matcher.add({42}, *filter)) return 1;
  turnout::EventReader reader(matcher.paths());
  turnout::Event event;
  if (!reader.read_body(R"({"name": "aabb"})", event)) return 1;
  turnout::MatchScratch scratch;
  const auto ids = matcher.match(event, scratch);
  return ids.size() == 1 && ids[0].value == 42 ? 0 : 1;
}
