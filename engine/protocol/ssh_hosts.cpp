#include "protocol/ssh_hosts.h"

namespace gan {

OneConnection& SshHosts::of(const SshTarget& target) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<OneConnection>& host = hosts_[target.user + "@" + target.host + ":" + target.port];
  if (!host) host = std::make_unique<OneConnection>();
  return *host;
}

OneConnection::Use SshHosts::get(const SshTarget& target, const Patience& patience) {
  const auto log_in = [this, &target](const Patience& until) {
    return OneConnection::Use{connectToHost(target, options_, until), true};
  };
  return of(target).get(patience, "ssh://" + target.host, log_in);
}

void SshHosts::drop(const SshTarget& target, const std::shared_ptr<Connection>& broken) { of(target).drop(broken); }

}  // namespace gan
