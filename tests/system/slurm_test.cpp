#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/slurm_cluster.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The words of a small run in a job, without `slurm submit` before them.
std::vector<std::string> smallJob(const fs::path& run) {
  return {"--preset",           "simple-gan",      "--out",  run.string(), "--set",
          "data.batch_size=16", "--assume-shared", "--time", "10"};
}

class SlurmJobs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string why;
    cluster() = SlurmCluster::start(why);
    reason() = why;
  }
  static void TearDownTestSuite() { cluster().reset(); }
  void SetUp() override {
    if (!cluster()) GTEST_SKIP() << reason();
  }

  static std::unique_ptr<SlurmCluster>& cluster() {
    static std::unique_ptr<SlurmCluster> one;
    return one;
  }
  static std::string& reason() {
    static std::string why;
    return why;
  }

  Finished slurm(const std::string& command, const std::vector<std::string>& rest) const {
    std::vector<std::string> words{program("gan-engine"), "slurm", command, "--json"};
    words.insert(words.end(), rest.begin(), rest.end());
    return run(words, cluster()->environment());
  }

  TemporaryFolder folder_;
};

TEST_F(SlurmJobs, AreTakenBySlurmWhateverTheRunIsCalled) {
  const Finished asked = slurm("submit", [&] {
    auto words = smallJob(folder_ / "it costs 100% (really) $HOME");
    words.insert(words.end(), {"--nodes", "2", "--gpus-per-node", "2", "--memory", "1G", "--test-only"});
    return words;
  }());
  EXPECT_EQ(asked.code, 0) << asked.errors;
}

TEST_F(SlurmJobs, RefusedOnesAreRefusedInSlurmsOwnWords) {
  auto words = smallJob(folder_ / "run");
  words.insert(words.end(), {"--partition", "no-such-partition"});
  const Finished refused = slurm("submit", words);
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.errors, HasSubstr("invalid partition specified: no-such-partition"));
}

TEST_F(SlurmJobs, TrainToTheirEnd) {
  const fs::path run = folder_ / "a run";
  auto words = smallJob(run);
  words.insert(words.end(), {"--steps", "20"});
  const Finished submitted = slurm("submit", words);
  ASSERT_EQ(submitted.code, 0) << submitted.errors;
  const std::string job = nlohmann::json::parse(submitted.lastLine()).at("job");
  EXPECT_TRUE(cluster()->waitForState(job, "COMPLETED")) << cluster()->ask(job, "%T %r");
  EXPECT_EQ(newestCheckpointStep(run), 20);
  EXPECT_TRUE(fs::exists(run.string() + ".slurm-" + job + ".log"));
}

TEST(SlurmCommand, SaysWhereSlurmIsMissing) {
  const TemporaryFolder folder;
  std::vector<std::string> words{program("gan-engine"), "slurm", "submit"};
  const auto rest = smallJob(folder / "run");
  words.insert(words.end(), rest.begin(), rest.end());
  const Finished refused = run(words, {{"PATH", folder.path().string()}});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.errors, HasSubstr("is Slurm installed on this machine?"));
  EXPECT_THAT(refused.errors, HasSubstr(folder.path().string() + "/run.sbatch"));
}

TEST(SlurmCommand, RefusesFoldersThatOnlyThisMachineHas) {
  const Finished refused =
      run({program("gan-engine"), "slurm", "script", "--preset", "simple-gan", "--out", "/dev/shm/run"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("tmpfs"));
}

TEST(SlurmCommand, SharesAGlobalBatchOut) {
  const auto script = [](const std::string& batch) {
    return run({program("gan-engine"), "slurm", "script", "--preset", "shapes-dcgan", "--out", "/shared/run", "--nodes",
                "32", "--gpus-per-node", "4", "--global-batch", batch, "--assume-shared"});
  };
  EXPECT_THAT(script("12288").output, HasSubstr("--set data.batch_size=96 "));
  const Finished refused = script("1000");
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, HasSubstr("896 or 1024"));
}

}  // namespace
}  // namespace gan::test
