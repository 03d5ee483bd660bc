// turnout match: filters in, events in, ids out.
#include <algorithm>
#include <string>

#include "tests/cli/command_run.h"
#include "tests/cli/workload.h"
#include "turnout/compile.h"

namespace turnout::cli {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

struct Inputs {
  Files files;
  std::string filters;
  std::string events;

  Inputs(std::string_view filter_text, std::string_view event_text)
      : filters(files.write("filters.tsv", filter_text)), events(files.write("events.jsonl", event_text)) {}

  [[nodiscard]] CommandResult match(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"match", "--filters", filters, "--events", events};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return turnout(arguments);
  }
};

constexpr std::string_view kFilters = "30\ttype = 'order'\n4\tamount > 100\n18446744073709551615\tamount IS NULL\n";
constexpr std::string_view kEvents = "{\"type\":\"order\",\"amount\":120}\n{\"type\":\"order\"}\n{\"amount\":5}\n";
constexpr std::string_view kMatched = "1\t4 30\n2\t30 18446744073709551615\n3\t\n";

TEST(Match, PrintsIdsAscending) {
  const CommandResult result = Inputs(kFilters, kEvents).match();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, kMatched);
  EXPECT_EQ(result.err, "");
}

TEST(Match, Counts) { EXPECT_EQ(Inputs(kFilters, kEvents).match({"--count"}).out, "1\t2\n2\t2\n3\t0\n"); }

TEST(Match, ReadsEitherFileFromStandardInput) {
  const Inputs inputs(kFilters, kEvents);
  EXPECT_EQ(turnout({"match", "--filters", inputs.filters, "--events", "-"}, kEvents).out, kMatched);
  EXPECT_EQ(turnout({"match", "--filters", "-", "--events", inputs.events}, kFilters).out, kMatched);
}

TEST(Match, ToleratesCarriageReturnsBlankLinesAMarkAndAMissingFinalNewline) {
  const Inputs inputs(
      "\xEF\xBB\xBF"
      "1\ta = 'x'\r\n\r\n2\t\r\n3\ta = 'y'",
      "\xEF\xBB\xBF{\"a\":\"x\"}\r\n\n{\"a\":\"y\"}");
  const CommandResult result = inputs.match();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "1\t1 2\n2\t2 3\n");
}

TEST(Match, EmptyFilesAreFine) {
  EXPECT_EQ(Inputs(kFilters, "").match().out, "");
  EXPECT_EQ(Inputs(kFilters, "").match().exit_code, 0);
  const CommandResult result = Inputs("", "{}\n").match();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "1\t\n");
  EXPECT_TRUE(contains(result.err, "holds no filters")) << result.err;
}

constexpr std::string_view kBroken =
    "1\ta = 1\n"
    "2\ta = = 1\n"
    "no tab\n"
    "x\ta = 1\n"
    "-3\ta = 1\n"
    "18446744073709551616\ta = 1\n"
    "1\ta = 2\n"
    "\ta = 1\n"
    "5\ta = 1\n";

TEST(Match, InvalidFiltersAreReportedAndNothingIsMatched) {
  const Inputs inputs(kBroken, "{\"a\":1}\n");
  const CommandResult result = inputs.match();
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(contains(result.err, inputs.filters + ":2:7: ")) << result.err;
  for (const char* line : {":3:", ":4:", ":5:", ":6:", ":7:", ":8:"}) {
    EXPECT_TRUE(contains(result.err, inputs.filters + line)) << line << '\n' << result.err;
  }
  EXPECT_TRUE(contains(result.err, "^")) << result.err;
  EXPECT_TRUE(contains(result.err, "7 invalid lines")) << result.err;
  EXPECT_TRUE(contains(result.err, "--skip-invalid")) << result.err;
}

TEST(Match, SkipsInvalidFiltersWhenAsked) {
  const CommandResult result = Inputs(kBroken, "{\"a\":1}\n").match({"--skip-invalid"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "1\t1 5\n");
  EXPECT_TRUE(contains(result.err, "7 invalid lines")) << result.err;
}

TEST(Match, InvalidLinesKeepTheirOrderWithThreads) {
  std::string filters;
  for (int i = 1; i <= 3000; ++i) filters += std::to_string(i) + (i % 100 == 0 ? "\ta =\n" : "\ta = 1\n");
  const Inputs inputs(filters, "{\"a\":1}\n");
  const CommandResult one = inputs.match({"--threads", "1"});
  const CommandResult four = inputs.match({"--threads", "4"});
  EXPECT_EQ(one.exit_code, 3);
  EXPECT_EQ(one.err, four.err);
  EXPECT_TRUE(contains(one.err, "30 invalid lines")) << one.err;
}

TEST(Match, RejectedEventsLeaveAnErrorLineAndAReason) {
  const Inputs inputs("1\ta = 1\n", "{\"a\":1}\n\n{\"a\":\nnonsense\n{\"a\":1}\n");
  const CommandResult result = inputs.match();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "1\t1\n2\terror\n3\terror\n4\t1\n");
  EXPECT_TRUE(contains(result.err, inputs.events + ":3")) << result.err;
  EXPECT_TRUE(contains(result.err, inputs.events + ":4")) << result.err;
  EXPECT_TRUE(contains(result.err, "2 of 4 events were rejected")) << result.err;
}

TEST(Match, ValidatesSkippedValuesOnlyWhenAsked) {
  const Inputs inputs("1\ta = 1\n", "{\"a\":1,\"unread\":nope}\n");
  EXPECT_EQ(inputs.match().out, "1\t1\n");
  const CommandResult strict = inputs.match({"--validate"});
  EXPECT_EQ(strict.out, "1\terror\n");
  EXPECT_EQ(strict.exit_code, 1);
}

TEST(Match, ABodyHasNoAttributesAndACloudEventHas) {
  const std::string_view filters = "1\tuser.type = 'order'\n2\tdata.n = 1\n3\tsys.id = '7'\n";
  const Inputs body(filters, R"({"type":"order","n":1})"
                             "\n");
  EXPECT_EQ(body.match().out, "1\t2\n");
  const Inputs cloud(filters, R"({"specversion":"1.0","id":"7","source":"/s","type":"order","data":{"n":1}})"
                              "\n");
  EXPECT_EQ(cloud.match({"--events-format", "cloudevents"}).out, "1\t1 2 3\n");
  EXPECT_EQ(cloud.match({"--events-format=json"}).exit_code, 0);
}

TEST(Match, CompilesInTheDialectAskedFor) {
  const Inputs inputs("1\tUPPER(a) = 'X'\n", "{\"a\":\"x\"}\n");
  EXPECT_EQ(inputs.match().out, "1\t1\n");
  EXPECT_EQ(inputs.match({"--dialect", "jms"}).exit_code, 3);
}

TEST(Match, TellsWhatItCannotRead) {
  const Inputs inputs(kFilters, kEvents);
  const std::string absent = inputs.files.path("absent");
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"match", "--filters", absent, "--events", inputs.events},
                                             {"match", "--filters", inputs.filters, "--events", absent},
                                             {"match", "--filters", inputs.files.directory(), "--events", inputs.events},
                                             {"match", "--filters", inputs.filters, "--events", inputs.files.directory()}}) {
    const CommandResult result = turnout(command);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(contains(result.err, "cannot read ")) << result.err;
  }
}

TEST(Match, VeryLongLinesAreAnsweredWithinBounds) {
  const std::string long_filter = "1\ta = '" + std::string(3 << 20, 'x') + "'\n2\ta = 1\n";
  const Inputs filters(long_filter, "{\"a\":1}\n");
  const CommandResult skipped = filters.match({"--skip-invalid"});
  EXPECT_EQ(skipped.out, "1\t2\n");
  EXPECT_TRUE(contains(skipped.err, filters.filters + ":1:")) << skipped.err.substr(0, 2000);
  EXPECT_LT(skipped.err.size(), 4096U);
  const Inputs events("1\ta = 1\n", "{\"b\":\"" + std::string(5 << 20, 'x') + "\",\"a\":1}\n{\"a\":1}\n");
  EXPECT_EQ(events.match().out, "1\t1\n2\t1\n");
}

TEST(Match, AReaderThatGoesAwayIsNoFailure) {
  std::string events;
  for (int i = 0; i < 50'000; ++i) events += "{\"a\":1}\n";
  const Inputs inputs("1\ta = 1\n", events);
  for (const char* threads : {"1", "3"}) {
    EXPECT_EQ(
        shell("set -o pipefail; $TURNOUT match --threads " + std::string(threads) + " --filters " + inputs.filters +
              " --events " + inputs.events + " 2> " + inputs.files.path("err") + " | head -n 1 > " + inputs.files.path("out")),
        0);
    EXPECT_EQ(read_file(inputs.files.path("out")), "1\t1\n");
    EXPECT_EQ(read_file(inputs.files.path("err")), "");
  }
}

TEST(Match, AFullDiskIsAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Inputs inputs(kFilters, kEvents);
  EXPECT_EQ(shell("$TURNOUT match --filters " + inputs.filters + " --events " + inputs.events + " > /dev/full 2> " +
                  inputs.files.path("err")),
            1);
  EXPECT_TRUE(contains(read_file(inputs.files.path("err")), "cannot write the output"));
}

// The reference: every filter on its own, walked by the naive evaluator.
std::string naive(const Workload& workload) {
  std::vector<Filter> filters;
  for (const std::string& text : workload.filters) {
    Result<Filter> filter = compile(text);
    EXPECT_TRUE(filter.ok()) << text;
    filters.push_back(filter ? *filter : Filter());
  }
  std::string out;
  EventReader reader;
  Event event;
  for (std::size_t e = 0; e < workload.events.size(); ++e) {
    EXPECT_TRUE(reader.read_body(workload.events[e], event).ok()) << workload.events[e];
    out += std::to_string(e + 1) + '\t';
    bool first = true;
    for (std::size_t f = 0; f < filters.size(); ++f) {
      if (!filters[f].matches(event)) continue;
      out += (first ? "" : " ") + std::to_string(f + 1);
      first = false;
    }
    out += '\n';
  }
  return out;
}

TEST(Match, EqualsTheNaiveEvaluatorWhateverTheThreads) {
  const Workload workload(2000, 600);
  const Inputs inputs(workload.filters_file(), workload.events_file());
  const std::string expected = naive(workload);
  for (const char* threads : {"1", "2", "5"}) {
    const CommandResult result = inputs.match({"--threads", threads});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, expected) << "with " << threads << " threads";
  }
}

TEST(Match, AnswersAnEventWithoutWaitingForTheNext) {
  const Inputs inputs("1\ta = 1\n", "");
  const std::string script =
      "mkfifo " + inputs.files.path("in") + " " + inputs.files.path("out") + "; $TURNOUT match --filters " + inputs.filters +
      " --events - < " + inputs.files.path("in") + " > " + inputs.files.path("out") + " & exec 3> " + inputs.files.path("in") +
      " 4< " + inputs.files.path("out") +
      "; for i in 1 2 3; do echo \"{\\\"a\\\":1}\" >&3; read -t 20 -u 4 line || exit 1; done; exec 3>&-; wait";
  EXPECT_EQ(shell(script), 0);
}

}  // namespace
}  // namespace turnout::cli
