// "Multi-GPU training in PyTorch", on subsets of the available devices: model A trains on one of them while model B
// trains on others. CPUs stand in for GPUs here, taskset for CUDA_VISIBLE_DEVICES.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>

#include <set>

#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"
#include "support/worker_processes.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "GAN_TEST_MODEL";

/// The CPUs that this process may use.
std::vector<int> ownCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (::sched_getaffinity(0, sizeof(set), &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

/// The CPUs that any thread of a process may use.
std::set<int> cpusOf(pid_t pid) {
  std::set<int> cpus;
  for (const auto& thread : fs::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (::sched_getaffinity(std::stoi(thread.path().filename()), sizeof(set), &set) != 0) continue;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.insert(cpu);
    }
  }
  return cpus;
}

/// A model in training: on which CPUs, in how many processes.
class Model {
 public:
  Model(fs::path folder, std::string cpus, int processes, std::string seed)
      : folder_(std::move(folder)), cpus_(std::move(cpus)), processes_(processes), seed_(std::move(seed)) {}

  fs::path run() const { return folder_ / "run"; }
  fs::path alone() const { return folder_ / "alone"; }
  Process::Environment mark() const { return {{kMark, folder_.string()}}; }
  std::vector<pid_t> processes() const { return processesWith(kMark, folder_.string()); }
  int expectedProcesses() const { return processes_ == 1 ? 1 : processes_ + 1; }  // and the one that watches them
  bool hasCheckpoint() const { return newestCheckpointStep(run()) > 0; }

  std::vector<std::string> command(const fs::path& out, std::int64_t steps) const {
    std::vector<std::string> words = smallTraining(out, steps, {"run.seed=" + seed_});
    words.insert(words.begin(), {"taskset", "-c", cpus_, program("gan-engine"), "train"});
    words.insert(words.end(), {"--processes", std::to_string(processes_)});
    return words;
  }

  /// What it became beside the other one is what it becomes on its own.
  void expectSameOnItsOwn() const {
    const std::int64_t step = newestCheckpointStep(run());
    const Finished finished = test::run(command(alone(), step));
    ASSERT_EQ(finished.code, 0) << finished.errors;
    EXPECT_TRUE(sameScalars(alone(), run()));
    EXPECT_TRUE(sameCheckpoint(alone(), run(), step));
  }

 private:
  fs::path folder_;
  std::string cpus_;
  int processes_;
  std::string seed_;
};

TEST(MultiGpuTrainingOnSubsets, ModelATrainsOnOneDeviceWhileModelBTrainsOnOthersAndNeitherNoticesTheOther) {
  const std::vector<int> cpus = ownCpus();
  if (cpus.size() < 2) GTEST_SKIP() << "needs two CPUs to keep the models apart";
  const TemporaryFolder a_folder;
  const TemporaryFolder b_folder;
  const std::string others = std::to_string(cpus[1]) + (cpus.size() > 2 ? "," + std::to_string(cpus[2]) : "");
  const Model a(a_folder.path(), std::to_string(cpus[0]), 1, "1");
  const Model b(b_folder.path(), others, 2, "2");
  Process train_a(a.command(a.run(), 0), a.mark());
  Process train_b(b.command(b.run(), 0), b.mark());
  ASSERT_TRUE(
      waitUntil([&] { return (a.hasCheckpoint() && b.hasCheckpoint()) || !train_a.running() || !train_b.running(); }));
  ASSERT_TRUE(train_a.running()) << train_a.errors();
  ASSERT_TRUE(train_b.running()) << train_b.errors();
  for (const Model& model : {a, b}) {
    EXPECT_EQ(model.processes().size(), static_cast<std::size_t>(model.expectedProcesses()));
  }
  for (const pid_t first : a.processes()) {
    for (const pid_t second : b.processes()) {
      for (const int cpu : cpusOf(first)) EXPECT_FALSE(cpusOf(second).contains(cpu)) << "both use CPU " << cpu;
    }
  }
  for (Process* training : {&train_a, &train_b}) {
    training->signal(SIGINT);
    EXPECT_EQ(training->wait(), 3) << training->errors();
  }
  a.expectSameOnItsOwn();
  b.expectSameOnItsOwn();
  EXPECT_NE(trainedScalars(a.run()).at("loss/g").at(1), trainedScalars(b.run()).at("loss/g").at(1)) << "one model";
}

}  // namespace
}  // namespace gan::test
