// The names and types of the envelope's fields.
#include <algorithm>
#include <array>

#include "schema/case_fold.h"
#include "turnout/event.h"

namespace turnout {

namespace {

constexpr std::array<std::string_view, kSysFieldCount> kNames{"id",
                                                              "type",
                                                              "source",
                                                              "subject",
                                                              "time",
                                                              "key",
                                                              "topic",
                                                              "sequence",
                                                              "key_sequence",
                                                              "correlation_id",
                                                              "causation_id",
                                                              "content_type",
                                                              "to",
                                                              "reply_to",
                                                              "reply_to_session_id",
                                                              "partition_key",
                                                              "ttl",
                                                              "attempt"};

struct AzureName {
  std::string_view name;
  SysField field;
};
constexpr std::array<AzureName, 14> kAzureNames{{{"MessageId", SysField::id},
                                                 {"Label", SysField::subject},
                                                 {"Subject", SysField::subject},
                                                 {"SessionId", SysField::key},
                                                 {"EnqueuedTimeUtc", SysField::time},
                                                 {"TimeToLive", SysField::ttl},
                                                 {"SequenceNumber", SysField::sequence},
                                                 {"DeliveryCount", SysField::attempt},
                                                 {"CorrelationId", SysField::correlation_id},
                                                 {"ContentType", SysField::content_type},
                                                 {"To", SysField::to},
                                                 {"ReplyTo", SysField::reply_to},
                                                 {"ReplyToSessionId", SysField::reply_to_session_id},
                                                 {"PartitionKey", SysField::partition_key}}};

}  // namespace

std::string_view sys_field_name(SysField field) noexcept { return kNames[static_cast<std::size_t>(field)]; }

std::optional<SysField> find_sys_field(std::string_view name, bool any_case) noexcept {
  const auto equal = [&](std::string_view known) { return any_case ? schema::equal_folded(known, name) : known == name; };
  const auto ours = std::find_if(kNames.begin(), kNames.end(), equal);
  if (ours != kNames.end()) return static_cast<SysField>(ours - kNames.begin());
  const auto azure =
      std::find_if(kAzureNames.begin(), kAzureNames.end(), [&](const AzureName& known) { return equal(known.name); });
  if (azure != kAzureNames.end()) return azure->field;
  return std::nullopt;
}

ValueType sys_field_type(SysField field) noexcept {
  switch (field) {
    case SysField::time:
    case SysField::ttl:
    case SysField::sequence:
    case SysField::key_sequence:
    case SysField::attempt:
      return ValueType::int64;
    default:
      return ValueType::string;
  }
}

}  // namespace turnout
