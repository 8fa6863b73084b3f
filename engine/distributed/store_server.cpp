#include "distributed/store_server.h"

#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "core/error.h"
#include "core/host_name.h"
#include "core/reason_of.h"
#include "distributed/tcp_store.h"
#include "launch/network_address.h"

namespace gan {

c10::intrusive_ptr<c10d::TCPStore> serveStore(std::uint16_t port, std::chrono::milliseconds timeout) {
  c10d::TCPStoreOptions options;
  options.port = port;
  options.isServer = true;
  options.waitWorkers = false;
  options.timeout = timeout;
  try {
    return c10::make_intrusive<c10d::TCPStore>("localhost", options);
  } catch (const std::exception& error) {
    throw Error(ErrorCode::kUnavailable, "store_port_taken",
                "{host} cannot serve the meeting place of the run's processes at port {port}: {reason}. Another "
                "program may use that port; choose another one (MASTER_PORT).",
                {{"host", hostName()}, {"port", std::to_string(port)}, {"reason", reasonOf(error)}});
  }
}

struct StoreServer::Impl {
  c10::intrusive_ptr<c10d::TCPStore> store;
};

StoreServer::StoreServer(std::uint16_t port) : impl_(std::make_unique<Impl>()) {
  constexpr std::chrono::milliseconds kTimeout = std::chrono::minutes(5);
  impl_->store = serveStore(port, kTimeout);
}

StoreServer::~StoreServer() = default;

std::uint16_t StoreServer::port() const { return impl_->store->getPort(); }

}  // namespace gan
