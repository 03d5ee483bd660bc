// Owners of libnats objects, and its status codes as text.
#pragma once

#include <nats/nats.h>

#include <memory>
#include <string>

namespace nats_router {

template <class T, void (*destroy)(T*)>
struct Destroy {
  void operator()(T* object) const noexcept { destroy(object); }
};
using Options = std::unique_ptr<natsOptions, Destroy<natsOptions, natsOptions_Destroy>>;
using Connection = std::unique_ptr<natsConnection, Destroy<natsConnection, natsConnection_Destroy>>;
using Subscription = std::unique_ptr<natsSubscription, Destroy<natsSubscription, natsSubscription_Destroy>>;
using Message = std::unique_ptr<natsMsg, Destroy<natsMsg, natsMsg_Destroy>>;

// "what: reason" for a failed call.
inline std::string failure(const std::string& what, natsStatus status) { return what + ": " + natsStatus_GetText(status); }

}  // namespace nats_router
