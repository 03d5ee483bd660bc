// One line of a file of cases, for `turnout eval`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "turnout/result.h"

namespace turnout::cli {

// What a case asks for.
enum class CaseCheck : std::uint8_t {
  verdict,  // the filter's verdict on the event
  parse     // whether the filter is accepted: `check` is "parse" or "parse-literal"
};

// The members of a case that matter here; the others, expectations included, are skipped.
struct Case {
  std::string id_json = "null";  // the id as JSON text: a string or a number
  std::string dialect = "core";
  std::string expr;
  std::string event_json = "{}";                           // JSON text of `event_text`, else of `event`
  std::vector<std::pair<std::string, std::string>> types;  // attribute name, type name
  CaseCheck check = CaseCheck::verdict;
};

// Reads JSON lines. Not thread-safe: it keeps the parser's memory between lines.
class CaseReader {
 public:
  CaseReader();
  ~CaseReader();
  CaseReader(CaseReader&&) noexcept;
  CaseReader& operator=(CaseReader&&) noexcept;

  // Fills `into`. On an Error `into.id_json` still holds the id if it was read before the mistake. Errors: not a JSON object,
  // no `expr`, a member of another type than it should be.
  Result<void> read(std::string_view line, Case& into);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace turnout::cli
