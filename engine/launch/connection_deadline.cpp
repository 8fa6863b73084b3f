#include "launch/connection_deadline.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include <filesystem>
#include <system_error>

namespace gan {
namespace {

/// Connections opened while it runs are caught, too.
constexpr std::chrono::milliseconds kAgain{100};

/// 0 for whatever is not connected over IP.
std::uint16_t peerPort(int descriptor) {
  sockaddr_storage address{};
  socklen_t size = sizeof(address);
  if (::getpeername(descriptor, reinterpret_cast<sockaddr*>(&address), &size) != 0) return 0;
  if (address.ss_family == AF_INET) return ntohs(reinterpret_cast<const sockaddr_in*>(&address)->sin_port);
  if (address.ss_family == AF_INET6) return ntohs(reinterpret_cast<const sockaddr_in6*>(&address)->sin6_port);
  return 0;
}

void endConnectionsTo(std::uint16_t port) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", ignored)) {
    const int descriptor = std::stoi(entry.path().filename());
    if (peerPort(descriptor) == port) ::shutdown(descriptor, SHUT_RDWR);
  }
}

}  // namespace

ConnectionDeadline::ConnectionDeadline(std::uint16_t peer_port, std::chrono::milliseconds time)
    : thread_([this, peer_port, time] { watch(peer_port, time); }) {}

ConnectionDeadline::~ConnectionDeadline() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  left_.notify_all();
  thread_.join();
}

void ConnectionDeadline::watch(std::uint16_t peer_port, std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  while (!left_.wait_for(lock, time, [this] { return over_; })) {
    expired_ = true;
    endConnectionsTo(peer_port);
    time = kAgain;
  }
}

}  // namespace gan
