#include "link/picture_row_link.h"

#include <gtest/gtest.h>

#include <QTest>
#include <atomic>

#include "core/error.h"
#include "studio/support/fake_pictures.h"
#include "studio/support/fake_run_source.h"

namespace gan {
namespace {

constexpr int kPatience = 10'000;  // ms

class PictureRowLinkTest : public testing::Test {
 protected:
  PictureRowLinkTest() {
    QObject::connect(link_.get(), &PictureRowLink::drawn, [this](int index, const ExploredPicture& picture) {
      indices_.push_back(index);
      steps_.push_back(picture.step);
    });
    QObject::connect(link_.get(), &PictureRowLink::ended, [this](const Message& why) { ends_.push_back(why); });
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

  std::shared_ptr<test::FakePictures> pictures_ = std::make_shared<test::FakePictures>();
  test::EndingsAwaited endings_;
  std::atomic<int> opened_ = 0;
  std::unique_ptr<PictureRowLink> link_ = std::make_unique<PictureRowLink>([this] {
    ++opened_;
    return test::opening(pictures_)();
  });
  std::vector<int> indices_;
  std::vector<qint64> steps_;
  std::vector<Message> ends_;
};

TEST_F(PictureRowLinkTest, PicturesComeInTheirOrderAndThenTheEnd) {
  link_->draw({std::vector<std::string>{"seed=1", "seed=2", "seed=3"}, 64});
  ASSERT_TRUE(until([&] { return ends_.size() == 1; }));
  EXPECT_EQ(indices_, (std::vector{0, 1, 2}));
  EXPECT_EQ(steps_.back(), 12);
  EXPECT_TRUE(ends_.front().empty());
  EXPECT_EQ(pictures_->rows().front().side, 64);
}

TEST_F(PictureRowLinkTest, ANewerRowTakesThePlaceOfTheOneBefore) {
  std::atomic<bool> begun = false;
  std::atomic<bool> goes_on = false;
  pictures_->on_draw = [&](const PictureRow& row, const auto& take) {
    if (test::FakePictures::lengthOf(row) == 1) return void(take(test::FakePictures::pictureOf(7)));
    begun = true;
    while (!goes_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(take(test::FakePictures::pictureOf(0)));
  };
  link_->draw({std::vector<std::string>{"seed=1", "seed=2"}, 64});
  ASSERT_TRUE(until([&] { return begun.load(); }));
  link_->draw({std::vector<std::string>{"seed=9"}, 64});
  goes_on = true;
  ASSERT_TRUE(until([&] { return !ends_.empty(); }));
  EXPECT_EQ(indices_, std::vector{7});
  EXPECT_EQ(ends_.size(), 1U);
  EXPECT_EQ(opened_, 1) << "the connection serves others, too";
}

TEST_F(PictureRowLinkTest, AFailureIsTheEndAndTheNextRowConnectsAnew) {
  pictures_->on_draw = [](const PictureRow&, const auto&) {
    throw Error(ErrorCode::kUnavailable, "sampler_lost", "It was killed.");
  };
  link_->draw({std::vector<std::string>{"seed=1"}, 64});
  ASSERT_TRUE(until([&] { return ends_.size() == 1; }));
  EXPECT_EQ(ends_.front().id, "sampler_lost");
  link_->draw({std::vector<std::string>{"seed=1"}, 64});
  ASSERT_TRUE(until([&] { return ends_.size() == 2; }));
  EXPECT_EQ(opened_, 2);
}

TEST_F(PictureRowLinkTest, ItsEndBreaksOffWhatTheEngineHasNotAnswered) {
  pictures_->on_draw = [this](const PictureRow&, const auto&) { pictures_->waitUntilClosed(); };
  link_->draw({std::vector<std::string>{"seed=1"}, 64});
  ASSERT_TRUE(until([&] { return !pictures_->rows().empty(); }));
  link_.reset();
  EXPECT_TRUE(waitForEndings(std::chrono::milliseconds(kPatience)));
}

}  // namespace
}  // namespace gan
