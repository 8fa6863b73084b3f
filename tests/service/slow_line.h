#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "core/file_descriptor.h"
#include "protocol/unix_socket.h"

namespace gan {

/// Leads one connection to an engine's socket, and takes a byte a second from the engine once it is slow.
class SlowLine {
 public:
  SlowLine(const std::filesystem::path& socket, std::filesystem::path engine)
      : engine_socket_(std::move(engine)), listening_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_un address = socketAddress(socket);
    ::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    ::listen(listening_.get(), 1);
    thread_ = std::thread([this] { carry(); });
  }
  ~SlowLine() {
    ending_ = true;
    ::shutdown(listening_.get(), SHUT_RDWR);
    thread_.join();
  }
  SlowLine(const SlowLine&) = delete;
  SlowLine& operator=(const SlowLine&) = delete;

  void beSlow() { slow_ = true; }

 private:
  /// False when the connection has ended.
  static bool pass(int from, int to, std::size_t most) {
    std::array<char, 65536> bytes{};
    const ssize_t size = ::recv(from, bytes.data(), most, MSG_DONTWAIT);
    if (size < 0) return errno == EAGAIN;
    return size > 0 && ::send(to, bytes.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL) == size;
  }

  void carry() {
    using Clock = std::chrono::steady_clock;
    const FileDescriptor client(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!client) return;
    const FileDescriptor engine = connectUnixSocket(engine_socket_, {.until = Clock::now() + std::chrono::seconds(10)});
    Clock::time_point next_byte;
    while (!ending_) {
      const bool takes = !slow_ || Clock::now() >= next_byte;
      std::array<pollfd, 2> waiting{pollfd{client.get(), POLLIN, 0}, pollfd{takes ? engine.get() : -1, POLLIN, 0}};
      ::poll(waiting.data(), waiting.size(), 50);
      if (waiting[0].revents != 0 && !pass(client.get(), engine.get(), 65536)) return;
      if (waiting[1].revents == 0) continue;
      if (!pass(engine.get(), client.get(), slow_ ? 1 : 65536)) return;
      next_byte = Clock::now() + std::chrono::seconds(1);
    }
  }

  const std::filesystem::path engine_socket_;
  const FileDescriptor listening_;
  std::atomic<bool> slow_{false};
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

}  // namespace gan
