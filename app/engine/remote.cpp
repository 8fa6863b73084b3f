#include "remote.h"

#include <memory>
#include <variant>

#include "protocol/host_client.h"
#include "protocol/ssh_hosts.h"
#include "protocol/target.h"

namespace gan::app {

bool isRemote(const std::string& run) { return !std::holds_alternative<FolderTarget>(parseTarget(Target{run})); }

Target answeringTarget(const std::string& run) {
  Target target{run};
  const ParsedTarget parsed = parseTarget(target);
  if (const auto* const ssh = std::get_if<SshTarget>(&parsed)) {
    target.hosts = std::make_shared<SshHosts>();
    HostClient(target).serveRun(ssh->path);
  }
  return target;
}

}  // namespace gan::app
