#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/error.h"
#include "protocol/one_connection.h"
#include "protocol/ssh_options.h"
#include "protocol/target.h"

namespace gan {

/// Logins by ssh, one to each host, which all clients that are given this object share: a person is asked once. Where
/// they are asked through SshOptions::answer, and a login is refused, nobody has them asked again until allow().
/// Thread-safe.
class SshHosts {
 public:
  explicit SshHosts(SshOptions options = {}) : options_(std::move(options)) {}

  /// The login to a host, whichever path there the target names. Throws what SshTunnel does, and what
  /// OneConnection::get() does.
  OneConnection::Use get(const SshTarget& target, const Patience& patience);
  /// It has ended: the next who needs it logs in again.
  void drop(const SshTarget& target, const std::shared_ptr<Connection>& broken);
  /// Who was refused may try again.
  void allow(const SshTarget& target);

 private:
  struct Host {
    OneConnection connection;
    std::mutex mutex;
    std::optional<Error> refusal;  ///< Of the newest login.
  };
  Host& of(const SshTarget& target);
  OneConnection::Use logIn(const SshTarget& target, Host& host, const Patience& patience) const;

  const SshOptions options_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Host>> hosts_;
};

}  // namespace gan
