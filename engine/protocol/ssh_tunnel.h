#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/file_descriptor.h"
#include "protocol/ask_pass.h"
#include "protocol/child_stream.h"
#include "protocol/patience.h"
#include "protocol/ssh_options.h"
#include "protocol/target.h"

namespace gan {

/// A running `ssh HOST gan-engine connect`, whose standard input and output carry the protocol to all runs of that
/// host. It is the person's own ssh, with their configuration, agent and jump hosts; the program can be replaced by the
/// environment variable GAN_SSH. A silent line ends it within a minute.
class SshTunnel {
 public:
  /// Logs in, and waits until the gan-engine there speaks. Throws Error(kUnavailable, "ssh_failed") when the program
  /// cannot be started, what sshError() says when it ended, Error(kUnsupported, "ssh_noise") when something else speaks
  /// there, Error(kUnavailable, "ssh_silent") when nothing came for so long, Error(kPermissionDenied, "ssh_declined")
  /// when a question got no answer, and when told to stop Error(kCancelled, "client_closed").
  SshTunnel(const SshTarget& target, const SshOptions& options, const Patience& patience);

  /// Our end of the stream. Call once, and close it before the tunnel goes.
  FileDescriptor takeDescriptor() { return child_->takeDescriptor(); }

 private:
  void logIn(const SshTarget& target, const SshOptions& options, const Patience& patience);
  void passOnQuestion(const SshTarget& target, const AnswerSsh& answer_ssh, const std::stop_token& stop,
                      const std::stop_token& over);
  [[noreturn]] void throwEnded(const SshTarget& target) const;

  const std::string engine_;
  std::unique_ptr<ChildStream> child_;
  /// Null where ssh asks at the terminal. Goes first: a question that waits for its answer is over then.
  std::unique_ptr<AskPass> ask_;
};

}  // namespace gan
