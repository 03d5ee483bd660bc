// How matching is measured: the same for every engine, and the same in every bench.
//
//   - one event per match, parsed beforehand; finding candidates and writing ids are timed, and nothing is cached between
//   events;
//   - warm-up comes from other events than the timed ones, and each timed event is seen once per round;
//   - engines alternate in blocks of 50 events, so that what the machine does meanwhile meets all of them;
//   - an event's time is the median of 5 rounds; median, mean and p99 are over events;
//   - an engine slower than 2 ms an event is timed on a sample of the events, spread evenly, and that is said: 200 events, or
//     as few (but 20) as a round of them takes 2 seconds.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "turnout/matcher.h"

namespace turnout::cli {

inline constexpr std::size_t kBenchBlockEvents = 50;
inline constexpr std::size_t kBenchRounds = 5;
inline constexpr double kBenchSlowEvent_us = 2000;
inline constexpr std::size_t kBenchSampleEvents = 200;    // of a slow engine
inline constexpr std::size_t kBenchSampleEventsMin = 20;  // of one so slow that these take long enough
inline constexpr double kBenchSampleRound_us = 2e6;

// What is measured.
struct BenchSubject {
  std::string name;
  // Of every subject the same: warm-up events are numbered 0 .. warmup - 1, timed ones go on from there.
  std::size_t warmup = 0;
  std::size_t events = 0;
  // Appends the ids that match the event of that number to `ids`.
  std::function<void(std::size_t event, std::vector<SubscriptionId>& ids)> match;
};

// The times of one subject.
struct BenchTimes {
  // By timed event: microseconds, the median of the rounds; negative for an event that is not in the sample.
  std::vector<double> event_us;
  bool sampled = false;
};

// Warms every subject up, decides who is slow, and times them. `progress(done, total)` is called now and then, outside timed
// sections. All subjects have the same number of events.
std::vector<BenchTimes> time_subjects(std::span<const BenchSubject> subjects,
                                      const std::function<void(std::uint64_t done, std::uint64_t total)>& progress);

// Not timed: what every event's match yields.
struct BenchMatches {
  std::uint64_t total = 0;
  std::vector<std::uint64_t> event_hash;  // by timed event: of its sorted ids
};
BenchMatches collect_matches(const BenchSubject& subject, const std::function<void(std::uint64_t done)>& progress);

// Order-independent: equal sets of ids have equal hashes. `ids` is sorted.
std::uint64_t hash_ids(std::vector<SubscriptionId>& ids);

struct BenchSummary {
  double median_us = 0;
  double p99_us = 0;
  double mean_us = 0;
  std::size_t events = 0;
};
// Over the events that both were timed on; `with` may be the same. All zero when there is none.
BenchSummary summarise(const BenchTimes& times, const BenchTimes& with);

}  // namespace turnout::cli
