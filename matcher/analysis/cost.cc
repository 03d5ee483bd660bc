#include "turnout/cost.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "matcher/predicate/description.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/formula.h"
#include "matcher/predicate/text_access.h"

namespace turnout {
namespace {

using predicate::describe;
using predicate::Formula;
using predicate::paths_of;
using predicate::ResidualAccess;
using predicate::SetPieces;
using predicate::ValueSet;
using Kind = Formula::Kind;

// Priors, in the absence of events: how many events have a path, and how many of those a value that a filter names.
constexpr double kPresence = 0.9;
constexpr double kPoint = 0.01;
constexpr double kPrefix = 0.02;
constexpr double kRange = 0.3;
constexpr double kAbsence = 1 - kPresence;

// A list in the report names so many at most.
constexpr std::size_t kListedMax = 20;

double share_of(const ValueSet& set) {
  const SetPieces p = predicate::pieces_of(set);
  const double named = kPoint * static_cast<double>(p.points) + kPrefix * static_cast<double>(p.prefixes) +
                       kRange * static_cast<double>(p.ranges) + (p.whole > 0 ? 1 : 0);
  return (p.absence ? kAbsence : 0) + kPresence * std::min(1.0, named);
}

struct Cover {
  double share = 1;
  bool always = true;
  std::vector<FilterCost::Access> access;
  const Formula* from = nullptr;  // the atom that it is, if it is one
};

class Predictor {
 public:
  FilterCost run(const Formula& formula) {
    FilterCost cost;
    cost.never = formula.kind == Kind::no;
    if (cost.never) {
      cost.share = 0;
      return cost;
    }
    const Cover cover = cover_of(formula);
    cost.always = cover.always;
    cost.share = std::min(1.0, cover.share);
    cost.access = cover.access;
    if (cost.access.size() > kListedMax) cost.access.resize(kListedMax);
    verify(formula, cover.from, cost.verified);
    if (cover.always) {
      hint("nothing narrows it down: add a condition on one path, such as an equality, that must hold besides");
    } else if (cost.share > kRange) {
      hint("most events look at it: a selective condition beside it (an equality, a short range) would be used first");
    }
    cost.hints = std::move(hints_);
    return cost;
  }

 private:
  static Cover single(const Formula& from, std::string what, double share) {
    return {share, false, {{std::move(what), share}}, &from};
  }

  Cover cover_of(const Formula& formula) {
    switch (formula.kind) {
      case Kind::no:
        return {0, false, {}, nullptr};
      case Kind::yes:
        return {};
      case Kind::set:
        return single(formula, schema::to_string(*formula.path) + ": " + describe(formula.set), share_of(formula.set));
      case Kind::text:
        return cover_of_text(formula);
      case Kind::residual:
        return cover_of_residual(formula);
      case Kind::all_of: {
        Cover best;
        for (const Formula& child : formula.children) {
          Cover one = cover_of(child);
          if (best.always || one.share < best.share) best = one.always ? best : std::move(one);
        }
        return best;
      }
      case Kind::any_of: {
        Cover total{0, false, {}, nullptr};
        for (const Formula& child : formula.children) {
          Cover one = cover_of(child);
          total.share += one.share;
          total.always = total.always || one.always;
          total.access.insert(total.access.end(), one.access.begin(), one.access.end());
        }
        if (total.always) total = {};
        return total;
      }
    }
    return {};
  }

  // The share of strings halves three times with each byte of the literal, down to one in 500.
  Cover cover_of_text(const Formula& formula) {
    const std::string path = schema::to_string(*formula.path);
    const predicate::TextAccess access = predicate::text_access(*formula.text);
    if (formula.negated || access.choices.empty()) {
      hint(path + (formula.negated ? ": what a string must not match is tested on every string"
                                   : ": a pattern without a literal piece is tested on every string"));
      return single(formula, path + ": any string", kPresence);
    }
    double best = 1;
    for (const predicate::TextAccess::Choice& choice : access.choices) {
      double share = 0;
      for (const std::string& literal : choice.literals) {
        share += std::max(0.002, 1.0 / static_cast<double>(1U << std::min<std::size_t>(literal.size() * 2, 20)));
      }
      best = std::min(best, share);
    }
    if (best > 0.05) hint(path + ": the pattern's literal pieces are short: a longer one would exclude more strings");
    return single(formula, path + ": strings with a literal of the pattern", kPresence * best);
  }

  Cover cover_of_residual(const Formula& formula) {
    const predicate::Residual& residual = *formula.residual;
    const ResidualAccess* access = residual.access();
    const bool may_be_unknown = (formula.outcomes & outcome(predicate::Truth::unknown)) != 0;
    if (access != nullptr && access->kind == ResidualAccess::Kind::value && !may_be_unknown) {
      const bool inside = (formula.outcomes & outcome(predicate::Truth::yes)) != 0;
      const ValueSet set = inside ? access->when : ValueSet::has().intersect(access->when.complement());
      hint("an expression over " + paths_of(residual) + " is indexed once four filters compare it with constants");
      return single(formula, "expression over " + paths_of(residual) + ": " + describe(set), share_of(set));
    }
    if (access != nullptr && access->kind != ResidualAccess::Kind::value && !may_be_unknown) {
      const bool some =
          (access->kind == ResidualAccess::Kind::any) == ((formula.outcomes & outcome(predicate::Truth::yes)) != 0);
      const double share = share_of(access->when);
      return single(formula,
                    (some ? "some element of " : "every element of ") + paths_of(residual) + ": " + describe(access->when),
                    some                                        ? std::min(kPresence, 3 * share)
                    : access->kind == ResidualAccess::Kind::all ? share
                                                                : kPresence);
    }
    if (may_be_unknown || residual.needs().empty()) return {};
    const std::string path = schema::to_string(*residual.paths()[residual.needs().front()]);
    hint("an expression over " + paths_of(residual) + " is evaluated for every event that has " + path);
    return single(formula, path + ": any value", kPresence);
  }

  void verify(const Formula& formula, const Formula* implied, std::vector<std::string>& verified) {
    if (verified.size() >= kListedMax || (&formula == implied && formula.kind == Kind::set)) return;
    switch (formula.kind) {
      case Kind::set:
        verified.push_back(schema::to_string(*formula.path) + ": " + describe(formula.set) + " (a column)");
        return;
      case Kind::text:
        verified.push_back(schema::to_string(*formula.path) + ": a text test (once per event and distinct pattern)");
        return;
      case Kind::residual:
        verified.push_back("an expression over " + paths_of(*formula.residual) + " (a program)");
        return;
      default:
        for (const Formula& child : formula.children) verify(child, implied, verified);
    }
  }

  void hint(std::string text) {
    if (hints_.size() < kListedMax && std::find(hints_.begin(), hints_.end(), text) == hints_.end()) {
      hints_.push_back(std::move(text));
    }
  }

  std::vector<std::string> hints_;
};

std::string percent(double share) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g%%", 100 * share);
  return text.data();
}

}  // namespace

FilterCost predict_cost(const Filter& filter) { return Predictor().run(filter.rep().matches()); }

std::string to_text(const FilterCost& cost) {
  if (cost.never) return "never matches: no event looks at it\n";
  std::string text = "looked at for " + percent(cost.share) + " of events (predicted)\n";
  if (cost.always) text += "access: none, every event\n";
  for (const FilterCost::Access& access : cost.access) text += "access: " + access.what + ", " + percent(access.share) + "\n";
  if (cost.verified.empty()) text += "verified: nothing, the access decides\n";
  for (const std::string& each : cost.verified) text += "verified: " + each + "\n";
  for (const std::string& hint : cost.hints) text += "hint: " + hint + "\n";
  return text;
}

std::string to_text(const ObservedCost& cost) {
  if (cost.events == 0) return "no events observed\n";
  const auto share = [&cost](std::uint64_t events) {
    return std::to_string(events) + " of " + std::to_string(cost.events) + " events (" +
           percent(static_cast<double>(events) / static_cast<double>(cost.events)) + ")";
  };
  std::string text = "looked at for " + share(cost.looked_at) + ", observed\n";
  for (const ObservedCost::Access& access : cost.access) {
    text += "access: " + access.what + ", for " + share(access.events) + "\n";
  }
  if (cost.evaluated > 0) text += "evaluated by itself for " + share(cost.evaluated) + "\n";
  return text + "matches " + share(cost.matched) + "\n";
}

}  // namespace turnout
