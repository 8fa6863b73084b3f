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

}  // namespace
}  // namespace gan::test
