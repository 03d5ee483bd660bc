#include "turnout/filter.h"

#include <algorithm>

#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "matcher/predicate/printer.h"

namespace turnout {

namespace {

std::shared_ptr<const predicate::FilterRep> blank_filter() {
  static const std::shared_ptr<const predicate::FilterRep> blank = [] {
    auto root = std::make_shared<predicate::Expr>();
    root->value = Value(true);
    return std::make_shared<const predicate::FilterRep>(std::move(root), predicate::make_constant(true), Dialect::core,
                                                        std::vector<Warning>());
  }();
  return blank;
}

void collect_paths(const predicate::Expr& expr, std::vector<std::string>& paths) {
  if (expr.op == predicate::Op::path) paths.push_back(schema::to_string(*expr.path));
  for (const predicate::ExprPtr& child : expr.children) collect_paths(*child, paths);
}

}  // namespace

std::string_view dialect_name(Dialect dialect) noexcept {
  switch (dialect) {
    case Dialect::core:
      return "core";
    case Dialect::jms:
      return "jms";
    case Dialect::azure_sql:
      return "azure-sql";
  }
  return "";
}

Filter::Filter() : rep_(blank_filter()) {}

std::string Filter::text() const { return predicate::print(*rep_->make_root(), rep_->dialect()); }

Dialect Filter::dialect() const noexcept { return rep_->dialect(); }

const std::vector<Warning>& Filter::warnings() const noexcept { return rep_->warnings(); }

std::vector<std::string> Filter::paths() const {
  std::vector<std::string> paths;
  collect_paths(*rep_->make_root(), paths);
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

bool Filter::matches(const Event& event) const {
  return predicate::evaluate(*rep_->root(), predicate::EventLookup(event.data())) == predicate::Truth::yes;
}

}  // namespace turnout
