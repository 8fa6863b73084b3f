#include "distributed/network_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "core/error.h"
#include "core/file_descriptor.h"

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

}  // namespace

NetworkRoute routeTo(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failure != 0) throwUnreachable(host, gai_strerror(failure));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  std::string reason;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
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

std::string hostName() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace gan
