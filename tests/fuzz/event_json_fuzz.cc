// Event text from a stranger: read or refused with a reason, in all three formats; what was read matches the same filters by
// the index and by the reference, whether all paths were read or only those that filters ask for.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "turnout/compile.h"
#include "turnout/matcher.h"

namespace {

constexpr std::array kFilters{
    "a = 1",
    "a.b <> 'x' OR a[0] > 2.5",
    "5 < ANY(a) OR 'x' = ANY(a[*].b)",
    "a IS NULL AND NOT (b IS MISSING)",
    "b LIKE '%x_' OR LENGTH(b) > 3",
    "EXISTS(a[*].b) OR EXISTS(data)",
    "sys.time > 0 OR sys.id = 'x' OR user.a = TRUE",
    "a + b > 10 OR b NOT IN (1, 'x', NULL)",
};

void require(bool condition) {
  if (!condition) std::abort();
}

struct Fixture {
  std::vector<turnout::Filter> filters;
  turnout::Matcher matcher;
  turnout::MatchScratch scratch;
  Fixture() {
    for (std::uint64_t id = 0; id < kFilters.size(); ++id) {
      filters.push_back(*turnout::compile(kFilters[id]));
      require(matcher.add({id}, filters.back()).ok());
    }
  }

  void check(const turnout::Event& event) {
    std::array<bool, kFilters.size()> seen{};
    for (const turnout::SubscriptionId id : matcher.match(event, scratch)) seen[id.value] = true;
    for (std::size_t i = 0; i < filters.size(); ++i) require(filters[i].matches(event) == seen[i]);
  }
};

using Read = turnout::Result<void> (turnout::EventReader::*)(std::string_view, turnout::Event&);

void check(Fixture& fixture, Read read, std::string_view json) {
  static turnout::EventReader everything;
  static turnout::EventReader wanted{fixture.matcher.paths()};
  turnout::Event whole;
  turnout::Event part;
  const auto whole_read = (everything.*read)(json, whole);
  const auto part_read = (wanted.*read)(json, part);
  if (!whole_read) require(!whole_read.error().message.empty());
  if (whole_read) {
    require(part_read.ok());  // reading less never refuses more
    (void)whole.to_string();
    fixture.check(whole);
  }
  if (part_read) fixture.check(part);
  if (!whole_read || !part_read) return;
  for (const turnout::Filter& filter : fixture.filters) require(filter.matches(whole) == filter.matches(part));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Fixture fixture;
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  for (const Read read :
       {&turnout::EventReader::read_body, &turnout::EventReader::read_attributes, &turnout::EventReader::read_cloudevent}) {
    check(fixture, read, json);
  }
  return 0;
}
