#include "turnout/cost.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/formula.h"
#include "matcher/predicate/text_access.h"

namespace turnout {
namespace {

using predicate::Cut;
using predicate::Formula;
using predicate::Region;
using predicate::ResidualAccess;
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

struct Pieces {
  std::size_t points = 0, ranges = 0, prefixes = 0, whole = 0;
  bool absence = false;
};

Pieces pieces_of(const ValueSet& set) {
  Pieces pieces;
  pieces.absence = set.from_start();
  const std::vector<Cut>& cuts = set.cuts();
  for (std::size_t i = set.from_start() ? 1 : 0; i < cuts.size(); i += 2) {
    const Cut& low = cuts[i];
    const bool open = i + 1 == cuts.size();
    if (open || (low.side == Cut::Side::start && cuts[i + 1].side == Cut::Side::start)) {
      if (low.region == Region::null) pieces.absence = true;
      else ++pieces.whole;
    } else if (low.side == Cut::Side::before && cuts[i + 1].side == Cut::Side::after && low.value == cuts[i + 1].value) {
      ++pieces.points;
    } else if (low.region == Region::string && low.side == Cut::Side::before && cuts[i + 1].side == Cut::Side::before) {
      ++pieces.prefixes;
    } else {
      ++pieces.ranges;
    }
  }
  return pieces;
}

double share_of(const ValueSet& set) {
  const Pieces p = pieces_of(set);
  const double named = kPoint * static_cast<double>(p.points) + kPrefix * static_cast<double>(p.prefixes) +
                       kRange * static_cast<double>(p.ranges) + (p.whole > 0 ? 1 : 0);
  return (p.absence ? kAbsence : 0) + kPresence * std::min(1.0, named);
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return count == 1 ? std::string(one) : std::to_string(count) + " " + std::string(many);
}

std::string describe(const ValueSet& set) {
  const Pieces p = pieces_of(set);
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (p.points > 0) add(counted(p.points, "one value", "values"));
  if (p.prefixes > 0) add(counted(p.prefixes, "a range of strings", "ranges of strings"));
  if (p.ranges > 0) add(counted(p.ranges, "a range", "ranges"));
  if (p.whole > 0) add("any value of a type");
  if (p.absence) add("no value");
  return text;
}

std::string paths_of(const predicate::Residual& residual) {
  std::string text;
  for (std::size_t i = 0; i < std::min(residual.paths().size(), kListedMax); ++i) {
    text += (i == 0 ? "" : ", ") + schema::to_string(*residual.paths()[i]);
  }
  return residual.paths().size() > kListedMax ? text + ", ..." : text;
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

}  // namespace turnout
