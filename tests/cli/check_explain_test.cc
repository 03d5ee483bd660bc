// turnout check, turnout explain, and what the command line itself says.
#include <string>

#include "tests/cli/command_run.h"

namespace turnout::cli {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

TEST(CommandLine, TeachesByHelp) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{{"--help"},
                                                                                       {"check", "--help"},
                                                                                       {"eval", "--help"},
                                                                                       {"match", "--help"},
                                                                                       {"explain", "--help"},
                                                                                       {"bench", "match", "--help"}}) {
    const CommandResult result = turnout(command);
    EXPECT_EQ(result.exit_code, 0) << command[0];
    EXPECT_TRUE(contains(result.out, "Examples:")) << command[0];
    EXPECT_TRUE(contains(result.out, "Exit status:")) << command[0];
    EXPECT_EQ(result.err, "") << command[0];
  }
}

TEST(CommandLine, TellsItsVersion) {
  const CommandResult result = turnout({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.out.starts_with("turnout ")) << result.out;
}

TEST(CommandLine, UsageErrorsExitWithTwoAndStayOffStandardOutput) {
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{},
                                             {"frobnicate"},
                                             {"check"},
                                             {"check", "a = 1", "b = 2"},
                                             {"check", "--dialect", "cobol", "a = 1"},
                                             {"check", "--colour", "a = 1"},
                                             {"eval"},
                                             {"match", "--filters", "x"},
                                             {"match", "--filters", "-", "--events", "-"},
                                             {"match", "--filters", "x", "--events", "y", "--threads", "0"},
                                             {"match", "--filters", "x", "--events", "y", "--threads", "many"},
                                             {"match", "--filters", "x", "--events", "y", "--events-format", "xml"},
                                             {"explain", "--filter", "a = 1"},
                                             {"explain", "--filter", "-", "--event", "-"},
                                             {"bench"},
                                             {"bench", "match", "--filters", "x"},
                                             {"bench", "match", "--filters", "-", "--events", "y"},
                                             {"bench", "match", "--filters", "x", "--events", "-", "--warmup", "-"},
                                             {"bench", "match", "--filters", "x", "--events", "y", "--engines", "warp"}}) {
    const CommandResult result = turnout(command);
    const std::string name = command.empty() ? "(nothing)" : command[0];
    EXPECT_EQ(result.exit_code, 2) << name << ": " << result.err;
    EXPECT_EQ(result.out, "") << name;
    EXPECT_NE(result.err, "") << name;
  }
}

TEST(Check, PrintsTheCanonicalForm) {
  const CommandResult result = turnout({"check", "  amount>100 and not( region in ('eu','us') )"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "amount > 100 AND region NOT IN ('eu', 'us')\n");
  EXPECT_EQ(result.err, "");
}

TEST(Check, CanonicalFormIsAFixedPoint) {
  const CommandResult first = turnout({"check", "NOT (a = 1 OR b LIKE 'x%') AND c + 1 > 2 * d"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  const CommandResult second = turnout({"check", first.out.substr(0, first.out.size() - 1)});
  EXPECT_EQ(second.out, first.out);
}

TEST(Check, SaysWhatAFilterCosts) {
  const auto cost = [](const std::string& filter) { return turnout({"check", "--cost", filter}).out; };
  EXPECT_EQ(cost("tenant = 't1' AND amount > 100"),
            "tenant = 't1' AND amount > 100\n"
            "looked at for 0.9% of events (predicted)\n"
            "access: tenant: one value, 0.9%\n"
            "verified: amount: a range (a column)\n");
  EXPECT_NE(cost("a = 1 OR b IN (1, 2)").find("access: b: 2 values"), std::string::npos);
  EXPECT_NE(cost("s LIKE '%abcdef%'").find("access: s: strings with a literal of the pattern"), std::string::npos);
  EXPECT_NE(cost("s NOT LIKE '%abc%'").find("hint: s: what a string must not match"), std::string::npos);
  EXPECT_NE(cost("a * 2 > 10").find("access: expression over a: a range"), std::string::npos);
  EXPECT_NE(cost("'x' = ANY(tags)").find("access: some element of tags: one value"), std::string::npos);
  EXPECT_NE(cost("NOT ('x' <> ANY(tags))").find("access: every element of tags"), std::string::npos);
  EXPECT_NE(cost("a < b").find("hint: an expression over a, b is evaluated for every event that has a"), std::string::npos);
  EXPECT_NE(cost("(a < b) IS NULL").find("access: none, every event"), std::string::npos);
  EXPECT_NE(cost("a = 1 AND a = 2").find("never matches"), std::string::npos);
  EXPECT_EQ(turnout({"check", "--cost", "--json", "a = 1"}).out,
            "{\"filter\":\"a = 1\",\"never\":false,\"always\":false,\"share\":0.009,"
            "\"access\":[{\"what\":\"a: one value\",\"share\":0.009}],\"verified\":[],\"hints\":[]}\n");
  EXPECT_EQ(turnout({"check", "--json", "a = 1"}).exit_code, 2);
}

TEST(Check, CountsWhatAFilterCostsOverEvents) {
  const std::string events = "{\"a\": 1, \"b\": 5}\n\n{\"a\": 1, \"b\": 50}\n{\"a\": 2, \"b\": 50}\n{}\n";
  EXPECT_EQ(turnout({"check", "--cost", "--events", "-", "a = 1 AND b > 10"}, events).out,
            "a = 1 AND b > 10\n"
            "looked at for 0.9% of events (predicted)\n"
            "access: a: one value, 0.9%\n"
            "verified: b: a range (a column)\n"
            "looked at for 2 of 4 events (50%), observed\n"
            "access: a: one value, for 2 of 4 events (50%)\n"
            "matches 1 of 4 events (25%)\n");
  EXPECT_NE(turnout({"check", "--cost", "--json", "--events", "-", "a = 1 AND b > 10"}, events)
                .out.find("\"observed\":{\"events\":4,\"looked_at\":2,\"evaluated\":0,\"matched\":1,"
                          "\"access\":[{\"what\":\"a: one value\",\"events\":2}]}}\n"),
            std::string::npos);
  EXPECT_NE(turnout({"check", "--cost", "--events", "-", "a = 1"}, "{\"a\": 1}\n{\"a\"\n").err.find("-:2: "),
            std::string::npos);
  EXPECT_EQ(turnout({"check", "--cost", "--events", "/nonexistent", "a = 1"}).exit_code, 1);
  EXPECT_EQ(turnout({"check", "--events", "-", "a = 1"}).exit_code, 2);
  EXPECT_EQ(turnout({"check", "--cost", "--filters", "-", "a = 1"}).exit_code, 2);
  EXPECT_EQ(turnout({"check", "--cost", "--events", "-", "-"}).exit_code, 2);
}

TEST(Check, CountsWhatAFilterCostsAmongOthers) {
  EXPECT_EQ(shell("cd $(mktemp -d) && printf '7\\tb = 3\\n18446744073709551615\\ta = 2\\n' > f && "
                  "echo '{\"a\": 2}' | $TURNOUT check --cost --events - --filters f 'a = 2' | grep -q 'matches 1 of 1'"),
            0);
  EXPECT_EQ(shell("cd $(mktemp -d) && echo 7 > f && $TURNOUT check --cost --events f --filters f 'a = 2' 2> /dev/null"), 1);
}

TEST(Check, ReadsStandardInput) {
  EXPECT_EQ(turnout({"check", "-"}, "a = 1\n").out, "a = 1\n");
  EXPECT_EQ(turnout({"check", "-"}, "a = 1 AND\r\nb = 2\n").out, "a = 1 AND b = 2\n");
}

TEST(Check, TakesAFilterThatBeginsWithADashAfterTwoDashes) {
  const CommandResult result = turnout({"check", "--", "-amount < 5"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "-amount < 5\n");
}

TEST(Check, AcceptsABlankFilter) {
  EXPECT_EQ(turnout({"check", ""}).exit_code, 0);
  EXPECT_EQ(turnout({"check", "-"}, "").exit_code, 0);
}

TEST(Check, TakesBracketsAndQuotesAsTheyAre) {
  const CommandResult result = turnout({"check", "[a b] = 1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "\"a b\" = 1\n");
}

TEST(Check, RejectsWithPlaceCaretAndReason) {
  const CommandResult result = turnout({"check", "amount = = 100"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(contains(result.err, "error: line 1, column 10: ")) << result.err;
  EXPECT_TRUE(contains(result.err, "amount = = 100")) << result.err;
  EXPECT_TRUE(contains(result.err, "^")) << result.err;
  EXPECT_FALSE(contains(result.err, "\x1b")) << "colours belong on a terminal";
}

TEST(Check, WarnsOnStandardError) {
  const CommandResult result = turnout({"check", "TRUE = 0"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "TRUE = 0\n");
  EXPECT_TRUE(contains(result.err, "warning: ")) << result.err;
}

TEST(Check, KnowsTheDialects) {
  EXPECT_EQ(turnout({"check", "--dialect", "jms", "UPPER(a) = 'X'"}).exit_code, 1);
  EXPECT_EQ(turnout({"check", "--dialect", "core", "UPPER(a) = 'X'"}).exit_code, 0);
  EXPECT_EQ(turnout({"check", "--dialect", "azure-sql", "sys.Label = 'x'"}).exit_code, 0);
  EXPECT_EQ(turnout({"check", "sys.nonsense = 'x'"}).exit_code, 1);
}

TEST(Check, RefusesAFilterBeyondTheLimit) {
  const CommandResult result = turnout({"check", "-"}, "a = '" + std::string(2 << 20, 'x') + "'");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err, "");
}

TEST(Check, TellsAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(shell("$TURNOUT check \"a = 1\" > /dev/full 2> /dev/null"), 1);
}

// Whatever writes to a full or closed standard stream ends as it would have ended, or says that its output is lost.
TEST(Command, LivesWithoutStandardStreams) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const Files files;
  const std::string good = "--filters " + files.write("good", "1\ta = 1\n") + " --events " + files.write("events", "{}\n");
  const std::string bad = "--filters " + files.write("bad", "1\ta = = 1\n") + " --events " + files.path("events");
  const std::string quiet = " > " + files.path("out");
  for (const std::string nowhere : {" 2> /dev/full", " 2>&-"}) {
    SCOPED_TRACE(nowhere);
    EXPECT_EQ(shell("$TURNOUT check \"a = = 1\"" + quiet + nowhere), 1);
    EXPECT_EQ(shell("$TURNOUT check \"a = 1 OR TRUE = 0\"" + quiet + nowhere), 0);
    EXPECT_EQ(shell("$TURNOUT check --nonsense" + quiet + nowhere), 2);
    EXPECT_EQ(shell("$TURNOUT match " + good + quiet + nowhere), 0);
    EXPECT_EQ(shell("$TURNOUT match " + bad + quiet + nowhere), 3);
    EXPECT_EQ(shell("$TURNOUT match --events /nonsense --filters " + files.path("good") + quiet + nowhere), 1);
  }
  for (const std::string nowhere : {" > /dev/full 2> /dev/null", " >&- 2> /dev/null"}) {
    SCOPED_TRACE(nowhere);
    EXPECT_EQ(shell("$TURNOUT --help" + nowhere), 1);
    EXPECT_EQ(shell("$TURNOUT match --help" + nowhere), 1);
    EXPECT_EQ(shell("$TURNOUT check \"a = 1\"" + nowhere), 1);
    EXPECT_EQ(shell("$TURNOUT match " + good + nowhere), 1);
  }
  EXPECT_EQ(shell("$TURNOUT match --filters " + files.path("good") + " --events - <&- 2> /dev/null"), 1);
}

TEST(Explain, ShowsTheTree) {
  const CommandResult result =
      turnout({"explain", "--filter", "amount > 100 AND region = 'eu'", "--event", R"({"amount": 120})"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(contains(result.out, "amount > 100")) << result.out;
  EXPECT_TRUE(contains(result.out, "TRUE")) << result.out;
  EXPECT_TRUE(contains(result.out, "UNKNOWN")) << result.out;
  EXPECT_TRUE(contains(result.out, "120")) << result.out;
  EXPECT_TRUE(contains(result.out, "missing")) << result.out;
}

TEST(Explain, ReadsEitherPartFromStandardInput) {
  EXPECT_EQ(turnout({"explain", "--filter", "-", "--event", "{}"}, "a = 1\n").exit_code, 0);
  EXPECT_EQ(turnout({"explain", "--filter", "a = 1", "--event", "-"}, "{\"a\":\n1}\n").exit_code, 0);
}

TEST(Explain, TakesCloudEvents) {
  const CommandResult result = turnout({"explain", "--filter", "user.type = 'order'", "--events-format", "cloudevents",
                                        "--event", R"({"specversion":"1.0","id":"1","source":"/s","type":"order","data":{}})"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_FALSE(contains(result.out, "missing")) << result.out;
}

TEST(Explain, RejectsABadFilterAndABadEvent) {
  const CommandResult filter = turnout({"explain", "--filter", "a =", "--event", "{}"});
  EXPECT_EQ(filter.exit_code, 1);
  EXPECT_EQ(filter.out, "");
  const CommandResult event = turnout({"explain", "--filter", "a = 1", "--event", "{"});
  EXPECT_EQ(event.exit_code, 1);
  EXPECT_TRUE(contains(event.err, "event")) << event.err;
}

}  // namespace
}  // namespace turnout::cli
