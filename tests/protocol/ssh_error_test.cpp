#include "protocol/ssh_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <string>

namespace gan {
namespace {

using testing::HasSubstr;
using testing::Not;

Error errorOf(int code, const std::string& said) {
  const SshTarget target{.user = "ann", .host = "node17", .port = "", .path = "/runs/one"};
  return sshError(target, {.status = W_EXITCODE(code, 0), .said = said, .engine = "gan-engine"});
}

/// What OpenSSH 9.2 and shells print, with the words that a person needs to find in the sentence.
struct Case {
  int code;
  const char* said;
  ErrorCode kind;
  const char* id;
  const char* holds;
};

TEST(SshError, IsOneSentenceThatNamesTheHostAndWhatToDo) {
  const Case cases[] = {
      {255, "ann@node17: Permission denied (publickey,password).\r\n", ErrorCode::kPermissionDenied, "ssh_denied",
       "publickey,password"},
      {255, "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures\r\n",
       ErrorCode::kPermissionDenied, "ssh_denied", "Too many authentication failures"},
      {255, "Host key verification failed.\r\n", ErrorCode::kPermissionDenied, "ssh_host_key_unknown", "not known"},
      {255,
       "@@@@@@@@@@@\r\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\r\n@@@@@@@@@@@\r\n"
       "Host key verification failed.\r\n",
       ErrorCode::kPermissionDenied, "ssh_host_key_changed", "ssh-keygen -R"},
      {255, "ssh: Could not resolve hostname node17: Name or service not known\r\n", ErrorCode::kUnavailable,
       "ssh_host_unknown", "spelling"},
      {255, "ssh: connect to host node17 port 22: Connection refused\r\n", ErrorCode::kUnavailable, "ssh_unreachable",
       "Connection refused"},
      {255, "ssh: connect to host node17 port 22: Connection timed out\r\n", ErrorCode::kUnavailable, "ssh_unreachable",
       "timed out"},
      {255, "Timeout, server node17 not responding.\r\n", ErrorCode::kUnavailable, "ssh_unreachable", "not responding"},
      {127, "bash: line 1: gan-engine: command not found\n", ErrorCode::kUnsupported, "ssh_no_engine",
       "GAN_REMOTE_ENGINE"},
      {127, "sh: 1: gan-engine: not found\n", ErrorCode::kUnsupported, "ssh_no_engine", "gan-engine: not found"},
      {126, "bash: line 1: /opt/gan-engine: Permission denied\n", ErrorCode::kUnsupported, "ssh_no_engine",
       "Permission denied"},
      {1, "Welcome!\ngan-engine: The engine failed to answer: no memory\n", ErrorCode::kUnavailable,
       "ssh_engine_failed", "says: The engine failed to answer: no memory"},
      {3, "", ErrorCode::kUnavailable, "ssh_ended", "code 3"},
      {255, "kex_exchange_identification: read: Connection reset by peer\r\n", ErrorCode::kUnavailable, "ssh_ended",
       "Connection reset by peer"},
  };
  for (const Case& one : cases) {
    const Error error = errorOf(one.code, one.said);
    EXPECT_EQ(error.id(), one.id) << one.said;
    EXPECT_EQ(errorCodeName(error.code()), errorCodeName(one.kind)) << one.said;
    EXPECT_THAT(error.message(), HasSubstr(one.holds));
    EXPECT_THAT(error.message(), HasSubstr("ann@node17"));
    EXPECT_THAT(error.message(), Not(HasSubstr("\n")));
  }
}

TEST(SshError, OfAnEndBySignalSaysWhich) {
  const SshTarget target{.user = "", .host = "node17", .port = "", .path = "/r"};
  EXPECT_THAT(sshError(target, {.status = W_EXITCODE(0, 9)}).message(), HasSubstr("signal 9"));
}

TEST(SshError, ShowsNothingThatDoesSomethingToATerminal) {
  const Error error = errorOf(255, "\x1b[31mred\x07 and \xff bytes\n");
  EXPECT_THAT(error.message(), Not(HasSubstr("\x1b")));
  EXPECT_THAT(error.message(), Not(HasSubstr("\x07")));
  EXPECT_THAT(error.message(), HasSubstr("red"));
}

}  // namespace
}  // namespace gan
