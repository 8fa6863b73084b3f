#include "protocol/ssh_hosts.h"

namespace gan {

SshHosts::Host& SshHosts::of(const SshTarget& target) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Host>& host = hosts_[target.user + "@" + target.host + ":" + target.port];
  if (!host) host = std::make_unique<Host>();
  return *host;
}

OneConnection::Use SshHosts::get(const SshTarget& target, const Patience& patience) {
  Host& host = of(target);
  const auto log_in = [&](const Patience& until) { return logIn(target, host, until); };
  return host.connection.get(patience, "ssh://" + target.host, log_in);
}

OneConnection::Use SshHosts::logIn(const SshTarget& target, Host& host, const Patience& patience) const {
  {
    const std::lock_guard lock(host.mutex);
    if (host.refusal) throw Error(*host.refusal);
  }
  try {
    return {connectToHost(target, options_, patience), true};
  } catch (const Error& error) {
    if (options_.answer && error.code() == ErrorCode::kPermissionDenied) {
      const std::lock_guard lock(host.mutex);
      host.refusal = error;
    }
    throw;
  }
}

void SshHosts::drop(const SshTarget& target, const std::shared_ptr<Connection>& broken) {
  of(target).connection.drop(broken);
}

void SshHosts::allow(const SshTarget& target) {
  Host& host = of(target);
  const std::lock_guard lock(host.mutex);
  host.refusal.reset();
}

}  // namespace gan
