#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gan {

/// Stands in for ssh while it lives: throws away options and host, and runs what is to be run there with the tool of
/// these tests. Each login adds a line to a file.
class FakeSsh {
 public:
  explicit FakeSsh(const std::filesystem::path& folder) : logins_(folder / "logins") {
    const std::filesystem::path script = folder / "fake-ssh";
    std::ofstream(script) << "#!/bin/sh\n"
                             "while [ \"$1\" != -- ]; do shift; done\n"
                             "echo \"$$ $2\" >>'" +
                                 logins_.string() +
                                 "'\n"
                                 "command=$3\n"
                                 "eval \"exec " GAN_SERVICE_TEST_TOOL " ${command#gan-engine }\"\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    ::setenv("GAN_SSH", script.c_str(), 1);
  }
  ~FakeSsh() { ::unsetenv("GAN_SSH"); }
  FakeSsh(const FakeSsh&) = delete;
  FakeSsh& operator=(const FakeSsh&) = delete;

  /// How many there were.
  int logins() const {
    std::ifstream file(logins_);
    int count = 0;
    for (std::string line; std::getline(file, line);) ++count;
    return count;
  }
  /// Of the newest.
  pid_t pid() const {
    std::ifstream file(logins_);
    pid_t pid = -1;
    for (std::string line; std::getline(file, line);) pid = std::stoi(line);
    return pid;
  }

 private:
  const std::filesystem::path logins_;
};

}  // namespace gan
