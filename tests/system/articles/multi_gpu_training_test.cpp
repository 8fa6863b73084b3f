// The advice of "Multi-GPU training in PyTorch" on loader workers: load a fixed number of examples with 0, 1, 2 ... of
// them, and take as many as still make it faster.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/fake_s3.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

using testing::ElementsAre;

constexpr double kWorthwhile = 1.1;

struct Speeds {
  std::vector<int> workers;
  std::vector<double> rates;

  double at(int number) const {
    return rates.at(static_cast<std::size_t>(std::ranges::find(workers, number) - workers.begin()));
  }
};

Speeds speedsIn(const nlohmann::json& facts) {
  Speeds speeds;
  for (const auto& speed : facts.at("speeds")) {
    speeds.workers.push_back(speed.at("workers"));
    speeds.rates.push_back(speed.at("images_per_second"));
  }
  return speeds;
}

/// What is recommended is nearly the fastest, and one worker fewer would not be.
void expectFirstPlateau(const Speeds& speeds, int best) {
  const double fastest = std::ranges::max(speeds.rates);
  EXPECT_GE(speeds.at(best) * kWorthwhile, fastest);
  if (best > 1) {
    EXPECT_LT(speeds.at(best - 1) * kWorthwhile, fastest);
  }
}

/// 600 pictures in two classes, each 30 ms away: enough that each number of workers has its own.
void fill(FakeS3& server) {
  server.delay = std::chrono::milliseconds(30);
  for (int i = 0; i < 600; ++i) {
    std::string pixels(96 * 80 * 3, static_cast<char>(5 * i));
    server.objects["pictures/" + std::to_string(i % 2) + "/" + std::to_string(i) + ".ppm"] =
        "P6\n96 80\n255\n" + pixels;
  }
}

class MultiGpuTraining : public testing::Test {
 protected:
  MultiGpuTraining() { fill(server_); }

  /// Runs a command of the engine on the bucket.
  Finished engine(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program("gan-engine"));
    for (const std::string& setting :
         {"data.s3_endpoint=" + server_.http().address(), "data.s3_region=" + server_.region,
          "data.cache_path=" + (folder_ / "cache").string(), std::string("data.batch_size=8")}) {
      arguments.insert(arguments.end(), {"--set", setting});
    }
    return run(arguments, {{"AWS_ACCESS_KEY_ID", server_.access_key},
                           {"AWS_SECRET_ACCESS_KEY", server_.secret_key},
                           {"AWS_EC2_METADATA_DISABLED", "true"}});
  }

  FakeS3 server_;
  const TemporaryFolder folder_;
};

TEST_F(MultiGpuTraining, WorkersAreChosenByExperimentAndTrainWithWhatWasFound) {
  const Finished tuned = engine(
      {"data", "tune", "s3://dogs/pictures", "--resolution", "64", "--batches", "6", "--workers", "4", "--json"});
  ASSERT_EQ(tuned.code, 0) << tuned.errors;
  const auto facts = nlohmann::json::parse(tuned.lastLine());
  const Speeds speeds = speedsIn(facts);
  EXPECT_THAT(speeds.workers, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(facts.at("images"), "unread");
  // One by one, 33 a second arrive; images that an earlier measurement left in the cache would come as fast as memory.
  EXPECT_LE(speeds.at(0), 34);
  EXPECT_LE(speeds.at(1), 34);
  const int best = facts.at("best");
  expectFirstPlateau(speeds, best);
  // Pictures that are waited for come faster on more connections, whatever else the machine does.
  EXPECT_GE(speeds.at(4), 2 * speeds.at(0));
  EXPECT_GE(best, 2);
  const fs::path out = folder_ / "run";
  const Finished trained = engine({"train", "--preset", "shapes-dcgan", "--data", "s3://dogs/pictures", "--steps", "3",
                                   "--out", out.string(), "--set", "data.workers=" + std::to_string(best)});
  EXPECT_EQ(trained.code, 0) << trained.errors;
}

TEST_F(MultiGpuTraining, TheTableNamesEachNumberOfWorkersAndWhatToSet) {
  const Finished tuned = engine({"data", "tune", "s3://dogs/pictures", "--batches", "1", "--workers", "2"});
  ASSERT_EQ(tuned.code, 0) << tuned.errors;
  EXPECT_THAT(tuned.output, testing::ContainsRegex("WORKERS +IMAGES/S"));
  EXPECT_THAT(tuned.output, testing::ContainsRegex("--set data.workers=[12]"));
}

}  // namespace
}  // namespace gan::test
