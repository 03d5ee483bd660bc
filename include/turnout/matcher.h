// The matcher: which subscriptions want this event?
//
//   turnout::Matcher matcher;
//   matcher.add(SubscriptionId{42}, *turnout::compile("type = 'order' AND amount > 100"));
//   turnout::MatchScratch scratch;
//   for (SubscriptionId id : matcher.match(event, scratch)) deliver(id);
//
// All filters are compiled into one predicate index; a match costs about what can match, not the number of filters
// (docs/matching.md). Thread-safety: every member may be called from any thread. Writers are serialised among themselves and
// never block readers; a change is visible to every match() that starts after it returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "turnout/cost.h"
#include "turnout/event.h"
#include "turnout/filter.h"
#include "turnout/result.h"

namespace turnout {

// The caller's name of a subscription. Any 64-bit value.
struct SubscriptionId {
  std::uint64_t value = 0;
  friend bool operator==(SubscriptionId, SubscriptionId) = default;
  friend auto operator<=>(SubscriptionId, SubscriptionId) = default;
};

struct MatcherOptions {
  // add(), replace() and apply() are refused with ErrorCode::out_of_memory when memory_usage().total() would pass this many
  // bytes. 0: no cap.
  std::size_t memory_cap_bytes = 0;
  // Keep each filter's canonical text for get(). Without it get() answers ErrorCode::unavailable, and memory shrinks by the
  // text.
  bool keep_text = true;
  // Where the index is merged. Empty: within the change that makes a merge due, on its caller's thread; most changes take
  // microseconds, few merge. Set: called with a task for each merge of some size; the task may run on any thread, at any time,
  // even within the call, but must run or be dropped unrun. Changes go on meanwhile, and the matcher's destructor waits for a
  // task that runs. A task that has not begun when the matcher is gone does nothing. Must not throw.
  std::function<void(std::function<void()>)> executor = {};
};

// One change of apply().
struct Change {
  enum class Kind : std::uint8_t { add, replace, remove };
  Kind kind = Kind::add;
  SubscriptionId id;
  Filter filter;           // add, replace
  std::uint64_t word = 0;  // add, replace: the caller's word beside the id
};

// Bytes by part; estimates from sizes and capacities, allocator overhead left out.
struct MemoryUsage {
  std::size_t access = 0;        // directories from value codes to clusters
  std::size_t clusters = 0;      // candidate rows
  std::size_t programs = 0;      // encoded filters, text tests, residuals
  std::size_t sets = 0;          // IN lists, NOT IN, <> and their bit matrices
  std::size_t dictionaries = 0;  // constants of filters and their codes
  std::size_t ids = 0;           // ids, words, id map, tombstones
  std::size_t text = 0;          // canonical texts
  std::size_t paths = 0;         // path registry
  [[nodiscard]] std::size_t total() const noexcept {
    return access + clusters + programs + sets + dictionaries + ids + text + paths;
  }
};

// How the index was kept in shape so far: for benchmarks and diagnosis.
struct ChangeCounters {
  std::uint64_t merges = 0;          // completed
  std::uint64_t filters_merged = 0;  // by them
  std::size_t segments = 0;          // now
  std::size_t delta = 0;             // filters in no segment yet, now
};

// What one match did: for benchmarks and diagnosis.
struct MatchCounters {
  std::uint64_t clusters = 0;    // clusters visited
  std::uint64_t candidates = 0;  // rows of which at least one condition was looked at
  std::uint64_t survivors = 0;   // of them, those whose other conditions were looked at one row at a time
  std::uint64_t verified = 0;    // rows whose encoded filter was evaluated
  std::uint64_t matches = 0;
  std::uint64_t bytes = 0;  // of clusters, rows and ids that were read; what codes, texts and sets take is left out
  void add(const MatchCounters& other) noexcept {
    clusters += other.clusters;
    candidates += other.candidates;
    survivors += other.survivors;
    bytes += other.bytes;
    verified += other.verified;
    matches += other.matches;
  }
};

// What several events match.
class Matches {
 public:
  // Of events.
  [[nodiscard]] std::size_t size() const noexcept { return ends_.size(); }
  // Of event i: the ids whose filter is TRUE for it, each once, in no order.
  [[nodiscard]] std::span<const SubscriptionId> operator[](std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(ids_).subspan(begin, ends_[i] - begin);
  }

 private:
  friend class Matcher;
  std::vector<SubscriptionId> ids_;
  std::vector<std::size_t> ends_;  // by event, in ids_
};

// A thread's working memory for match(); reusable with any matcher. Not thread-safe. A visitor may match with the scratch that
// is under way: such nested matches use memory of their own, and allocate.
class MatchScratch {
 public:
  MatchScratch();
  ~MatchScratch();
  MatchScratch(MatchScratch&&) noexcept;
  MatchScratch& operator=(MatchScratch&&) noexcept;
  // Of the last match(); of several events together.
  [[nodiscard]] const MatchCounters& counters() const noexcept;
  struct State;
  [[nodiscard]] State& state() noexcept { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

class Matcher {
 public:
  explicit Matcher(MatcherOptions options = {});
  ~Matcher();
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // Amortised O(filter size * log(filters)); microseconds but for merges (MatcherOptions::executor). Errors: already_exists,
  // out_of_memory, limit.
  Result<void> add(SubscriptionId id, const Filter& filter, std::uint64_t word = 0);
  // Errors: not_found, out_of_memory, limit.
  Result<void> replace(SubscriptionId id, const Filter& filter, std::uint64_t word = 0);
  // Errors: not_found.
  Result<void> remove(SubscriptionId id);
  // Errors: those of add(), replace() and remove(). All of the changes or, on an error, none; no match() sees some of them
  // only. Changes apply in order, so one id may occur more than once. Many filters are better
  // loaded with BulkLoad.
  Result<void> apply(std::span<const Change> changes);

  // Live subscriptions: O(1). Whether an id is one of them: O(log(filters)).
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool contains(SubscriptionId id) const;
  // The filter's canonical text. O(size of the text). Errors: not_found; unavailable without keep_text.
  [[nodiscard]] Result<std::string> get(SubscriptionId id) const;
  // Every live subscription once, in no order, as of one moment; `visit` returns false to stop. It may call the matcher.
  // O(filters).
  void for_each(const std::function<bool(SubscriptionId, std::uint64_t word)>& visit) const;

  // The ids whose filter is TRUE for the event, each once, in no order. The span lives until the scratch is used again. No
  // allocation after warm-up.
  std::span<const SubscriptionId> match(const Event& event, MatchScratch& scratch) const;
  // The same with words, one at a time: visit(id, word) returns false to stop. Returns false when stopped.
  template <class Visit>
  bool match(const Event& event, MatchScratch& scratch, Visit&& visit) const {
    using V = std::remove_reference_t<Visit>;
    return match_each(event, scratch, const_cast<void*>(static_cast<const void*>(&visit)),
                      [](void* v, SubscriptionId id, std::uint64_t word) -> bool { return (*static_cast<V*>(v))(id, word); });
  }
  // Several events: what they match one by one, in less time each, for the memory that one waits for arrives while others are
  // worked on. Eight at a time are matched against one state of the matcher. The result lives until the scratch is used for
  // several events again. No allocation after warm-up.
  const Matches& match(std::span<const Event> events, MatchScratch& scratch) const;
  // Whether any filter is TRUE for the event: stops at the first.
  [[nodiscard]] bool any(const Event& event, MatchScratch& scratch) const;

  // The paths that live filters read, in canonical text, sorted, each once. O(filters).
  [[nodiscard]] std::vector<std::string> referenced_paths() const;
  // For EventReader: grows with the filters.
  [[nodiscard]] Paths paths() const;
  // What the live index holds, by part. Memory that readers keep alive a little longer is left out.
  [[nodiscard]] MemoryUsage memory_usage() const;
  [[nodiscard]] ChangeCounters change_counters() const;
  // What the filter costs as the index stands: by which access the events would be led to it and how far each would get.
  // O(filters) to find its rows, then a match's time an event at most; for diagnosis. Errors: not_found.
  [[nodiscard]] Result<ObservedCost> observed_cost(SubscriptionId id, std::span<const Event> events) const;

  // Writes all live filters as of one moment to a file, in the index's own form (docs/internals/index-file.md): the file is
  // written beside `path`, synchronised and renamed, so that a crash leaves the old one or the new one. O(filters); changes and
  // matches go on. Errors: io.
  [[nodiscard]] Result<void> save(const std::string& path) const;
  // Adds all filters of a saved index: about a microsecond a filter, without reading filter texts. All or, on an error, none;
  // but paths of a file that is refused late may stay known. A file that is damaged, or was made to look like an index, is
  // refused, and asks for no more memory than a multiple of its size. Errors: io, damaged, already_exists, out_of_memory,
  // limit; unavailable when this matcher keeps texts and the one that was saved did not.
  Result<void> load(const std::string& path);

  // Merges everything into one packed index now, laid out for events like those that were matched lately. O(filters). Matching
  // works meanwhile.
  // Errors: limit, when all filters together are too many for one; the index then stays as it is.
  Result<void> compact();

 private:
  friend class BulkLoad;
  using VisitFunction = bool (*)(void*, SubscriptionId, std::uint64_t);
  bool match_each(const Event& event, MatchScratch& scratch, void* visitor, VisitFunction visit) const;
  struct State;
  std::unique_ptr<State> state_;
};

// Loads many filters: they are packed in pieces as they come and merged at the end, so that only few are held compiled at any
// time and building takes about twice the memory of the finished index at most. No match sees any of them before finish(),
// then all.
//
//   turnout::BulkLoad load(matcher);
//   for (...) if (auto ok = load.add(id, filter); !ok) ...
//   if (auto ok = load.finish(); !ok) ...
//
// Not thread-safe; the matcher may be used meanwhile, and must outlive it.
class BulkLoad {
 public:
  // `threads`: so many pack pieces, the caller's among them; 1 and 0 start none. The merge at the end takes the caller's alone.
  // Each holds 65,536 filters compiled.
  explicit BulkLoad(Matcher& matcher, unsigned threads = 1);
  ~BulkLoad();
  BulkLoad(BulkLoad&&) noexcept;
  BulkLoad& operator=(BulkLoad&&) noexcept;

  // Errors: out_of_memory, limit; already_exists for an id that was added before, though that may show in finish() only. After
  // an error the load is of no use.
  Result<void> add(SubscriptionId id, const Filter& filter, std::uint64_t word = 0);
  // All of the filters or, on an error, none. Errors: those of add(); already_exists also for an id that the matcher has.
  Result<void> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace turnout
