#include "cli/bench_protocol.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace turnout::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kWarmupMax{3};  // per subject

double elapsed_us(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::micro>(to - from).count();
}

double time_match(const BenchSubject& subject, std::size_t event, std::vector<SubscriptionId>& ids) {
  ids.clear();
  const Clock::time_point from = Clock::now();
  subject.match(event, ids);
  return elapsed_us(from, Clock::now());
}

double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// Matches the warm-up events, and tells the median time of the second half: the first half pays for cold memory.
double warm_up(const BenchSubject& subject, std::vector<SubscriptionId>& ids) {
  std::vector<double> times;
  const Clock::time_point from = Clock::now();
  for (std::size_t event = 0; event < subject.warmup; ++event) {
    times.push_back(time_match(subject, event, ids));
    if (Clock::now() - from > kWarmupMax) break;
  }
  times.erase(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return median(times);
}

// Which events a subject is timed on: all, or a sample spread evenly over the blocks and within them.
std::vector<bool> choose_events(std::size_t events, double event_us) {
  const double affordable = event_us > 0 ? kBenchSampleRound_us / event_us : 0;
  const auto sample = static_cast<std::size_t>(
      std::clamp(affordable, static_cast<double>(kBenchSampleEventsMin), static_cast<double>(kBenchSampleEvents)));
  if (event_us <= kBenchSlowEvent_us || events <= sample) return std::vector<bool>(events, true);
  std::vector<bool> chosen(events, false);
  for (std::size_t i = 0; i < sample; ++i) chosen[i * events / sample] = true;
  return chosen;
}

struct Running {
  std::vector<bool> chosen;
  std::vector<std::array<double, kBenchRounds>> rounds;
  std::vector<SubscriptionId> ids;
};

void time_block(const BenchSubject& subject, Running& running, std::size_t round, std::size_t begin, std::size_t end) {
  for (std::size_t event = begin; event < end; ++event) {
    if (running.chosen[event]) running.rounds[event][round] = time_match(subject, subject.warmup + event, running.ids);
  }
}

BenchTimes finish(const Running& running, bool sampled) {
  BenchTimes times;
  times.sampled = sampled;
  for (std::size_t event = 0; event < running.rounds.size(); ++event) {
    std::vector<double> rounds(running.rounds[event].begin(), running.rounds[event].end());
    times.event_us.push_back(running.chosen[event] ? median(rounds) : -1.0);
  }
  return times;
}

}  // namespace

std::vector<BenchTimes> time_subjects(std::span<const BenchSubject> subjects,
                                      const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  if (subjects.empty()) return {};
  const std::size_t events = subjects.front().events;
  std::vector<Running> running(subjects.size());
  for (std::size_t s = 0; s < subjects.size(); ++s) {
    running[s].chosen = choose_events(events, warm_up(subjects[s], running[s].ids));
    running[s].rounds.resize(events);
  }
  for (std::size_t round = 0; round < kBenchRounds; ++round) {
    for (std::size_t begin = 0; begin < events; begin += kBenchBlockEvents) {
      const std::size_t end = std::min(events, begin + kBenchBlockEvents);
      for (std::size_t s = 0; s < subjects.size(); ++s) time_block(subjects[s], running[s], round, begin, end);
      progress(round * events + end, kBenchRounds * events);
    }
  }
  std::vector<BenchTimes> times;
  for (const Running& one : running) {
    times.push_back(finish(one, std::find(one.chosen.begin(), one.chosen.end(), false) != one.chosen.end()));
  }
  return times;
}

std::uint64_t hash_ids(std::vector<SubscriptionId>& ids) {
  std::sort(ids.begin(), ids.end());
  std::uint64_t hash = 0x9e37'79b9'7f4a'7c15ULL ^ ids.size();
  for (const SubscriptionId id : ids) {
    hash = (hash ^ id.value) * 0xbf58'476d'1ce4'e5b9ULL;
    hash ^= hash >> 31U;
  }
  return hash;
}

BenchMatches collect_matches(const BenchSubject& subject, const std::function<void(std::uint64_t)>& progress) {
  BenchMatches matches;
  std::vector<SubscriptionId> ids;
  for (std::size_t event = 0; event < subject.events; ++event) {
    ids.clear();
    subject.match(subject.warmup + event, ids);
    matches.total += ids.size();
    matches.event_hash.push_back(hash_ids(ids));
    progress(matches.event_hash.size());
  }
  return matches;
}

BenchSummary summarise(const BenchTimes& times, const BenchTimes& with) {
  std::vector<double> us;
  for (std::size_t event = 0; event < times.event_us.size(); ++event) {
    if (times.event_us[event] >= 0 && with.event_us[event] >= 0) us.push_back(times.event_us[event]);
  }
  BenchSummary summary;
  if (us.empty()) return summary;
  std::sort(us.begin(), us.end());
  summary.events = us.size();
  const auto rank = static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(us.size())));
  summary.p99_us = us[rank - 1];
  for (const double one : us) summary.mean_us += one;
  summary.mean_us /= static_cast<double>(us.size());
  summary.median_us = median(us);
  return summary;
}

}  // namespace turnout::cli
