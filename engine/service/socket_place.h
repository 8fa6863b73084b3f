#pragma once

#include <filesystem>
#include <string_view>

namespace gan {

/// Where a server listens for the clients of a run: a socket of its own in $XDG_RUNTIME_DIR/gan-studio/ID, or in
/// /tmp/gan-studio-UID/ID where there is no such variable or a socket's address cannot hold it. Only the owner may
/// enter that folder. It is never on a shared file system.
class SocketPlace {
 public:
  /// Makes the folder and removes sockets that dead engines left there.
  /// Throws Error(kDataLoss, "run_bad_id"), Error(kPermissionDenied).
  explicit SocketPlace(std::string_view run_id);
  /// Removes the socket, and the folder when no other server uses it.
  ~SocketPlace();
  SocketPlace(const SocketPlace&) = delete;
  SocketPlace& operator=(const SocketPlace&) = delete;

  const std::filesystem::path& socket() const { return socket_; }
  /// Makes its folder again where that is gone, as a runtime folder goes when its user logs out for good. Throws
  /// Error(kPermissionDenied) and what making folders throws: it may be there again once they log in.
  void restore() const;

 private:
  std::filesystem::path socket_;
};

/// Whether a process listens at this socket.
bool socketAnswers(const std::filesystem::path& socket);

}  // namespace gan
