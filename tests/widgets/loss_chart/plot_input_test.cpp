#include <gtest/gtest.h>

#include <QAction>
#include <QGraphicsView>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>

#include "fake_run.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/plot_view.h"
#include "loss_chart/series_model.h"
#include "widgets/settle.h"

namespace gan::test {
namespace {

/// What a person does with mouse and keys, and which steps are then in view.
class PlotInput : public testing::Test {
 protected:
  PlotInput() {
    chart_.resize(900, 400);
    series_.setNames({QStringLiteral("loss/g")});
    QObject::connect(&chart_, &LossChart::wanted, &chart_, [this](const ChartQuery& query) {
      standing_ = query;
      QTimer::singleShot(0, &chart_, [this, query] { chart_.setReply(run_.answer(query)); });
    });
    QObject::connect(&chart_, &LossChart::cursorMoved, &chart_, [this](std::optional<qint64> step) { cursor_ = step; });
    plot_ = chart_.findChild<QGraphicsView*>(QStringLiteral("chart_plot"));
    chart_.show();
    chart_.setExtent(1, 1000);
    settle(chart_);
    plot_->setFocus();
  }

  double width() const { return static_cast<double>(chart_.range().second - chart_.range().first); }
  double middle() const { return static_cast<double>(chart_.range().second + chart_.range().first) / 2; }
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(plot_, key, modifiers); }
  void wheel(QPoint at, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QWheelEvent event(at, plot_->viewport()->mapToGlobal(at), QPoint(), angle, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(plot_->viewport(), &event);
  }
  void drag(QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    QTest::mousePress(plot_->viewport(), button, modifiers, from);
    for (int part = 1; part <= 4; ++part) {
      const QPoint at = from + (to - from) * part / 4;
      QMouseEvent move(QEvent::MouseMove, at, plot_->viewport()->mapToGlobal(at), Qt::NoButton, button, modifiers);
      QApplication::sendEvent(plot_->viewport(), &move);
    }
    QTest::mouseRelease(plot_->viewport(), button, modifiers, to);
  }

  FakeRun run_;
  SeriesModel series_;
  LossChart chart_{series_};
  QGraphicsView* plot_;
  std::optional<qint64> cursor_;
  ChartQuery standing_;  ///< What the chart asked last, and wants answered whenever the run goes on.
};

TEST_F(PlotInput, PlusAndMinusZoomAboutTheMiddle) {
  key(Qt::Key_Plus);
  EXPECT_NEAR(width(), 999 / 1.25, 2);
  EXPECT_NEAR(middle(), 500.5, 2);
  key(Qt::Key_Minus);
  EXPECT_NEAR(width(), 999, 2);
}

TEST_F(PlotInput, ArrowsPanHomeAndEndJumpZeroFits) {
  chart_.setRange(401, 500);
  key(Qt::Key_Right);
  EXPECT_EQ(chart_.range(), qMakePair(411LL, 510LL));
  key(Qt::Key_Left);
  EXPECT_EQ(chart_.range(), qMakePair(401LL, 500LL));
  key(Qt::Key_Home);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 100LL));
  key(Qt::Key_End);
  EXPECT_EQ(chart_.range(), qMakePair(901LL, 1000LL));
  key(Qt::Key_0);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 1000LL));
}

TEST_F(PlotInput, ShiftAndUpOrDownZoomTheValuesAndZeroFitsThem) {
  run_.value = [](const QString&, qint64 step) { return step < 500 ? 1.0F : 2.0F; };
  chart_.setReply(run_.answer(standing_));
  settle(chart_);
  const auto image = [this] { return plot_->grab().toImage(); };
  const QImage fitted = image();
  const auto* plot = static_cast<PlotView*>(plot_);
  QSignalSpy panned(plot, &PlotView::valuesPanned);
  QSignalSpy scaled(plot, &PlotView::valuesScaled);
  key(Qt::Key_Up, Qt::ShiftModifier);
  key(Qt::Key_Up, Qt::ShiftModifier);
  settle(chart_);
  EXPECT_EQ(panned.count(), 0);
  ASSERT_EQ(scaled.count(), 2);
  EXPECT_GT(scaled[0][0].toDouble(), 1);
  EXPECT_NE(image(), fitted);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 1000LL)) << "of the steps all are seen";
  key(Qt::Key_Down, Qt::ShiftModifier);
  EXPECT_NEAR(scaled.last()[0].toDouble() * scaled[0][0].toDouble(), 1, 1e-9) << "and back";
  key(Qt::Key_0);
  settle(chart_);
  EXPECT_EQ(image(), fitted);
}

TEST_F(PlotInput, ControlAndArrowsWalkTheCursorOverRecordedSteps) {
  chart_.setCursorStep(500);
  key(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(cursor_, 501);
  key(Qt::Key_Left, Qt::ControlModifier);
  key(Qt::Key_Left, Qt::ControlModifier);
  EXPECT_EQ(cursor_, 499);
  key(Qt::Key_Escape);
  EXPECT_EQ(cursor_, std::nullopt);
}

TEST_F(PlotInput, ControlShiftAndArrowsJumpFromMarkToMarkAndBringThemIntoView) {
  ChartMark old;
  old.step = 700;
  old.superseded = true;
  ChartMark first;
  first.step = 300;
  ChartMark second;
  second.step = 900;
  chart_.setMarks({second, old, first});
  chart_.setRange(100, 200);
  key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(cursor_, 300);
  EXPECT_LE(chart_.range().first, 300);
  EXPECT_GE(chart_.range().second, 300);
  key(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(cursor_, 900) << "superseded marks are not shown";
}

TEST_F(PlotInput, KeysDoNothingHarmfulWhileThereIsNothingToSee) {
  chart_.clear();
  settle(chart_);
  for (const Qt::Key each : {Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right, Qt::Key_Plus, Qt::Key_Minus,
                             Qt::Key_Home, Qt::Key_End, Qt::Key_0, Qt::Key_Escape}) {
    key(each);
    key(each, Qt::ShiftModifier);
    key(each, Qt::ControlModifier);
    key(each, Qt::ControlModifier | Qt::ShiftModifier);
  }
  chart_.setExtent(1, 1000);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 1000LL));
}

TEST_F(PlotInput, TheWheelZoomsAtThePointer) {
  chart_.setRange(201, 800);
  const QRectF area = plot_->viewport()->rect();
  wheel(QPoint(static_cast<int>(area.right()) - 2, 100), QPoint(0, 120));
  EXPECT_LT(width(), 500);
  EXPECT_EQ(chart_.range().second, 800) << "the right end stood under the pointer";
  wheel(area.center().toPoint(), QPoint(0, -12'000));
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 1000LL));
}

TEST_F(PlotInput, AHorizontalWheelPans) {
  chart_.setRange(401, 500);
  wheel(plot_->viewport()->rect().center(), QPoint(-120, 10));
  EXPECT_EQ(chart_.range(), qMakePair(411LL, 510LL));
}

TEST_F(PlotInput, DraggingPansAndMovesNoCursor) {
  chart_.setRange(401, 500);
  drag(QPoint(300, 100), QPoint(250, 100), Qt::LeftButton);
  EXPECT_GT(chart_.range().first, 401);
  EXPECT_NEAR(width(), 99, 1);
  EXPECT_EQ(cursor_, std::nullopt);
}

TEST_F(PlotInput, ARectangleOfTheRightButtonOrWithShiftIsZoomedTo) {
  for (const bool with_shift : {true, false}) {
    chart_.fit();
    settle(chart_);
    drag(QPoint(200, 60), QPoint(320, 200), with_shift ? Qt::LeftButton : Qt::RightButton,
         with_shift ? Qt::ShiftModifier : Qt::NoModifier);
    EXPECT_LT(width(), 400);
    EXPECT_GT(width(), 100);
  }
}

TEST_F(PlotInput, AClickPutsTheCursorAndADoubleClickOnlyAsksForAllTheRoom) {
  QTest::mouseClick(plot_->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(300, 100));
  ASSERT_TRUE(cursor_);
  const qint64 clicked = *cursor_;
  chart_.setRange(1, 500);
  settle(chart_);
  QSignalSpy asked(&chart_, &LossChart::enlargeAsked);
  QTest::mouseClick(plot_->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(500, 100));
  QTest::mouseDClick(plot_->viewport(), Qt::LeftButton, Qt::NoModifier, QPoint(500, 100));
  EXPECT_EQ(cursor_, clicked) << "where it was before the double click";
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 500LL));
  EXPECT_EQ(asked.count(), 1);
}

TEST_F(PlotInput, HoveringShowsTheValuesThereAndLeavingTheNewest) {
  run_.value = [](const QString&, qint64 step) { return step < 900 ? 0.5F : 2.0F; };
  chart_.setReply(run_.answer(standing_));
  settle(chart_);
  const auto shown = [&] {
    return series_.indexOf(series_.names()[0], SeriesModel::kAtCursor).data(Qt::DisplayRole).toString();
  };
  EXPECT_EQ(shown(), QStringLiteral("2.0000"));
  const QPoint at(300, 100);
  QMouseEvent move(QEvent::MouseMove, at, plot_->viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QApplication::sendEvent(plot_->viewport(), &move);
  EXPECT_EQ(shown(), QStringLiteral("0.5000"));
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(plot_->viewport(), &leave);
  EXPECT_EQ(shown(), QStringLiteral("2.0000"));
}

TEST_F(PlotInput, TipsOfMarksShowWhatWasToldLetterByLetterAndFitTheScreen) {
  ChartMark told;
  told.step = 500;
  told.text = QStringLiteral("<b>bold</b> <img src='/etc/hostname'>");
  ChartMark endless = told;
  endless.step = 501;
  endless.text = QString(20'000, QLatin1Char('x'));
  chart_.setMarks({told, endless});
  settle(chart_);
  const auto* plot = static_cast<PlotView*>(plot_);
  const QPointF at(plot->plot().left() + 499.0 / 999 * plot->plot().width(), plot->plot().bottom());
  QHelpEvent help(QEvent::ToolTip, at.toPoint(), plot_->viewport()->mapToGlobal(at.toPoint()));
  QApplication::sendEvent(plot_->viewport(), &help);
  QTextDocument shown;
  shown.setHtml(QToolTip::text());
  const QStringList lines = shown.toPlainText().split(QLatin1Char('\n'));
  ASSERT_EQ(lines.size(), 2) << QToolTip::text().toStdString();
  EXPECT_TRUE(lines[0].contains(told.text)) << lines[0].toStdString();
  EXPECT_LT(lines[1].size(), 200);
  QToolTip::hideText();
}

TEST_F(PlotInput, TabLeadsThroughToolsPlotAndLegend) {
  QStringList seen;
  chart_.setShowsSeries(true);
  chart_.activateWindow();
  plot_->setFocus();
  for (int i = 0; i < 30; ++i) {
    QTest::keyClick(QApplication::focusWidget() == nullptr ? plot_ : QApplication::focusWidget(), Qt::Key_Tab);
    if (QApplication::focusWidget() != nullptr) seen.append(QApplication::focusWidget()->objectName());
  }
  for (const char* name : {"chart_plot", "chart_all_series", "chart_series_search", "chart_legend", "chart_axis",
                           "chart_epoch", "chart_smoothing"}) {
    EXPECT_TRUE(seen.contains(QLatin1String(name))) << name << " among " << seen.join(QLatin1Char(' ')).toStdString();
  }
}

}  // namespace
}  // namespace gan::test
