// The program itself on a machine whose GPUs are made up: which process takes which, and what is refused. What they
// would compute is for a machine that has some.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "fake_gpu_machine.h"
#include "support/process.h"
#include "support/rank_processes.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

class OnFakeGpus : public testing::Test {
 protected:
  std::vector<std::string> words(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {
        machine_.engine().string(), "train", "--preset", "simple-gan", "--out", run_.string(), "--steps", "1", "--set",
        "training.threads=1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  /// It ends before the first step, for want of NCCL or of a GPU, and says before who computes where.
  Finished train(const std::string& gpus, const std::vector<std::string>& more) const {
    return run(words(more), machine_.environment(gpus));
  }

  static std::string gpu(const std::string& state, int number) { return FakeGpuMachine::gpu(state, number); }

  const FakeGpuMachine machine_{GAN_FAKE_MODULES};
  TemporaryFolder folder_;
  fs::path run_ = folder_.path() / "run";
  const std::string idle_ = gpu("idle", 0);
  const std::string other_ = gpu("idle", 1);
};

TEST_F(OnFakeGpus, EachProcessTakesItsOwnOfThoseThatAreNamed) {
  const Finished finished = train(gpu("whole", 0) + "," + idle_ + "," + other_, {"--devices", "2,1"});
  EXPECT_THAT(finished.errors, HasSubstr("[rank 1] computes on " + idle_)) << finished.errors;
  EXPECT_THAT(finished.errors, HasSubstr("computes on " + other_ + "\n")) << finished.errors;
  // Whoever comes there first ends the other, too.
  EXPECT_THAT(finished.errors,
              AnyOf(HasSubstr("over NCCL on cuda:2: the fake was asked for rank 0 of 2 on interface any"),
                    HasSubstr("over NCCL on cuda:1: the fake was asked for rank 1 of 2 on interface any")));
}

TEST_F(OnFakeGpus, TheyAreCountedAsCudaVisibleDevicesLeavesThem) {
  Process::Environment variables = machine_.environment(gpu("whole", 0) + "," + idle_ + "," + other_);
  variables["CUDA_VISIBLE_DEVICES"] = "2,1";
  const Finished finished = run(words({"--devices", "0"}), variables);
  EXPECT_THAT(finished.errors, HasSubstr("computes on " + other_ + "\n")) << finished.errors;
}

TEST_F(OnFakeGpus, TheChosenNetworkIsThatOfTheGpusToo) {
  const Finished finished = train(idle_ + "," + other_, {"--devices", "0,1", "--interface", "lo"});
  EXPECT_THAT(finished.errors, HasSubstr("of 2 on interface =lo")) << finished.errors;
}

TEST_F(OnFakeGpus, NcclIsAskedForTheSameBitsWhereTheRunIs) {
  const std::vector<std::string> on_gpus = {"--devices", "0,1"};
  const std::string gpus = idle_ + "," + other_;
  EXPECT_THAT(train(gpus, on_gpus).errors, HasSubstr("algorithms any, dump 0"));

  std::vector<std::string> same_bits = on_gpus;
  same_bits.insert(same_bits.end(), {"--set", "training.deterministic=on"});
  EXPECT_THAT(train(gpus, same_bits).errors, HasSubstr("algorithms ^NVLS"));

  const Finished begun = train(gpus, {"--devices", "cpu", "--set", "training.deterministic=on"});
  ASSERT_EQ(begun.code, 0) << begun.errors;
  const std::vector<std::string> resume = {machine_.engine().string(), "resume", run_.string(), "--devices", "0,1"};
  EXPECT_THAT(run(resume, machine_.environment(gpus)).errors, HasSubstr("algorithms ^NVLS"));
}

TEST_F(OnFakeGpus, WhatSomebodyHasSetForNcclStays) {
  Process::Environment variables = machine_.environment(idle_ + "," + other_);
  variables["NCCL_ALGO"] = "Ring";
  variables["TORCH_NCCL_DUMP_ON_TIMEOUT"] = "1";
  const Finished finished = run(words({"--devices", "0,1", "--set", "training.deterministic=on"}), variables);
  EXPECT_THAT(finished.errors, HasSubstr("algorithms Ring, dump 1")) << finished.errors;
}

TEST_F(OnFakeGpus, FreeOnesAreChosenOnceForAllProcesses) {
  const std::string gpus = gpu("whole", 0) + "," + idle_ + "," + gpu("full", 0) + "," + other_;
  const Finished finished = train(gpus, {"--devices", "free:2"});
  EXPECT_THAT(finished.errors, HasSubstr("computes on " + idle_ + "\n")) << finished.errors;
  EXPECT_THAT(finished.errors, HasSubstr("[rank 1] computes on " + other_)) << finished.errors;

  const Finished refused = train(gpus, {"--devices", "free:3"});
  EXPECT_THAT(refused.errors, HasSubstr("free:3 needs 3 GPU(s) that are free, and of 4 there are 2"));
  EXPECT_THAT(refused.errors, HasSubstr("cuda:0: 2 process(es) compute there; cuda:2: 50.0 GiB"));
  EXPECT_THAT(refused.errors, Not(HasSubstr("computes on")));
}

TEST_F(OnFakeGpus, AllOfThemGetAProcessEach) {
  const Finished finished = train(idle_ + "," + other_, {"--devices", "all"});
  EXPECT_THAT(finished.errors, HasSubstr("[rank 1] computes on " + other_)) << finished.errors;
  EXPECT_THAT(finished.errors, Not(HasSubstr("[rank 2]")));
}

TEST_F(OnFakeGpus, OneThatIsNamedTwiceIsSharedAndNothingOfWhatDidNotBeginStays) {
  const Finished finished = train(idle_, {"--devices", "0,0"});
  EXPECT_THAT(finished.errors, HasSubstr("share a GPU, so what they exchange goes through the host"));
  EXPECT_THAT(finished.errors, Not(HasSubstr("NCCL")));
  for (const char* rank : {"rank 0", "rank 1"}) {
    EXPECT_THAT(finished.errors, HasSubstr(std::string(rank) + " computes on cuda:0 (fake, " + idle_ + ") of "));
  }
  // LibTorch finds no GPU: that is one line, not a stack trace.
  EXPECT_THAT(finished.errors, HasSubstr("gan-engine: pin_memory=True requires a CUDA"));
  EXPECT_THAT(finished.errors, Not(HasSubstr("frame #0")));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(OnFakeGpus, TwoRanksThatSeeOneAndTheSameAreRefusedByName) {
  Process::Environment variables = machine_.environment(idle_);
  variables["CUDA_VISIBLE_DEVICES"] = "0";
  const Finished refused = run(words({"--processes", "2"}), variables);
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(refused.errors, HasSubstr("Rank 0 and rank 1 compute on one GPU: cuda:0 (fake, " + idle_ + ") of "));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(OnFakeGpus, ARankWithoutOneBesideARankWithOneIsRefusedByName) {
  const std::string port = freePort();
  std::vector<std::unique_ptr<Process>> ranks;
  for (const char* rank : {"0", "1"}) {
    Process::Environment variables = machine_.environment(rank == std::string("0") ? idle_ : std::string());
    variables["CUDA_VISIBLE_DEVICES"] = "0";
    ranks.push_back(std::make_unique<Process>(
        words({"--world-size", "2", "--rank", rank, "--local-rank", rank, "--meet-at", "127.0.0.1:" + port}),
        variables));
  }
  for (const auto& rank : ranks) {
    EXPECT_EQ(rank->wait(), 1);
    EXPECT_THAT(rank->errors(), HasSubstr("Rank 0 computes on cuda:0 (fake, " + idle_ + ") of "));
    EXPECT_THAT(rank->errors(), HasSubstr("and rank 1 on cpu of "));
  }
  EXPECT_THAT(ranks[1]->errors(), HasSubstr("Computing on the CPU: there is a driver, but no GPU"));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(OnFakeGpus, ARankWithoutNcclSaysSoBeforeTheOthersTryToConnectToIt) {
  const FakeGpuMachine bare(GAN_FAKE_MODULES);
  fs::remove(bare.ncclModule());
  const std::string port = freePort();
  const auto rank = [&](const FakeGpuMachine& machine, const std::string& number) {
    std::vector<std::string> all = words({"--world-size", "2", "--rank", number, "--local-rank", number, "--meet-at",
                                          "127.0.0.1:" + port, "--arrival-timeout", "5"});
    all.front() = machine.engine().string();
    return std::make_unique<Process>(all, machine.environment(idle_ + "," + other_));
  };
  const auto zero = rank(machine_, "0");
  const auto one = rank(bare, "1");
  EXPECT_NE(one->wait(), 0);
  EXPECT_THAT(one->errors(), HasSubstr("the engine's NCCL module is missing"));
  EXPECT_NE(zero->wait(), 0);
  EXPECT_THAT(zero->errors(), HasSubstr("missing: rank 1"));
  EXPECT_THAT(zero->errors(), Not(HasSubstr("the fake was asked")));
}

}  // namespace
}  // namespace gan::test
