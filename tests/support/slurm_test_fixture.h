#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "run/event.h"
#include "support/process.h"
#include "support/slurm_cluster.h"
#include "support/temporary_folder.h"

namespace gan::test {

/// Tests with a real Slurm, one for the suite; skipped, with a sentence, where it cannot be started.
class SlurmTest : public testing::Test {
 protected:
  static void SetUpTestSuite();
  static void TearDownTestSuite();
  void SetUp() override;

  static std::unique_ptr<SlurmCluster>& cluster();

  /// `gan-engine slurm COMMAND --json ...`
  Finished slurm(const std::string& command, const std::vector<std::string>& rest) const;
  /// Any command, as a user of the cluster.
  Finished command(const std::vector<std::string>& words) const;

  TemporaryFolder folder_;

 private:
  static std::string& reason();
};

/// A training job that was submitted with `slurm submit`.
class SlurmTrainingTest : public SlurmTest {
 protected:
  /// Submits `train` with these words, `--out` among them for run_, and waits for its first checkpoint.
  void submit(const std::vector<std::string>& words);

  std::string log() const;
  /// What scontrol says of the job under that name: of "ExitCode" "137:0".
  std::string slurmSays(const std::string& key) const;
  /// The processes that train, seen from outside of their nodes: by rank.
  std::map<int, pid_t> engines() const;
  /// How often the job was put back into the queue; -1 for a job that Slurm does not know.
  int restarts(const std::string& job) const;
  /// What the run's journal said last of how it goes.
  RunStatus lastStatus() const;
  /// Every step of the run's current line has its row, none has two, and each segment begins where the one before was
  /// saved last.
  void expectNoStepLostOrRepeated(const std::vector<std::int64_t>& beginnings) const;

  std::filesystem::path run_ = folder_ / "run";
  std::string job_;
};

}  // namespace gan::test
