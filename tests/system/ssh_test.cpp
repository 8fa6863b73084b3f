#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/event_sequences.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/ssh_server.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A training on this machine, which a real sshd leads to.
class ThroughSshd : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    server_ = SshServer::start(why);
    if (!server_) GTEST_SKIP() << why;
  }

  void train() {
    engine_ =
        std::make_unique<Process>(std::vector<std::string>{program("gan-engine"), "train", "--preset", "simple-gan",
                                                           "--set", "data.batch_size=16", "--out", run_.string()});
    ASSERT_TRUE(waitUntil([&] { return fs::exists(run_ / "endpoint.json"); })) << engine_->errors();
  }
  Finished command(const std::vector<std::string>& words) const {
    std::vector<std::string> all{program("gan-engine")};
    all.insert(all.end(), words.begin(), words.end());
    return run(all, server_->environment());
  }

  TemporaryFolder folder_;
  const fs::path run_ = folder_ / "a run's folder";
  std::unique_ptr<SshServer> server_;
  std::unique_ptr<Process> engine_;
};

/// Children of a process, of all its threads.
std::vector<pid_t> childrenOf(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(parent) + "/task")) {
    std::ifstream file(task.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

TEST_F(ThroughSshd, AndAJumpHostARunIsSeenAndSteered) {
  train();
  for (const char* host : {"node", "behind"}) {
    const std::string place = "ssh://" + std::string(host) + run_.string();
    const Finished paused = command({"steer", place, "pause", "--json"});
    ASSERT_EQ(paused.code, 0) << paused.errors << server_->log();
    EXPECT_EQ(nlohmann::json::parse(paused.lastLine())["result"], "applied");
    const auto status = nlohmann::json::parse(command({"status", place, "--json"}).lastLine());
    EXPECT_EQ(status["status"], "paused");
    EXPECT_EQ(status["live"], true);
    EXPECT_EQ(command({"steer", place, "continue"}).code, 0);
  }
  const auto runs =
      nlohmann::json::parse(command({"runs", "ssh://behind" + folder_.path().string(), "--json"}).lastLine());
  ASSERT_EQ(runs["runs"].size(), 1U);
  EXPECT_EQ(runs["runs"][0]["path"], run_.string());
  EXPECT_EQ(runs["runs"][0]["live"], true);
}

TEST_F(ThroughSshd, AWatcherWhoseLineIsCutGoesOnWhereItWas) {
  train();
  const std::string place = "ssh://node" + run_.string();
  std::vector<std::string> words{program("gan-engine"), "watch", place, "--json"};
  Process watcher(words, server_->environment());
  ASSERT_TRUE(waitUntil([&] { return !eventSequences(watcher.output()).empty(); })) << watcher.errors();
  for (int cut = 0; cut < 2; ++cut) {
    for (const pid_t ssh : childrenOf(watcher.pid())) ::kill(ssh, SIGKILL);
    ASSERT_EQ(command({"steer", place, "checkpoint"}).code, 0);
    const auto before = eventSequences(watcher.output()).size();
    ASSERT_TRUE(waitUntil([&] { return eventSequences(watcher.output()).size() > before; })) << watcher.errors();
  }
  ASSERT_EQ(command({"steer", place, "stop"}).code, 0);
  EXPECT_EQ(watcher.wait(), 0) << watcher.errors();
  EXPECT_THAT(watcher.errors(), HasSubstr("connection lost"));
  EXPECT_EQ(engine_->wait(), 3) << engine_->errors();
  EXPECT_EQ(eventSequences(watcher.output()),
            eventSequences(run({program("gan-engine"), "log", run_.string(), "--json"}).output));
}

TEST_F(ThroughSshd, AFinishedRunIsAnsweredForAndNothingIsLeftOfThat) {
  ASSERT_EQ(
      run({program("gan-engine"), "train", "--preset", "simple-gan", "--steps", "3", "--out", run_.string()}).code, 0);
  const std::string place = "ssh://node" + run_.string();
  const Finished status = command({"status", place, "--json"});
  ASSERT_EQ(status.code, 0) << status.errors << server_->log();
  EXPECT_EQ(nlohmann::json::parse(status.lastLine())["step"], 3);
  EXPECT_EQ(command({"log", place, "--json"}).output,
            run({program("gan-engine"), "log", run_.string(), "--json"}).output);
  EXPECT_TRUE(waitUntil([&] { return !fs::exists(run_ / "endpoint.json"); }));
}

TEST_F(ThroughSshd, WhatSshRefusesIsOneSentence) {
  const std::string place = "ssh://node" + run_.string();
  const auto refused = [&] {
    const Finished finished = command({"status", place, "--json"});
    EXPECT_EQ(finished.code, 2) << finished.errors;
    return nlohmann::json::parse(finished.lastLine())["error"]["id"].get<std::string>();
  };
  auto environment = server_->environment();
  environment["GAN_REMOTE_ENGINE"] = "/nowhere/gan-engine";
  const Finished missing = run({program("gan-engine"), "status", place}, environment);
  EXPECT_EQ(missing.code, 2);
  EXPECT_THAT(missing.errors, HasSubstr("has no /nowhere/gan-engine that can be run there"));
  server_->forgetKey();
  EXPECT_EQ(refused(), "ssh_denied");
  server_->forgetHosts();
  EXPECT_EQ(refused(), "ssh_host_key_unknown");
}

}  // namespace
}  // namespace gan::test
