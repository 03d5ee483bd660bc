// Routes NATS messages: a message's headers are the event's attributes, its payload, when it is JSON, is the body.
#pragma once

#include <nats/nats.h>
#include <turnout/event.h>
#include <turnout/matcher.h>

#include <cstdint>
#include <string>

namespace nats_router {

// What happened since the start.
struct Counts {
  std::uint64_t messages = 0;   // received
  std::uint64_t copies = 0;     // published, one per matching subscription
  std::uint64_t unmatched = 0;  // messages that no subscription wanted
  std::uint64_t not_json = 0;   // messages routed by their headers alone
  std::uint64_t failures = 0;   // copies that could not be published
};

class Router {
 public:
  // Copies go to `out_prefix` + id. The matcher outlives the router.
  Router(const turnout::Matcher& matcher, std::string out_prefix);

  // Publishes a copy of the message, headers included, for each matching subscription. One thread at a time.
  void route(natsConnection* connection, natsMsg* message);

  [[nodiscard]] const Counts& counts() const noexcept { return counts_; }

 private:
  void read(natsMsg* message);
  bool publish(natsConnection* connection, natsMsg* message, turnout::SubscriptionId id);

  const turnout::Matcher& matcher_;
  std::string out_prefix_;
  turnout::EventReader reader_;
  turnout::Event event_;
  turnout::MatchScratch scratch_;
  Counts counts_;
};

}  // namespace nats_router
