#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace gan {

/// The two ends of a way through the network, as numbers ("192.168.1.4", "fe80::1").
struct NetworkRoute {
  std::string local;
  std::string remote;
};

/// Which of this host's addresses leads to a host; nothing is sent.
/// Throws Error(kUnavailable, "host_unreachable") when the name is unknown or no way leads there.
NetworkRoute routeTo(const std::string& host, std::uint16_t port);

/// Nothing where a TCP connection to that port can be made, or else the reason: one try, which waits for an answer of
/// each of the host's addresses no longer than `time`. Throws Error(kUnavailable, "host_unreachable") when the name is
/// unknown.
std::optional<std::string> whyNotListening(const std::string& host, std::uint16_t port, std::chrono::milliseconds time);

/// An address of the network interface of this name. Throws Error(kNotFound, "interface_not_found") naming those there
/// are.
std::string addressOfInterface(const std::string& name);

/// "eth0"; empty when no interface of this host has the address.
std::string interfaceOfAddress(const std::string& address);

/// Whether only this host itself can be reached by it.
bool isLoopback(const std::string& address);

}  // namespace gan
