// Events: what is matched.
//
// An event has three parts (docs/language.md, "Names and where they lead"):
//   attributes   flat names with values, set by the publisher beside the body: `region`, `user.region`
//   envelope     the closed, typed list of `sys.` fields
//   body         a JSON document: `order.total`, `data.order.total`
//
//   Event event;
//   event.set("type", "order").set("amount", 120).set_sys(SysField::time, std::int64_t{1'780'000'000'000});
//
//   EventReader reader(matcher.paths());          // reads only paths that some filter of the matcher references
//   if (auto ok = reader.read_body(line, event); !ok) report(ok.error());
//
// An Event is meant to be reused: clear() keeps its memory. Thread-safety: const access from many threads; one thread writes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "turnout/result.h"
#include "turnout/value.h"

namespace turnout {

namespace schema {
struct EventData;
class PathRegistry;
}  // namespace schema

// The envelope. int64: time (ms since 1970-01-01 UTC), ttl (ms), sequence, key_sequence, attempt. The others are strings.
enum class SysField : std::uint8_t {
  id,
  type,
  source,
  subject,
  time,
  key,
  topic,
  sequence,
  key_sequence,
  correlation_id,
  causation_id,
  content_type,
  to,
  reply_to,
  reply_to_session_id,
  partition_key,
  ttl,
  attempt
};
inline constexpr std::size_t kSysFieldCount = 18;

// The field's name in filters ("correlation_id"), and the field of a name in our spelling or Azure's ("CorrelationId", in any
// case when `any_case`); nullopt when there is none.
std::string_view sys_field_name(SysField field) noexcept;
std::optional<SysField> find_sys_field(std::string_view name, bool any_case = false) noexcept;
// int64 or string.
ValueType sys_field_type(SysField field) noexcept;

class Event {
 public:
  Event();
  ~Event();
  Event(const Event&);
  Event& operator=(const Event&);
  Event(Event&&) noexcept;
  Event& operator=(Event&&) noexcept;

  // Empties the event and keeps its memory.
  void clear() noexcept;

  // Sets an attribute; of equal names the last one wins. A missing Value removes it. O(attributes + size of the value).
  Event& set(std::string_view name, const Value& value);
  // Sets an envelope field. A value of another type than the field's is a caller's mistake and makes the field null.
  Event& set_sys(SysField field, const Value& value);
  // Sets the whole body.
  Event& set_body(const Value& value);

  // The event as text for people: attributes, envelope, body as far as it was read.
  [[nodiscard]] std::string to_string() const;

  // Internal representation, for the library itself.
  [[nodiscard]] const schema::EventData& data() const noexcept { return *data_; }
  schema::EventData& data() noexcept { return *data_; }

 private:
  std::unique_ptr<schema::EventData> data_;
};

// The paths that readers should materialise: a handle on the registry of a Matcher. Copyable, cheap, thread-safe.
class Paths {
 public:
  Paths() = default;  // every path
  explicit Paths(std::shared_ptr<const schema::PathRegistry> registry) : registry_(std::move(registry)) {}
  [[nodiscard]] const std::shared_ptr<const schema::PathRegistry>& registry() const noexcept { return registry_; }

 private:
  std::shared_ptr<const schema::PathRegistry> registry_;
};

// Reads JSON into events: one forward pass, no DOM, values of unreferenced paths are skipped unread. The text needs no padding
// and no terminator, is not changed, and may go when reading returns: the event holds copies of what it keeps. So lines can be
// read where they lie, in a mapped file or a network buffer.
//
// With Paths of a matcher an event holds the paths referenced when it was read: read it again to see paths of filters added
// later. Numbers: integer tokens within int64 are int64; others the nearest double; beyond double's range the value is null and
// the event is kept. The last duplicate key wins at every level. Invalid UTF-8, a lone surrogate in a read field, unbalanced or
// trailing text reject the event; malformed text inside skipped values is accepted unless `validate`. Nesting beyond
// limits::kJsonDepth and text beyond limits::kEventBytes are refused. A refused text leaves the event empty; the error says at
// which byte (0-based) and why.
// Not thread-safe: one reader per thread; keep it, for it remembers the names it met. No allocation after warm-up.
class EventReader {
 public:
  struct Options {
    bool validate = false;  // reject malformed text inside skipped values too
  };

  explicit EventReader(Paths paths = {});
  EventReader(Paths paths, Options options);
  ~EventReader();
  EventReader(EventReader&&) noexcept;
  EventReader& operator=(EventReader&&) noexcept;

  // Replaces the event by one whose body is this JSON text (any JSON value) and that has no attributes.
  Result<void> read_body(std::string_view json, Event& event);
  // Replaces the event by one whose attributes are the members of this JSON object, and that has no body. A member `$sys`, if
  // it is an object, is the envelope (field names in our spelling or Azure's, others are refused; a value of another type than
  // the field's makes it null); other members beginning with `$` are attributes.
  Result<void> read_attributes(std::string_view json, Event& event);
  // A CloudEvents 1.0 structured-mode event: context attributes and extensions become attributes, id, source, type, subject and
  // time the envelope too, `data` (or `data_base64`, as binary) the body. Refused without specversion "1.0" and non-empty
  // strings id, source and type; a `time` that is no RFC 3339 timestamp leaves sys.time null.
  Result<void> read_cloudevent(std::string_view json, Event& event);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace turnout
