// The naive scan: the reference evaluator over every filter. Made cheap where that changes no meaning: paths are resolved once
// per event and a path in a tree is found by its address.
#include <cstddef>
#include <memory_resource>
#include <type_traits>
#include <utility>

#include "bench/baseline/engine.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "schema/path_registry.h"

namespace turnout::baseline {

namespace {

using predicate::Expr;
using predicate::ExprPtr;

// Paths of the scanned trees, by id. Chunks have addresses that stay, so a path's id follows from where it lies.
class PathTable {
 public:
  explicit PathTable(std::shared_ptr<schema::PathRegistry> registry) : registry_(std::move(registry)) {}

  // A path expression that all trees share, for `path`.
  Result<ExprPtr> intern(const schema::Path& path, bool elements) {
    Result<schema::PathId> id = registry_->insert(path, elements);
    if (!id) return id.error();
    if (expressions_.size() <= *id) expressions_.resize(*id + std::size_t{1});
    ExprPtr& known = expressions_[*id];
    if (known == nullptr) {
      auto numbered = std::make_shared<Numbered>();
      numbered->id = *id;
      numbered->path = path;
      auto expr = std::make_shared<Expr>();
      expr->op = predicate::Op::path;
      expr->path = std::shared_ptr<const schema::Path>(numbered, &numbered->path);
      known = std::move(expr);
    }
    return known;
  }

  // Requires a path of an expression from intern().
  static schema::PathId id_of(const schema::Path& path) noexcept {
    const auto* bytes = reinterpret_cast<const std::byte*>(&path) - offsetof(Numbered, path);
    return reinterpret_cast<const Numbered*>(bytes)->id;
  }

  [[nodiscard]] std::size_t memory_bytes() const { return expressions_.size() * (sizeof(Expr) + sizeof(Numbered)); }

 private:
  struct Numbered {
    schema::PathId id = schema::kNoPath;
    schema::Path path;
  };
  static_assert(std::is_standard_layout_v<schema::Path>);

  std::shared_ptr<schema::PathRegistry> registry_;
  std::vector<ExprPtr> expressions_;  // by id
};

class SlotLookup final : public predicate::Lookup {
 public:
  explicit SlotLookup(const schema::Slots& slots) : slots_(slots) {}
  schema::ValueView value(const Expr& path) const override { return slots_.values[PathTable::id_of(*path.path)]; }

 private:
  const schema::Slots& slots_;
};

class NaiveScan final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const noexcept override { return "naive"; }

  Result<void> add(std::span<const Change> additions) override {
    for (const Change& change : additions) {
      Result<ExprPtr> root = copy(change.filter.rep().make_root());
      if (!root) return root.error();
      ids_.push_back(change.id);
      roots_.push_back(*std::move(root));
    }
    return {};
  }

  Result<void> finish() override {
    slots_.values.resize(registry_->size());
    return {};
  }

  [[nodiscard]] Paths paths() const override { return Paths(registry_); }

  void match(const Event& event, std::vector<SubscriptionId>& ids) override {
    slots_.clear();
    registry_->resolve(event.data(), slots_);
    const SlotLookup lookup(slots_);
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      // Trees lie all over memory; the processor cannot guess the next one.
      if (i + kAhead < roots_.size()) __builtin_prefetch(roots_[i + kAhead].get());
      if (predicate::evaluate(*roots_[i], lookup) == predicate::Truth::yes) ids.push_back(ids_[i]);
    }
  }

  [[nodiscard]] std::size_t memory_bytes() const override {
    return ids_.capacity() * sizeof(SubscriptionId) + roots_.capacity() * sizeof(ExprPtr) + nodes_ * sizeof(Expr) +
           table_.memory_bytes() + registry_->memory_bytes();
  }

 private:
  static constexpr std::size_t kAhead = 8;

  // The same tree over shared path expressions, in one piece of memory and in the order of a walk.
  Result<ExprPtr> copy(const ExprPtr& expr, bool elements = false) {
    ++nodes_;
    if (expr->op == predicate::Op::path) return table_.intern(*expr->path, elements || expr->path->has_star());
    auto copied = std::allocate_shared<Expr>(std::pmr::polymorphic_allocator<Expr>(&memory_), *expr);
    const bool quantified = expr->op == predicate::Op::any || expr->op == predicate::Op::all;
    for (std::size_t i = 0; i < copied->children.size(); ++i) {
      Result<ExprPtr> child = copy(expr->children[i], quantified && i == 1);
      if (!child) return child.error();
      copied->children[i] = *std::move(child);
    }
    return ExprPtr(std::move(copied));
  }

  std::pmr::monotonic_buffer_resource memory_{std::size_t{1} << 20};  // of the trees, so it goes last
  std::shared_ptr<schema::PathRegistry> registry_ = std::make_shared<schema::PathRegistry>();
  PathTable table_{registry_};
  std::vector<SubscriptionId> ids_;
  std::vector<ExprPtr> roots_;
  schema::Slots slots_;
  std::size_t nodes_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_naive_scan() { return std::make_unique<NaiveScan>(); }

std::unique_ptr<Engine> make_engine(std::string_view name) {
  if (name == "naive") return make_naive_scan();
  if (name == "counting") return make_counting();
  if (name == "counting-tuned") return make_counting_tuned();
  return nullptr;
}

}  // namespace turnout::baseline
