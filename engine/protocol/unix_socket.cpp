#include "protocol/unix_socket.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "core/error.h"

namespace gan {
namespace {

[[noreturn]] void throwUnreachable(const std::filesystem::path& socket, int error_number) {
  throw Error(ErrorCode::kUnavailable, "engine_unreachable",
              "The engine at {address} cannot be reached ({reason}). It may have ended or be restarting; try again in "
              "a moment.",
              {{"address", socket.string()}, {"reason", std::generic_category().message(error_number)}});
}

[[noreturn]] void throwNotAccepting(const std::filesystem::path& socket) {
  throw Error(ErrorCode::kUnavailable, "engine_not_accepting",
              "The engine at {address} takes no connections at present. Its process may be stopped or very busy; try "
              "again when it goes on.",
              {{"address", socket.string()}});
}

}  // namespace

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

FileDescriptor connectUnixSocket(const std::filesystem::path& socket, const Patience& patience) {
  constexpr std::chrono::milliseconds kPause(20);
  const sockaddr_un address = socketAddress(socket);
  FileDescriptor descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  while (!descriptor ||
         ::connect(descriptor.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    const int failure = errno;
    if (failure == EINTR) continue;
    if (failure != EAGAIN) throwUnreachable(socket, failure);
    // The queue of connections to accept is full, and poll() does not tell when it no longer is.
    if (!patience.sleep(kPause)) throwNotAccepting(socket);
  }
  return descriptor;
}

}  // namespace gan
