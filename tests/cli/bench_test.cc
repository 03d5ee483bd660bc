// turnout bench match: figures, agreement, exit status. No assertion on time.
#include <string>

#include "schema/elements.h"
#include "schema/event_data.h"
#include "tests/cli/command_run.h"
#include "tests/cli/workload.h"

namespace turnout::cli {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

struct Inputs {
  Files files;
  std::string filters;
  std::string events;

  Inputs() {
    const Workload workload(500, 200);
    filters = files.write("filters.tsv", workload.filters_file());
    events = files.write("events.jsonl", workload.events_file());
  }
  [[nodiscard]] CommandResult bench(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"bench", "match", "--filters", filters, "--events", events};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return turnout(arguments);
  }
};

std::int64_t integer(schema::ValueView object, std::string_view name) {
  const schema::ValueView value = schema::member(object, name);
  EXPECT_EQ(value.type(), ValueType::int64) << name;
  return value.type() == ValueType::int64 ? value.as_int64() : -1;
}

TEST(Bench, PrintsATable) {
  const CommandResult result = Inputs().bench();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "500 filters, 180 timed events, 20 warm-up events")) << result.out;
  for (const char* word : {"index", "counting", "median", "p99", "mean", "B/filter", "matches"}) {
    EXPECT_TRUE(contains(result.out, word)) << word << '\n' << result.out;
  }
  EXPECT_FALSE(contains(result.out, "\x1b"));
}

TEST(Bench, WritesJsonInWhichTheEnginesAgree) {
  const Inputs inputs;
  const std::string path = inputs.files.path("report.json");
  const CommandResult result = inputs.bench({"--engines", "index,counting,naive", "--json", path, "--warmup", inputs.events});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_FALSE(result.out.empty());
  EventReader reader;
  Event report;
  ASSERT_TRUE(reader.read_body(read_file(path), report).ok()) << read_file(path);
  const schema::ValueView engines = schema::member(report.data().body, "engines");
  ASSERT_EQ(engines.type(), ValueType::array);
  ASSERT_EQ(engines.size(), 3U);
  const std::int64_t matches = integer(engines.elements()[0], "matches");
  EXPECT_GT(matches, 0);
  for (const schema::ValueView engine : engines.elements()) {
    EXPECT_EQ(integer(engine, "matches"), matches);
    EXPECT_EQ(integer(engine, "timed_events"), 200);
    for (const char* name : {"build_filters_per_s", "bytes_per_filter", "median_us", "p99_us", "mean_us"}) {
      EXPECT_EQ(schema::member(engine, name).type(), ValueType::float64) << name;
    }
  }
}

TEST(Bench, JsonOnStandardOutputReplacesTheTable) {
  const CommandResult result = Inputs().bench({"--engines", "index", "--json", "-"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with("{")) << result.out;
  EXPECT_TRUE(contains(result.out, "\"engines\": [")) << result.out;
}

TEST(Bench, RefusesInvalidFiltersAndBadInput) {
  const Inputs inputs;
  const std::string broken = inputs.files.write("broken.tsv", "1\ta = 1\n2\ta =\n");
  const CommandResult invalid = turnout({"bench", "match", "--filters", broken, "--events", inputs.events});
  EXPECT_EQ(invalid.exit_code, 3);
  EXPECT_TRUE(contains(invalid.err, broken + ":2:")) << invalid.err;
  const std::string bad_events = inputs.files.write("bad.jsonl", "{\"a\":1}\n{\n{\"a\":1}\n");
  EXPECT_EQ(turnout({"bench", "match", "--filters", inputs.filters, "--events", bad_events}).exit_code, 1);
  const std::string empty = inputs.files.write("empty.jsonl", "");
  const CommandResult none = turnout({"bench", "match", "--filters", inputs.filters, "--events", empty});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_TRUE(contains(none.err, "too few events")) << none.err;
  EXPECT_EQ(inputs.bench({"--json", inputs.files.directory()}).exit_code, 1);
}

}  // namespace
}  // namespace turnout::cli
