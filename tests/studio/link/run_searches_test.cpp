#include <gtest/gtest.h>

#include <future>
#include <memory>

#include "link/engine_access.h"
#include "link/latent_search.h"
#include "link/picture_supplier.h"
#include "link/run_connection.h"
#include "service/pictures_fixture.h"

namespace gan {
namespace {

/// By an engine whose pictures are single grey pixels, see service_test_tool.
class RunSearchesTest : public testing::Test {
 protected:
  std::vector<PhotoProgress> project(int steps, std::size_t most = 1000) {
    std::vector<PhotoProgress> told;
    searches_->project(QByteArray("a photograph"), {.file = {}, .start = "seed=1", .steps = steps},
                       [&](const PhotoProgress& progress) {
                         told.push_back(progress);
                         return told.size() < most;
                       });
    return told;
  }

  PicturesTest engine_;
  RunConnection connection_{RunPlace::ofTarget(QString::fromStdString(engine_.local().text)),
                            std::make_shared<EngineAccess>()};
  std::unique_ptr<LatentSearch> searches_ = openRunSearches(connection_);
};

TEST_F(RunSearchesTest, LatentsAreDescribedByTheKindsOfDirectionsThatAreKnownHere) {
  const ExplorerLatents latents = searches_->describe({});
  EXPECT_TRUE(latents.are_known);
  EXPECT_EQ(latents.chunks, 3);
  EXPECT_EQ(latents.directions, (QMap<DirectionKind, QVector<double>>{{DirectionKind::kSefa, {0.75, 0.25}}}));
}

TEST_F(RunSearchesTest, ASearchForAPhotographTellsEachStep) {
  const std::vector<PhotoProgress> told = project(3);
  ASSERT_EQ(told.size(), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(told[static_cast<std::size_t>(i)].step, i + 1);
  const PhotoProgress& last = told.back();
  EXPECT_EQ(last.steps, 3);
  EXPECT_EQ(last.pixels, 0.25);
  EXPECT_EQ(last.best.line, QStringLiteral("a photograph")) << "what the engine calls the point";
  ASSERT_EQ(last.best.image.size(), QSize(1, 1));
  EXPECT_EQ(qGray(last.best.image.pixel(0, 0)), 0x80);
  EXPECT_EQ(last.best.step, 1);
}

TEST_F(RunSearchesTest, ASearchThatIsEnoughEndsAndTheNextOneBeginsAtOnce) {
  EXPECT_EQ(project(2000, 2).size(), 2U);
  EXPECT_EQ(project(2).size(), 2U);
}

TEST_F(RunSearchesTest, TheNearestImagesComeWithTheLastMessage) {
  std::vector<NearestProgress> told;
  searches_->findNearest("seed=1", NearestMeasure::kPixels, [&](const NearestProgress& progress) {
    told.push_back(progress);
    return true;
  });
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told[0].searched, 100);
  EXPECT_EQ(told[0].total, 300);
  EXPECT_FALSE(told[0].images);
  ASSERT_TRUE(told[2].images);
  const QVector<NearestImage>& images = *told[2].images;
  ASSERT_EQ(images.size(), NearestModel::kCount);
  EXPECT_EQ(images[0].class_name, QStringLiteral("shoe"));
  EXPECT_EQ(images[1].class_name, QStringLiteral("1")) << "a class without a name is its number";
  EXPECT_EQ(images[1].distance, 0.5);
  EXPECT_EQ(images[1].image.size(), QSize(1, 1));
}

TEST_F(RunSearchesTest, WhatTheEngineRefusesSaysWhy) {
  expectError(ErrorCode::kInvalidArgument, "sample_point_bad", [&] {
    searches_->findNearest("nonsense", NearestMeasure::kPixels, [](const NearestProgress&) { return true; });
  });
}

TEST_F(RunSearchesTest, GoOnBesideAnExplorationOverTheSameConnection) {
  std::promise<PictureSupplier::Answer> explored;
  const std::unique_ptr<PictureSupplier> pictures = openRunPictures(connection_);
  pictures->explore({.on_answer = [&](const PictureSupplier::Answer& answer) { explored.set_value(answer); },
                     .on_supply = [](PictureSupply, const Message&) {}});
  pictures->wish("seed=1", 0);
  EXPECT_EQ(explored.get_future().get().image.size(), QSize(1, 1));
  EXPECT_EQ(project(2).size(), 2U);
  const std::string photo = longSearch().photo();
  searches_->project(
      QByteArray::fromStdString(photo), {.file = {}, .start = "seed=1", .steps = 2000}, [&](const PhotoProgress&) {
        expectError(ErrorCode::kResourceExhausted, "pictures_one_call", [&] {
          pictures->draw({std::vector<std::string>{"seed=1"}, 0}, [](const PictureSupplier::Answer&) { return true; });
        });
        return false;
      });
}

TEST_F(RunSearchesTest, EndWhenTheyAreClosed) {
  const auto close_at_first = [&](const PhotoProgress&) {
    searches_->close();
    return true;
  };
  expectError(ErrorCode::kCancelled, "client_closed", [&] {
    searches_->project(QByteArray::fromStdString(longSearch().photo()), {.file = {}, .start = "seed=1", .steps = 2000},
                       close_at_first);
  });
  expectError(ErrorCode::kCancelled, "client_closed", [&] { searches_->describe({}); });
}

}  // namespace
}  // namespace gan
