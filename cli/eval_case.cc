#include "cli/eval_case.h"

#include <fmt/format.h>

#include <optional>

#include "cli/json_text.h"
#include "cli/typed_event.h"
#include "matcher/predicate/filter_rep.h"
#include "matcher/predicate/naive.h"
#include "schema/event_data.h"
#include "turnout/compile.h"

namespace turnout::cli {
namespace {

using predicate::Truth;

constexpr SubscriptionId kOnly{1};

std::string answer_line(const std::string& id_json, std::string_view result) {
  return fmt::format(R"({{"id":{},"result":{}}})", id_json, result);
}

std::string error_line(const std::string& id_json, const Error& error) {
  std::string line = fmt::format(R"({{"id":{},"result":"error","error":)", id_json);
  append_json_string(line, to_string(error));
  line += '}';
  return line;
}

std::string_view result_of(Truth truth) {
  switch (truth) {
    case Truth::yes:
      return "true";
    case Truth::no:
      return "false";
    case Truth::unknown:
      break;
  }
  return R"("unknown")";
}

// The value of an expression that is no predicate (`rank + 2` as a whole filter in jms); nullopt for arrays and objects.
std::optional<Value> scalar(schema::ValueView view) {
  return view.has_value() ? schema::to_scalar(view) : std::optional(Value::null());
}

std::string verdict_line(const std::string& id_json, const predicate::Expr& root, Truth truth, const Event& event) {
  std::string line = answer_line(id_json, result_of(truth));
  if (predicate::is_boolean_form(root)) return line;
  std::vector<std::unique_ptr<std::string>> storage;
  const std::optional<Value> value = scalar(predicate::evaluate_value(root, predicate::EventLookup(event.data()), storage));
  if (!value) return line;
  line.pop_back();
  line += R"(,"value":)";
  append_json(line, *value);
  line += '}';
  return line;
}

std::string describe(std::string_view what, const Filter& filter, const Event& event, bool oracle) {
  return fmt::format("{} says {} where the reference says {}: filter {} on event {}", what, !oracle, oracle, filter.text(),
                     event.to_string());
}

// What differs between the reference and the index, or nothing.
std::string compare(const Filter& filter, const Event& event, const Case& test, bool typed, bool oracle,
                    MatchScratch& scratch) {
  if (filter.matches(event) != oracle) return describe("Filter::matches", filter, event, oracle);
  Matcher matcher;
  if (const Result<void> added = matcher.add(kOnly, filter); !added) return "the matcher refused: " + to_string(added.error());
  if (matcher.match(event, scratch).empty() == oracle) return describe("the matcher", filter, event, oracle);
  if (matcher.any(event, scratch) != oracle) return describe("Matcher::any", filter, event, oracle);
  if (typed) return {};
  EventReader reader(matcher.paths());
  Event projected;
  if (const Result<void> read = reader.read_attributes(test.event_json, projected); !read) {
    return "the event was rejected when read for the matcher only: " + to_string(read.error());
  }
  if (matcher.match(projected, scratch).empty() == oracle)
    return describe("the matcher (own paths)", filter, projected, oracle);
  return {};
}

}  // namespace

CaseEvaluator::Answer CaseEvaluator::evaluate(std::string_view line) {
  Case test;
  if (const Result<void> read = reader_.read(line, test); !read) return {error_line(test.id_json, read.error()), ""};
  const Result<Dialect> dialect = find_dialect(test.dialect);
  if (!dialect) return {error_line(test.id_json, dialect.error()), ""};
  const Result<Filter> filter = compile(test.expr, {.dialect = *dialect});
  if (!filter) return {error_line(test.id_json, filter.error()), ""};
  if (test.check == CaseCheck::parse) return {answer_line(test.id_json, "true"), ""};

  Event event;
  EventReader reader;
  if (const Result<void> read = reader.read_attributes(test.event_json, event); !read) {
    return {error_line(test.id_json, read.error()), ""};
  }
  const Result<bool> typed = apply_types(test.types, event);
  if (!typed) return {error_line(test.id_json, typed.error()), ""};

  const predicate::Expr& root = *filter->rep().root();
  const Truth truth = predicate::evaluate(root, predicate::EventLookup(event.data()));
  return {verdict_line(test.id_json, root, truth, event), compare(*filter, event, test, *typed, truth == Truth::yes, scratch_)};
}

}  // namespace turnout::cli
