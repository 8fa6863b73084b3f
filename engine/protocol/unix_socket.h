#pragma once

#include <sys/un.h>

#include <filesystem>

#include "core/file_descriptor.h"
#include "protocol/patience.h"

namespace gan {

/// Linux holds at most 107 bytes of path in a socket's address.
bool fitsSocketAddress(const std::filesystem::path& socket);
/// Throws Error(kInvalidArgument, "socket_path_too_long").
sockaddr_un socketAddress(const std::filesystem::path& socket);

/// A connected stream socket (close-on-exec, non-blocking).
/// Throws Error(kUnavailable, "engine_unreachable") when nobody listens there, and "engine_not_accepting" when whoever
/// listens has taken no connection for as long as the patience lasts: a stopped process, or a very busy one.
FileDescriptor connectUnixSocket(const std::filesystem::path& socket, const Patience& patience);

}  // namespace gan
