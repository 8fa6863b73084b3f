#include "state/film_preview.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <set>

#include "core/error.h"
#include "latent_explorer/explorer_model.h"
#include "latent_explorer/timeline_model.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

class FilmPreviewTest : public testing::Test {
 protected:
  FilmPreviewTest() {
    explorer_.setSide(100);
    QObject::connect(&timeline_, &TimelineModel::pictureChanged, [this] {
      if (timeline_.isPlaying() && !timeline_.picture().image.isNull()) seen_.insert(timeline_.frame());
    });
  }
  void add(const std::string& line) { timeline_.add(samplePointFromText(line)); }
  void makeFilm(double seconds, double rate) {
    add("seed=1");
    add("seed=2");
    timeline_.setSeconds(seconds);
    timeline_.setFramesPerSecond(rate);
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }
  static const FilmPart& part(const PictureRow& row) { return std::get<FilmPart>(row.what); }

  std::shared_ptr<test::FakePictures> pictures_ = std::make_shared<test::FakePictures>();
  test::EndingsAwaited endings_;
  PictureRowLink link_{test::opening(pictures_)};
  ExplorerModel explorer_;
  TimelineModel timeline_;
  FilmPreview preview_{timeline_, explorer_, link_};
  std::set<qint64> seen_;
};

TEST_F(FilmPreviewTest, PlaysEveryPictureOnceAtItsPaceAndStops) {
  makeFilm(1, 100);
  QElapsedTimer clock;
  clock.start();
  timeline_.play();
  ASSERT_TRUE(until([&] { return !timeline_.isPlaying(); }));
  EXPECT_GE(clock.elapsed(), 990);
  EXPECT_EQ(seen_.size(), 100U);
  EXPECT_EQ(timeline_.frame(), 99);
  std::int64_t next = 0;
  for (const PictureRow& row : pictures_->rows()) {
    if (part(row).count == 1) continue;  // of the picture at which it stopped
    EXPECT_EQ(part(row).first, next);
    EXPECT_LE(part(row).count, PictureRow::kMost);
    EXPECT_EQ(row.side, 100);
    next += part(row).count;
  }
  EXPECT_EQ(next, 100);
}

TEST_F(FilmPreviewTest, ALoopGoesRound) {
  makeFilm(0.1, 100);
  timeline_.setEnds(PathEnds::kLoop);
  timeline_.play();
  ASSERT_TRUE(until([&] { return seen_.size() == 10 && timeline_.frame() < 9; }));
  QTest::qWait(300);
  EXPECT_TRUE(timeline_.isPlaying());
  EXPECT_LE(seen_.size(), 10U);
}

TEST_F(FilmPreviewTest, LargePicturesAreAskedForInSmallParts) {
  explorer_.setSide(2000);
  explorer_.setFacts({.resolution = 1024});
  makeFilm(1, 30);
  timeline_.play();
  ASSERT_TRUE(until([&] { return !pictures_->rows().empty(); }));
  EXPECT_EQ(part(pictures_->rows().front()).count, 15) << "16 megapixels";
}

TEST_F(FilmPreviewTest, APictureThatIsPointedAtIsShownAndTheNewestLast) {
  makeFilm(4, 30);
  for (int frame = 1; frame <= 50; ++frame) timeline_.showFrame(frame);
  ASSERT_TRUE(until([&] { return timeline_.picture().line.contains(QStringLiteral("51")); }));
  EXPECT_LE(pictures_->rows().size(), 3U) << "those between were passed over";
  EXPECT_EQ(pictures_->rows().back().side, 0) << "at its own size";
  EXPECT_EQ(timeline_.picture().step, 12);
}

TEST_F(FilmPreviewTest, AnotherPointIsNoFilmAnyMore) {
  makeFilm(4, 30);
  timeline_.showFrame(3);
  explorer_.setSide(101);
  EXPECT_TRUE(timeline_.isShown());
  explorer_.setSeed(9);
  EXPECT_FALSE(timeline_.isShown());
}

TEST_F(FilmPreviewTest, WhatFailsIsSaidAndTheNextTryGoesOn) {
  makeFilm(4, 30);
  const auto draws = pictures_->on_draw;
  pictures_->on_draw = [](const PictureRow&, const auto&) {
    throw Error(ErrorCode::kUnavailable, "sampler_lost", "It was killed.");
  };
  timeline_.play();
  ASSERT_TRUE(until([&] { return timeline_.picture().problem == QStringLiteral("It was killed."); }));
  EXPECT_FALSE(timeline_.isPlaying());
  QTest::qWait(100);
  pictures_->on_draw = draws;
  timeline_.play();
  EXPECT_TRUE(until([&] { return !timeline_.picture().image.isNull() && timeline_.picture().problem.isEmpty(); }));
}

TEST_F(FilmPreviewTest, WaitsForItsTurnAndPlaysOn) {
  makeFilm(4, 30);
  std::atomic<bool> busy = true;
  const auto draws = pictures_->on_draw;
  pictures_->on_draw = [&busy, draws](const PictureRow& row, const auto& take) {
    if (busy) throw Error(ErrorCode::kResourceExhausted, "pictures_one_call", "Another one is open.");
    draws(row, take);
  };
  timeline_.play();
  ASSERT_TRUE(until([&] { return timeline_.picture().problem == QStringLiteral("Another one is open."); }));
  EXPECT_TRUE(timeline_.isPlaying());
  busy = false;
  EXPECT_TRUE(until([&] { return timeline_.frame() > 2 && timeline_.picture().problem.isEmpty(); }));
}

TEST_F(FilmPreviewTest, KeyframesThatDoNotGoTogetherAreRefused) {
  add("seed=1 class=1");
  add("seed=2");
  EXPECT_TRUE(timeline_.problem().contains(QStringLiteral("class"))) << timeline_.problem().toStdString();
  EXPECT_EQ(timeline_.frames(), 0);
  timeline_.removeRow(1);
  EXPECT_TRUE(timeline_.problem().isEmpty());
  add("seed=2 class=4 step=3");
  EXPECT_GT(timeline_.frames(), 0) << "the snapshot is the film's";
}

}  // namespace
}  // namespace gan
