#include "cli/case_reader.h"

#include <simdjson.h>

#include "cli/json_text.h"
#include "turnout/limits.h"

namespace turnout::cli {
namespace {

namespace ondemand = simdjson::ondemand;

Error case_error(std::string message) {
  return Error{ErrorCode::invalid_event, "not a case: " + std::move(message), "", 0, 0, ""};
}

Error json_error(simdjson::error_code code) { return case_error(simdjson::error_message(code)); }

// A required string, or the Error that says which member is not one.
Result<void> read_string(ondemand::value value, std::string_view member, std::string& into) {
  std::string_view text;
  const simdjson::error_code code = value.get_string().get(text);
  if (code == simdjson::INCORRECT_TYPE) return case_error("`" + std::string(member) + "` is not a string");
  if (code != simdjson::SUCCESS) return json_error(code);
  into = text;
  return {};
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\n' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

// A string or a number, as JSON text; anything else stays null.
Result<void> read_id(ondemand::value value, std::string& into) {
  ondemand::json_type type{};
  if (const simdjson::error_code code = value.type().get(type); code != simdjson::SUCCESS) return json_error(code);
  if (type == ondemand::json_type::string) {
    std::string text;
    if (Result<void> ok = read_string(value, "id", text); !ok) return ok;
    into.clear();
    append_json_string(into, text);
    return {};
  }
  double number = 0;
  if (type == ondemand::json_type::number) {
    const std::string token(trim(value.raw_json_token()));
    const simdjson::error_code code = value.get_double().get(number);
    if (code != simdjson::SUCCESS) return json_error(code);
    into = token;
    return {};
  }
  if (type == ondemand::json_type::null) {
    bool null = false;
    const simdjson::error_code code = value.is_null().get(null);
    return code == simdjson::SUCCESS && null ? Result<void>() : Result<void>(json_error(code));
  }
  return case_error("`id` is neither a string nor a number");
}

Result<void> read_types(ondemand::value value, std::vector<std::pair<std::string, std::string>>& into) {
  ondemand::object object;
  if (const simdjson::error_code code = value.get_object().get(object); code != simdjson::SUCCESS) return json_error(code);
  for (auto field : object) {
    std::string_view name;
    ondemand::value type;
    if (const simdjson::error_code code = field.unescaped_key().get(name); code != simdjson::SUCCESS) return json_error(code);
    std::pair<std::string, std::string> entry(name, "");
    if (const simdjson::error_code code = field.value().get(type); code != simdjson::SUCCESS) return json_error(code);
    if (Result<void> ok = read_string(type, "types", entry.second); !ok) return ok;
    into.push_back(std::move(entry));
  }
  return {};
}

Result<void> read_check(ondemand::value value, CaseCheck& into) {
  std::string check;
  if (Result<void> ok = read_string(value, "check", check); !ok) return ok;
  if (check != "parse" && check != "parse-literal") return case_error("unknown check `" + check + "`");
  into = CaseCheck::parse;
  return {};
}

// The text of any value; what is wrong inside it is for the event reader to say.
Result<void> read_raw(ondemand::value value, std::string& into) {
  ondemand::json_type type{};
  if (const simdjson::error_code code = value.type().get(type); code != simdjson::SUCCESS) return json_error(code);
  std::string_view raw;
  simdjson::error_code code = simdjson::SUCCESS;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    code = value.get_object().get(object);
    if (code == simdjson::SUCCESS) code = object.raw_json().get(raw);
  } else if (type == ondemand::json_type::array) {
    ondemand::array array;
    code = value.get_array().get(array);
    if (code == simdjson::SUCCESS) code = array.raw_json().get(raw);
  } else {
    raw = value.raw_json_token();
  }
  if (code != simdjson::SUCCESS) return json_error(code);
  into = trim(raw);
  return {};
}

struct Seen {
  bool expr = false;
  bool event_text = false;
};

Result<void> read_member(std::string_view name, ondemand::value value, Case& into, Seen& seen) {
  if (name == "id") return read_id(value, into.id_json);
  if (name == "dialect") return read_string(value, name, into.dialect);
  if (name == "types") return read_types(value, into.types);
  if (name == "check") return read_check(value, into.check);
  if (name == "expr") {
    seen.expr = true;
    return read_string(value, name, into.expr);
  }
  if (name == "event_text") {
    seen.event_text = true;
    return read_string(value, name, into.event_json);
  }
  if (name == "event" && !seen.event_text) return read_raw(value, into.event_json);
  return {};
}

}  // namespace

struct CaseReader::State {
  ondemand::parser parser{limits::kEventBytes + 2 * limits::kFilterBytes};
  simdjson::padded_string text;
};

CaseReader::CaseReader() : state_(std::make_unique<State>()) {}
CaseReader::~CaseReader() = default;
CaseReader::CaseReader(CaseReader&&) noexcept = default;
CaseReader& CaseReader::operator=(CaseReader&&) noexcept = default;

Result<void> CaseReader::read(std::string_view line, Case& into) {
  into = Case{};
  state_->text = simdjson::padded_string(line);
  ondemand::document document;
  ondemand::object object;
  if (const auto code = state_->parser.iterate(state_->text).get(document); code != simdjson::SUCCESS) return json_error(code);
  const simdjson::error_code not_object = document.get_object().get(object);
  if (not_object == simdjson::INCORRECT_TYPE) return case_error("the line is not a JSON object");
  if (not_object != simdjson::SUCCESS) return json_error(not_object);
  Seen seen;
  for (auto field : object) {
    std::string_view key;
    ondemand::value value;
    if (const auto code = field.unescaped_key().get(key); code != simdjson::SUCCESS) return json_error(code);
    const std::string name(key);
    if (const auto code = field.value().get(value); code != simdjson::SUCCESS) return json_error(code);
    if (Result<void> ok = read_member(name, value, into, seen); !ok) return ok;
  }
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return case_error("text behind the JSON object");
  if (!seen.expr) return case_error("it has no `expr`");
  return {};
}

}  // namespace turnout::cli
