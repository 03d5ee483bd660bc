// The other side of nats_router, for its test: publishes to in.> and checks what arrives at out.>.
//
//   nats_router_check URL             which copies arrive, where, with which headers
//   nats_router_check URL ROUTER_PID  ends the router with SIGTERM behind a burst: not one message of it may be lost
//
// The router handles messages in order, so that the copy of a last message tells that no earlier one is still to come.
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "examples/nats_router/nats_handle.h"

namespace {

using nats_router::failure;

constexpr std::int64_t kWaitMsMax = 20'000;
constexpr int kBurst = 2'000;

[[noreturn]] void fail(const std::string& message) {
  std::cerr << "nats_router_check: " << message << '\n';
  std::exit(1);
}
void require(const std::string& what, natsStatus status) {
  if (status != NATS_OK) fail(failure(what, status));
}

struct Sent {
  std::string subject;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string payload;
};

void publish(natsConnection* connection, const Sent& sent) {
  natsMsg* created = nullptr;
  require("create",
          natsMsg_Create(&created, sent.subject.c_str(), nullptr, sent.payload.data(), static_cast<int>(sent.payload.size())));
  const nats_router::Message message(created);
  for (const auto& [name, value] : sent.headers) require("header", natsMsgHeader_Add(created, name.c_str(), value.c_str()));
  require("publish", natsConnection_PublishMsg(connection, created));
}

nats_router::Message next(natsSubscription* subscription) {
  natsMsg* received = nullptr;
  require("next message", natsSubscription_NextMsg(&received, subscription, kWaitMsMax));
  return nats_router::Message(received);
}

// "out.1 Trace-Id=7 {...}"
std::string describe(natsMsg* message) {
  std::string text = natsMsg_GetSubject(message);
  const char* trace = nullptr;
  if (natsMsgHeader_Get(message, "Trace-Id", &trace) == NATS_OK) text += " Trace-Id=" + std::string(trace);
  return text + " " + std::string(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
}

const std::vector<Sent>& messages() {
  static const std::vector<Sent> all{
      {"in.orders", {{"region", "eu"}, {"Trace-Id", "7"}}, R"({"n":1,"type":"order","order":{"total":120.5,"tags":["gift"]}})"},
      {"in.orders", {{"region", "us"}}, R"({"n":2,"type":"order","order":{"total":99,"tags":["gift","new"]}})"},
      {"in.orders", {}, R"({"n":3,"type":"order","order":{"total":1e3,"tags":[]},"region":"eu"})"},
      {"in.orders",
       {{"type", "refund"}},
       R"({"n":4,"type":"order","order":{"total":500}})"},  // the header hides the body's type
      {"in.alerts.disk", {{"severity", "critical"}}, "disk full, not JSON"},
      {"in.news", {{"severity", "critical"}}, R"({"n":6})"},  // nobody wants it
      {"in.last", {{"type", "last"}}, ""},
  };
  return all;
}

std::vector<std::string> expected() {
  const auto& m = messages();
  std::vector<std::string> all{"out.1 Trace-Id=7 " + m[0].payload,
                               "out.2 Trace-Id=7 " + m[0].payload,
                               "out.3 Trace-Id=7 " + m[0].payload,
                               "out.6 Trace-Id=7 " + m[0].payload,
                               "out.5 " + m[1].payload,
                               "out.1 " + m[2].payload,
                               "out.2 " + m[2].payload,
                               "out.4 " + m[4].payload,
                               "out.99 "};
  std::sort(all.begin(), all.end());
  return all;
}

void check_copies(natsConnection* connection, natsSubscription* subscription) {
  for (const Sent& sent : messages()) publish(connection, sent);
  std::vector<std::string> seen;
  do seen.push_back(describe(next(subscription).get()));
  while (!seen.back().starts_with("out.99"));
  std::sort(seen.begin(), seen.end());
  const auto wanted = expected();
  if (seen == wanted) return;
  std::cerr << "expected:\n";
  for (const std::string& line : wanted) std::cerr << "  " << line << '\n';
  std::cerr << "arrived:\n";
  for (const std::string& line : seen) std::cerr << "  " << line << '\n';
  fail("the copies differ");
}

void check_drain(natsConnection* connection, natsSubscription* subscription, pid_t router) {
  for (int i = 0; i < kBurst; ++i) publish(connection, {"in.burst", {{"region", "eu"}}, std::to_string(i)});
  require("flush", natsConnection_FlushTimeout(connection, kWaitMsMax));  // the server has passed all of them on
  if (::kill(router, SIGTERM) != 0) fail("cannot end the router");
  for (int i = 0; i < kBurst; ++i) {
    const std::string seen = describe(next(subscription).get());
    if (seen != "out.1 " + std::to_string(i)) fail("copy " + std::to_string(i) + " is " + seen);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) fail("usage: nats_router_check URL [ROUTER_PID]");
  natsConnection* connected = nullptr;
  require(argv[1], natsConnection_ConnectTo(&connected, argv[1]));
  const nats_router::Connection connection(connected);
  natsSubscription* subscribed = nullptr;
  require("subscribe", natsConnection_SubscribeSync(&subscribed, connected, "out.>"));
  const nats_router::Subscription subscription(subscribed);
  require("flush", natsConnection_FlushTimeout(connected, kWaitMsMax));
  if (argc == 2) {
    check_copies(connected, subscribed);
  } else {
    check_drain(connected, subscribed, static_cast<pid_t>(std::atol(argv[2])));
  }
  std::cout << "ok\n";
}
