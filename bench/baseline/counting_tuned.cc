// The counting algorithm with all that makes it quick: counters of a byte that are copied anew for each event, an interval tree
// per path, completion seen as a counter that reaches 0.
#include <cstring>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "bench/baseline/conjunctions.h"
#include "bench/baseline/deferred.h"
#include "bench/baseline/engine.h"
#include "bench/baseline/path_predicates.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout::baseline {

namespace {

using predicate::Formula;

// Of a conjunction. The filter's number and what is special about it share a word, which only complete conjunctions read.
constexpr std::uint32_t kHasDeferred = 0x8000'0000;  // more than the counted predicates must hold
constexpr std::uint32_t kHasSiblings = 0x4000'0000;  // its filter has other conjunctions
constexpr std::uint32_t kFilterMask = 0x3fff'ffff;

// A counter goes up from -n, n predicates, to 0; more predicates than a byte can count are deferred.
constexpr std::size_t kCountedMax = 255;

class CountingTuned final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const noexcept override { return "counting-tuned"; }
  [[nodiscard]] Paths paths() const override { return Paths(registry_); }
  [[nodiscard]] std::optional<std::uint64_t> satisfied_predicates() const override { return satisfied_; }

  Result<void> add(std::span<const Change> additions) override {
    for (const Change& change : additions) {
      const predicate::Formula formula = change.filter.rep().make_matches();
      const std::vector<Conjunction> conjunctions = conjunctions_of(formula);
      const auto filter = static_cast<std::uint32_t>(ids_.size());
      ids_.push_back(change.id);
      for (const Conjunction& conjunction : conjunctions) {
        if (Result<void> ok = add_conjunction(conjunction, filter | (conjunctions.size() > 1 ? kHasSiblings : 0)); !ok)
          return ok.error();
      }
    }
    return {};
  }

  Result<void> finish() override {
    by_path_.resize(registry_->size());
    for (schema::PathId path = 0; path < by_path_.size(); ++path) {
      by_path_[path].finish();
      if (by_path_[path].wants_missing()) wanted_missing_.push_back(path);
    }
    counters_.resize(start_.size());
    reported_.resize(ids_.size());
    slots_.values.resize(registry_->size());
    return {};
  }

  void match(const Event& event, std::vector<SubscriptionId>& ids) override {
    slots_.clear();
    registry_->resolve(event.data(), slots_);
    next_event();
    for (const std::uint32_t conjunction : uncounted_) complete(conjunction, ids);
    for (const schema::PathId path : slots_.present) count(by_path_[path], slots_.values[path], ids);
    for (const schema::PathId path : wanted_missing_) {
      if (slots_.values[path].is_missing()) count(by_path_[path], schema::ValueView{}, ids);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    std::size_t bytes = ids_.capacity() * sizeof(SubscriptionId) + start_.capacity() + counters_.capacity() +
                        (conjunctions_.capacity() + reported_.capacity() + uncounted_.capacity()) * sizeof(std::uint32_t) +
                        by_path_.capacity() * sizeof(PathPredicates) + deferred_.memory_bytes() +
                        deferred_nodes_.capacity() * sizeof(std::uint32_t) +
                        deferred_of_.bucket_count() * sizeof(std::pair<std::uint32_t, DeferredList>) +
                        registry_->memory_bytes();
    for (const PathPredicates& predicates : by_path_) bytes += predicates.memory_bytes();
    return bytes;
  }

 private:
  struct DeferredList {
    std::uint32_t begin = 0, size = 0;  // in deferred_nodes_
  };

  Result<void> add_conjunction(const Conjunction& conjunction, std::uint32_t word) {
    const auto number = static_cast<std::uint32_t>(conjunctions_.size());
    const std::size_t counted = std::min(conjunction.sets.size(), kCountedMax);
    for (std::size_t i = 0; i < counted; ++i) {
      const Formula& set = *conjunction.sets[i];
      const Result<schema::PathId> path = registry_->insert(*set.path, false);
      if (!path) return path.error();
      if (by_path_.size() <= *path) by_path_.resize(*path + std::size_t{1});
      by_path_[*path].add(set.set, number);
    }
    std::vector<const Formula*> rest(conjunction.sets.begin() + static_cast<std::ptrdiff_t>(counted), conjunction.sets.end());
    rest.insert(rest.end(), conjunction.others.begin(), conjunction.others.end());
    if (!rest.empty()) {
      word |= kHasDeferred;
      deferred_of_[number] = {static_cast<std::uint32_t>(deferred_nodes_.size()), static_cast<std::uint32_t>(rest.size())};
    }
    for (const Formula* formula : rest) {
      const Result<std::uint32_t> node = deferred_.intern(*formula);
      if (!node) return node.error();
      deferred_nodes_.push_back(*node);
    }
    if (counted == 0) uncounted_.push_back(number);
    conjunctions_.push_back(word);
    start_.push_back(static_cast<std::uint8_t>(0U - counted));
    return {};
  }

  void next_event() {
    deferred_.next_event();
    satisfied_ = 0;
    if (!start_.empty()) std::memcpy(counters_.data(), start_.data(), start_.size());
    if (++event_ == 0) {
      event_ = 1;
      std::fill(reported_.begin(), reported_.end(), 0U);
    }
  }

  void count(const PathPredicates& predicates, schema::ValueView value, std::vector<SubscriptionId>& ids) {
    std::uint8_t* const counters = counters_.data();
    predicates.satisfied(value, [&](std::span<const std::uint32_t> satisfied) {
      satisfied_ += satisfied.size();
      for (const std::uint32_t conjunction : satisfied) {
        if (++counters[conjunction] == 0) complete(conjunction, ids);
      }
    });
  }

  // Every counted predicate of the conjunction holds.
  void complete(std::uint32_t conjunction, std::vector<SubscriptionId>& ids) {
    const std::uint32_t word = conjunctions_[conjunction];
    const std::uint32_t filter = word & kFilterMask;
    if ((word & kHasSiblings) != 0 && reported_[filter] == event_) return;
    if ((word & kHasDeferred) != 0) {
      const DeferredList list = deferred_of_.find(conjunction)->second;
      for (std::uint32_t i = 0; i < list.size; ++i) {
        if (!deferred_.holds(deferred_nodes_[list.begin + i], slots_)) return;
      }
    }
    if ((word & kHasSiblings) != 0) reported_[filter] = event_;
    ids.push_back(ids_[filter]);
  }

  std::shared_ptr<schema::PathRegistry> registry_ = std::make_shared<schema::PathRegistry>();
  std::vector<SubscriptionId> ids_;          // by filter
  std::vector<std::uint32_t> conjunctions_;  // filter and flags
  std::vector<std::uint8_t> start_;          // by conjunction: the counter before an event
  std::vector<std::uint8_t> counters_;       // by conjunction
  std::vector<std::uint32_t> uncounted_;     // conjunctions without a counted predicate
  std::vector<PathPredicates> by_path_;
  std::vector<schema::PathId> wanted_missing_;  // paths on which some predicate holds when they are missing
  Deferred deferred_{*registry_};
  std::vector<std::uint32_t> deferred_nodes_;
  boost::unordered_flat_map<std::uint32_t, DeferredList> deferred_of_;
  std::vector<std::uint32_t> reported_;  // by filter: the last event it was reported for
  std::uint32_t event_ = 0;
  std::uint64_t satisfied_ = 0;
  schema::Slots slots_;
};

}  // namespace

std::unique_ptr<Engine> make_counting_tuned() { return std::make_unique<CountingTuned>(); }

}  // namespace turnout::baseline
