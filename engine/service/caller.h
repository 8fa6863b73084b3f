#pragma once

#include <string>
#include <string_view>

namespace grpc {
class ServerContextBase;
}

namespace gan {

/// Who makes a call, as far as the call says so itself. A plain value: it outlives the call.
struct Caller {
  explicit Caller(const grpc::ServerContextBase& context);

  /// Came through the unix socket, whose folder is the owner's alone.
  bool isLocal() const;

  std::string peer;    ///< gRPC's name for the connection: "fd:N" for a local one, else "ipv4:1.2.3.4:567" or the like.
  std::string client;  ///< Shares of what is limited go by it: the network, or a local client's connection.
  std::string protocol_version;
  std::string token;
};

/// Whether a call with this peer() came through the unix socket.
bool isLocalPeer(std::string_view peer);

/// A peer without its port, for people: "1.2.3.4", "[::1]"; the peer itself where it has none.
std::string addressOfPeer(std::string_view peer);

/// Of an address as addressOfPeer() says it what one host may have all of, and so one share of what is limited: of IPv6
/// the first 64 bits, "[2001:db8::]"; otherwise the address itself.
std::string networkOf(const std::string& address);

}  // namespace gan
