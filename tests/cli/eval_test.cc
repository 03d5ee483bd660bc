// turnout eval: one answer for every line, whatever the line is.
#include <string>

#include "tests/cli/command_run.h"

namespace turnout::cli {
namespace {

std::string answers(const std::string& cases) {
  const CommandResult result = turnout({"eval", "--cases", "-"}, cases);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return result.out;
}

TEST(Eval, AnswersInOrder) {
  EXPECT_EQ(answers(R"({"id":"a","dialect":"core","expr":"x > 1","event":{"x":2}}
{"id":"b","dialect":"core","expr":"x > 1","event":{"x":1}}
{"id":3,"dialect":"core","expr":"x > 1","event":{}}
)"),
            R"({"id":"a","result":true}
{"id":"b","result":false}
{"id":3,"result":"unknown"}
)");
}

TEST(Eval, ToleratesMissingFinalNewlineCarriageReturnsAndBlankLines) {
  EXPECT_EQ(answers("\xEF\xBB\xBF{\"id\":1,\"expr\":\"1 = 1\"}\r\n\r\n\n{\"id\":2,\"expr\":\"1 = 2\"}"),
            "{\"id\":1,\"result\":true}\n{\"id\":2,\"result\":false}\n");
  EXPECT_EQ(answers(""), "");
}

TEST(Eval, ALineThatIsNoCaseIsAnError) {
  const std::string out = answers(
      "garbage\n[1]\n{\"id\":\"cut\",\"expr\":\n{\"id\":\"no expression\"}\n{\"id\":{},\"expr\":\"1 = "
      "1\"}\n{\"id\":\"last\",\"expr\":\"1 = 1\"}\n");
  std::size_t errors = 0;
  for (std::size_t at = out.find(R"("result":"error","error":")"); at != std::string::npos;
       at = out.find(R"("result":"error","error":")", at + 1)) {
    ++errors;
  }
  EXPECT_EQ(errors, 5U) << out;
  EXPECT_TRUE(out.starts_with(R"({"id":null,"result":"error")")) << out;
  EXPECT_NE(out.find(R"({"id":"no expression","result":"error")"), std::string::npos) << out;
  EXPECT_TRUE(out.ends_with("{\"id\":\"last\",\"result\":true}\n")) << out;
}

TEST(Eval, UnknownDialectsAndRejectedFiltersAreErrorsWithAReason) {
  const std::string out = answers(R"({"id":1,"dialect":"cobol","expr":"a","event":{}}
{"id":2,"dialect":"jms","expr":"a = = 1","event":{}}
{"id":3,"dialect":"core","expr":"a = 1","event":"{"}
)");
  EXPECT_NE(out.find(R"({"id":1,"result":"error","error":)"), std::string::npos) << out;
  EXPECT_NE(out.find("cobol"), std::string::npos) << out;
  EXPECT_NE(out.find(R"({"id":2,"result":"error","error":"line 1, column 5: )"), std::string::npos) << out;
  EXPECT_NE(out.find(R"({"id":3,"result":"error","error":)"), std::string::npos) << out;
}

TEST(Eval, ParseChecksNeedNoEvent) {
  const std::string out = answers(R"({"id":1,"dialect":"jms","expr":"a = 1","check":"parse"}
{"id":2,"dialect":"jms","expr":"a = ","check":"parse"}
{"id":3,"dialect":"jms","expr":"a = 1","check":"parse-literal","event":{}}
)");
  EXPECT_TRUE(out.starts_with("{\"id\":1,\"result\":true}\n{\"id\":2,\"result\":\"error\"")) << out;
  EXPECT_TRUE(out.ends_with("{\"id\":3,\"result\":true}\n")) << out;
}

TEST(Eval, TypesSayWhatJsonCannot) {
  EXPECT_EQ(answers(R"~({"id":1,"expr":"a / 2 = 61","event":{"a":123.0},"types":{"a":"int32"}}
{"id":2,"expr":"a / 2 = 61.5","event":{"a":123},"types":{"a":"float64"}}
{"id":3,"expr":"a = 0.1","event":{"a":0.1},"types":{"a":"float32"}}
{"id":4,"expr":"a = X'48'","event":{"a":{"$hex":"48"}}}
{"id":5,"expr":"a = X'48'","event":{"a":"H"},"types":{"a":"binary"}}
{"id":6,"expr":"a = TIMESTAMP '2026-07-06T11:04:18.5Z'","event":{"a":"2026-07-06T13:04:18.5+02:00"},"types":{"a":"timestamp"}}
{"id":7,"expr":"X'FF' = ANY(a)","event":{"a":[{"$hex":"fe"},{"$hex":"ff"}]}}
{"id":8,"expr":"sys.time = 1000","event":{"$sys":{"time":1000}},"types":{"$sys.time":"timestamp","absent":"int8"}}
)~"),
            R"({"id":1,"result":true}
{"id":2,"result":true}
{"id":3,"result":false}
{"id":4,"result":true}
{"id":5,"result":true}
{"id":6,"result":true}
{"id":7,"result":true}
{"id":8,"result":true}
)");
}

TEST(Eval, ATypeThatDoesNotFitIsAnError) {
  const std::string out = answers(R"({"id":1,"expr":"a = 1","event":{"a":300},"types":{"a":"int8"}}
{"id":2,"expr":"a = 1","event":{"a":1.5},"types":{"a":"int32"}}
{"id":3,"expr":"a = 1","event":{"a":1},"types":{"a":"quaternion"}}
{"id":4,"expr":"a = 1","event":{"a":{"$hex":"4"}}}
)");
  for (const char* id : {"1", "2", "3", "4"}) {
    EXPECT_NE(out.find(std::string("{\"id\":") + id + ",\"result\":\"error\",\"error\":"), std::string::npos) << out;
  }
}

TEST(Eval, TheEnvelopeIsReadFromSys) {
  EXPECT_EQ(
      answers(
          R"~({"id":1,"dialect":"azure-sql","expr":"sys.Label = 'red' AND color = 'blue'","event":{"color":"blue","$sys":{"Label":"red"}}}
{"id":2,"dialect":"core","expr":"EXISTS(\"$sys\")","event":{"$sys":{"subject":"red"}}}
)~"),
      "{\"id\":1,\"result\":true}\n{\"id\":2,\"result\":false}\n");
}

TEST(Eval, TheTextOfAnEventMayHoldDuplicateKeys) {
  EXPECT_EQ(answers(R"({"id":1,"expr":"a = 2","event":{"a":1},"event_text":"{\"a\":1,\"a\":2}"}
{"id":2,"expr":"a = 2","event":{"a":1,"a":2}}
)"),
            "{\"id\":1,\"result\":true}\n{\"id\":2,\"result\":true}\n");
}

TEST(Eval, AFilterThatIsNoPredicateShowsItsValue) {
  EXPECT_EQ(answers(R"({"id":1,"dialect":"jms","expr":"rank + 2","event":{"rank":40}}
{"id":2,"dialect":"core","expr":"flag","event":{"flag":true}}
{"id":3,"dialect":"core","expr":"flag","event":{"flag":"yes \"\u00e9\""}}
{"id":4,"dialect":"core","expr":"flag","event":{}}
)"),
            R"({"id":1,"result":"unknown","value":42}
{"id":2,"result":true,"value":true}
{"id":3,"result":"unknown","value":"yes \"é\""}
{"id":4,"result":"unknown","value":null}
)");
}

TEST(Eval, ReadsAFileAndTellsWhatItCannotRead) {
  const Files files;
  const std::string path = files.write("cases.jsonl", "{\"id\":1,\"expr\":\"1 = 1\"}\n");
  EXPECT_EQ(turnout({"eval", "--cases", path}).out, "{\"id\":1,\"result\":true}\n");
  const CommandResult absent = turnout({"eval", "--cases", files.path("absent")});
  EXPECT_EQ(absent.exit_code, 1);
  EXPECT_NE(absent.err.find("No such file"), std::string::npos) << absent.err;
  const CommandResult directory = turnout({"eval", "--cases", files.directory()});
  EXPECT_EQ(directory.exit_code, 1);
  EXPECT_NE(directory.err.find("directory"), std::string::npos) << directory.err;
}

TEST(Eval, AReaderThatGoesAwayIsNoFailure) {
  const Files files;
  std::string cases;
  for (int i = 0; i < 20'000; ++i)
    cases += R"({"id":1,"expr":"a = 1","event":{"a":1}})"
             "\n";
  const std::string path = files.write("cases.jsonl", cases);
  EXPECT_EQ(shell("set -o pipefail; $TURNOUT eval --cases " + path + " | head -n 1 > " + files.path("out") + " 2> " +
                  files.path("err")),
            0);
  EXPECT_EQ(read_file(files.path("out")), "{\"id\":1,\"result\":true}\n");
}

}  // namespace
}  // namespace turnout::cli
