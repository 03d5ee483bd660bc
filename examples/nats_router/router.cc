#include "examples/nats_router/router.h"

#include <cstdlib>
#include <string_view>
#include <vector>

#include "examples/nats_router/nats_handle.h"

namespace nats_router {
namespace {

// The names of the message's headers; none when it has none.
std::vector<const char*> header_names(natsMsg* message) {
  const char** names = nullptr;
  int count = 0;
  if (natsMsgHeader_Keys(message, &names, &count) != NATS_OK) return {};
  std::vector<const char*> out(names, names + count);
  std::free(static_cast<void*>(names));
  return out;
}

natsStatus copy_header(natsMsg* from, natsMsg* to, const char* name) {
  const char** values = nullptr;
  int count = 0;
  natsStatus status = natsMsgHeader_Values(from, name, &values, &count);
  for (int i = 0; status == NATS_OK && i < count; ++i) status = natsMsgHeader_Add(to, name, values[i]);
  std::free(static_cast<void*>(values));
  return status;
}

std::string_view payload(natsMsg* message) {
  return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

}  // namespace

Router::Router(const turnout::Matcher& matcher, std::string out_prefix)
    : matcher_(matcher), out_prefix_(std::move(out_prefix)), reader_(matcher.paths()) {}

void Router::route(natsConnection* connection, natsMsg* message) {
  ++counts_.messages;
  read(message);
  const auto ids = matcher_.match(event_, scratch_);
  if (ids.empty()) ++counts_.unmatched;
  for (const turnout::SubscriptionId id : ids) {
    if (publish(connection, message, id)) {
      ++counts_.copies;
    } else {
      ++counts_.failures;
    }
  }
}

void Router::read(natsMsg* message) {
  if (!reader_.read_body(payload(message), event_)) {
    ++counts_.not_json;
    event_.clear();
  }
  event_.set_sys(turnout::SysField::subject, natsMsg_GetSubject(message));
  for (const char* name : header_names(message)) {
    const char* value = nullptr;  // of several values of one header the first counts
    if (natsMsgHeader_Get(message, name, &value) == NATS_OK) event_.set(name, value);
  }
}

bool Router::publish(natsConnection* connection, natsMsg* message, turnout::SubscriptionId id) {
  const std::string subject = out_prefix_ + std::to_string(id.value);
  natsMsg* created = nullptr;
  if (natsMsg_Create(&created, subject.c_str(), nullptr, natsMsg_GetData(message), natsMsg_GetDataLength(message)) != NATS_OK) {
    return false;
  }
  const Message copy(created);
  for (const char* name : header_names(message)) {
    if (copy_header(message, copy.get(), name) != NATS_OK) return false;
  }
  return natsConnection_PublishMsg(connection, copy.get()) == NATS_OK;
}

}  // namespace nats_router
