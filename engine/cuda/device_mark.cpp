#include "cuda/device_mark.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <thread>

namespace gan {

std::optional<DeviceMark> DeviceMark::take(const std::string& uuid) {
  const std::string name = "gan-studio/" + uuid;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // Behind a zero the name is no file's.
  const std::size_t size = std::min(name.size(), sizeof(address.sun_path) - 1);
  std::memcpy(address.sun_path + 1, name.data(), size);
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return std::nullopt;
  DeviceMark mark(socket);
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + size);
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&address), length) != 0) return std::nullopt;
  return mark;
}

std::optional<DeviceMark> DeviceMark::take(const std::string& uuid, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kPause{20};
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    if (auto mark = take(uuid)) return mark;
    if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(kPause);
  }
}

DeviceMark::~DeviceMark() {
  if (socket_ >= 0) ::close(socket_);
}

}  // namespace gan
