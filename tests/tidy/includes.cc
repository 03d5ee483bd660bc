#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include "tests/tidy/rules.h"

namespace turnout::tidy {
namespace {

// From the bottom up. A room may include itself and those above it in this list (which stand below it in the building).
// tests, bench and examples are outside: they may include everything, and nobody includes them, but for bench/baseline and
// bench/workload, which the command line uses.
constexpr std::array<std::string_view, 12> kRooms{
    "include/turnout/",  "base/",    "schema/", "matcher/predicate/", "matcher/index/", "matcher/analysis/",
    "grammar/generated", "grammar/", "router/", "bridges/",           "server/",        "cli/"};
constexpr std::array<std::string_view, 2> kMeasuring{"bench/baseline/", "bench/workload/"};
constexpr std::array<std::string_view, 3> kOutside{"tests/", "bench/", "examples/"};

// Third-party headers by their beginning, and where they may be seen.
struct ThirdParty {
  std::string_view header;
  std::array<std::string_view, 4> rooms;
};
constexpr std::array kThirdParty{
    ThirdParty{"antlr4", {"grammar/"}},
    ThirdParty{"simdjson", {"schema/", "cli/", "bench/"}},
    ThirdParty{"re2/", {"matcher/predicate/", "matcher/index/"}},
    ThirdParty{"boost/", {"schema/", "matcher/", "grammar/", "bench/"}},
    ThirdParty{"CLI/", {"cli/"}},
    ThirdParty{"fmt/", {"cli/", "bench/"}},
    ThirdParty{"nats/", {"bridges/", "examples/"}},
    ThirdParty{"gtest/", {"tests/"}},
    ThirdParty{"gmock/", {"tests/"}},
    ThirdParty{"benchmark/", {"bench/"}},
};

bool is_measuring(std::string_view path) {
  return std::any_of(kMeasuring.begin(), kMeasuring.end(), [path](std::string_view room) { return path.starts_with(room); });
}

std::optional<std::size_t> rank_of(std::string_view path) {
  for (std::size_t rank = 0; rank < kRooms.size(); ++rank) {
    if (path.starts_with(kRooms[rank])) return rank;
  }
  if (is_measuring(path)) return kRooms.size() - 2;  // just below cli
  return std::nullopt;
}

bool is_outside(std::string_view path) {
  if (is_measuring(path)) return false;
  for (const std::string_view folder : kOutside) {
    if (path.starts_with(folder)) return true;
  }
  return false;
}

struct Include {
  std::string name;
  bool quoted = false;
};

std::optional<Include> parse_include(std::string_view line) {
  const auto skip_blanks = [&] { line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size())); };
  skip_blanks();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_blanks();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(7);
  skip_blanks();
  if (line.empty() || (line[0] != '"' && line[0] != '<')) return std::nullopt;
  const bool quoted = line[0] == '"';
  const std::size_t end = line.find(quoted ? '"' : '>', 1);
  if (end == std::string_view::npos) return std::nullopt;
  return Include{std::string(line.substr(1, end - 1)), quoted};
}

// The standard library's headers have neither folder nor ending; the C library's have an ending only.
bool is_standard(std::string_view name) { return name.find('/') == std::string_view::npos && !name.ends_with(".h"); }

std::string check_third_party(std::string_view path, std::string_view name) {
  for (const ThirdParty& known : kThirdParty) {
    if (!name.starts_with(known.header)) continue;
    for (const std::string_view room : known.rooms) {
      if (!room.empty() && path.starts_with(room)) return {};
    }
    return "<" + std::string(name) + "> has no place here";
  }
  if (path.starts_with("include/turnout/")) return "a public header includes only turnout/ and the standard library";
  return {};
}

std::string check_own(std::string_view path, const std::string& name, const std::set<std::string_view>& known) {
  const std::string target = name.starts_with("turnout/") ? "include/" + name : name;
  const bool generated = target.starts_with("grammar/generated/");  // not part of the trees that rules see
  if (!generated && !known.contains(target)) return "\"" + name + "\" is not a file of this tree, named from its root";
  if (is_outside(path)) return {};
  if (is_outside(target)) return "\"" + name + "\" stands outside the building: only tests, bench and examples see it";
  const auto from = rank_of(path);
  const auto to = rank_of(target);
  if (!from || !to) return "a room that tests/tidy/includes.cc does not know";
  if (*to > *from) return "\"" + name + "\" points upward";
  return {};
}

}  // namespace

std::vector<Finding> check_includes(const std::vector<SourceFile>& files) {
  std::set<std::string_view> known;
  for (const SourceFile& file : files) known.insert(file.path);
  std::vector<Finding> findings;
  for (const SourceFile& file : files) {
    // A consumer project and the programs of examples/ see the library from outside.
    if (!is_cpp(file.path) || file.path.starts_with("tests/consumer/")) continue;
    const std::string code = code_of(file.text, true);  // without comments; names of includes are literals, so:
    const auto code_lines = lines_of(code);
    const auto text_lines = lines_of(file.text);
    for (std::size_t i = 0; i < text_lines.size(); ++i) {
      if (i >= code_lines.size() || code_lines[i].find('#') == std::string_view::npos) continue;
      const auto include = parse_include(text_lines[i]);
      if (!include) continue;
      std::string message;
      if (include->quoted) {
        message = check_own(file.path, include->name, known);
      } else if (!is_standard(include->name)) {
        message = check_third_party(file.path, include->name);
      }
      if (!message.empty()) findings.push_back({"include", file.path, i + 1, message});
    }
  }
  return findings;
}

}  // namespace turnout::tidy
