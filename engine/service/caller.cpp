#include "service/caller.h"

#include <arpa/inet.h>
#include <grpcpp/server_context.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "protocol/version.h"

namespace gan {
namespace {

constexpr std::string_view kLocalPeer = "fd:";

std::string metadata(const grpc::ServerContextBase& context, const char* name) {
  const auto found = context.client_metadata().find(name);
  return found == context.client_metadata().end() ? std::string()
                                                  : std::string(found->second.data(), found->second.size());
}

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

}  // namespace

Caller::Caller(const grpc::ServerContextBase& context)
    : peer(context.peer()),
      client(networkOf(addressOfPeer(peer))),
      protocol_version(metadata(context, kVersionMetadata)),
      token(metadata(context, kTokenMetadata)) {}

bool Caller::isLocal() const { return isLocalPeer(peer); }

bool isLocalPeer(std::string_view peer) { return peer.starts_with(kLocalPeer); }

std::string addressOfPeer(std::string_view peer) {
  if (peer.starts_with(kLocalPeer)) return std::string(peer);
  const std::size_t scheme = peer.find(':');
  const std::size_t port = peer.rfind(':');
  if (scheme == std::string_view::npos || scheme == port) return std::string(peer);
  std::string address(peer.substr(scheme + 1, port - scheme - 1));
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEscaped = {
      {{"%5B", "["}, {"%5D", "]"}, {"%25", "%"}}};
  for (const auto& [code, sign] : kEscaped) replaceAll(address, code, sign);
  return address;
}

std::string networkOf(const std::string& address) {
  if (!address.starts_with('[') || !address.ends_with(']')) return address;
  constexpr std::ptrdiff_t kNetworkBytes = 8;
  const std::string text = address.substr(1, address.find_first_of("%]") - 1);
  in6_addr bytes{};
  if (::inet_pton(AF_INET6, text.c_str(), &bytes) != 1) return address;
  std::fill(std::begin(bytes.s6_addr) + kNetworkBytes, std::end(bytes.s6_addr), std::uint8_t{0});
  std::array<char, INET6_ADDRSTRLEN> network{};
  ::inet_ntop(AF_INET6, &bytes, network.data(), network.size());
  return "[" + std::string(network.data()) + "]";
}

}  // namespace gan
