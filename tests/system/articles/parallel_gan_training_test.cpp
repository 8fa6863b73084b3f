// "Parallel GAN training on GPU": photographs in a public bucket, one folder for each breed, are read by several
// threads, brought to 64 px, get noise and the colours' range that a DCGAN trains on. The workers of a Dask cluster
// train on them together, and stream back what they make.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <fstream>
#include <map>
#include <memory>
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
constexpr std::chrono::minutes kPatience{4};

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

  std::vector<std::string> command(const fs::path& out, const std::string& noise, int steps) {
    return {program("gan-engine"),
            "train",
            "--preset",
            "dogs-dcgan",
            "--data",
            "s3://dogs/Images",
            "--out",
            out.string(),
            "--steps",
            std::to_string(steps),
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
            "recording.scalars_interval_steps=1"};
  }
  Finished train(const fs::path& out, const std::string& noise) { return run(command(out, noise, 6), kNoMetadata); }

  static inline const Process::Environment kNoMetadata{{"AWS_EC2_METADATA_DISABLED", "true"}};

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

/// A dask.distributed cluster of this machine's own: a scheduler and workers in processes of theirs.
class DaskCluster {
 public:
  DaskCluster(fs::path folder, int workers, const Process::Environment& environment) : folder_(std::move(folder)) {
    start("dask_scheduler", {"--host", "127.0.0.1", "--port", "0", "--no-dashboard"}, environment);
    for (int i = 0; i < workers; ++i) {
      start("dask_worker",
            {"--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory",
             (folder_ / ("worker-" + std::to_string(i))).string()},
            environment);
    }
  }

  static fs::path python() { return fs::path(GAN_SOURCE_DIR) / ".deps/peers/bin/python"; }
  static bool isInstalled() {
    return fs::exists(python()) && run({python().string(), "-c", "import distributed"}).code == 0;
  }
  std::string schedulerFile() const { return (folder_ / "scheduler.json").string(); }

 private:
  void start(const std::string& role, const std::vector<std::string>& options,
             const Process::Environment& environment) {
    std::vector<std::string> words{python().string(), "-m", "distributed.cli." + role, "--scheduler-file",
                                   schedulerFile()};
    words.insert(words.end(), options.begin(), options.end());
    processes_.push_back(std::make_unique<Process>(words, environment));
  }

  fs::path folder_;
  std::vector<std::unique_ptr<Process>> processes_;
};

/// Pictures of samples that lie there whole or in part.
std::vector<fs::path> picturesIn(const fs::path& folder) {
  std::vector<fs::path> pictures;
  if (!fs::exists(folder)) return pictures;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with("step-") && entry.path().extension() == ".png") {
      pictures.push_back(entry.path());
    }
  }
  return pictures;
}

TEST_F(ParallelGanTraining, TrainsOnTwoDaskWorkersThatStreamTheirResultsWhileTheyTrain) {
  if (!DaskCluster::isInstalled()) GTEST_SKIP() << "needs dask.distributed, which packaging/setup --peers installs";
  const DaskCluster cluster(folder_.path(), 2, kNoMetadata);
  const fs::path out = folder_ / "run";
  const fs::path results = folder_ / "results";
  std::vector<std::string> words{DaskCluster::python().string(),
                                 (fs::path(GAN_SOURCE_DIR) / "packaging/launchers/dask_launch.py").string(),
                                 cluster.schedulerFile(),
                                 "--ranks",
                                 "2",
                                 "--results",
                                 results.string(),
                                 "--"};
  const std::vector<std::string> endless = command(out, "0.1", 0);
  words.insert(words.end(), endless.begin(), endless.end());
  for (const char* setting : {"model.generator_width=8", "model.discriminator_width=8"}) {
    words.insert(words.end(), {"--set", setting});
  }
  ASSERT_TRUE(waitUntil([&] { return fs::exists(cluster.schedulerFile()); }));
  Process launcher(words, kNoMetadata);
  ASSERT_TRUE(waitUntil([&] { return !picturesIn(results / "samples").empty() || !launcher.running(); }, kPatience));
  ASSERT_TRUE(launcher.running()) << launcher.errors();
  launcher.signal(SIGINT);
  EXPECT_EQ(launcher.wait(), 3) << launcher.errors();

  for (const char* rank : {"[rank 0] ", "[rank 1] "}) EXPECT_THAT(launcher.errors(), testing::HasSubstr(rank));
  EXPECT_GE(server_.http().connections(), 6) << "three for each rank";
  EXPECT_FALSE(is_signed_);
  for (const fs::path& picture : picturesIn(out / "samples")) {
    EXPECT_TRUE(content(picture) == content(results / "samples" / picture.filename())) << picture;
  }
  for (const auto& entry : fs::directory_iterator(out / "metrics")) {
    EXPECT_TRUE(content(entry.path()) == content(results / "metrics" / entry.path().filename())) << entry.path();
  }
  EXPECT_FALSE(fs::is_empty(out / "checkpoints"));
}

}  // namespace
}  // namespace gan::test
