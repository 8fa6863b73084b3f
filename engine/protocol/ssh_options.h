#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace gan {

/// What ssh asks of a person while it logs in.
struct SshQuestion {
  enum class Kind {
    kSecret,   ///< A password, a passphrase, a second factor: not to be shown while it is typed.
    kHostKey,  ///< Whether a host is the right one: "yes", "no" or the fingerprint.
    kConfirm,  ///< Whether a key may be used: any answer means yes.
    kNotice,   ///< Something to be done elsewhere, as to touch a security key: the answer is not waited for.
  };
  std::string host;  ///< The one that is to be reached; on the way there a jump host may ask.
  std::string text;  ///< As ssh words it.
  Kind kind = Kind::kSecret;
};

/// The answer; nothing: there is none, and the login is given up. Called by the thread that connects, which waits for
/// it as long as it takes; told to stop, it should return. That of a notice is told to stop when the login is over.
using AnswerSsh = std::function<std::optional<std::string>(const SshQuestion& question, const std::stop_token& stop)>;

/// How hosts are logged in to over ssh. Everything else is as the person's own ssh is configured.
struct SshOptions {
  /// Null: ssh asks at the terminal.
  AnswerSsh answer = {};
  /// The gan-engine of the other machine: a path ("~/gan/bin/gan-engine") or a name. Empty: as the environment variable
  /// GAN_REMOTE_ENGINE says, else "gan-engine", where a login by ssh finds it.
  std::string engine = {};
  /// Without a sign of the other side, the time for answers not counted. As long as sshd waits for a person.
  std::chrono::milliseconds login_patience = std::chrono::minutes(2);
};

}  // namespace gan
