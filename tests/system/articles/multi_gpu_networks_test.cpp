// "Multi-GPU training in PyTorch", section by section (its advice on loader workers is in multi_gpu_training_test.cpp):
// one device, data parallel, the parts of a network on several devices, both at once, and two models side by side on
// devices of their own. CPUs stand in for GPUs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr int kArticleSteps = 10;
constexpr double kRoundingLimit = 1e-9;  // of float64

class MultiGpuNetworks : public testing::Test {
 protected:
  fs::path at(const std::string& name) const { return folder_ / name; }

  /// Of a run with labels, whose networks have several blocks.
  Words command(const std::string& name, const Words& settings, const Words& more) const {
    Words chosen = {"model.architecture=sngan", "model.generator_width=8", "model.discriminator_width=8",
                    "model.classes=auto",       "data.batch_size=4",       "training.precision=float64"};
    chosen.insert(chosen.end(), settings.begin(), settings.end());
    Words words = smallTraining(at(name), kArticleSteps, chosen);
    words.insert(words.begin(), {program("gan-engine"), "train"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  void train(const std::string& name, const Words& settings, const Words& more) const {
    const Finished finished = run(command(name, settings, more));
    ASSERT_EQ(finished.code, 0) << name << ": " << finished.errors;
  }
  nlohmann::json manifest(const std::string& name) const {
    return nlohmann::json::parse(std::ifstream(at(name) / "manifest.json"));
  }
  testing::AssertionResult sameWeights(const std::string& one, const std::string& other) const {
    return sameCheckpoint(at(one), at(other), kArticleSteps);
  }
  double deviation(const std::string& one, const std::string& other) const {
    return checkpointDeviation(at(one), at(other), kArticleSteps);
  }

  TemporaryFolder folder_;
};

const Words kOneCpu = {"--devices", "cpu"};
const Words kTwoProcesses = {"--devices", "cpu", "--processes", "2"};
const Words kFourProcesses = {"--devices", "cpu", "--processes", "4"};

/// "If a batch size of 256 fits on one GPU, you can use data parallelism to increase the batch size to 512 by using two
/// GPUs": each gets its half, and what comes out is what one with all of it makes.
TEST_F(MultiGpuNetworks, TwiceTheImagesOnTwoDevicesTrainAsOneThatTakesAllOfThem) {
  ASSERT_NO_FATAL_FAILURE(train("one", {"data.batch_size=8"}, kOneCpu));
  ASSERT_NO_FATAL_FAILURE(train("two", {}, kTwoProcesses));
  EXPECT_EQ(manifest("one").at("devices").size(), 1U);
  EXPECT_EQ(manifest("two").at("devices").size(), 2U);
  EXPECT_EQ(manifest("two").at("replicas"), 2);
  EXPECT_LE(deviation("one", "two"), kRoundingLimit);
}

/// "net1" on one device and "net2" on the other, and labels where the loss is computed.
TEST_F(MultiGpuNetworks, PartsOfANetworkOnTwoDevicesTrainBitForBitAsOnOne) {
  const Words micro_batches = {"accumulation.discriminator=4", "accumulation.generator=4"};
  ASSERT_NO_FATAL_FAILURE(train("one", micro_batches, kOneCpu));
  int number = 0;
  for (const char* placement :
       {"generator=cpu+blocks.1:cpu", "generator=cpu,discriminator=cpu", "cpu+cpu", "discriminator=cpu+blocks.2:cpu"}) {
    Words settings = micro_batches;
    settings.push_back("distributed.placement=" + std::string(placement));
    const std::string name = "parts-" + std::to_string(++number);
    ASSERT_NO_FATAL_FAILURE(train(name, settings, kOneCpu));
    EXPECT_TRUE(sameWeights("one", name)) << placement;
  }
  EXPECT_EQ(manifest("parts-1").at("placement"), "generator=linear:cpu+blocks.1:cpu");
}

/// "If you want to use both model parallel and data parallel at the same time".
TEST_F(MultiGpuNetworks, PartsOfEachOfTwoCopiesOnDevicesOfTheirOwnTrainAsTwoCopiesInOnePiece) {
  ASSERT_NO_FATAL_FAILURE(train("copies", {}, kTwoProcesses));
  ASSERT_NO_FATAL_FAILURE(train("groups", {}, {"--devices", "cpu+cpu,cpu+cpu"}));
  EXPECT_EQ(manifest("groups").at("world_size"), 2);
  EXPECT_THAT(manifest("groups").at("placement").get<std::string>(), testing::HasSubstr("+"));
  EXPECT_TRUE(sameWeights("copies", "groups"));
  ASSERT_NO_FATAL_FAILURE(train("processes", {"distributed.stages=2"}, kFourProcesses));
  EXPECT_EQ(manifest("processes").at("replicas"), 2);
  EXPECT_EQ(manifest("processes").at("stages"), 2);
  EXPECT_LE(deviation("copies", "processes"), kRoundingLimit);
}

/// Those that this process may use.
Words allowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  Words cpus;
  if (::sched_getaffinity(0, sizeof(set), &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(std::to_string(cpu));
  }
  return cpus;
}

/// "Suppose you have 6 GPUs, and you want to train model A on 2 of them, and model B on 4 of them": A in two parts, B
/// in two copies of two parts.
TEST_F(MultiGpuNetworks, ModelAOnTwoDevicesAndModelBOnFourOthersTrainSideBySideAsEachAlone) {
  const Words cpus = allowedCpus();
  if (cpus.size() < 2) GTEST_SKIP() << "needs two CPUs to keep the models apart";
  const auto on = [](const std::string& cpu, Words words) {
    words.insert(words.begin(), {"taskset", "-c", cpu});
    return words;
  };
  const Words a_settings = {"distributed.stages=2", "run.seed=1"};
  const Words b_settings = {"distributed.stages=2", "run.seed=2"};
  {
    Process a(on(cpus[0], command("a", a_settings, kTwoProcesses)));
    Process b(on(cpus[1], command("b", b_settings, kFourProcesses)));
    EXPECT_EQ(a.wait(std::chrono::seconds(300)), 0) << a.errors();
    EXPECT_EQ(b.wait(std::chrono::seconds(300)), 0) << b.errors();
  }
  ASSERT_NO_FATAL_FAILURE(train("a-alone", a_settings, kTwoProcesses));
  ASSERT_NO_FATAL_FAILURE(train("b-alone", b_settings, kFourProcesses));
  EXPECT_TRUE(sameWeights("a", "a-alone"));
  EXPECT_TRUE(sameWeights("b", "b-alone"));
  EXPECT_EQ(manifest("a").at("replicas"), 1);
  EXPECT_EQ(manifest("b").at("replicas"), 2);
}

}  // namespace
}  // namespace gan::test
