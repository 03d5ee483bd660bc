// The shared workloads against their reference counts, when generator and python3 are there: TURNOUT_WORKLOADS names the
// generator's directory, else it is ../shared/workloads beside the checkout.
#include <cstdlib>
#include <sstream>
#include <string>

#include "tests/cli/command_run.h"

namespace turnout::cli {
namespace {

struct Reference {
  const char* workload;
  std::uint64_t matches;  // of 10,000 filters and 2,000 events, seed 1: from a linear scan that is not ours
};

void PrintTo(const Reference& reference, std::ostream* out) { *out << reference.workload; }

std::filesystem::path generator() {
  const char* named = std::getenv("TURNOUT_WORKLOADS");
  const std::filesystem::path directory = named != nullptr ? named : "../shared/workloads";
  return directory / "gen.py";
}

class ReferenceWorkload : public ::testing::TestWithParam<Reference> {};

TEST_P(ReferenceWorkload, MatchFindsTheReferenceCount) {
  if (!std::filesystem::exists(generator())) GTEST_SKIP() << "no generator at " << generator() << " (set TURNOUT_WORKLOADS)";
  if (shell("python3 -c pass 2> /dev/null") != 0) GTEST_SKIP() << "no python3";
  const Files files;
  const std::string directory = files.path(GetParam().workload);
  ASSERT_EQ(shell("python3 " + generator().string() + " --workload " + GetParam().workload + " --n 10000 --seed 1 --out " +
                  directory + " > /dev/null"),
            0);
  const CommandResult result =
      turnout({"match", "--filters", directory + "/filters.tsv", "--events", directory + "/events.jsonl", "--count"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::istringstream lines(result.out);
  std::uint64_t events = 0;
  std::uint64_t matches = 0;
  for (std::uint64_t number = 0, count = 0; lines >> number >> count; ++events) matches += count;
  EXPECT_EQ(events, 2000U);
  EXPECT_EQ(matches, GetParam().matches);
}

INSTANTIATE_TEST_SUITE_P(AllFour, ReferenceWorkload,
                         ::testing::Values(Reference{"orders", 29'998}, Reference{"uniform", 6'488},
                                           Reference{"skewed", 23'232}, Reference{"equality", 73}),
                         [](const auto& reference) { return std::string(reference.param.workload); });

}  // namespace
}  // namespace turnout::cli
