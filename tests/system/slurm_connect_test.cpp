#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/event_sequences.h"
#include "support/run_folder_compare.h"
#include "support/slurm_test_fixture.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// This machine stands for the login node: engines work on nodes, and ssh leads here.
class SlurmConnect : public SlurmTrainingTest {
 protected:
  void train(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"--preset",
                                   "simple-gan",
                                   "--out",
                                   run_.string(),
                                   "--set",
                                   "data.batch_size=16",
                                   "--set",
                                   "checkpoint.interval_steps=50",
                                   "--assume-shared",
                                   "--time",
                                   "10"};
    words.insert(words.end(), more.begin(), more.end());
    submit(words);
    makeSsh();
  }
  void makeSsh() const {
    const fs::path script = folder_ / "fake-ssh";
    std::ofstream(script) << "#!/bin/sh\n"
                             "while [ \"$1\" != -- ]; do shift; done\n"
                             "eval \"exec "
                          << program("gan-engine") << " ${3#gan-engine }\"\n";
    fs::permissions(script, fs::perms::owner_all);
  }
  Process::Environment environment() const {
    auto all = cluster()->environment();
    all["GAN_SSH"] = (folder_ / "fake-ssh").string();
    return all;
  }
  Finished steer(const std::string& place, const std::string& verb) const {
    return run({program("gan-engine"), "steer", place, verb, "--json"}, environment());
  }
  std::string overSsh() const { return "ssh://login" + run_.string(); }
};

TEST_F(SlurmConnect, TheLoginNodeLeadsToTheNodeWhereTheEngineIs) {
  train();
  for (const std::string& place : {run_.string(), overSsh()}) {
    const Finished paused = steer(place, "pause");
    ASSERT_EQ(paused.code, 0) << place << ": " << paused.errors << log();
    EXPECT_EQ(nlohmann::json::parse(paused.lastLine())["result"], "applied");
    EXPECT_EQ(steer(place, "continue").code, 0);
  }
  ASSERT_EQ(slurm("cancel", {job_}).code, 0);
}

TEST_F(SlurmConnect, AWatcherFindsTheEngineOfARequeuedJobAgain) {
  train();
  Process watcher({program("gan-engine"), "watch", overSsh(), "--json"}, environment());
  ASSERT_TRUE(waitUntil([&] { return !eventSequences(watcher.output()).empty(); })) << watcher.errors();
  const std::string node = cluster()->ask(job_, "%N");
  cluster()->killNode(node);
  ASSERT_TRUE(waitUntil([&] { return restarts(job_) == 1 && cluster()->ask(job_, "%T") == "RUNNING"; },
                        std::chrono::seconds(90)))
      << cluster()->ask(job_, "%T %r");
  EXPECT_NE(cluster()->ask(job_, "%N"), node);
  const auto stopped = [&] { return steer(overSsh(), "stop").code == 0; };
  ASSERT_TRUE(waitUntil(stopped, std::chrono::seconds(120), std::chrono::milliseconds(500))) << log();
  EXPECT_EQ(watcher.wait(), 0) << watcher.errors();
  EXPECT_EQ(eventSequences(watcher.output()),
            eventSequences(run({program("gan-engine"), "log", run_.string(), "--json"}).output));
}

TEST_F(SlurmConnect, AJobIsSubmittedListedAndCancelledFromAnotherMachine) {
  makeSsh();
  const auto slurmThere = [this](const std::string& verb, const std::vector<std::string>& rest) {
    std::vector<std::string> words{program("gan-engine"), "slurm", verb, "--host", "ssh://login/", "--json"};
    words.insert(words.end(), rest.begin(), rest.end());
    return run(words, environment());
  };
  const Finished script = slurmThere("script", {"--preset", "simple-gan", "--out", run_.string(), "--assume-shared",
                                                "--gpus-per-node", "0", "--output", (folder_ / "script").string()});
  ASSERT_EQ(script.code, 0) << script.errors;
  EXPECT_TRUE(fs::exists(folder_ / "script"));
  const Finished submitted =
      slurmThere("submit", {"--preset", "simple-gan", "--out", run_.string(), "--set", "data.batch_size=16",
                            "--assume-shared", "--gpus-per-node", "0", "--time", "10"});
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const nlohmann::json facts = nlohmann::json::parse(submitted.lastLine());
  EXPECT_EQ(facts.at("run"), run_.string());
  const std::string job = facts.at("job");
  const auto isListed = [&] {
    const Finished listed = slurmThere("jobs", {});
    EXPECT_EQ(listed.code, 0) << listed.errors;
    const nlohmann::json said = nlohmann::json::parse(listed.lastLine());
    for (const auto& one : said.at("jobs")) {
      if (one.at("job") == job) return true;
    }
    return false;
  };
  EXPECT_TRUE(isListed());
  const Finished again = slurmThere(
      "submit", {"--preset", "simple-gan", "--out", run_.string(), "--assume-shared", "--gpus-per-node", "0"});
  EXPECT_NE(again.code, 0);
  EXPECT_THAT(again.output + again.errors, testing::HasSubstr("slurm_run_queued"));
  EXPECT_EQ(slurmThere("cancel", {job}).code, 0);
  EXPECT_TRUE(waitUntil([&] { return !isListed(); }, std::chrono::seconds(120), std::chrono::milliseconds(500)));
}

}  // namespace
}  // namespace gan::test
