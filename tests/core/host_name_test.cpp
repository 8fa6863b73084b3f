#include "core/host_name.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace gan {
namespace {

/// What hostName() says in a process whose host has this name; empty: this process may not name one.
std::string saidWhereTheHostIs(const std::string& name) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    if (unshare(CLONE_NEWUTS) != 0 || sethostname(name.data(), name.size()) != 0) _exit(1);
    const std::string said = hostName();
    _exit(write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size()) ? 0 : 1);
  }
  close(ends[1]);
  char said[512];
  const ssize_t length = read(ends[0], said, sizeof(said));
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return length > 0 ? std::string(said, static_cast<std::size_t>(length)) : std::string();
}

TEST(HostName, IsTheSystems) {
  const std::string said = saidWhereTheHostIs("workstation-7");
  if (said.empty()) GTEST_SKIP() << "a host's name can be set by root alone";
  EXPECT_EQ(said, "workstation-7");
}

TEST(HostName, IsWholeWhereItIsAsLongAsTheSystemAllows) {
  const std::string name(64, 'n');
  const std::string said = saidWhereTheHostIs(name);
  if (said.empty()) GTEST_SKIP() << "a host's name can be set by root alone";
  EXPECT_EQ(said, name);
}

TEST(HostName, IsLocalhostWhereThereIsNone) {
  const std::string said = saidWhereTheHostIs("");
  if (said.empty()) GTEST_SKIP() << "a host's name can be set by root alone";
  EXPECT_EQ(said, "localhost");
}

}  // namespace
}  // namespace gan
