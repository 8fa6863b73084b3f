#pragma once

#include <sys/un.h>

#include <filesystem>

#include "protocol/patience.h"

namespace gan {

/// Linux holds at most 107 bytes of path in a socket's address.
bool fitsSocketAddress(const std::filesystem::path& socket);
/// Throws Error(kInvalidArgument, "socket_path_too_long").
sockaddr_un socketAddress(const std::filesystem::path& socket);

/// A connected stream socket (close-on-exec, non-blocking) that the caller owns.
/// Throws Error(kUnavailable, "engine_unreachable") when nobody listens there, and "engine_not_accepting" when whoever
/// listens has taken no connection for as long as the patience lasts: a stopped process, or a very busy one.
int connectUnixSocket(const std::filesystem::path& socket, const Patience& patience);

/// Closes a file descriptor when it goes.
class Descriptor {
 public:
  explicit Descriptor(int descriptor = -1) : descriptor_(descriptor) {}
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }
  /// Hands it over to the caller.
  int release();

 private:
  int descriptor_;
};

}  // namespace gan
