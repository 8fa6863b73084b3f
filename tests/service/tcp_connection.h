#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "core/file_descriptor.h"

namespace gan {

/// A connection to a port of this host that says nothing.
class TcpConnection {
 public:
  explicit TcpConnection(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }

  bool connected() const { return connected_; }
  void send(const std::string& bytes) const { (void)!::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  /// Waits until the other side ends it, whatever that says before; false where the time that the socket has is over
  /// first.
  bool waitForEnd() const {
    char byte = 0;
    ssize_t size = 0;
    while ((size = ::recv(socket_.get(), &byte, 1, 0)) > 0) {
    }
    return size == 0 || errno != EAGAIN;
  }
  int descriptor() const { return socket_.get(); }

 private:
  FileDescriptor socket_;
  bool connected_ = false;
};

}  // namespace gan
