#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

nlohmann::json measure(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {program("sliced_wasserstein_tool")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Finished finished = run(command);
  EXPECT_EQ(finished.code, 0) << finished.errors;
  return nlohmann::json::parse(finished.lastLine());
}

TEST(Learning, ShapesComeAtLeastTwiceAsCloseToHeldOutImagesAsUntrainedWeights) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "run";
  ASSERT_EQ(run({program("gan-engine"), "train", "--preset", "shapes-dcgan", "--steps", "1500", "--out", path.string()},
                {}, std::chrono::seconds(900))
                .code,
            0);
  const auto distance = measure({path.string()});
  std::cout << "sliced Wasserstein distance: step 0 " << distance["untrained"] << ", step 1500 " << distance["trained"]
            << "\n";
  EXPECT_LE(distance["trained"].get<double>(), 0.5 * distance["untrained"].get<double>());
}

TEST(Learning, FashionComesAtLeastTwiceAsCloseToHeldOutImagesAsUntrainedWeights) {
  const fs::path data = fs::path(GAN_SHARED_DIR) / "data/fashion_mnist";
  if (!fs::exists(data)) GTEST_SKIP() << "needs Fashion-MNIST in ../shared/data/fashion_mnist";
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "run";
  ASSERT_EQ(run({program("gan-engine"), "train", "--preset", "fashion-dcgan", "--data", data.string(), "--steps",
                 "1500", "--out", path.string()},
                {}, std::chrono::seconds(1500))
                .code,
            0);
  const auto distance = measure({path.string(), "--held-out", (data / "t10k-images-idx3-ubyte.gz").string()});
  std::cout << "sliced Wasserstein distance: step 0 " << distance["untrained"] << ", step 1500 " << distance["trained"]
            << "\n";
  EXPECT_LE(distance["trained"].get<double>(), 0.5 * distance["untrained"].get<double>());
}

/// What the demo trains, judged by a network that has learnt the real shapes.
TEST(Learning, ShapesOfTheClassAskedForAreNamedSoByAClassifierOfRealOnes) {
  const TemporaryFolder folder;
  const fs::path classifier = folder.path() / "classifier";
  const Finished learnt = run({program("gan-engine"),
                               "train",
                               "--preset",
                               "fashion-resnet-18",
                               "--set",
                               "data.source=shapes",
                               "--set",
                               "data.shapes_style=plain",
                               "--set",
                               "data.channels=3",
                               "--set",
                               "data.resolution=32",
                               "--set",
                               "data.path=",
                               "--set",
                               "data.batch_size=32",
                               "--set",
                               "run.seed=77",
                               "--set",
                               "optimizer.classifier.learning_rate=0.01",
                               "--steps",
                               "500",
                               "--out",
                               classifier.string()},
                              {}, std::chrono::seconds(900));
  ASSERT_EQ(learnt.code, 0) << learnt.errors;
  const Finished tested = run({program("gan-engine"), "test", classifier.string(), "--split", "train", "--json"}, {},
                              std::chrono::seconds(300));
  ASSERT_EQ(tested.code, 0) << tested.errors;
  ASSERT_GE(nlohmann::json::parse(tested.lastLine()).at("top1").get<double>(), 0.95) << "a poor judge";
  const fs::path path = folder.path() / "run";
  ASSERT_EQ(run({program("gan-engine"), "train", "--preset", "shapes-cgan", "--out", path.string()}, {},
                std::chrono::seconds(1500))
                .code,
            0);
  const auto measured = measure({path.string(), "--classifier", classifier.string()});
  std::cout << "named as the class asked for: " << measured["named_right"] << "; sliced Wasserstein distance: step 0 "
            << measured["untrained"] << ", trained " << measured["trained"] << "\n";
  EXPECT_GE(measured["named_right"].get<double>(), 0.8);
}

}  // namespace
}  // namespace gan::test
