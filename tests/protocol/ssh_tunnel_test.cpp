#include "protocol/ssh_tunnel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/mount.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "protocol/host_client.h"
#include "protocol/ssh_hosts.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace gan {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

/// The first frame of a server of HTTP/2.
constexpr const char* kGreet = "printf '\\000\\000\\000\\004\\000\\000\\000\\000\\000'\n";

/// Has a script stand in for ssh.
class SshLogin : public testing::Test {
 protected:
  SshLogin() {
    ::setenv("XDG_RUNTIME_DIR", folder_.path().c_str(), 1);
    ::unsetenv("GAN_REMOTE_ENGINE");
  }
  ~SshLogin() override { ::unsetenv("GAN_SSH"); }

  void beSsh(const std::string& script) {
    const fs::path path = folder_ / "ssh";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    fs::permissions(path, fs::perms::owner_all);
    ::setenv("GAN_SSH", path.c_str(), 1);
  }
  void logIn(const SshOptions& options = {}, const SshTarget& target = {"ann", "node17", "2222", "/runs/one"}) {
    SshTunnel tunnel(target, options, {.until = std::chrono::steady_clock::now()});
    tunnel.takeDescriptor().close();
  }
  std::string wrote(const std::string& name) {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string inFolder(const std::string& name) const { return "'" + (folder_ / name).string() + "'"; }

  TemporaryFolder folder_;
};

TEST_F(SshLogin, IsThePersonsOwnSshWithWhatNoticesASilentLine) {
  beSsh("printf '%s\\n' \"$@\" >" + inFolder("words") + "\n" + kGreet);
  logIn();
  EXPECT_EQ(wrote("words"),
            "-T\n-o\nServerAliveInterval=15\n-o\nServerAliveCountMax=3\n-o\nConnectTimeout=20\n-p\n2222\n--\n"
            "ann@node17\ngan-engine connect\n");
}

TEST_F(SshLogin, NamesAnAddressAsSshTakesIt) {
  beSsh("for word; do before=$host; host=$word; done; printf '%s\\n' \"$before\" >>" + inFolder("words") + "\n" +
        kGreet);
  logIn({}, {"ann", "[::1]", "2222", "/runs/one"});
  logIn({}, {"", "[fe80::1%eth0]", "", "/runs/one"});
  EXPECT_EQ(wrote("words"), "ann@::1\nfe80::1%eth0\n");
}

TEST_F(SshLogin, RunsTheEngineThatASettingNames) {
  beSsh("for last; do :; done; printf '%s\\n' \"$last\" >>" + inFolder("words") + "\n" + kGreet);
  logIn({.engine = "~/my gan/bin/gan-engine"});
  ::setenv("GAN_REMOTE_ENGINE", "/opt/gan/gan-engine", 1);
  logIn();
  logIn({.engine = "it's"});
  EXPECT_EQ(wrote("words"), "~/'my gan/bin/gan-engine' connect\n/opt/gan/gan-engine connect\n'it'\\''s' connect\n");
}

TEST_F(SshLogin, HasItsQuestionsAnsweredWithoutAnythingOfThemInAFile) {
  beSsh(
      "password=$(\"$SSH_ASKPASS\" \"ann@node17's password: \")\n"
      "known=$(\"$SSH_ASKPASS\" \"The authenticity of host 'node17' can't be established.\n"
      "Are you sure you want to continue connecting (yes/no/[fingerprint])? \")\n"
      "SSH_ASKPASS_PROMPT=none \"$SSH_ASKPASS\" 'Touch the key.'\n"
      "SSH_ASKPASS_PROMPT=confirm \"$SSH_ASKPASS\" 'Allow use of key?' >/dev/null\n"
      "printf '%s|%s|%s|%s' \"$password\" \"$known\" \"$SSH_ASKPASS_REQUIRE\" \"$?\" >" +
      inFolder("answers") + "\n" + kGreet);
  std::vector<SshQuestion> questions;
  logIn({.answer = [&](const SshQuestion& question, const std::stop_token&) -> std::optional<std::string> {
    questions.push_back(question);
    return question.kind == SshQuestion::Kind::kSecret ? " a \\ 'secret'\nline" : "yes";
  }});
  EXPECT_EQ(wrote("answers"), " a \\ 'secret'|yes|force|0");
  ASSERT_EQ(questions.size(), 4U);
  using Kind = SshQuestion::Kind;
  EXPECT_THAT((std::vector{questions[0].kind, questions[1].kind, questions[2].kind, questions[3].kind}),
              ElementsAre(Kind::kSecret, Kind::kHostKey, Kind::kNotice, Kind::kConfirm));
  EXPECT_EQ(questions[0].host, "node17");
  EXPECT_EQ(questions[0].text, "ann@node17's password: ");
  EXPECT_THAT(questions[1].text, HasSubstr("established.\nAre you sure"));
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
    EXPECT_FALSE(fs::is_fifo(entry.path())) << entry.path();  // all gone with the tunnel
  }
}

/// Until the object goes, nothing that lies in a folder may be run. Only root may have that.
class NothingRunsIn {
 public:
  explicit NothingRunsIn(const fs::path& path)
      : path_(path), holds_(::mount("none", path.c_str(), "tmpfs", MS_NOEXEC, "mode=0700") == 0) {}
  ~NothingRunsIn() {
    if (holds_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  NothingRunsIn(const NothingRunsIn&) = delete;
  NothingRunsIn& operator=(const NothingRunsIn&) = delete;

  bool holds() const { return holds_; }

 private:
  const fs::path path_;
  const bool holds_;
};

TEST_F(SshLogin, HasItsQuestionsAnsweredWhereNothingMayRunInTheRuntimeFolder) {
  const fs::path runtime = folder_ / "runtime";
  fs::create_directory(runtime);
  const NothingRunsIn restricted(runtime);
  if (!restricted.holds()) GTEST_SKIP() << "Only root may mount a file system; nothing was checked.";
  ::setenv("XDG_RUNTIME_DIR", runtime.c_str(), 1);
  beSsh("\"$SSH_ASKPASS\" 'Password: ' >" + inFolder("answer") + "\n" + kGreet);
  logIn({.answer = [](const SshQuestion&, const std::stop_token&) -> std::optional<std::string> { return "open"; }});
  EXPECT_EQ(wrote("answer"), "open\n");
}

TEST_F(SshLogin, TellsWhoShowsANoticeWhenTheLoginIsOver) {
  beSsh("SSH_ASKPASS_PROMPT=none \"$SSH_ASKPASS\" 'Touch the key.'\n\"$SSH_ASKPASS\" 'Password: ' >/dev/null\n" +
        std::string(kGreet));
  std::stop_token over;
  logIn({.answer = [&](const SshQuestion& question, const std::stop_token& stop) {
    if (question.kind == SshQuestion::Kind::kNotice) over = stop;
    EXPECT_FALSE(over.stop_requested());
    return std::optional<std::string>("secret");
  }});
  EXPECT_TRUE(over.stop_requested());
}

TEST_F(SshLogin, ThatWasRefusedIsTriedAgainOnlyWhereAPersonWantsIt) {
  beSsh("echo x >>" + inFolder("logins") + "\necho 'ann@node17: Permission denied (password).' >&2\nexit 255\n");
  const SshTarget target{"ann", "node17", "", "/r"};
  const Patience patience{.until = std::chrono::steady_clock::now()};
  SshHosts hosts({.answer = [](const auto&, const auto&) { return std::nullopt; }});
  for (int i = 0; i < 3; ++i) {
    expectError(ErrorCode::kPermissionDenied, "ssh_denied", [&] { hosts.get(target, patience); });
  }
  EXPECT_EQ(wrote("logins"), "x\n");
  hosts.allow(target);
  expectError(ErrorCode::kPermissionDenied, "ssh_denied", [&] { hosts.get(target, patience); });
  EXPECT_EQ(wrote("logins"), "x\nx\n");
}

TEST_F(SshLogin, IsGivenUpWhereAQuestionGetsNoAnswer) {
  beSsh("\"$SSH_ASKPASS\" 'Password: ' || echo 'node17: Permission denied (password).' >&2\nexit 255\n");
  expectError(ErrorCode::kPermissionDenied, "ssh_declined",
              [&] { logIn({.answer = [](const auto&, const auto&) { return std::nullopt; }}); });
}

TEST_F(SshLogin, IsGivenUpByWhoeverIsToldToStopWhileAQuestionWaits) {
  beSsh("\"$SSH_ASKPASS\" 'Password: '\nexec cat\n");
  std::stop_source stop;
  const SshOptions options{.answer = [&](const SshQuestion&, const std::stop_token& token) {
    stop.request_stop();
    EXPECT_TRUE(token.stop_requested());
    return std::optional<std::string>("secret");
  }};
  expectError(ErrorCode::kCancelled, "client_closed", [&] {
    SshTunnel({"", "node17", "", "/r"}, options, {std::chrono::steady_clock::now(), stop.get_token()});
  });
}

TEST_F(SshLogin, TellsWhatSshSaysWhenItEnds) {
  beSsh("echo 'ssh: connect to host node17 port 22: Connection refused' >&2\nexit 255\n");
  const auto error = expectError(ErrorCode::kUnavailable, "ssh_unreachable", [&] { logIn(); });
  EXPECT_THAT(error->message(), HasSubstr("Connection refused"));
}

TEST_F(SshLogin, NamesWhatSpeaksInsteadOfTheEngine) {
  beSsh("echo 'Welcome to the cluster!'\nexec cat\n");
  const auto error = expectError(ErrorCode::kUnsupported, "ssh_noise", [&] { logIn(); });
  EXPECT_THAT(error->message(), HasSubstr("\"Welcome to the cluster!\""));
}

TEST_F(SshLogin, IsNotWaitedForWithoutEnd) {
  beSsh("exec cat >/dev/null\n");
  expectError(ErrorCode::kUnavailable, "ssh_silent", [&] { logIn({.login_patience = milliseconds(100)}); });
}

TEST_F(SshLogin, IsNotAskedForAgainWhereTheAnswerWasWrong) {
  beSsh("echo x >>" + inFolder("logins") + "\necho 'ann@node17: Permission denied (password).' >&2\nexit 255\n");
  HostClient client(Target{"ssh://ann@node17/runs"});
  expectError(ErrorCode::kPermissionDenied, "ssh_denied",
              [&] { client.listRuns("/runs", HostClient::Listing::kOnce, [](const auto&) { return true; }); });
  EXPECT_EQ(wrote("logins"), "x\n");
}

}  // namespace
}  // namespace gan
