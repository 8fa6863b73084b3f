// What only a GPU can show: that several processes of a run compute there through the commands that people type.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "cuda/loader.h"
#include "support/process.h"
#include "support/run_folder_compare.h"
#include "support/small_training.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ProcessesOnAGpu : public testing::Test {
 protected:
  void SetUp() override {
    try {
      gpus_ = openCuda(cudaLibraries()).status().devices;
    } catch (const Error& error) {
      GTEST_SKIP() << "needs a GPU: " << error.message();
    }
  }

  static Finished train(const fs::path& out, int batch_size, const std::string& devices) {
    std::vector<std::string> words =
        smallTraining(out, 10, {"data.batch_size=" + std::to_string(batch_size), "training.float32_precision=ieee"});
    words.insert(words.begin(), {program("gan-engine"), "train"});
    words.insert(words.end(), {"--devices", devices});
    return run(words);
  }

  static nlohmann::json devicesOf(const fs::path& out) {
    return nlohmann::json::parse(std::ifstream(out / "manifest.json")).at("devices");
  }

  /// Losses of the first steps, before float32's rounding, another one for halves of a batch, has grown.
  static void expectSameLosses(const fs::path& out, const fs::path& expected) {
    const auto known = trainedScalars(expected);
    const auto found = trainedScalars(out);
    for (const char* series : {"loss/d_real", "loss/d_fake", "loss/g"}) {
      ASSERT_EQ(found.at(series).size(), 10U) << series;
      for (const auto& [step, value] : known.at(series)) {
        EXPECT_NEAR(found.at(series).at(step), value, 1e-2) << series << " at step " << step;
      }
    }
  }

  int gpus_ = 0;
  TemporaryFolder folder_;
  fs::path alone_ = folder_.path() / "alone";
  fs::path together_ = folder_.path() / "together";
};

TEST_F(ProcessesOnAGpu, ShareItWhereThatIsAskedForAndTrainWhatOneProcessTrains) {
  const Finished one = train(alone_, 16, "0");
  ASSERT_EQ(one.code, 0) << one.errors;
  const Finished two = train(together_, 8, "0,0");
  ASSERT_EQ(two.code, 0) << two.errors;
  EXPECT_THAT(two.errors, HasSubstr("share a GPU"));
  const auto devices = devicesOf(together_);
  ASSERT_EQ(devices.size(), 2U);
  EXPECT_EQ(devices[0], devices[1]);
  EXPECT_THAT(devices[0], testing::StartsWith("cuda:0 ("));
  expectSameLosses(together_, alone_);
}

TEST_F(ProcessesOnAGpu, ShareItAllTheSameOnlyWhereThatIsAskedFor) {
  // Two ranks to which a launcher leaves the one GPU.
  const Process::Environment environment = {{"CUDA_VISIBLE_DEVICES", "0"}};
  const Finished refused = run({program("gan-engine"), "train", "--preset", "simple-gan", "--out", together_.string(),
                                "--steps", "1", "--processes", "2"},
                               environment);
  EXPECT_EQ(refused.code, 1) << refused.errors;
  EXPECT_THAT(refused.errors, HasSubstr("Rank 0 and rank 1 compute on one GPU"));
  EXPECT_FALSE(fs::exists(together_));
}

TEST_F(ProcessesOnAGpu, EachOnItsOwnTrainWhatOneProcessTrains) {
  if (gpus_ < 2) GTEST_SKIP() << "needs two GPUs, and there is one";
  const Finished one = train(alone_, 16, "0");
  ASSERT_EQ(one.code, 0) << one.errors;
  const Finished two = train(together_, 8, "0,1");
  ASSERT_EQ(two.code, 0) << two.errors;
  EXPECT_NE(devicesOf(together_)[0], devicesOf(together_)[1]);
  expectSameLosses(together_, alone_);
}

TEST_F(ProcessesOnAGpu, FreeTakesOneOnlyOnce) {
  const Finished one = train(alone_, 8, "free");
  if (one.code != 0) GTEST_SKIP() << "needs a GPU where nothing computes: " << one.errors;
  EXPECT_THAT(devicesOf(alone_)[0], testing::StartsWith("cuda:"));
  const Finished too_many = train(together_, 8, "free:" + std::to_string(gpus_ + 1));
  EXPECT_NE(too_many.code, 0);
  EXPECT_THAT(too_many.errors, HasSubstr("that are free, and of " + std::to_string(gpus_)));
}

}  // namespace
}  // namespace gan::test
