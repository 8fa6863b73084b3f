#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// OpenSSH's own sshd on this machine, for its user, at a port of its own, and an ssh that knows it by two names:
/// "node", and "behind", which is reached through "node" as through a jump host. Goes away with the object.
class SshServer {
 public:
  struct Place {
    std::string address = "127.0.0.1";      ///< Of this machine.
    Process::Environment environment = {};  ///< Of who logs in.
  };
  /// Null, and a sentence in why, where there is no sshd or it does not start.
  static std::unique_ptr<SshServer> start(std::string& why, const Place& place);
  static std::unique_ptr<SshServer> start(std::string& why) { return start(why, {}); }

  /// With which gan-engine uses that ssh, and finds this build's gan-engine behind it.
  Process::Environment environment() const;
  /// "node" is reached through a command from now on, ssh's ProxyCommand: %h and %p are its host and port.
  void leadThrough(const std::string& command) const;
  /// ssh knows no host from now on.
  void forgetHosts() const;
  /// It has no key from now on.
  void forgetKey() const;
  std::string log() const;

 private:
  SshServer() = default;
  std::filesystem::path folder() const { return folder_.path(); }

  TemporaryFolder folder_;
  std::unique_ptr<Process> server_;
};

}  // namespace gan::test
