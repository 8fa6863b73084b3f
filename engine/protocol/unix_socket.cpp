#include "protocol/unix_socket.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace gan {

bool fitsSocketAddress(const std::filesystem::path& socket) {
  return socket.native().size() < sizeof(sockaddr_un::sun_path);
}

sockaddr_un socketAddress(const std::filesystem::path& socket) {
  if (!fitsSocketAddress(socket)) {
    throw Error(ErrorCode::kInvalidArgument, "socket_path_too_long",
                "The socket's path {path} is longer than the {limit} bytes that an address can hold. Set "
                "XDG_RUNTIME_DIR to a shorter folder.",
                {{"path", socket.string()}, {"limit", std::to_string(sizeof(sockaddr_un::sun_path) - 1)}});
  }
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket.c_str(), socket.native().size());
  return address;
}

int connectUnixSocket(const std::filesystem::path& socket) {
  const sockaddr_un address = socketAddress(socket);
  Descriptor descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (descriptor.get() < 0 ||
      ::connect(descriptor.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    throw Error(
        ErrorCode::kUnavailable, "engine_unreachable",
        "The engine at {address} cannot be reached ({reason}). It may have ended or be restarting; try again in "
        "a moment.",
        {{"address", socket.string()}, {"reason", std::generic_category().message(errno)}});
  }
  return descriptor.release();
}

Descriptor::~Descriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int Descriptor::release() { return std::exchange(descriptor_, -1); }

}  // namespace gan
