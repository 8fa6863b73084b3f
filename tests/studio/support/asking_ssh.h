#pragma once

#include <stdlib.h>
#include <sys/types.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gan::test {

/// Stands in for ssh while it lives: asks for a password by SSH_ASKPASS as ssh does, three times at most, and with the
/// right one ("secret") runs the host's side with the tool of the service's tests. Each login adds a line to a file.
class AskingSsh {
 public:
  /// question: what it asks before the password; empty: nothing. kind: of it, as SSH_ASKPASS_PROMPT says.
  explicit AskingSsh(const std::filesystem::path& folder, const std::string& question = {},
                     const std::string& kind = {})
      : logins_(folder / "logins") {
    const std::filesystem::path script = folder / "asking-ssh";
    std::ofstream file(script);
    file << "#!/bin/sh\n"
            "while [ \"$1\" != -- ]; do shift; done\n"
            "echo \"$$ $2\" >>'"
         << logins_.string() << "'\n";
    if (!question.empty()) {
      file << "SSH_ASKPASS_PROMPT=" << kind << " \"$SSH_ASKPASS\" '" << question
           << "' >/dev/null || { echo 'Host key verification failed.' >&2; exit 255; }\n";
    }
    file << "for attempt in 1 2 3; do\n"
            "  password=$(\"$SSH_ASKPASS\" \"$2's password: \") || break\n"
            "  [ \"$password\" != secret ] || exec '" GAN_SERVICE_TEST_TOOL
            "' connect\n"
            "done\n"
            "echo \"$2: Permission denied (password).\" >&2\n"
            "exit 255\n";
    file.close();
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    ::setenv("GAN_SSH", script.c_str(), 1);
  }
  ~AskingSsh() { ::unsetenv("GAN_SSH"); }
  AskingSsh(const AskingSsh&) = delete;
  AskingSsh& operator=(const AskingSsh&) = delete;

  /// How many there were, refused ones too.
  int logins() const {
    std::ifstream file(logins_);
    int count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }

  /// The process of the newest; with it the login ends.
  pid_t pid() const {
    std::ifstream file(logins_);
    pid_t pid = -1;
    for (std::string line; std::getline(file, line);) pid = std::stoi(line);
    return pid;
  }

 private:
  const std::filesystem::path logins_;
};

}  // namespace gan::test
