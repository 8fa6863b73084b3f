// The window with a run and without: where its parts are, and what is put away.
#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAction>
#include <QDockWidget>
#include <QImage>
#include <QListWidget>
#include <QSplitter>
#include <QTest>

#include "loss_chart/loss_chart.h"
#include "run_list/run_list.h"
#include "sample_gallery/sample_gallery.h"
#include "sample_gallery/sheet_view.h"
#include "studio/window/run_window.h"

namespace gan::test {
namespace {

TEST_F(RunWindow, F11AndADoubleClickGiveChartOrPicturesAllTheWindowAndTakeItAgain) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* chart = window_->findChild<LossChart*>();
  auto* gallery = window_->findChild<SampleGallery*>();
  const auto* view = find<SheetView>("main_view");
  const auto* steer = find<QDockWidget>("steer_dock");
  ASSERT_TRUE(until([&] { return !view->image().isNull() && steer->isVisible(); }));
  gallery->setFocus();
  action("enlarge")->trigger();
  EXPECT_TRUE(gallery->isVisible());
  EXPECT_FALSE(chart->isVisible());
  EXPECT_FALSE(steer->isVisible());
  EXPECT_TRUE(until([&] { return gallery->width() > window_->width() * 9 / 10; })) << gallery->width();
  QTest::mouseDClick(view->viewport(), Qt::LeftButton);
  EXPECT_TRUE(chart->isVisible());
  EXPECT_TRUE(steer->isVisible());
  QTest::mouseDClick(find<QAbstractScrollArea>("chart_plot")->viewport(), Qt::LeftButton);
  EXPECT_FALSE(gallery->isVisible());
  EXPECT_TRUE(chart->isVisible());
  window_->close();
  EXPECT_TRUE(steer->isHidden() || gallery->isVisibleTo(window_.get())) << "what is remembered is the whole";
}

TEST_F(RunWindow, WhatIsWishedOfTheSteerDockHoldsWithF11AndWithout) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* steer = find<QDockWidget>("steer_dock");
  QAction* show_steer = action("show_steer");
  ASSERT_TRUE(until([&] { return steer->isVisible(); }));
  action("enlarge")->trigger();
  ASSERT_FALSE(steer->isVisible());
  show_steer->trigger();  // put away
  action("enlarge")->trigger();
  EXPECT_FALSE(steer->isVisible());
  EXPECT_FALSE(show_steer->isChecked());
  action("enlarge")->trigger();
  show_steer->trigger();  // and wanted again
  EXPECT_TRUE(steer->isVisible());
  EXPECT_TRUE(show_steer->isChecked());
  EXPECT_FALSE(action("enlarge")->isChecked()) << "there is no room for both";
}

TEST_F(RunWindow, AWideWindowHasThePicturesBesideTheCurvesAndAnotherShapeItsOwnDivision) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  window_->resize(1600, 1000);
  open(folder_ / "run");
  auto* splitter = find<QSplitter>("losses_and_samples");
  EXPECT_EQ(splitter->orientation(), Qt::Horizontal);
  window_->resize(1000, 1000);
  ASSERT_TRUE(until([&] { return splitter->orientation() == Qt::Vertical; }));
  QTest::qWait(0);
  const int high = splitter->height();
  splitter->setSizes({high / 4, high - high / 4});
  emit splitter->splitterMoved(high / 4, 1);
  const int divided = splitter->sizes().first();
  window_->resize(1600, 1000);
  ASSERT_TRUE(until([&] { return splitter->orientation() == Qt::Horizontal; }));
  window_->resize(1000, 1000);
  ASSERT_TRUE(until([&] { return splitter->orientation() == Qt::Vertical; }));
  EXPECT_NEAR(splitter->sizes().first(), divided, 8);
}

TEST_F(RunWindow, UnderAWidthOf1500TheRunsAreAStripWhileOneIsOpen) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  const auto* list = window_->findChild<RunList*>();
  window_->resize(1366, 768);
  EXPECT_FALSE(list->isStrip());
  open(folder_ / "run");
  EXPECT_TRUE(list->isStrip());
  window_->resize(1600, 1000);
  EXPECT_TRUE(until([&] { return !list->isStrip(); }));
  window_->resize(1366, 768);
  EXPECT_TRUE(until([&] { return list->isStrip(); }));
  action("close_run")->trigger();
  EXPECT_FALSE(list->isStrip());
}

TEST_F(RunWindow, ControlsThatWerePutAwayStayAwayForTheNextRun) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  auto* steer = find<QDockWidget>("steer_dock");
  EXPECT_TRUE(steer->isVisible());
  steer->close();
  EXPECT_FALSE(action("show_steer")->isChecked());
  action("close_run")->trigger();
  open(folder_ / "run");
  EXPECT_FALSE(steer->isVisible());
  action("show_steer")->trigger();
  EXPECT_TRUE(steer->isVisible());
}

TEST_F(RunWindow, TheStartPageOffersTheRunsThatWereOpenLastWithTheirNewestSamples) {
  makeRun(folder_ / "red", 0, 10, RunStatus::kStopped);
  QImage older(8, 8, QImage::Format_RGB32);
  older.fill(Qt::blue);
  older.save(QString::fromStdString((folder_ / "red/samples/step-0.s1.png").string()));
  QImage newest(8, 8, QImage::Format_RGB32);
  newest.fill(Qt::red);
  newest.save(QString::fromStdString((folder_ / "red/samples/step-1.s1.png").string()));
  makeRun(folder_ / "gone", 0, 10, RunStatus::kStopped);
  auto* recent = find<QListWidget>("recent_runs");
  EXPECT_FALSE(recent->isVisible()) << "nothing was open yet";
  open(folder_ / "gone");
  open(folder_ / "red");
  ASSERT_TRUE(
      until([&] { return window_->runPlace().target.endsWith(QLatin1String("red")) && window_->run()->isOpen(); }));
  action("close_run")->trigger();
  fs::remove_all(folder_ / "gone");
  window_->hide();
  window_->show();
  const auto seen = [&] {
    QStringList names;
    for (int row = 0; row < recent->count(); ++row) {
      if (!recent->item(row)->isHidden()) names << recent->item(row)->text();
    }
    return names;
  };
  ASSERT_TRUE(until([&] { return recent->isVisible() && seen() == QStringList{QStringLiteral("red")}; }));
  const QImage shown = recent->item(0)->icon().pixmap(64, 64).toImage();
  EXPECT_EQ(shown.pixelColor(shown.rect().center()), QColor(Qt::red));
  recent->setFocus();
  recent->setCurrentRow(0);
  QTest::keyClick(recent, Qt::Key_Return);
  EXPECT_TRUE(until([&] { return window_->runPlace().target.endsWith(QLatin1String("red")); }));
}

TEST_F(RunWindow, ClosingARunLeavesNoneHighlighted) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* list = find<QAbstractItemView>("run_list");
  ASSERT_TRUE(until([&] { return list->selectionModel()->hasSelection(); }));
  action("close_run")->trigger();
  EXPECT_FALSE(list->selectionModel()->hasSelection());
}

}  // namespace
}  // namespace gan::test
