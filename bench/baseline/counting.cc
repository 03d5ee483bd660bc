// The counting algorithm as textbooks have it.
#include <algorithm>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "bench/baseline/conjunctions.h"
#include "bench/baseline/deferred.h"
#include "bench/baseline/engine.h"
#include "bench/baseline/operator_index.h"
#include "matcher/predicate/filter_rep.h"

namespace turnout::baseline {

namespace {

using predicate::Formula;

// Beside each other, so that counting touches one place. Each predicate counts twice at most.
struct Counter {
  std::uint16_t count = 0;
  std::uint16_t required = 0;  // counts that make the conjunction true
};
constexpr std::size_t kCountedMax = 0x7fff;

class Counting final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const noexcept override { return "counting"; }
  [[nodiscard]] Paths paths() const override { return Paths(registry_); }
  [[nodiscard]] std::optional<std::uint64_t> satisfied_predicates() const override { return satisfied_; }

  Result<void> add(std::span<const Change> additions) override {
    for (const Change& change : additions) {
      const auto filter = static_cast<std::uint32_t>(ids_.size());
      ids_.push_back(change.id);
      const predicate::Formula formula = change.filter.rep().make_matches();
      for (const Conjunction& conjunction : conjunctions_of(formula)) {
        if (Result<void> ok = add_conjunction(conjunction, filter); !ok) return ok.error();
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
    std::size_t bytes = ids_.capacity() * sizeof(SubscriptionId) +
                        (counters_.capacity() + filter_of_.capacity() + uncounted_.capacity() + reported_.capacity() +
                         deferred_nodes_.capacity()) *
                            sizeof(std::uint32_t) +
                        deferred_.memory_bytes() +
                        deferred_of_.bucket_count() * sizeof(std::pair<std::uint32_t, DeferredList>) +
                        registry_->memory_bytes();
    for (const OperatorIndex& index : by_path_) bytes += sizeof(OperatorIndex) + index.memory_bytes();
    return bytes;
  }

 private:
  struct DeferredList {
    std::uint32_t begin = 0, size = 0;  // in deferred_nodes_
  };

  Result<void> add_conjunction(const Conjunction& conjunction, std::uint32_t filter) {
    const auto number = static_cast<std::uint32_t>(counters_.size());
    Counter counter;
    std::vector<const Formula*> rest = conjunction.others;
    for (std::size_t i = 0; i < conjunction.sets.size(); ++i) {
      const Formula* const set = conjunction.sets[i];
      if (i >= kCountedMax) {
        rest.push_back(set);
        continue;
      }
      const Result<schema::PathId> path = registry_->insert(*set->path, false);
      if (!path) return path.error();
      if (by_path_.size() <= *path) by_path_.resize(*path + std::size_t{1});
      counter.required = static_cast<std::uint16_t>(counter.required + by_path_[*path].add(set->set, number));
    }
    if (!rest.empty()) {
      deferred_of_[number] = {static_cast<std::uint32_t>(deferred_nodes_.size()), static_cast<std::uint32_t>(rest.size())};
    }
    for (const Formula* formula : rest) {
      const Result<std::uint32_t> node = deferred_.intern(*formula);
      if (!node) return node.error();
      deferred_nodes_.push_back(*node);
    }
    if (counter.required == 0) uncounted_.push_back(number);
    counters_.push_back(counter);
    filter_of_.push_back(filter);
    return {};
  }

  void next_event() {
    deferred_.next_event();
    satisfied_ = 0;
    for (Counter& counter : counters_) counter.count = 0;
    if (++event_ == 0) {
      event_ = 1;
      std::fill(reported_.begin(), reported_.end(), 0U);
    }
  }

  void count(const OperatorIndex& index, schema::ValueView value, std::vector<SubscriptionId>& ids) {
    Counter* const counters = counters_.data();
    index.satisfied(value, [&](std::span<const std::uint32_t> satisfied) {
      satisfied_ += satisfied.size();
      for (const std::uint32_t conjunction : satisfied) {
        Counter& counter = counters[conjunction];
        if (++counter.count == counter.required) complete(conjunction, ids);
      }
    });
  }

  // Every counted predicate of the conjunction holds. Its filter may have others, and is reported once.
  void complete(std::uint32_t conjunction, std::vector<SubscriptionId>& ids) {
    const std::uint32_t filter = filter_of_[conjunction];
    if (reported_[filter] == event_) return;
    if (!deferred_of_.empty()) {
      const auto found = deferred_of_.find(conjunction);
      const DeferredList list = found == deferred_of_.end() ? DeferredList{} : found->second;
      for (std::uint32_t i = 0; i < list.size; ++i) {
        if (!deferred_.holds(deferred_nodes_[list.begin + i], slots_)) return;
      }
    }
    reported_[filter] = event_;
    ids.push_back(ids_[filter]);
  }

  std::shared_ptr<schema::PathRegistry> registry_ = std::make_shared<schema::PathRegistry>();
  std::vector<SubscriptionId> ids_;       // by filter
  std::vector<Counter> counters_;         // by conjunction
  std::vector<std::uint32_t> filter_of_;  // by conjunction
  std::vector<std::uint32_t> uncounted_;  // conjunctions without a counted predicate
  std::vector<OperatorIndex> by_path_;
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

std::unique_ptr<Engine> make_counting() { return std::make_unique<Counting>(); }

}  // namespace turnout::baseline
