// The parts of the command, one by one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "cli/bench_counts.h"
#include "cli/bench_protocol.h"
#include "cli/bench_report.h"
#include "cli/filter_file.h"
#include "cli/json_text.h"
#include "cli/line_reader.h"
#include "cli/ordered_blocks.h"
#include "cli/terminal.h"
#include "cli/typed_event.h"
#include "tests/cli/command_run.h"

namespace turnout::cli {
namespace {

struct ReadLine {
  std::string text;
  std::uint64_t number;
  bool too_long;
  friend bool operator==(const ReadLine&, const ReadLine&) = default;
};

// What a reader yields for these bytes, arriving in pieces of `piece` bytes.
std::vector<ReadLine> lines_of(std::string_view bytes, std::size_t line_bytes_max, std::size_t piece) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  std::thread writer([&, bytes] {
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      const std::string_view part = bytes.substr(at, piece);
      EXPECT_EQ(::write(ends[1], part.data(), part.size()), static_cast<ssize_t>(part.size()));
    }
    ::close(ends[1]);
  });
  LineReader reader(ends[0], "pipe", line_bytes_max);
  std::vector<ReadLine> lines;
  Line line;
  while (reader.next(line)) lines.push_back({std::string(line.text), line.number, line.too_long});
  EXPECT_TRUE(reader.status().ok());
  writer.join();
  ::close(ends[0]);
  return lines;
}

TEST(LineReader, SplitsTheSameWayHoweverTheBytesArrive) {
  const std::string text = "one\r\n\ntwo\rthree\n" + std::string(40, 'x') + "\nlast";
  const std::vector<ReadLine> expected{
      {"one", 1, false}, {"", 2, false}, {"two\rthree", 3, false}, {std::string(40, 'x'), 4, false}, {"last", 5, false}};
  for (const std::size_t piece : {3, 5, 7, 64}) EXPECT_EQ(lines_of(text, 100, piece), expected) << piece;
}

TEST(LineReader, CutsLinesBeyondTheLimitAndGoesOn) {
  const std::string text = "12345678\r\n123456789\n" + std::string(600'000, 'x') + "\nend\n" + std::string(9, 'y');
  for (const std::size_t piece : {1000, 100'000}) {
    const std::vector<ReadLine> lines = lines_of(text, 8, piece);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0], (ReadLine{"12345678", 1, false}));
    EXPECT_EQ(lines[1], (ReadLine{"12345678", 2, true}));
    EXPECT_EQ(lines[2], (ReadLine{"xxxxxxxx", 3, true}));
    EXPECT_EQ(lines[3], (ReadLine{"end", 4, false}));
    EXPECT_EQ(lines[4], (ReadLine{"yyyyyyyy", 5, true}));
  }
}

TEST(LineReader, EmptyInputHasNoLine) { EXPECT_TRUE(lines_of("", 8, 1).empty()); }

TEST(ReadText, BoundsWhatItReads) {
  const Files files;
  EXPECT_EQ(*read_text(files.write("a", "x\ny\n"), 10), "x\ny");
  EXPECT_EQ(*read_text(files.write("a", ""), 10), "");
  EXPECT_FALSE(read_text(files.write("a", "12345678901"), 10).ok());
  EXPECT_FALSE(read_text(files.write("a", "12345\n67890\n"), 10).ok());
  EXPECT_FALSE(read_text(files.path("absent"), 10).ok());
}

TEST(FilterLine, IsIdTabFilter) {
  const Result<FilterLine> line = parse_filter_line("18446744073709551615\ta = 1\tAND b = 2");
  ASSERT_TRUE(line.ok());
  EXPECT_EQ(line->id.value, 18446744073709551615U);
  EXPECT_EQ(line->text, "a = 1\tAND b = 2");
  EXPECT_EQ(line->text_column, 22U);
  EXPECT_TRUE(parse_filter_line("7\t").ok());
  for (const char* bad : {"", "7", "\ta", " 7\ta", "7 \ta", "+7\ta", "-7\ta", "0x7\ta", "18446744073709551616\ta", "7,\ta"}) {
    const Result<FilterLine> rejected = parse_filter_line(bad);
    ASSERT_FALSE(rejected.ok()) << bad;
    EXPECT_EQ(rejected.error().column, 1U);
    EXPECT_NE(rejected.error().excerpt.find('^'), std::string::npos);
  }
}

std::string json(const Value& value) {
  std::string out;
  append_json(out, value);
  return out;
}

TEST(JsonText, WritesEveryTypeAndRepairsBadText) {
  EXPECT_EQ(json(Value()), "null");
  EXPECT_EQ(json(Value::null()), "null");
  EXPECT_EQ(json(true), "true");
  EXPECT_EQ(json(std::int64_t{-9223372036854775807 - 1}), "-9223372036854775808");
  EXPECT_EQ(json(2.0), "2.0");
  EXPECT_EQ(json(0.1), "0.1");
  EXPECT_EQ(json(1e300), "1e+300");
  EXPECT_EQ(json(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json("a\"\\\n\t\x01\xC3\xA9"), "\"a\\\"\\\\\\n\\t\\u0001\xC3\xA9\"");
  EXPECT_EQ(json("\xFF"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(json(Value::binary("\xDE\xAD")), "{\"$hex\":\"DEAD\"}");
  EXPECT_EQ(json(Value::Array{1, "x", Value::Object{{"k", Value::null()}}}), "[1,\"x\",{\"k\":null}]");
}

TEST(WithType, ConvertsAndRefuses) {
  EXPECT_EQ(*with_type(123.0, "int32"), Value(123));
  EXPECT_EQ(*with_type(-128, "byte"), Value(-128));
  EXPECT_EQ(*with_type(65535, "ushort"), Value(65535));
  EXPECT_EQ(*with_type(7, "double"), Value(7.0));
  EXPECT_EQ(*with_type(0.1, "float"), Value(static_cast<double>(0.1F)));
  EXPECT_EQ(*with_type("1970-01-01T00:00:01Z", "timestamp"), Value(1000));
  EXPECT_EQ(*with_type("H", "binary"), Value::binary("H"));
  EXPECT_FALSE(with_type(128, "int8").ok());
  EXPECT_FALSE(with_type(-1, "uint").ok());
  EXPECT_FALSE(with_type(1e19, "ulong").ok());
  EXPECT_FALSE(with_type(1.5, "long").ok());
  EXPECT_FALSE(with_type("1", "int64").ok());
  EXPECT_FALSE(with_type("yesterday", "timestamp").ok());
  EXPECT_FALSE(with_type(1, "string").ok());
  EXPECT_FALSE(with_type(1, "no such type").ok());
}

TEST(OrderedBlocks, WritesInTheOrderOfReadingAndStopsWhenAsked) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    int next = 0;
    std::vector<int> written;
    std::atomic<int> worked = 0;
    process_in_order<int>(
        threads, [&](int& block) { return next < 1000 ? (block = next++, true) : false; }, [&](int&, unsigned) { ++worked; },
        [&](int block) {
          written.push_back(block);
          return written.size() < 500;
        });
    ASSERT_EQ(written.size(), 500U) << threads;
    for (int i = 0; i < 500; ++i) ASSERT_EQ(written[static_cast<std::size_t>(i)], i) << threads;
    EXPECT_LT(worked.load(), 600) << "a stopped run reads on";
  }
}

TEST(Diagnostic, ShowsPlaceExcerptAndHintAndColoursOnlyWhenAsked) {
  const Error error{ErrorCode::syntax, "expected a value", "write one", 1, 5, "a = =\n    ^"};
  EXPECT_EQ(format_diagnostic(error, "", false), "error: line 1, column 5: expected a value\na = =\n    ^\nhint: write one\n");
  EXPECT_EQ(format_diagnostic(error, "f.tsv:9:7", false),
            "error: f.tsv:9:7: expected a value\na = =\n    ^\nhint: write one\n");
  EXPECT_NE(format_diagnostic(error, "", true).find("\x1b["), std::string::npos);
}

TEST(Diagnostic, LetsNoControlCharacterReachTheTerminal) {
  const Error error{ErrorCode::syntax, "bad \x1b[2J", "", 0, 0, "a\t\xFF\xC2\x9B\xC3\xA9\n ^"};
  EXPECT_EQ(format_diagnostic(error, "", false), "error: bad ?[2J\na ??\xC3\xA9\n ^\n");
}

BenchSubject subject(std::size_t events, std::size_t warmup, std::vector<int>& calls) {
  BenchSubject s;
  s.name = "fake";
  s.events = events;
  s.warmup = warmup;
  s.match = [&calls, warmup](std::size_t event, std::vector<SubscriptionId>& ids) {
    if (event >= warmup) ++calls[event - warmup];
    ids.push_back({7});
  };
  return s;
}

TEST(BenchProtocol, SeesEachTimedEventOncePerRound) {
  std::vector<int> calls(120);
  std::vector<BenchSubject> subjects;
  subjects.push_back(subject(120, 12, calls));
  const std::vector<BenchTimes> times = time_subjects(subjects, [](std::uint64_t, std::uint64_t) {});
  ASSERT_EQ(times.size(), 1U);
  EXPECT_FALSE(times[0].sampled);
  EXPECT_EQ(calls, std::vector<int>(120, static_cast<int>(kBenchRounds)));
  const BenchMatches matches = collect_matches(subjects[0], [](std::uint64_t) {});
  EXPECT_EQ(matches.total, 120U);
}

TEST(BenchProtocol, SummarisesOverTheEventsThatBothWereTimedOn) {
  BenchTimes all;
  for (int i = 1; i <= 200; ++i) all.event_us.push_back(i);
  const BenchSummary whole = summarise(all, all);
  EXPECT_DOUBLE_EQ(whole.median_us, 100.5);
  EXPECT_DOUBLE_EQ(whole.mean_us, 100.5);
  EXPECT_DOUBLE_EQ(whole.p99_us, 198);
  EXPECT_EQ(whole.events, 200U);
  BenchTimes sample = all;
  for (std::size_t i = 0; i < 200; ++i) {
    if (i % 50 != 0) sample.event_us[i] = -1;
  }
  EXPECT_EQ(summarise(all, sample).events, 4U);
  EXPECT_DOUBLE_EQ(summarise(all, sample).mean_us, 76);
  EXPECT_EQ(summarise(BenchTimes{}, BenchTimes{}).events, 0U);
}

TEST(BenchProtocol, HashesSetsOfIds) {
  std::vector<SubscriptionId> a{{3}, {1}, {2}};
  std::vector<SubscriptionId> b{{1}, {2}, {3}};
  std::vector<SubscriptionId> c{{1}, {2}};
  std::vector<SubscriptionId> none;
  EXPECT_EQ(hash_ids(a), hash_ids(b));
  EXPECT_NE(hash_ids(a), hash_ids(c));
  EXPECT_NE(hash_ids(c), hash_ids(none));
}

TEST(BenchCounts, AreReadAsPeopleWriteThem) {
  EXPECT_EQ(*parse_count("20000"), 20'000U);
  EXPECT_EQ(*parse_count("20k"), 20'000U);
  EXPECT_EQ(*parse_count("1M"), 1'000'000U);
  for (const char* wrong : {"", "k", "0", "1.5M", "-1", "10 k", "2G", "99999999999999999999", "2000M"}) {
    EXPECT_FALSE(parse_count(wrong).ok()) << wrong;
  }
}

TEST(BenchReport, JsonHasTheDocumentedMembers) {
  BenchReport report;
  report.filters = 10;
  report.engines.push_back({"index", 1000, 120.5, {1.5, 3, 2, 100}, false, 42, std::nullopt, {{"counting", 20, 25}}});
  report.sections.push_back({"json", {{"read_mean_us", 0.5}}});
  const std::string text = bench_json(report);
  EXPECT_NE(text.find(R"({"engine": "index", "build_filters_per_s": 1000.0, "bytes_per_filter": 120.5, "median_us": 1.5, )"
                      R"("p99_us": 3.0, "mean_us": 2.0, "matches": 42)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("mean_speedup_over_counting": 25.0)"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("json": {"read_mean_us": 0.5})"), std::string::npos) << text;
  EXPECT_NE(bench_text(report).find("index"), std::string::npos);
  EXPECT_EQ(bench_csv({&report, 1}).find("workload,filters,events,engine,"), 0U);
  EXPECT_NE(bench_csv({&report, 1}).find(",json.read_mean_us\n"), std::string::npos);
}

}  // namespace
}  // namespace turnout::cli
