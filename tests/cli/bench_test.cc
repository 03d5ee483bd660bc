// turnout bench match: figures, agreement, exit status. No assertion on time.
#include <algorithm>
#include <sstream>
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

CommandResult generated(std::vector<std::string> more) {
  std::vector<std::string> arguments{"bench", "match", "--n", "300", "--events", "40"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return turnout(arguments);
}

std::size_t lines_of(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

TEST(Bench, EnginesAgreeOnEveryWorkload) {
  const CommandResult list = turnout({"bench", "match", "--list"});
  ASSERT_EQ(list.exit_code, 0);
  std::istringstream lines(list.out);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const std::string name = line.substr(0, line.find(' '));
    const CommandResult result =
        generated({"--generate", name, "--engines", "index,counting,counting-tuned,naive", "--format", "csv"});
    EXPECT_EQ(result.exit_code, 0) << name << '\n' << result.err;
    EXPECT_EQ(lines_of(result.out), 5U) << result.out;
  }
  EXPECT_GE(count, 19U);
}

TEST(Bench, SweepsWorkloadsAndSizesInOneTable) {
  const CommandResult csv = turnout({"bench", "match", "--generate", "orders,rules", "--sweep", "100,1k", "--events", "30",
                                     "--engines", "index,counting", "--format", "csv"});
  EXPECT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_EQ(lines_of(csv.out), 9U) << csv.out;
  EXPECT_TRUE(contains(csv.out, "\nrules,1000,27,index,")) << csv.out;
  const CommandResult text =
      turnout({"bench", "match", "--generate", "any", "--sweep", "100,200", "--events", "30", "--engines", "index"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_TRUE(contains(text.out, "any                  200  index")) << text.out;
  const CommandResult json = turnout({"bench", "match", "--generate", "any", "--sweep", "100,200", "--events", "30",
                                      "--engines", "index", "--format", "json"});
  EventReader reader;
  Event report;
  ASSERT_TRUE(reader.read_body(json.out, report).ok()) << json.out;
  ASSERT_EQ(report.data().body.type(), ValueType::array);
  EXPECT_EQ(report.data().body.size(), 2U);
}

TEST(Bench, MeasuresBesideTheEngines) {
  const CommandResult result =
      generated({"--generate", "orders", "--engines", "index", "--from-json", "--stats", "--batch", "8", "--warmup", "30",
                 "--threads", "2", "--independent", "--churn", "2000", "--seconds", "0.02", "--format", "json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EventReader reader;
  Event report;
  ASSERT_TRUE(reader.read_body(result.out, report).ok()) << result.out;
  for (const auto& [section, figure] : {std::pair("json", "read_share_percent"),
                                        {"stats", "candidates_per_event"},
                                        {"stats", "bytes_per_event"},
                                        {"batches", "single_over_batched"},
                                        {"threads", "1_reader_events_per_s"},
                                        {"threads", "2_independent_indexes_events_per_s"},
                                        {"churn", "match_churning_p99_us"},
                                        {"churn", "add_p999_us"}}) {
    const schema::ValueView found = schema::member(schema::member(report.data().body, section), figure);
    ASSERT_EQ(found.type(), ValueType::float64) << section << '.' << figure << '\n' << result.out;
    EXPECT_GT(found.as_float64(), 0) << section << '.' << figure;
  }
  EXPECT_TRUE(contains(result.out, "\"warmup_events\": 30")) << result.out;
}

TEST(Bench, ChurnsFiltersOfAFile) {
  const CommandResult result = Inputs().bench({"--engines", "index", "--churn", "1000", "--seconds", "0.02"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "remove_p99_us")) << result.out;
}

TEST(Bench, GeneratedFilesAreWhatIsGenerated) {
  const Files files;
  const std::string directory = files.path("made");
  const CommandResult made =
      turnout({"bench", "generate", "orders", "--n", "300", "--seed", "5", "--events", "40", "--out", directory});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(lines_of(read_file(directory + "/filters.tsv")), 300U);
  EXPECT_EQ(lines_of(read_file(directory + "/events.jsonl")), 40U);
  const CommandResult read = turnout({"bench", "match", "--filters", directory + "/filters.tsv", "--events",
                                      directory + "/events.jsonl", "--engines", "index,naive", "--json", "-"});
  const CommandResult direct = generated({"--generate", "orders", "--seed", "5", "--engines", "index,naive", "--json", "-"});
  const auto matches = [](const std::string& json) { return json.substr(json.find("\"matches\""), 16); };
  EXPECT_EQ(matches(read.out), matches(direct.out));
}

TEST(Bench, RefusesWrongUsage) {
  const Inputs inputs;
  EXPECT_EQ(turnout({"bench", "match"}).exit_code, 2);
  EXPECT_EQ(inputs.bench({"--generate", "orders"}).exit_code, 2);
  EXPECT_EQ(inputs.bench({"--sweep", "10,20"}).exit_code, 2);
  EXPECT_EQ(inputs.bench({"--independent"}).exit_code, 2);
  EXPECT_EQ(inputs.bench({"--engines", "naive", "--stats"}).exit_code, 1);
  EXPECT_EQ(turnout({"bench", "match", "--generate", "no-such"}).exit_code, 2);
  EXPECT_EQ(turnout({"bench", "match", "--generate", "orders", "--n", "many"}).exit_code, 2);
  EXPECT_EQ(turnout({"bench", "match", "--generate", "orders", "--warmup", "events.jsonl"}).exit_code, 2);
  EXPECT_EQ(turnout({"bench", "generate", "no-such", "--out", inputs.files.path("x")}).exit_code, 2);
  EXPECT_EQ(turnout({"bench", "generate", "orders", "--n", "0", "--out", inputs.files.path("x")}).exit_code, 2);
  const std::string file = inputs.files.write("file", "");
  EXPECT_EQ(turnout({"bench", "generate", "orders", "--n", "3", "--out", file + "/below"}).exit_code, 1);
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
