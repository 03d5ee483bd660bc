#include <algorithm>
#include <array>

#include "schema/base64.h"
#include "schema/json_check.h"
#include "schema/json_walker.h"
#include "schema/timestamp.h"
#include "turnout/event.h"
#include "turnout/limits.h"

namespace turnout {

using schema::EventData;
using schema::Token;
using schema::ValueView;
using schema::Want;

namespace {

Error event_error(ErrorCode code, std::string message) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  return error;
}

Error flaw_error(const schema::JsonFlaw& flaw) {
  const ErrorCode code = flaw.too_deep ? ErrorCode::limit : ErrorCode::invalid_event;
  std::string message = "byte " + std::to_string(flaw.byte) + ": " + flaw.reason;
  if (flaw.too_deep) message += " of " + std::to_string(limits::kJsonDepth) + " levels";
  return event_error(code, std::move(message));
}

std::string_view trimmed(std::string_view json) noexcept {
  constexpr std::string_view kBlanks = " \t\n\r";
  const std::size_t begin = json.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return json.substr(begin, json.find_last_not_of(kBlanks) + 1 - begin);
}

bool is_object(std::string_view json) noexcept {
  const std::string_view text = trimmed(json);
  return !text.empty() && text.front() == '{';
}

void set_field(EventData& data, SysField field, ValueView value) noexcept {
  data.sys[static_cast<std::size_t>(field)] = value.type() == sys_field_type(field) ? value : ValueView::null();
}

bool is_text(ValueView value) noexcept { return value.type() == ValueType::string && value.size() != 0; }

}  // namespace

struct EventReader::State {
  State(const Paths& paths, Options chosen) : options(chosen), walker(paths.registry()) {}

  // The refusals that come before reading.
  Result<void> begin(std::string_view json, EventData& data) {
    data.clear();
    repeats = {};
    if (json.size() > limits::kEventBytes) {
      return event_error(ErrorCode::limit, "the event's text is longer than " + std::to_string(limits::kEventBytes) + " bytes");
    }
    if (options.validate && schema::check_json(json)) return refuse(json, data);
    return {};
  }

  // Empties the event and says where and why its text is refused: reading knows that something is wrong; a slow pass knows
  // where. What only the meaning forbids keeps the walker's words.
  Error refuse(std::string_view json, EventData& data) const { return refuse(json, data, walker.reason()); }

  static Error refuse(std::string_view json, EventData& data, const char* reason) {
    data.clear();
    if (const auto byte = schema::find_too_deep(json)) {
      return flaw_error({.byte = *byte, .reason = "nesting is deeper than the limit", .too_deep = true});
    }
    if (const auto flaw = schema::check_json(json)) return flaw_error(*flaw);
    return event_error(ErrorCode::invalid_event, reason);
  }

  static Error refuse_scalar(std::string_view json, EventData& data) {
    return refuse(json, data, "the text is no JSON object");
  }

  void finish(EventData& data) const {
    if (repeats.possible()) data.attributes.resize(schema::keep_last_of_equal_names(data.attributes, data.name_table));
    data.registry = walker.registry() == nullptr ? 0 : walker.registry()->serial();
  }

  // Reads an attribute if some path wants it; returns what follows its value.
  Token attribute(Token value, std::string_view name, const Want& want, EventData& data) {
    if (!want.keep) return walker.skip(value);
    ValueView kept;
    return attribute_always(value, name, want, kept, data);
  }

  // Reads its value in any case, and keeps the attribute if some path wants it.
  Token attribute_always(Token value, std::string_view name, const Want& want, ValueView& kept, EventData& data) {
    const Token next = walker.read(value, want, kept);
    if (want.keep) {
      data.attributes.push_back({walker.keep(name), want.node, kept});
      repeats.add(want.node);
    }
    return next;
  }

  Token envelope(Token object, EventData& data);
  Token context(Token value, SysField field, std::string_view name, const Want& want, EventData& data);
  bool cloudevent(std::string_view json, EventData& data);
  bool refuse_meaning(const char* reason) noexcept { return walker.fail(reason) != nullptr; }

  Options options;
  schema::JsonWalker walker;
  schema::NameRepeats repeats;  // among the attributes
};

// The members of `$sys`. It replaces an earlier one.
Token EventReader::State::envelope(Token object, EventData& data) {
  data.sys.fill(ValueView{});
  return walker.members<true>(object, Want{}, true, [&](Token value, std::string_view name, const Want&) -> Token {
    const auto field = find_sys_field(name);
    if (!field) return walker.fail("$sys has a member that is no envelope field");
    ValueView kept;
    const Token next = walker.read(value, Want{}, kept);
    set_field(data, *field, kept);
    return next;
  });
}

// A context attribute of a CloudEvent that is in the envelope too. Its value is read whatever the paths want.
Token EventReader::State::context(Token value, SysField field, std::string_view name, const Want& want, EventData& data) {
  ValueView kept;
  const Token next = attribute_always(value, name, want, kept, data);
  if (field == SysField::time && kept.type() == ValueType::string) {
    // CloudEvents allow any number of fraction digits; a time that is none leaves the field null.
    const auto ms = schema::parse_timestamp(kept.as_bytes(), kept.size());
    kept = ms ? ValueView::int64(*ms) : ValueView::null();
  }
  set_field(data, field, kept);
  return next;
}

bool EventReader::State::cloudevent(std::string_view json, EventData& data) {
  constexpr std::array kEnvelope{SysField::id, SysField::source, SysField::type, SysField::subject, SysField::time};
  ValueView version;
  ValueView base64;
  const bool read = walker.root_members(
      walker.open(json, data), walker.attributes(), [&](Token value, std::string_view name, const Want& want) -> Token {
        if (name == "data") return walker.read(value, walker.body(), data.body);
        if (name == "data_base64") return walker.read(value, Want{}, base64);
        if (name == "specversion") return attribute_always(value, name, want, version, data);
        const auto* shared =
            std::find_if(kEnvelope.begin(), kEnvelope.end(), [&](SysField f) { return sys_field_name(f) == name; });
        return shared != kEnvelope.end() ? context(value, *shared, name, want, data) : attribute(value, name, want, data);
      });
  if (!read) return false;
  if (version.type() != ValueType::string || version.as_bytes() != "1.0") return refuse_meaning("specversion is not \"1.0\"");
  for (const SysField field : {SysField::id, SysField::source, SysField::type}) {
    if (!is_text(data.sys[static_cast<std::size_t>(field)]))
      return refuse_meaning("id, source and type must be non-empty strings");
  }
  if (base64.is_missing()) return true;
  if (!data.body.is_missing()) return refuse_meaning("data and data_base64 exclude each other");
  if (base64.type() != ValueType::string) return refuse_meaning("data_base64 is not a string");
  auto* bytes = static_cast<char*>(data.arena.allocate(schema::base64_bytes(base64.as_bytes())));
  const auto decoded = schema::decode_base64(base64.as_bytes(), bytes);
  if (!decoded) return refuse_meaning("data_base64 is malformed");
  data.body = ValueView::binary(*decoded);
  return true;
}

EventReader::EventReader(Paths paths) : EventReader(std::move(paths), Options{}) {}
EventReader::EventReader(Paths paths, Options options) : state_(std::make_unique<State>(paths, options)) {}
EventReader::~EventReader() = default;
EventReader::EventReader(EventReader&&) noexcept = default;
EventReader& EventReader::operator=(EventReader&&) noexcept = default;

Result<void> EventReader::read_body(std::string_view json, Event& event) {
  EventData& data = event.data();
  if (auto begun = state_->begin(json, data); !begun) return begun;
  const std::string_view text = trimmed(json);
  schema::JsonWalker& walker = state_->walker;
  if (text.empty() || (text.front() != '{' && text.front() != '[')) {
    // A scalar: short, so the strict check costs nothing.
    if (schema::check_json(json) || !walker.scalar(text, data, data.body)) return state_->refuse(json, data);
  } else if (!walker.root(walker.open(json, data), walker.body(), data.body)) {
    return state_->refuse(json, data);
  }
  state_->finish(data);
  return {};
}

Result<void> EventReader::read_attributes(std::string_view json, Event& event) {
  EventData& data = event.data();
  if (auto begun = state_->begin(json, data); !begun) return begun;
  if (!is_object(json)) return State::refuse_scalar(json, data);
  bool enveloped = false;  // the last $sys was an object
  schema::JsonWalker& walker = state_->walker;
  const bool read = walker.root_members(walker.open(json, data), walker.attributes(),
                                        [&](Token value, std::string_view name, const Want& want) {
                                          if (name != "$sys") return state_->attribute(value, name, want, data);
                                          enveloped = walker.is_object(value);
                                          if (enveloped) return state_->envelope(value, data);
                                          data.sys.fill(ValueView{});
                                          return state_->attribute(value, name, want, data);
                                        });
  if (!read) return state_->refuse(json, data);
  if (enveloped) std::erase_if(data.attributes, [](const schema::Field& field) { return field.name == "$sys"; });
  state_->finish(data);
  return {};
}

Result<void> EventReader::read_cloudevent(std::string_view json, Event& event) {
  EventData& data = event.data();
  if (auto begun = state_->begin(json, data); !begun) return begun;
  if (!is_object(json)) return State::refuse_scalar(json, data);
  if (!state_->cloudevent(json, data)) return state_->refuse(json, data);
  state_->finish(data);
  return {};
}

}  // namespace turnout
