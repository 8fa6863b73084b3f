#include "core/process_output.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>

namespace gan {
namespace {

ProcessOutput shell(const std::string& line, const ProcessLimits& limits = {}) {
  return runForOutput({"/bin/sh", "-c", line}, limits, ErrorStream::kCollect);
}

TEST(ProcessOutput, KeepsTheTwoStreamsApart) {
  const ProcessOutput output = shell("echo asked; echo complained >&2");
  EXPECT_TRUE(output.succeeded) << output.reason;
  EXPECT_EQ(output.text, "asked\n");
  EXPECT_EQ(output.errors, "complained\n");
}

TEST(ProcessOutput, PassesArgumentsAsTheyAre) {
  const std::string odd = "a b'\"$(false)\n;*";
  EXPECT_EQ(runForOutput({"printf", "%s", odd}, {}).text, odd);
}

TEST(ProcessOutput, SaysWhyAProgramFailed) {
  const ProcessOutput failed = shell("echo no >&2; exit 7");
  EXPECT_TRUE(failed.started);
  EXPECT_FALSE(failed.succeeded);
  EXPECT_EQ(failed.reason, "it ended with code 7");
  EXPECT_EQ(shell("kill -9 $$").reason, "it was killed");
  const ProcessOutput absent = runForOutput({"gan-no-such-program"}, {});
  EXPECT_FALSE(absent.started);
  EXPECT_FALSE(absent.succeeded);
  EXPECT_FALSE(absent.reason.empty());
}

TEST(ProcessOutput, EndsAProgramPastItsLimits) {
  EXPECT_EQ(shell("sleep 600 & sleep 600", {.time = std::chrono::milliseconds(200)}).reason, "it took too long");
  EXPECT_EQ(shell("yes", {.max_bytes = 10'000}).reason, "it printed too much");
}

TEST(ProcessOutput, AProgramHearsSignalsThatWeBlock) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const ProcessOutput output = shell("trap 'echo heard; exit 0' TERM; kill -TERM $$; sleep 1");
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_EQ(output.text, "heard\n");
}

}  // namespace
}  // namespace gan
