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

}  // namespace
}  // namespace gan::test
