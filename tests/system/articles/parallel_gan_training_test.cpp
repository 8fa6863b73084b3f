// The data path of "Parallel GAN training on GPU": photographs in a public bucket, one folder for each breed, are read
// by several threads, brought to 64 px, get noise and the colours' range that a DCGAN trains on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <span>
#include <sstream>

#include "interop/image_file.h"
#include "run/run_reader.h"
#include "support/fake_s3.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

const fs::path kPhotographs = fs::path(GAN_SHARED_DIR) / "data/clothing/train";
constexpr int kOfEachClass = 16;  // six batches of eight make an epoch

std::string content(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// A few photographs of three classes under s3://dogs/Images.
void fill(FakeS3& server) {
  for (const char* name : {"hat", "shoes", "skirt"}) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(kPhotographs / name)) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : std::span(files).first(kOfEachClass)) {
      server.objects["Images/" + std::string(name) + "/" + file.filename().string()] = content(file);
    }
  }
}

class ParallelGanTraining : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(kPhotographs)) GTEST_SKIP() << "needs the photographs of ../shared/data/clothing";
    fill(server_);
    server_.is_public = true;
    server_.first = [this](const ReceivedRequest& request) -> std::optional<FakeAnswer> {
      ++asked_[request.path];
      is_signed_ = is_signed_ || request.headers.contains("authorization");
      return std::nullopt;
    };
  }

  Finished train(const fs::path& out, const std::string& noise) {
    return run({program("gan-engine"),
                "train",
                "--preset",
                "dogs-dcgan",
                "--data",
                "s3://dogs/Images",
                "--out",
                out.string(),
                "--steps",
                "6",
                "--set",
                "data.s3_endpoint=" + server_.http().address(),
                "--set",
                "data.s3_anonymous=true",
                "--set",
                "data.cache_path=" + (folder_ / "cache").string(),
                "--set",
                "data.noise=" + noise,
                "--set",
                "data.workers=3",
                "--set",
                "data.batch_size=8",
                "--set",
                "sampling.interval_steps=3",
                "--set",
                "recording.scalars_interval_steps=1"},
               {{"AWS_EC2_METADATA_DISABLED", "true"}});
  }

  FakeS3 server_;
  const TemporaryFolder folder_;
  std::map<std::string, int> asked_;
  bool is_signed_ = false;
};

/// A series at each of the six steps.
std::vector<float> lossesOf(const fs::path& run, const char* series) {
  RunReader reader(RunFolder::open(run));
  reader.refresh();
  return reader.values(series, {.first = 1, .last = 6}, 100).values;
}

TEST_F(ParallelGanTraining, TrainsOnABucketOfPhotographsAndWritesGrids) {
  const Finished finished = train(folder_ / "run", "0.1");
  ASSERT_EQ(finished.code, 0) << finished.errors;
  EXPECT_FALSE(is_signed_);
  EXPECT_EQ(asked_.size(), server_.objects.size() + 1) << "the list and every picture";
  EXPECT_GE(server_.http().connections(), 3) << "a connection for each worker";
  for (const char* series : {"loss/d_real", "loss/d_fake", "loss/g"}) {
    const std::vector<float> losses = lossesOf(folder_ / "run", series);
    ASSERT_EQ(losses.size(), 6U) << series;
    for (const float loss : losses) EXPECT_TRUE(std::isfinite(loss)) << series;
  }
  for (const char* name : {"real.png", "step-00000003.s1.png", "step-00000006.s1.png"}) {
    const DecodedImage grid = readImageFile(folder_ / "run" / "samples" / name);
    EXPECT_EQ(grid.channels, 3) << name;
    EXPECT_GT(grid.width, 64 * 4) << name;
  }
  EXPECT_THAT(content(folder_ / "run" / "run.yaml"), testing::HasSubstr("resolution: 64"));
}

TEST_F(ParallelGanTraining, NoiseIsWhatTheDiscriminatorSeesAndNotWhatIsShown) {
  for (const char* noise : {"0", "0.5"}) {
    const Finished finished = train(folder_ / ("noise " + std::string(noise)), noise);
    ASSERT_EQ(finished.code, 0) << finished.errors;
    if (std::string(noise) == "0") asked_.clear();
  }
  EXPECT_EQ(asked_.size(), 0U) << "the second run has the list and copies of the first";
  const fs::path clear = folder_ / "noise 0";
  const fs::path noisy = folder_ / "noise 0.5";
  // Both begin with the same weights and images.
  EXPECT_NE(lossesOf(clear, "loss/d_real").front(), lossesOf(noisy, "loss/d_real").front());
  EXPECT_EQ(lossesOf(clear, "loss/d_fake").front(), lossesOf(noisy, "loss/d_fake").front());
  EXPECT_EQ(content(clear / "samples/real.png"), content(noisy / "samples/real.png"));
}

}  // namespace
}  // namespace gan::test
