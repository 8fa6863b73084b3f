#pragma once

#include <c10/util/intrusive_ptr.h>

#include <chrono>
#include <cstdint>

namespace c10d {
class TCPStore;
}

namespace gan {

/// Serves c10d's store at a port, 0 being a free one. Throws Error(kUnavailable, "store_port_taken").
c10::intrusive_ptr<c10d::TCPStore> serveStore(std::uint16_t port, std::chrono::milliseconds timeout);

}  // namespace gan
