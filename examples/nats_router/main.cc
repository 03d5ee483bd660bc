// A content-based router in front of a NATS server.
//
//   nats_router FILTERS [URL [IN [OUT]]]
//
// Reads the subscriptions of FILTERS (`<id>` TAB `<filter>`), subscribes to the subject IN (in.>) at URL
// (nats://127.0.0.1:4222) and publishes one copy of each message to OUT<id> (out.) for every subscription whose filter it
// satisfies. Headers are attributes, the JSON payload is the body, the subject is sys.subject. SIGINT and SIGTERM end it after
// all messages that the server had already passed on are routed.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <semaphore>

#include "examples/nats_router/filter_file.h"
#include "examples/nats_router/nats_handle.h"
#include "examples/nats_router/router.h"

namespace {

using nats_router::failure;

constexpr std::int64_t kDrainMsMax = 30'000;
constexpr std::int64_t kFlushMsMax = 10'000;

// Released once the connection is closed for good, on purpose or not.
std::binary_semaphore connection_closed{0};

void on_message(natsConnection* connection, natsSubscription* /*subscription*/, natsMsg* message, void* router) {
  const nats_router::Message owned(message);
  static_cast<nats_router::Router*>(router)->route(connection, message);
}

void on_closed(natsConnection* /*connection*/, void* /*unused*/) {
  connection_closed.release();
  ::kill(::getpid(), SIGTERM);  // wakes main() when nobody asked for the end
}

void on_error(natsConnection* /*connection*/, natsSubscription* /*subscription*/, natsStatus status, void* /*unused*/) {
  std::cerr << failure("nats_router: server", status) << '\n';
}

// Signals wait for main(), whatever thread is running: libnats starts its threads after this.
sigset_t hold_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

nats_router::Connection connect(const std::string& url, natsStatus& status) {
  natsOptions* options = nullptr;
  natsConnection* connection = nullptr;
  status = natsOptions_Create(&options);
  const nats_router::Options owned(options);
  if (status == NATS_OK) status = natsOptions_SetURL(options, url.c_str());
  if (status == NATS_OK) status = natsOptions_SetName(options, "turnout nats_router");
  if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options, -1);  // for ever
  if (status == NATS_OK) status = natsOptions_SetClosedCB(options, on_closed, nullptr);
  if (status == NATS_OK) status = natsOptions_SetErrorHandler(options, on_error, nullptr);
  if (status == NATS_OK) status = natsConnection_Connect(&connection, options);
  return nats_router::Connection(connection);
}

// Routes until a signal comes, then drains. True when all went well.
bool run(nats_router::Router& router, const std::string& url, const std::string& in, const sigset_t& signals) {
  natsStatus status = NATS_OK;
  const nats_router::Connection connection = connect(url, status);
  if (status != NATS_OK) return std::cerr << failure("nats_router: " + url, status) << '\n', false;
  natsSubscription* subscribed = nullptr;
  status = natsConnection_Subscribe(&subscribed, connection.get(), in.c_str(), on_message, &router);
  const nats_router::Subscription subscription(subscribed);
  if (status == NATS_OK) status = natsConnection_FlushTimeout(connection.get(), kFlushMsMax);
  if (status != NATS_OK) return std::cerr << failure("nats_router: " + in, status) << '\n', false;
  std::cout << "routing " << in << " at " << url << std::endl;

  int signal = 0;
  sigwait(&signals, &signal);
  if (connection_closed.try_acquire()) return std::cerr << "nats_router: the connection is lost\n", false;
  status = natsConnection_DrainTimeout(connection.get(), kDrainMsMax);
  if (status != NATS_OK) return std::cerr << failure("nats_router: drain", status) << '\n', false;
  connection_closed.acquire();
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 5 || argv[1][0] == '-') {
    std::cerr << "usage: nats_router FILTERS [URL [IN [OUT]]]\n";
    return 2;
  }
  const sigset_t signals = hold_signals();
  turnout::Matcher matcher;
  if (const auto loaded = nats_router::load_filters(argv[1], matcher); !loaded) {
    std::cerr << "nats_router: " << argv[1] << ": " << to_string(loaded.error()) << '\n';
    return 1;
  }
  nats_router::Router router(matcher, argc > 4 ? argv[4] : "out.");
  const bool ok = run(router, argc > 2 ? argv[2] : "nats://127.0.0.1:4222", argc > 3 ? argv[3] : "in.>", signals);
  const nats_router::Counts& counts = router.counts();
  std::cout << counts.messages << " messages, " << counts.copies << " copies, " << counts.unmatched << " unmatched, "
            << counts.not_json << " without a JSON body, " << counts.failures << " failures" << std::endl;
  nats_Close();
  return ok && counts.failures == 0 ? 0 : 1;
}
