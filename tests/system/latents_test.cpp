#include <gtest/gtest.h>

#include "core/error.h"
#include "system/pictures_run.h"

namespace gan::test {
namespace {

using nlohmann::json;

TEST_F(Pictures, AMovedLatentGoesThroughFilmsAndSheets) {
  const std::string moved = "seed=1 class=3 move=sefa/0*2";
  expectDone({"interpolate", runFolder(), "--point", "seed=1 class=3", "--point", moved, "--seconds", "0.1", "--out",
              out("frames/")});
  expectDone({"sample", runFolder(), "--point", moved, "--out", out("moved.png")});
  EXPECT_EQ(picturesIn(out("frames")).at("000002.png"), contentOf(out("moved.png")));
  EXPECT_NE(picturesIn(out("frames")).at("000000.png"), contentOf(out("moved.png")));
  expectDone({"sheet", runFolder(), "--kind", "sefa", "--rows", "2", "--columns", "3", "--point", "seed=1 class=3",
              "--out", out("sefa.png")});
  const json sefa = json::parse(contentOf(out("sefa.png.json")));
  EXPECT_EQ(sefa["pictures"][1][0], "seed=1 move=sefa/1*-3 class=3 step=20");
  EXPECT_EQ(sefa["truncation_kind"], json::array({"redraw"})) << "which its line leaves away";
  expectDone({"sheet", runFolder(), "--kind", "steps", "--point", moved, "--point", "seed=2 class=3", "--out",
              out("steps.png")});
  const json steps = json::parse(contentOf(out("steps.png.json")));
  EXPECT_EQ(steps["columns"], 2);
  EXPECT_EQ(steps["truncation_kind"], json::array({"redraw", "redraw"}));
  EXPECT_EQ(steps["pictures"][0][0], "seed=1 move=sefa/0*2 class=3 step=10");
}

TEST_F(Pictures, DirectionsAreListedAndWritten) {
  const Finished listed = engine({"directions", runFolder(), "--count", "3"});
  EXPECT_EQ(listed.code, 0) << listed.errors;
  EXPECT_NE(listed.output.find("sefa"), std::string::npos) << listed.output;
  const Finished done = engine({"directions", runFolder(), "--out", out("directions.npz"), "--json"});
  const json facts = json::parse(done.lastLine());
  EXPECT_EQ(facts["chunks"], 1);
  ASSERT_EQ(facts["directions"]["sefa"].size(), facts["latent_size"].get<std::size_t>());
  EXPECT_GE(facts["directions"]["pca"][0].get<double>(), facts["directions"]["pca"][1].get<double>());
  EXPECT_GT(fs::file_size(out("directions.npz")), 2 * 8 * facts["directions"]["sefa"].size());
}

/// What a client of an engine is told while it looks for a photograph, or for images; the last of it.
template <class Progress, class Call>
Progress lastOf(const Call& call) {
  Progress last;
  call([&last](const Progress& progress) {
    last = progress;
    return true;
  });
  return last;
}

TEST_F(Pictures, AProjectionIsTheSamePointFromTheShellAndFromAnEngine) {
  expectDone({"sample", runFolder(), "--point", "seed=99 class=6", "--out", out("photo.png")});
  const Finished done = engine({"project", runFolder(), out("photo.png"), "--steps", "30", "--begin", "seed=3", "--out",
                                out("found.png"), "--json"});
  ASSERT_EQ(done.code, 0) << done.errors;
  const json found = json::parse(done.lastLine());
  EXPECT_TRUE(found["discriminator"]);
  EXPECT_LT(found["loss"].get<double>(), 0.7 * found["begun"]["loss"].get<double>());
  expectDone({"sample", runFolder(), "--point", found["point"], "--out", out("again.png")});
  EXPECT_EQ(contentOf(out("again.png")), contentOf(out("found.png")));

  fs::copy(runFolder(), own_ / "elsewhere", fs::copy_options::recursive);
  const Process serving({program("gan-engine"), "serve", out("elsewhere")});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(out("elsewhere") / "endpoint.json"); }));
  PictureClient client({.text = out("elsewhere")});
  ganstudio::v1::ProjectRequest request;
  request.set_photo(contentOf(out("photo.png")));
  request.set_start("seed=3");
  request.set_steps(30);
  const auto last = lastOf<ganstudio::v1::ProjectProgress>(
      [&](const PictureClient::TakeProjection& take) { client.project(request, take); });
  EXPECT_EQ(last.step(), 30U);
  EXPECT_EQ(last.point(), found["point"]);
  EXPECT_EQ(last.picture().pixels(), pixelsOf(out("found.png")));
  EXPECT_EQ(last.loss(), found["loss"].get<double>());

  const auto described = client.describeLatents({});
  EXPECT_EQ(described.directions_size(), 2);
  EXPECT_EQ(described.step(), 20);
  request.set_photo("no picture");
  try {
    client.project(request, [](const auto&) { return true; });
    ADD_FAILURE() << "what is no picture was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "image_unknown_format");
  }
}

TEST_F(Pictures, AProjectionFollowsPixelsWhereThereIsNoDiscriminator) {
  const fs::path weights = runFolder() / "checkpoints" / "step-00000020.s1" / "ema.safetensors";
  const Process serving({program("gan-engine"), "serve", weights, "--as", out("alone")});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(out("alone") / "endpoint.json"); }));
  expectDone({"sample", runFolder(), "--point", "seed=99 class=6", "--out", out("photo.png")});
  const Finished done = engine({"project", out("alone"), out("photo.png"), "--steps", "2", "--json"});
  ASSERT_EQ(done.code, 0) << done.errors;
  const json found = json::parse(done.lastLine());
  EXPECT_FALSE(found["discriminator"]);
  EXPECT_EQ(found["features"], 0);
}

TEST_F(Pictures, TheNearestImagesAreTheSameFromTheShellAndFromAnEngine) {
  const Finished done = engine(
      {"nearest", runFolder(), "--point", "seed=99 class=6", "--count", "5", "--out", out("nearest.png"), "--json"});
  ASSERT_EQ(done.code, 0) << done.errors;
  const json found = json::parse(done.lastLine());
  EXPECT_EQ(found["searched"], 100);
  ASSERT_EQ(found["images"].size(), 5U);
  EXPECT_EQ(readImageFile(out("nearest.png")).width, 6 * 32);
  expectDone({"sample", runFolder(), "--point", "seed=99 class=6", "--out", out("picture.png")});
  const Finished of_file = engine({"nearest", runFolder(), out("picture.png"), "--count", "5", "--json"});
  EXPECT_EQ(json::parse(of_file.lastLine())["images"], found["images"]);

  fs::copy(runFolder(), own_ / "elsewhere", fs::copy_options::recursive);
  const Process serving({program("gan-engine"), "serve", out("elsewhere")});
  ASSERT_TRUE(waitUntil([&] { return fs::exists(out("elsewhere") / "endpoint.json"); }));
  PictureClient client({.text = out("elsewhere")});
  ganstudio::v1::NearestRequest request;
  request.set_point("seed=99 class=6");
  request.set_count(5);
  const auto last = lastOf<ganstudio::v1::NearestProgress>(
      [&](const PictureClient::TakeNearest& take) { client.findNearest(request, take); });
  ASSERT_EQ(last.images_size(), 5);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(last.images(i).index(), found["images"][static_cast<std::size_t>(i)]["index"]);
    EXPECT_EQ(last.images(i).distance(), found["images"][static_cast<std::size_t>(i)]["distance"]);
    EXPECT_EQ(last.images(i).picture().width(), 32U);
  }
}

TEST_F(Pictures, WhatCannotBeDoneWithLatentsIsOneSentence) {
  const fs::path weights = runFolder() / "checkpoints" / "step-00000020.s1" / "ema.safetensors";
  refused({"nearest", weights, "--point", "seed=1 class=0"}, "nearest_no_run");
  refused({"nearest", runFolder()}, "nearest_which_picture");
  refused({"project", runFolder(), own_ / "missing.png"}, "file_not_found");
  refused({"project", runFolder(), runFolder() / "run.yaml"}, "image_unknown_format");
  refused({"sample", runFolder(), "--point", "seed=1 class=0 move=sefa/4000", "--out", out("x.png")},
          "point_direction_unknown");
  refused({"sample", runFolder(), "--point", "z=1,2 class=0", "--out", out("x.png")}, "point_z_size");
  refused({"sample", runFolder(), "--point", "seed=1 class=0 mix=0 mix_seed=2", "--out", out("x.png")},
          "point_not_mixed");
  refused({"project", runFolder(), runFolder() / "run.yaml", "--out", own_ / "missing" / "found.png"},
          "file_not_found");
  refused({"sheet", runFolder(), "--kind", "sefa", "--rows", "900", "--out", out("x.png")}, "sheet_few_directions");
  std::string long_line = "seed=1 class=0 move=sefa/0";
  for (int i = 1; i < 64; ++i) long_line += "+sefa/0";
  refused({"sheet", runFolder(), "--kind", "sefa", "--point", long_line, "--out", out("x.png")}, "sample_point_bad");
  refused({"sheet", runFolder(), "--kind", "random", "--point", "seed=1 class=0", "--out", out("x.png")},
          "sheet_no_points");
  EXPECT_TRUE(fs::is_empty(own_.path()));
}

}  // namespace
}  // namespace gan::test
