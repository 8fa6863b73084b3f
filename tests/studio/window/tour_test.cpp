// The window in five steps.
#include "window/tour.h"

#include <gtest/gtest.h>

#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTest>
#include <QToolButton>

#include "studio/window/run_window.h"

namespace gan::test {
namespace {

class TourTest : public RunWindow {
 protected:
  Tour* tour() const { return window_->findChild<Tour*>(); }
  /// Without steps back, until it ends.
  void goThrough() const {
    QSet<QString> seen;
    for (int step = 0; step < 5; ++step) {
      ASSERT_TRUE(tour()->part()) << "step " << step + 1 << " points at nothing";
      EXPECT_TRUE(window_->rect().contains(tour()->geometry())) << "step " << step + 1;
      EXPECT_TRUE(find("tour_frame")->isVisible());
      const QRect part(tour()->part()->mapTo(window_.get(), QPoint()), tour()->part()->size());
      EXPECT_TRUE(find("tour_frame")->geometry().intersects(part)) << "step " << step + 1;
      seen.insert(find("tour_next")->accessibleDescription());
      find<QPushButton>("tour_next")->click();
    }
    EXPECT_EQ(seen.size(), 5);
  }
  bool isOver() const {
    return QTest::qWaitFor([this] { return tour() == nullptr; });
  }
};

TEST_F(TourTest, IsOfferedOnTheStartPageAndInHelpAndNeverByItself) {
  activate();
  EXPECT_FALSE(tour());
  find<QToolButton>("start_tour")->click();
  ASSERT_TRUE(tour());
  action("tour")->trigger();
  EXPECT_EQ(window_->findChildren<Tour*>().size(), 1) << "not twice at a time";
}

TEST_F(TourTest, PointsAtSomethingInEachOfFiveStepsWithoutARun) {
  activate();
  action("tour")->trigger();
  goThrough();
  EXPECT_TRUE(isOver());
  EXPECT_FALSE(window_->findChild<QFrame*>(QStringLiteral("tour_frame")));
}

TEST_F(TourTest, PointsAtSomethingInEachOfFiveStepsBesideARun) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kFinished);
  open(folder_ / "run");
  action("tour")->trigger();
  goThrough();
  EXPECT_TRUE(isOver());
}

TEST_F(TourTest, GoesByKeysAloneAndEscapeEndsItFromWhereverTheFocusIs) {
  activate();
  auto* before = find("start_new_run");
  before->setFocus();
  action("tour")->trigger();
  ASSERT_TRUE(find("tour_next")->hasFocus());
  QTest::keyClick(find("tour_next"), Qt::Key_Return);
  EXPECT_EQ(tour()->step(), 1);
  find("tour_back")->setFocus();
  QTest::keyClick(find("tour_back"), Qt::Key_Return);
  EXPECT_EQ(tour()->step(), 0);
  EXPECT_FALSE(find("tour_back")->isEnabled());
  find("run_words")->setFocus();
  QTest::keyClick(find("run_words"), Qt::Key_Escape);
  EXPECT_TRUE(isOver());
  EXPECT_TRUE(before->hasFocus()) << "it goes back to where it was";
}

TEST_F(TourTest, StaysInAWindowThatBecomesSmaller) {
  activate();
  action("tour")->trigger();
  tour()->go(4);
  window_->resize(900, 600);
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->rect().contains(tour()->geometry()); }));
}

TEST_F(TourTest, SaysWhereNothingOfAPartCanBeSeenWithoutAFrame) {
  activate();
  auto* lonely =
      new Tour({{{QStringLiteral("no such part")}, QStringLiteral("A"), QStringLiteral("B")}}, window_.get());
  EXPECT_FALSE(lonely->part());
  EXPECT_FALSE(find("tour_frame")->isVisible());
  EXPECT_TRUE(window_->rect().contains(lonely->geometry()));
}

}  // namespace
}  // namespace gan::test
