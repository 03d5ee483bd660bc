#include "matcher/predicate/description.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "schema/path_registry.h"

namespace turnout::predicate {
namespace {

constexpr std::size_t kPathsMax = 20;

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return count == 1 ? std::string(one) : std::to_string(count) + " " + std::string(many);
}

}  // namespace

SetPieces pieces_of(const ValueSet& set) {
  SetPieces pieces;
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

std::string describe(const ValueSet& set) {
  const SetPieces p = pieces_of(set);
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (p.points > 0) add(counted(p.points, "one value", "values"));
  if (p.prefixes > 0) add(counted(p.prefixes, "a range of strings", "ranges of strings"));
  if (p.ranges > 0) add(counted(p.ranges, "a range", "ranges"));
  if (p.whole > 0) add("any value of a type");
  if (p.absence) add("no value");
  return text;
}

std::string paths_of(const Residual& residual) {
  std::string text;
  for (std::size_t i = 0; i < std::min(residual.paths().size(), kPathsMax); ++i) {
    text += (i == 0 ? "" : ", ") + schema::to_string(*residual.paths()[i]);
  }
  return residual.paths().size() > kPathsMax ? text + ", ..." : text;
}

}  // namespace turnout::predicate
