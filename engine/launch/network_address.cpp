#include "launch/network_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/error.h"
#include "core/file_descriptor.h"
#include "core/host_name.h"

namespace gan {
namespace {

std::string numeric(const sockaddr* address) {
  const bool six = address->sa_family == AF_INET6;
  std::array<char, NI_MAXHOST> text{};
  const socklen_t size = six ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  if (getnameinfo(address, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) != 0) return {};
  return text.data();
}

/// Calls use(name, address) for each address of each interface.
template <class Use>
void eachAddress(const Use& use) {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return;
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(all, freeifaddrs);
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr) continue;
    if (one->ifa_addr->sa_family != AF_INET && one->ifa_addr->sa_family != AF_INET6) continue;
    use(std::string(one->ifa_name), numeric(one->ifa_addr));
  }
}

[[noreturn]] void throwUnreachable(const std::string& host, const std::string& reason) {
  throw Error(
      ErrorCode::kUnavailable, "host_unreachable",
      "{here} cannot reach {host}, where the processes of the run meet: {reason}. Check the name and the network.",
      {{"here", hostName()}, {"host", host}, {"reason", reason}});
}

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses lookUp(const std::string& host, std::uint16_t port, int socket_type) {
  addrinfo hints{};
  hints.ai_socktype = socket_type;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failure != 0) throwUnreachable(host, gai_strerror(failure));
  return {found, freeaddrinfo};
}

/// Where nobody listens, the kernel may choose the very same port for this end, too, and connect the socket to itself.
bool isItsOwnPeer(const FileDescriptor& socket) {
  sockaddr_storage local{};
  sockaddr_storage peer{};
  socklen_t size = sizeof(local);
  socklen_t peer_size = sizeof(peer);
  return ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&local), &size) == 0 &&
         ::getpeername(socket.get(), reinterpret_cast<sockaddr*>(&peer), &peer_size) == 0 && size == peer_size &&
         std::memcmp(&local, &peer, size) == 0;
}

/// connect(2) with a limit; returns errno's value.
int connectWithin(const addrinfo& address, std::chrono::milliseconds time) {
  const FileDescriptor socket(::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket) return errno;
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0 && errno != EINPROGRESS) return errno;
  pollfd answer{.fd = socket.get(), .events = POLLOUT, .revents = 0};
  const int ready = ::poll(&answer, 1, static_cast<int>(time.count()));
  if (ready <= 0) return ready == 0 ? ETIMEDOUT : errno;
  int failure = 0;
  socklen_t size = sizeof(failure);
  if (::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &failure, &size) != 0) return errno;
  return failure == 0 && isItsOwnPeer(socket) ? ECONNREFUSED : failure;
}

}  // namespace

NetworkRoute routeTo(const std::string& host, std::uint16_t port) {
  const Addresses found = lookUp(host, port, SOCK_DGRAM);
  std::string reason;
  for (const addrinfo* one = found.get(); one != nullptr; one = one->ai_next) {
    // Connecting a datagram socket chooses the way and sends nothing.
    const FileDescriptor socket(::socket(one->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_storage local{};
    socklen_t size = sizeof(local);
    if (socket.get() >= 0 && ::connect(socket.get(), one->ai_addr, one->ai_addrlen) == 0 &&
        ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&local), &size) == 0) {
      return {numeric(reinterpret_cast<const sockaddr*>(&local)), numeric(one->ai_addr)};
    }
    reason = std::strerror(errno);
  }
  throwUnreachable(host, reason);
}

std::optional<std::string> whyNotListening(const std::string& host, std::uint16_t port,
                                           std::chrono::milliseconds time) {
  const Addresses found = lookUp(host, port, SOCK_STREAM);
  int failure = 0;
  for (const addrinfo* one = found.get(); one != nullptr; one = one->ai_next) {
    failure = connectWithin(*one, time);
    if (failure == 0) return std::nullopt;
  }
  return std::strerror(failure);
}

std::string addressOfInterface(const std::string& name) {
  std::string four;
  std::string six;
  std::string known;
  eachAddress([&](const std::string& interface, const std::string& address) {
    if (("," + known + ",").find("," + interface + ",") == std::string::npos) {
      known += (known.empty() ? "" : ",") + interface;
    }
    if (interface != name) return;
    std::string& place = address.find(':') == std::string::npos ? four : six;
    if (place.empty()) place = address;
  });
  if (!four.empty() || !six.empty()) return four.empty() ? six : four;
  throw Error(ErrorCode::kNotFound, "interface_not_found",
              "{host} has no network interface {name} with an address; it has {known}. Name one of these.",
              {{"host", hostName()}, {"name", name}, {"known", known}});
}

std::string interfaceOfAddress(const std::string& address) {
  std::string found;
  eachAddress([&](const std::string& interface, const std::string& its) {
    if (found.empty() && its == address) found = interface;
  });
  return found;
}

bool isLoopback(const std::string& address) { return address.starts_with("127.") || address == "::1"; }

}  // namespace gan
