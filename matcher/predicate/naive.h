// The oracle: walks the parsed tree in three-valued logic. It shares with the index only the comparison of values; it never
// sees (T, F) formulas, folding or covers, and has its own LIKE (a plain table) and its own functions. Slow and obvious on
// purpose.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "matcher/predicate/expr.h"
#include "matcher/predicate/truth.h"
#include "schema/event_data.h"
#include "schema/value_view.h"

namespace turnout::predicate {

// How the evaluator finds values: by default schema::lookup in an event. The naive scan engine of the bench resolves paths once
// per event and hands in its table instead.
class Lookup {
 public:
  virtual ~Lookup() = default;
  virtual schema::ValueView value(const Expr& path) const = 0;
};

class EventLookup final : public Lookup {
 public:
  explicit EventLookup(const schema::EventData& event) : event_(event) {}
  schema::ValueView value(const Expr& path) const override;

 private:
  const schema::EventData& event_;
};

// The verdict of a boolean position (a non-boolean value there is unknown).
Truth evaluate(const Expr& expr, const Lookup& lookup);
// The value of a value position; missing and null both stand for "no value". A boolean form yields a boolean, or null for
// unknown. Strings it computes are appended to `storage`, which the result may point into.
schema::ValueView evaluate_value(const Expr& expr, const Lookup& lookup, std::vector<std::unique_ptr<std::string>>& storage);

}  // namespace turnout::predicate
