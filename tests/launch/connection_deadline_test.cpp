#include "launch/connection_deadline.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "core/file_descriptor.h"

namespace gan {
namespace {

using namespace std::chrono_literals;

/// A connection to a program of this process's own that accepts it and says nothing.
class SilentPeer {
 public:
  SilentPeer() : listener_(::socket(AF_INET, SOCK_STREAM, 0)), socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* any = reinterpret_cast<sockaddr*>(&address);
    const bool connected = ::bind(listener_.get(), any, size) == 0 && ::listen(listener_.get(), 1) == 0 &&
                           ::getsockname(listener_.get(), any, &size) == 0 && ::connect(socket_.get(), any, size) == 0;
    EXPECT_TRUE(connected);
    port_ = ntohs(address.sin_port);
  }

  std::uint16_t port() const { return port_; }
  /// Waits for a byte: 0 when the connection has ended.
  ssize_t read() const {
    char byte = 0;
    return ::recv(socket_.get(), &byte, 1, 0);
  }
  bool isOpen() const {
    char byte = 0;
    return ::recv(socket_.get(), &byte, 1, MSG_DONTWAIT) < 0 && errno == EAGAIN;
  }

 private:
  FileDescriptor listener_;
  FileDescriptor socket_;
  std::uint16_t port_ = 0;
};

TEST(ConnectionDeadline, EndsAReadThatWouldWaitForEverAndSaysSo) {
  const SilentPeer peer;
  const ConnectionDeadline deadline(peer.port(), 500ms);
  EXPECT_FALSE(deadline.expired());
  EXPECT_EQ(peer.read(), 0);
  EXPECT_TRUE(deadline.expired());
}

TEST(ConnectionDeadline, LeavesConnectionsToOtherPortsAlone) {
  const SilentPeer peer;
  const SilentPeer other;
  const ConnectionDeadline deadline(peer.port(), 10ms);
  peer.read();
  EXPECT_TRUE(other.isOpen());
}

TEST(ConnectionDeadline, EndsNothingOnceItIsGone) {
  const SilentPeer peer;
  { const ConnectionDeadline deadline(peer.port(), 200ms); }
  std::this_thread::sleep_for(500ms);
  EXPECT_TRUE(peer.isOpen());
}

}  // namespace
}  // namespace gan
