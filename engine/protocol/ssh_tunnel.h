#pragma once

#include <sys/types.h>

#include <utility>

#include "core/file_descriptor.h"
#include "protocol/target.h"

namespace gan {

/// A running `ssh HOST gan-engine connect PATH`, whose standard input and output carry the protocol. The program can be
/// replaced by the environment variable GAN_SSH. Its messages go to our standard error, its questions to the terminal.
class SshTunnel {
 public:
  /// Throws Error(kUnavailable, "ssh_failed") when the program cannot be started.
  explicit SshTunnel(const SshTarget& target);
  /// Ends the child: closing the stream ends it by itself within a second, else it is ended by a signal.
  ~SshTunnel();
  SshTunnel(const SshTunnel&) = delete;
  SshTunnel& operator=(const SshTunnel&) = delete;

  /// Our end of the stream. Call once, and close it before the tunnel goes.
  FileDescriptor takeDescriptor() { return std::move(descriptor_); }

 private:
  pid_t child_ = -1;
  FileDescriptor descriptor_;
};

}  // namespace gan
