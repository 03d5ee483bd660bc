#include "matcher/predicate/filter_rep.h"

#include <utility>

namespace turnout::predicate {

namespace {

// A blank filter, or TRUE alone, says on purpose that it wants everything.
bool wants_everything(const Expr& root) noexcept {
  const bool* value = root.op == Op::literal ? root.value.if_boolean() : nullptr;
  return value != nullptr && *value;
}

// Publishes what this thread made, unless another was faster.
template <class T>
const T& publish(std::atomic<const T*>& place, T made) {
  auto fresh = std::make_unique<const T>(std::move(made));
  const T* known = nullptr;
  if (place.compare_exchange_strong(known, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *known;
}

}  // namespace

FilterRep::FilterRep(ExprPtr root, Formula matches, Dialect dialect, std::vector<Warning> warnings) : dialect_(dialect) {
  if (!warnings.empty()) warnings_ = std::make_shared<const std::vector<Warning>>(std::move(warnings));
  auto kept_root = std::make_unique<const ExprPtr>(std::move(root));
  matches_ = new Formula(std::move(matches));
  root_ = kept_root.release();
}

FilterRep::FilterRep(std::shared_ptr<const ExprTemplate> shape, TemplateBinding binding, Dialect dialect)
    : shape_(std::move(shape)), binding_(std::move(binding)), dialect_(dialect), plain_(true) {}

FilterRep::FilterRep(std::shared_ptr<const ExprTemplate> shape, TemplateBinding binding, Formula matches, Dialect dialect,
                     std::vector<Warning> warnings)
    : shape_(std::move(shape)), binding_(std::move(binding)), dialect_(dialect) {
  if (!warnings.empty()) warnings_ = std::make_shared<const std::vector<Warning>>(std::move(warnings));
  matches_ = new Formula(std::move(matches));
}

FilterRep::~FilterRep() {
  delete root_.load(std::memory_order_relaxed);
  delete matches_.load(std::memory_order_relaxed);
}

ExprPtr FilterRep::make_root() const {
  if (const ExprPtr* known = root_.load(std::memory_order_acquire)) return *known;
  return instantiate(*shape_, binding_.paths(), binding_.constants(), nullptr);
}

Formula FilterRep::make_matches() const {
  if (const Formula* known = matches_.load(std::memory_order_acquire)) return *known;
  return compile_true(*make_root());
}

bool FilterRep::read_plain(PlainSets& sets) const {
  return plain_ && !shape_->parts.empty() && sets.read(shape_->parts, binding_);
}

const ExprPtr& FilterRep::root() const {
  if (const ExprPtr* known = root_.load(std::memory_order_acquire)) return *known;
  return publish(root_, make_root());
}

const Formula& FilterRep::matches() const {
  if (const Formula* known = matches_.load(std::memory_order_acquire)) return *known;
  return publish(matches_, compile_true(*make_root()));
}

const std::vector<Warning>& FilterRep::warnings() const noexcept {
  static const std::vector<Warning> none;
  return warnings_ == nullptr ? none : *warnings_;
}

void add_folding_warnings(const Expr& root, const Formula& matches, std::vector<Warning>& warnings) {
  if (matches.kind == Formula::Kind::no) warnings.push_back({"this filter can never match", 0, 0});
  if (matches.kind == Formula::Kind::yes && !wants_everything(root)) {
    warnings.push_back({"this filter matches every event", 0, 0});
  }
}

Filter make_filter(ExprPtr root, Dialect dialect, std::vector<Warning> warnings) {
  Formula matches = compile_true(*root);
  add_folding_warnings(*root, matches, warnings);
  return Filter(std::make_shared<const FilterRep>(std::move(root), std::move(matches), dialect, std::move(warnings)));
}

}  // namespace turnout::predicate
