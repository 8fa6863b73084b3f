#include <gtest/gtest.h>

#include <QTest>

#include "loss_chart/chart_options.h"
#include "loss_chart/cursor_item.h"
#include "loss_chart/plot_view.h"
#include "loss_chart_fixture.h"

namespace gan::test {
namespace {

TEST_F(LossChartTest, ThePinnedCursorKeepsItsValueWhileColumnsShift) {
  run_.value = [](const QString&, qint64 step) { return static_cast<float>(step); };
  run_.last_step = 400;
  chart_.setSmoothing(0);
  showRun();
  chart_.setCursorStep(105);
  settle(chart_);
  EXPECT_EQ(legendValue(0), QStringLiteral("105.00"));
  for (const qint64 steps : {10, 11, 13}) {  // as more comes, a column of pixels takes in more steps
    run_.columns_of = steps;
    run_.last_step += 100;
    chart_.setReply(run_.answer(queries_.back()));
    QTest::qWait(1);
    EXPECT_EQ(legendValue(0), QStringLiteral("105.00")) << "of columns of " << steps;
  }
  EXPECT_EQ(queries_.back().cursor, std::optional<qint64>(105));
}

/// A cursor that keys have put on step 105, with its box, in a chart whose columns take in more and more steps.
class PinnedCursor : public LossChartTest {
 protected:
  PinnedCursor() {
    chart_.resize(900, 600);
    run_.last_step = 400;
    chart_.setSmoothing(0);
    series_.setShown({kNames[0], kNames[2]});
    run_.value = [](const QString& name, qint64 step) {
      return static_cast<float>(step) / (name == kNames[2] ? 1000 : 1);
    };
  }

  void pin() {
    showRun();
    chart_.activateWindow();
    plot_->setFocus();
    chart_.setCursorStep(104);
    QTest::keyClick(plot_, Qt::Key_Right, Qt::ControlModifier);
    settle(chart_);
    ASSERT_EQ(queries_.back().cursor, std::optional<qint64>(105));
    ASSERT_TRUE(plot_->hasFocus());
  }
  void shift(qint64 steps_a_column) {
    run_.columns_of = steps_a_column;
    run_.last_step += 100;
    chart_.setReply(run_.answer(queries_.back()));
    settle(chart_);
  }
  CursorBox box() const {
    const QVector<CursorBox>& boxes = plot_->cursor().boxes();
    return boxes.isEmpty() ? CursorBox() : boxes.first();
  }
  std::string told() const { return plot_->accessibleDescription().toStdString(); }
  double cursorPixel() const {
    const auto [first, last] = chart_.range();
    return plot_->plot().left() +
           plot_->plot().width() * static_cast<double>(105 - first) / static_cast<double>(last - first);
  }

  PlotView* plot_ = chart_.findChild<PlotView*>(QStringLiteral("chart_plot"));
};

TEST_F(PinnedCursor, ItsBoxIsOfItsStepInAllLanesWhileColumnsShift) {
  pin();
  for (const qint64 steps : {10, 11, 13}) {
    shift(steps);
    const CursorBox shown = box();
    EXPECT_TRUE(shown.heading.startsWith(QStringLiteral("Step 105 · epoch 1.05 "))) << shown.heading.toStdString();
    ASSERT_EQ(shown.rows.size(), 2) << "of columns of " << steps;
    EXPECT_EQ(shown.rows[0].value, QStringLiteral("105.00"));
    EXPECT_EQ(shown.rows[1].value, QStringLiteral("0.1050"));
    ASSERT_EQ(plot_->lanes().size(), 2);
    for (qsizetype lane = 0; lane < 2; ++lane) {
      EXPECT_EQ(shown.rows[lane].extra, QString()) << "the extremes of a column are those of other steps";
      ASSERT_TRUE(shown.rows[lane].point);
      EXPECT_NEAR(shown.rows[lane].point->x(), cursorPixel(), 0.01);
      EXPECT_TRUE(plot_->lanes()[lane].plot.contains(*shown.rows[lane].point)) << lane;
    }
  }
}

TEST_F(PinnedCursor, ItIsDescribedByItsStepWhileColumnsShift) {
  pin();
  for (const qint64 steps : {10, 11, 13}) {
    shift(steps);
    EXPECT_NE(told().find("At step 105: G loss: 105.00; D(x): 0.1050."), std::string::npos) << told();
  }
}

TEST_F(PinnedCursor, KeepsItsStepWhenTheChartIsZoomedSmoothedOrOfAnotherSize) {
  pin();
  shift(10);
  const auto expectPinned = [&](const char* when) {
    settle(chart_);
    EXPECT_TRUE(box().heading.startsWith(QStringLiteral("Step 105 "))) << when << ": " << box().heading.toStdString();
    EXPECT_EQ(box().rows.value(0).value, QStringLiteral("105.00")) << when;
    EXPECT_EQ(box().rows.value(1).value, QStringLiteral("0.1050")) << when;
    EXPECT_NE(told().find("At step 105: G loss: 105.00"), std::string::npos) << when << ": " << told();
  };
  chart_.setRange(83, 287);
  expectPinned("zoomed");
  chart_.setRange(250, 450);
  expectPinned("out of view");
  chart_.fit();
  chart_.setSmoothing(0.2);
  expectPinned("smoothed");
  EXPECT_EQ(box().rows.value(0).extra, QStringLiteral("recorded 105.00"));
  run_.columns_of = 17;
  chart_.resize(620, 560);
  expectPinned("of another size");
}

TEST_F(PinnedCursor, AsksForItsStepBesideABandAndTellsTheBandThere) {
  QStringList names;
  for (int i = 0; i < 21; ++i) names << QStringLiteral("gradient_norm/g/%1").arg(i);
  series_.setNames(names);
  const QString band = QStringLiteral("gradient_norm/g");
  series_.setBand(series_.indexOfGroup(band), true);
  series_.setShown(names);
  run_.value = [&](const QString& name, qint64 step) {
    return static_cast<float>(step + name.section(QLatin1Char('/'), -1).toInt());
  };
  pin();
  for (const qint64 steps : {10, 11, 13}) {
    shift(steps);
    const CursorBox shown = box();
    EXPECT_TRUE(shown.heading.startsWith(QStringLiteral("Step 105 "))) << shown.heading.toStdString();
    ASSERT_FALSE(shown.rows.isEmpty()) << "of columns of " << steps;
    EXPECT_EQ(shown.rows[0].value, QStringLiteral("115.00")) << "the median of 105, 106, …, 125";
    EXPECT_EQ(shown.rows[0].extra, QStringLiteral("5–95 %: 106.00 to 124.00"));
    ASSERT_TRUE(shown.rows[0].point);
    EXPECT_NEAR(shown.rows[0].point->x(), cursorPixel(), 0.01);
    EXPECT_NE(told().find("115.00, 5–95 %: 106.00 to 124.00"), std::string::npos) << told();
    EXPECT_EQ(series_.indexOfGroup(band).siblingAtColumn(SeriesModel::kAtCursor).data().toString(),
              QStringLiteral("115.00"));
  }
}

TEST_F(PinnedCursor, WhatWasNotRecordedAtItsStepSaysOfWhichStepItIs) {
  pin();
  run_.columns_of = 10;
  ChartReply reply = run_.answer(queries_.back());
  reply.curves.at(1).raw = {column(100, 0.5F), column(200, 0.6F)};
  reply.curves.at(1).at_cursor.reset();
  chart_.setReply(reply);
  settle(chart_);
  EXPECT_TRUE(box().heading.startsWith(QStringLiteral("Step 105 "))) << box().heading.toStdString();
  EXPECT_EQ(box().rows.value(0).extra, QString());
  EXPECT_EQ(box().rows.value(1).value, QStringLiteral("0.5000"));
  EXPECT_EQ(box().rows.value(1).extra, QStringLiteral("at step 100"));
  EXPECT_NE(told().find("0.5000 at step 100"), std::string::npos) << told();
}

TEST_F(PinnedCursor, ThePointerOnItsLineReadsItsStep) {
  pin();
  shift(10);
  const QPoint at(qRound(cursorPixel()), qRound(plot_->plot().center().y()));
  QTest::mouseMove(plot_->viewport(), at);
  settle(chart_);
  EXPECT_TRUE(box().heading.startsWith(QStringLiteral("Step 105 "))) << box().heading.toStdString();
  QTest::mouseClick(plot_->viewport(), Qt::LeftButton, {}, at);
  settle(chart_);
  EXPECT_EQ(queries_.back().cursor, std::optional<qint64>(105)) << "a click there is no click beside it";
}

}  // namespace
}  // namespace gan::test
