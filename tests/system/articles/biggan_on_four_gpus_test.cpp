// "Bye Bye TPU: BigGAN on four GPUs", from its first command to its last, narrow and short: an HDF5 file, moments of
// its images, a training that accumulates gradients, sheets and interpolations, scores over truncations.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/process.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;

class BigGanOnFourGpus : public ::testing::Test {
 protected:
  json facts(Words words) const {
    words.insert(words.begin(), program("gan-engine"));
    words.emplace_back("--json");
    const Finished finished = run(words, {{"XDG_CACHE_HOME", at("cache")}}, std::chrono::seconds(600));
    EXPECT_EQ(finished.code, 0) << words[1] << ": " << finished.errors;
    return json::parse(finished.lastLine(), nullptr, /*allow_exceptions=*/false);
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  /// The one that moments were computed by.
  std::string classifier() const {
    for (const auto& entry : fs::directory_iterator(folder_ / "cache/gan-studio/features")) {
      if (entry.path().extension() == ".safetensors") return entry.path().string();
    }
    return {};
  }

  TemporaryFolder folder_;
};

TEST_F(BigGanOnFourGpus, GoesFromAPreparedFileToScoresOverTruncations) {
  const json prepared = facts(
      {"data", "prepare", "shapes", "--resolution", "32", "--set", "data.shapes_count=64", "--out", at("data.hdf5")});
  ASSERT_EQ(prepared.at("images"), 64);
  const json moments =
      facts({"moments", at("data.hdf5"), "--features", "in-domain", "--device", "cpu", "--out", at("moments.npz")});
  ASSERT_EQ(moments.at("pictures"), 64);

  Words train{"train",   "--preset", "biggan-cifar-32", "--data", at("data.hdf5"), "--out", at("run"),
              "--steps", "4",        "--devices",       "cpu"};
  for (const char* setting : {"data.source=hdf5", "data.batch_size=8", "data.workers=1", "model.generator_width=8",
                              "model.discriminator_width=8", "training.discriminator_steps=1", "training.threads=2",
                              "accumulation.discriminator=2", "accumulation.generator=2", "sampling.interval_steps=0",
                              "sampling.with_checkpoint="}) {
    train.insert(train.end(), {"--set", setting});
  }
  facts(train);

  for (const char* kind : {"classes", "interpolate-z", "interpolate-zy"}) {
    const std::string sheet = at(std::string(kind) + ".png");
    facts({"sheet", at("run"), "--kind", kind, "--columns", "4", "--out", sheet});
    EXPECT_TRUE(fs::exists(sheet));
  }
  facts({"interpolate", at("run"), "--point", "seed=1 class=0", "--point", "seed=2 class=1", "--seconds", "0.1",
         "--out", at("frames/")});
  EXPECT_TRUE(fs::exists(at("frames/000002.png")));

  const Words judged{"--features", classifier(), "--device", "cpu", "--count", "64"};
  Words by_moments{"evaluate", at("moments.npz"), at("run"), "--metrics", "fid"};
  by_moments.insert(by_moments.end(), judged.begin(), judged.end());
  Words by_images{"evaluate", at("run"), "--metrics", "fid"};
  by_images.insert(by_images.end(), judged.begin(), judged.end());
  const double fid = facts(by_images).at("scores").at("fid").get<double>();
  EXPECT_GT(fid, 0);
  EXPECT_NEAR(facts(by_moments).at("scores").at("fid").get<double>(), fid, 1e-4 * fid)
      << "moments stand for the images that the run trains on";

  Words swept{"evaluate",      at("run"),   "--metrics",         "fid,prdc",
              "--truncations", "0.1,0.5,1", "--truncation-kind", "scaled_redraw"};
  swept.insert(swept.end(), judged.begin(), judged.end());
  const json sweep = facts(swept).at("evaluations");
  ASSERT_EQ(sweep.size(), 3U);
  EXPECT_EQ(sweep[0].at("truncation"), 0.1);
  for (const json& one : sweep) {
    EXPECT_EQ(one.at("truncation_kind"), "scaled_redraw");
    EXPECT_EQ(one.at("features").at("sha256"), moments.at("features").at("sha256"));
    for (const char* score : {"fid", "precision", "recall", "density", "coverage"}) {
      EXPECT_TRUE(std::isfinite(one.at("scores").at(score).get<double>())) << score;
    }
  }
}

}  // namespace
}  // namespace gan::test
