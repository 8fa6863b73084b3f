#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

namespace gan {

/// A process's mark on a GPU of this machine, by which those who look for a free one see that it is taken, of whichever
/// user they are. It goes when the mark does, or the process, however that ends. A mark keeps nobody from computing.
///
/// It is a name in the kernel's table of unix sockets (unix(7), abstract sockets), so processes in another network
/// namespace, as those of most containers, do not see it.
class DeviceMark {
 public:
  /// Nothing while another process marks the same GPU, or when the kernel has no socket left.
  static std::optional<DeviceMark> take(const std::string& uuid);
  /// Waits for it, but no longer than patience.
  static std::optional<DeviceMark> take(const std::string& uuid, std::chrono::milliseconds patience);

  ~DeviceMark();
  DeviceMark(DeviceMark&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  DeviceMark& operator=(DeviceMark&& other) noexcept {
    std::swap(socket_, other.socket_);
    return *this;
  }

 private:
  explicit DeviceMark(int socket) : socket_(socket) {}
  int socket_ = -1;
};

}  // namespace gan
