// Routes the JSON lines of standard input: prints each filter that an event satisfies.
#include <turnout/compile.h>
#include <turnout/matcher.h>

#include <iostream>

int main() {
  const char* filters[] = {"type = 'order' AND total > 100", "customer.region IN ('eu-1', 'eu-2')", "'gift' = ANY(tags)"};
  turnout::Matcher matcher;
  for (std::uint64_t id = 0; const char* text : filters) {
    auto filter = turnout::compile(text);
    if (!filter) return std::cerr << to_string(filter.error()) << '\n', 1;
    if (auto added = matcher.add({id++}, *filter); !added) return std::cerr << to_string(added.error()) << '\n', 1;
  }
  turnout::EventReader reader(matcher.paths());  // reads only what some filter asks for
  turnout::Event event;
  turnout::MatchScratch scratch;
  for (std::string line; std::getline(std::cin, line);) {
    if (auto read = reader.read_body(line, event); !read) return std::cerr << to_string(read.error()) << '\n', 1;
    for (auto id : matcher.match(event, scratch)) std::cout << filters[id.value] << '\n';
  }
}
