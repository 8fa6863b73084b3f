#include "comparison/picture_comparison.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTest>

#include "comparison/picture_difference.h"
#include "comparison/picture_side.h"
#include "sample_gallery/sheet_pane.h"

namespace gan::test {
namespace {

QImage plain(const QColor& colour, int size = 4) {
  QImage image(size, size, QImage::Format_RGB32);
  image.fill(colour);
  return image;
}

TEST(PictureDifference, IsWhatEachChannelDiffersInAsStrongAsWished) {
  const QImage difference = pictureDifference(plain(QColor(10, 200, 30)), plain(QColor(40, 100, 30)), 2);
  EXPECT_EQ(difference.pixelColor(3, 3), QColor(60, 200, 0));
  EXPECT_EQ(pictureDifference(plain(Qt::black), plain(Qt::white), 16).pixelColor(0, 0), QColor(255, 255, 255));
}

TEST(PictureDifference, OfPicturesOfOtherSizesIsNone) {
  EXPECT_TRUE(pictureDifference(plain(Qt::black, 4), plain(Qt::black, 5), 1).isNull());
}

/// Two runs: sheets of steps 100, 200, 300, and of steps 90 and 310. What is asked for comes at once: of grey as bright
/// as the step's hundreds in the first, and white in the second.
class Pictures : public testing::Test {
 protected:
  Pictures() {
    answer(first_, [](const QString& name) {
      const int grey = name.mid(5).toInt() / 10;
      return plain(QColor(grey, grey, grey));
    });
    answer(second_, [](const QString&) { return plain(Qt::white); });
    first_.append({sheet(100), sheet(200), sheet(300)});
    second_.append({sheet(90), sheet(310)});
    comparison_.resize(600, 500);
    comparison_.setRuns({QStringLiteral("first"), QStringLiteral("second")}, {&first_, &second_});
    comparison_.show();
    QCoreApplication::processEvents();
  }
  static SampleSheet sheet(qint64 step) {
    return {.name = QStringLiteral("step-%1").arg(step), .step = step, .segment = 1};
  }
  static void answer(SampleModel& model, const std::function<QImage(const QString&)>& make) {
    QObject::connect(
        &model, &SampleModel::imageWanted, &model,
        [&model, make](const QString& name) { model.setImage(name, make(name)); }, Qt::QueuedConnection);
  }
  void settle() {
    for (int i = 0; i < 5; ++i) QCoreApplication::processEvents();
  }
  QVector<SheetPane*> panes() { return comparison_.findChildren<SheetPane*>().toVector(); }
  QColor shown() { return comparison_.picture().isNull() ? QColor() : comparison_.picture().pixelColor(0, 0); }

  SampleModel first_;
  SampleModel second_;
  PictureComparison comparison_;
};

TEST_F(Pictures, OfTwoRunsStandSideBySideAtTheSameStep) {
  settle();
  ASSERT_EQ(panes().size(), 2);
  EXPECT_TRUE(panes()[1]->isVisible());
  EXPECT_EQ(comparison_.a().sheet()->step, 300);
  EXPECT_EQ(comparison_.b().sheet()->step, 310);
  EXPECT_EQ(shown(), QColor(30, 30, 30));
  EXPECT_EQ(panes()[1]->view().image().pixelColor(0, 0), QColor(Qt::white));
  comparison_.a().steps()->setValue(0);
  settle();
  EXPECT_EQ(comparison_.b().sheet()->step, 90) << "the nearest to step 100";
  EXPECT_TRUE(comparison_.caption().startsWith(QStringLiteral("A · first · Step 100")))
      << comparison_.caption().toStdString();
}

TEST_F(Pictures, OfOneRunAreOfTwoSteps) {
  comparison_.b().setRun(0);
  settle();
  EXPECT_TRUE(comparison_.b().steps()->isEnabled());
  comparison_.b().steps()->setValue(0);
  settle();
  EXPECT_EQ(comparison_.a().sheet()->step, 300);
  EXPECT_EQ(comparison_.b().sheet()->step, 100);
}

TEST_F(Pictures, AreFlippedByAButtonAndByAKey) {
  comparison_.setView(PictureComparison::View::kFlip);
  settle();
  EXPECT_FALSE(panes()[1]->isVisible());
  EXPECT_EQ(shown(), QColor(30, 30, 30));
  comparison_.findChild<QPushButton*>(QStringLiteral("picture_flip"))->click();
  settle();
  EXPECT_EQ(shown(), QColor(Qt::white));
  EXPECT_TRUE(comparison_.caption().startsWith(QStringLiteral("B · second")));
  QTest::keyClick(&comparison_, Qt::Key_Space);
  settle();
  EXPECT_EQ(shown(), QColor(30, 30, 30));
}

TEST_F(Pictures, AreZoomedTogetherByKeysAsInTheGallery) {
  settle();
  const auto press = [this](int pane, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::keyClick(&panes()[pane]->view(), key, modifiers);
    EXPECT_EQ(panes()[0]->view().zoom(), panes()[1]->view().zoom());
    return panes()[0]->view().zoom();
  };
  EXPECT_EQ(press(1, Qt::Key_3), 3);
  EXPECT_EQ(press(0, Qt::Key_Plus), 4);
  EXPECT_EQ(press(1, Qt::Key_Minus), 3);
  EXPECT_EQ(press(0, Qt::Key_5, Qt::ControlModifier), 3) << "that is an action's";
  EXPECT_EQ(press(0, Qt::Key_0), 0) << "fitted";
}

TEST_F(Pictures, AreSubtracted) {
  comparison_.setView(PictureComparison::View::kDifference);
  comparison_.findChild<QSpinBox*>()->setValue(1);
  settle();
  EXPECT_EQ(shown(), QColor(225, 225, 225));
}

TEST_F(Pictures, OfOtherSizesAreNotSubtractedAndItIsSaidWhy) {
  settle();
  second_.append({sheet(320)});
  second_.setImage(sheet(320).name, plain(Qt::white, 7));
  comparison_.findChild<QCheckBox*>()->setChecked(false);
  comparison_.setView(PictureComparison::View::kDifference);
  comparison_.b().setRow(2);
  settle();
  EXPECT_TRUE(comparison_.picture().isNull());
  const QString message = panes()[0]->view().message();
  EXPECT_TRUE(message.contains(QStringLiteral("4 × 4")) && message.contains(QStringLiteral("7 × 7")))
      << message.toStdString();
}

TEST_F(Pictures, OfARunWithoutAnySayThatThereAreNone) {
  SampleModel none;
  PictureComparison comparison;
  comparison.setRuns({QStringLiteral("first"), QStringLiteral("none")}, {&first_, &none});
  comparison.show();
  settle();
  EXPECT_TRUE(comparison.findChildren<SheetPane*>()[1]->view().message().contains(QStringLiteral("no samples yet")));
}

}  // namespace
}  // namespace gan::test
