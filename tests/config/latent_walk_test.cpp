#include "config/latent_walk.h"

#include <gtest/gtest.h>

#include "config/error_of.h"

namespace gan {
namespace {

std::string idOf(const std::string& yaml) {
  return errorOf([&] { latentWalkFromYaml(yaml, "walk.yaml"); }).id();
}

TEST(LatentWalk, IsReadFromYaml) {
  const LatentWalk walk = latentWalkFromYaml(
      "# around and back\ninterpolation: cubic\nseconds: 2.5\nframes_per_second: 24\nloop: true\n"
      "keyframes:\n  - seed=1 class=3\n  - \"seed=7 class=3*0.5+5*0.5\"\n",
      "walk.yaml");
  EXPECT_EQ(
      walk,
      (LatentWalk{.keyframes = {samplePointFromText("seed=1 class=3"), samplePointFromText("seed=7 class=3*0.5+5*0.5")},
                  .kind = PathKind::kCubic,
                  .ends = PathEnds::kLoop,
                  .seconds = 2.5,
                  .frames_per_second = 24}));
  EXPECT_EQ(latentWalkFromYaml("keyframes: [seed=1, seed=2]", "walk.yaml"),
            (LatentWalk{.keyframes = {samplePointFromText("seed=1"), samplePointFromText("seed=2")}}));
}

TEST(LatentWalk, RefusesOtherYaml) {
  const std::string frames = "\nkeyframes: [seed=1, seed=2]\n";
  for (const std::string& yaml :
       {std::string(),
        std::string("seconds: 2"),
        std::string("seed=1"),
        std::string("keyframes: [seed=1]"),
        std::string("keyframes: []"),
        std::string("keyframes: seed=1"),
        std::string("[seed=1, seed=2]"),
        std::string("keyframes: [[seed=1], seed=2]"),
        std::string("keyframes: [{a: b}, seed=2]"),
        std::string("keyframes: [seed=1, seed=2"),
        "seconds: 0" + frames,
        "seconds: x" + frames,
        "seconds:" + frames,
        "seconds: 1e9" + frames,
        "seconds: .nan" + frames,
        "frames_per_second: 1000" + frames,
        "loop: maybe" + frames,
        "colour: 3" + frames,
        "seconds: 1\nseconds: 2" + frames,
        frames + "---" + frames,
        "a: {b: c}" + frames,
        frames + std::string(1 << 20, '#'),
        std::string(100'000, '['),
        "keyframes: " + std::string(100'000, '['),
        std::string("keyframes: [seed=1 step=5, seed=2 step=6]"),
        std::string("keyframes: [seed=1 class=0, seed=2]"),
        std::string("keyframes: [seed=1 statistics=standing, seed=2 statistics=standing truncation=1]")}) {
    EXPECT_EQ(idOf(yaml), "latent_walk_bad") << yaml.substr(0, 80);
  }
  EXPECT_EQ(idOf("interpolation: jumpy" + frames), "path_kind_unknown");
  EXPECT_EQ(idOf("keyframes: [seed=1, sed=2]"), "sample_point_bad");
}

TEST(LatentWalk, WhatIsWrongInAFileNamesItAndTheLine) {
  const auto messageOf = [](const std::string& yaml) {
    return errorOf([&] { latentWalkFromYaml(yaml, "walk.yaml"); }).message();
  };
  EXPECT_TRUE(messageOf("keyframes:\n  - seed=1\n  - seed=2 clas=2\n").starts_with("walk.yaml:3: "));
  EXPECT_TRUE(messageOf("keyframes: [seed=1]").starts_with("walk.yaml describes no film"));
}

TEST(LatentWalk, FramesBeginAtTheFirstKeyframeAndEndAtTheLast) {
  LatentWalk walk{.keyframes = std::vector<SamplePoint>(5), .seconds = 2, .frames_per_second = 30};
  EXPECT_EQ(frameCount(walk), 60);
  EXPECT_EQ(keyframePlace(walk, 0), 0);
  EXPECT_EQ(keyframePlace(walk, 59), 4);
  walk.ends = PathEnds::kLoop;
  EXPECT_EQ(keyframePlace(walk, 12), 1);
  EXPECT_EQ(keyframePlace(walk, 60), 5) << "the first again, behind the last picture";
  walk.seconds = 0.01;
  EXPECT_EQ(frameCount(walk), 2);
}

}  // namespace
}  // namespace gan
