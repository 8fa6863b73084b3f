#pragma once

#include <c10/util/intrusive_ptr.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <string>

namespace c10d {
class TCPStore;
}

namespace gan {

/// Serves c10d's store at a port, 0 being a free one. Throws Error(kUnavailable, "store_port_taken").
c10::intrusive_ptr<c10d::TCPStore> serveStore(std::uint16_t port, std::chrono::milliseconds timeout);

/// The first line of what c10d says, without its stack trace.
std::string reasonOf(const std::exception& error);

}  // namespace gan
