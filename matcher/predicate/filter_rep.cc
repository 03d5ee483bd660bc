#include "matcher/predicate/filter_rep.h"

#include <utility>

namespace turnout::predicate {

namespace {

// A blank filter, or TRUE alone, says on purpose that it wants everything.
bool wants_everything(const Expr& root) noexcept {
  const bool* value = root.op == Op::literal ? root.value.if_boolean() : nullptr;
  return value != nullptr && *value;
}

}  // namespace

Filter make_filter(ExprPtr root, Dialect dialect, std::vector<Warning> warnings) {
  auto rep = std::make_shared<FilterRep>();
  rep->matches = compile_true(*root);
  rep->root = std::move(root);
  rep->dialect = dialect;
  rep->warnings = std::move(warnings);
  if (rep->matches.kind == Formula::Kind::no) rep->warnings.push_back({"this filter can never match", 0, 0});
  if (rep->matches.kind == Formula::Kind::yes && !wants_everything(*rep->root)) {
    rep->warnings.push_back({"this filter matches every event", 0, 0});
  }
  return Filter(std::move(rep));
}

}  // namespace turnout::predicate
