#include "link/picture_link.h"

#include <gtest/gtest.h>

#include <QTest>

#include "core/error.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

using test::FakePictures;

constexpr int kPatience = 10'000;  // ms

QImage onePixel() { return QImage(1, 1, QImage::Format_RGB888); }

class PictureLinkTest : public testing::Test {
 protected:
  PictureLinkTest() {
    QObject::connect(link_.get(), &PictureLink::answered, [this](const ExploredPicture& picture, const Message& why) {
      lines_ << picture.line;
      whys_.push_back(why);
    });
    QObject::connect(link_.get(), &PictureLink::supplyChanged, [this](PictureSupply supply, const Message& why) {
      supplies_.push_back(supply);
      whys_.push_back(why);
    });
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }
  void wishAll(const QStringList& lines) {
    link_->start();
    const std::size_t before = pictures_->wishes().size();
    for (const QString& line : lines) link_->wish(line, 32);
    ASSERT_TRUE(until([&] { return pictures_->wishes().size() == before + static_cast<std::size_t>(lines.size()); }));
  }

  std::shared_ptr<FakePictures> pictures_ = std::make_shared<FakePictures>();
  test::EndingsAwaited endings_;
  std::unique_ptr<PictureLink> link_ = std::make_unique<PictureLink>(test::opening(pictures_));
  QStringList lines_;
  std::vector<Message> whys_;
  std::vector<PictureSupply> supplies_;
};

TEST_F(PictureLinkTest, AnAnswerSaysOfWhichLineItIs) {
  wishAll({QStringLiteral("seed=1"), QStringLiteral("seed=2"), QStringLiteral("seed=3")});
  EXPECT_EQ(pictures_->wishes().back().side, 32);
  pictures_->answer({.stamp = 2, .image = onePixel(), .step = 7});
  pictures_->answer({.stamp = 3, .image = onePixel(), .step = 7});
  ASSERT_TRUE(until([&] { return lines_.size() == 2; }));
  EXPECT_EQ(lines_, (QStringList{QStringLiteral("seed=2"), QStringLiteral("seed=3")}));
}

TEST_F(PictureLinkTest, AnAnswerSaysWhetherAnotherProcessMadeIt) {
  std::vector<bool> taken_over;
  QObject::connect(link_.get(), &PictureLink::answered,
                   [&](const ExploredPicture& picture, const Message&) { taken_over.push_back(picture.taken_over); });
  wishAll({QStringLiteral("seed=1"), QStringLiteral("seed=2")});
  pictures_->answer({.stamp = 1, .image = onePixel(), .taken_over = true});
  pictures_->answer({.stamp = 2, .image = onePixel()});
  ASSERT_TRUE(until([&] { return taken_over.size() == 2; }));
  EXPECT_EQ(taken_over, (std::vector<bool>{true, false}));
}

TEST_F(PictureLinkTest, WhatWasOvertakenIsNotShownAnyMore) {
  wishAll({QStringLiteral("seed=1"), QStringLiteral("seed=2")});
  pictures_->answer({.stamp = 2, .image = onePixel()});
  pictures_->answer({.stamp = 1, .image = onePixel()});
  pictures_->answer({.stamp = 99, .image = onePixel()});
  pictures_->answer({.stamp = 2, .image = onePixel()});  // the connection was made again
  ASSERT_TRUE(until([&] { return lines_.size() == 2; }));
  EXPECT_EQ(lines_, (QStringList{QStringLiteral("seed=2"), QStringLiteral("seed=2")}));
}

TEST_F(PictureLinkTest, WhileTheEngineCannotBeReachedOnlyTheNewestWishIsKept) {
  wishAll({QStringLiteral("seed=1"), QStringLiteral("seed=2")});
  pictures_->setSupply(PictureSupply::kLost, {"gone", "It was killed.", {}});
  pictures_->answer({.stamp = 1, .image = onePixel()});
  wishAll({QStringLiteral("seed=3"), QStringLiteral("seed=4")});
  pictures_->setSupply(PictureSupply::kReady);
  for (const std::uint64_t stamp : {2U, 3U, 4U}) pictures_->answer({.stamp = stamp, .image = onePixel()});
  ASSERT_TRUE(until([&] { return lines_.size() == 1; }));
  EXPECT_EQ(lines_, QStringList{QStringLiteral("seed=4")});
  wishAll({QStringLiteral("seed=5"), QStringLiteral("seed=6")});
  pictures_->answer({.stamp = 5, .image = onePixel()});
  ASSERT_TRUE(until([&] { return lines_.size() == 2; }));
  EXPECT_EQ(lines_.back(), QStringLiteral("seed=5")) << "what moves is followed again";
}

TEST_F(PictureLinkTest, StoppedItSaysNothingMoreAndStartedAgainItGoesOn) {
  wishAll({QStringLiteral("seed=1")});
  pictures_->answer({.stamp = 1, .image = onePixel()});
  link_->stop();  // before the answer was heard
  ASSERT_TRUE(until([&] { return !pictures_->isOpen(); }));
  QCoreApplication::processEvents();
  EXPECT_TRUE(lines_.isEmpty());
  link_->wish(QStringLiteral("seed=5"), 0);

  wishAll({QStringLiteral("seed=2")});
  EXPECT_EQ(pictures_->opened(), 2);
  EXPECT_EQ(pictures_->wishes().back().line, "seed=2");
  pictures_->answer({.stamp = 2, .image = onePixel()});
  ASSERT_TRUE(until([&] { return lines_ == QStringList{QStringLiteral("seed=2")}; }));
}

TEST_F(PictureLinkTest, TellsWhyThereAreNoPictures) {
  link_->start();
  ASSERT_TRUE(until([&] { return pictures_->isOpen(); }));
  pictures_->setSupply(PictureSupply::kLost, {"gone", "It was killed.", {}});
  ASSERT_TRUE(until([&] { return !supplies_.empty(); }));
  EXPECT_EQ(supplies_.back(), PictureSupply::kLost);
  EXPECT_EQ(whys_.back().english(), "It was killed.");
}

TEST_F(PictureLinkTest, ARunWithoutPicturesFailsWithTheReason) {
  link_ = std::make_unique<PictureLink>([]() -> std::unique_ptr<PictureSupplier> {
    throw Error(ErrorCode::kInvalidArgument, "target_invalid", "{path} is no target.", {{"path", "x"}});
  });
  Message why;
  QObject::connect(link_.get(), &PictureLink::supplyChanged, [&](PictureSupply, const Message& said) { why = said; });
  link_->start();
  ASSERT_TRUE(until([&] { return !why.empty(); }));
  EXPECT_EQ(why.english(), "x is no target.");
}

}  // namespace
}  // namespace gan
