// Reading an event of 1.5 kB for 100 filters, beside what simdjson itself needs for the same fields in one pass, and from the
// line to ids. Compare bytes_per_second.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <string>
#include <vector>

#include "turnout/compile.h"
#include "turnout/matcher.h"

namespace turnout {
namespace {

constexpr int kMembers = 60;
constexpr int kEvery = 5;  // every fifth member is read by filters

std::string event_text() {
  std::string text = "{";
  for (int i = 0; i < kMembers; ++i) {
    if (i > 0) text += ',';
    text += "\"attribute" + std::to_string(i) + "\":";
    text += i % 3 == 0 ? std::to_string(i * 37) : "\"value number " + std::to_string(i) + '"';
  }
  return text + "}";
}

std::vector<std::string> wanted() {
  std::vector<std::string> names;
  for (int i = 0; i < kMembers; i += kEvery) names.push_back("attribute" + std::to_string(i));
  return names;
}

// 100 filters over the wanted members.
void fill(Matcher& matcher) {
  const std::vector<std::string> names = wanted();
  for (std::size_t i = 0; i < 100; ++i) {
    const std::string name = names[i % names.size()];
    const bool number = (i % names.size()) * kEvery % 3 == 0;
    const Result<Filter> filter =
        compile(number ? name + " > " + std::to_string(i * 20) : name + " = 'value number " + std::to_string(i) + "'");
    if (!filter || !matcher.add({i}, *filter)) std::abort();
  }
  if (!matcher.compact()) std::abort();
}

void simdjson_one_pass(benchmark::State& state) {
  const simdjson::padded_string text(event_text());
  const std::vector<std::string> names = wanted();
  simdjson::ondemand::parser parser;
  for (auto _ : state) {
    simdjson::ondemand::document document = parser.iterate(text);
    simdjson::ondemand::object object = document.get_object();
    for (const std::string& name : names) {
      simdjson::ondemand::value value = object.find_field(name);
      if (value.type() == simdjson::ondemand::json_type::string) {
        std::string_view content = value.get_string();
        benchmark::DoNotOptimize(content);
      } else {
        double content = value.get_double();
        benchmark::DoNotOptimize(content);
      }
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(simdjson_one_pass);

void read_event(benchmark::State& state) {
  const std::string text = event_text();
  Matcher matcher;
  fill(matcher);
  EventReader reader(matcher.paths());
  Event event;
  for (auto _ : state) {
    if (!reader.read_body(text, event)) state.SkipWithError("rejected");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(read_event);

void line_to_ids(benchmark::State& state) {
  const std::string text = event_text();
  Matcher matcher;
  fill(matcher);
  EventReader reader(matcher.paths());
  MatchScratch scratch;
  Event event;
  for (auto _ : state) {
    if (!reader.read_body(text, event)) state.SkipWithError("rejected");
    benchmark::DoNotOptimize(matcher.match(event, scratch).size());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(line_to_ids);

}  // namespace
}  // namespace turnout

BENCHMARK_MAIN();
