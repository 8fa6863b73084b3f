#include "comparison/comparison_chart.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QListWidget>
#include <QTest>
#include <QTimer>

#include "comparison/series_choice.h"
#include "loss_chart/plot_view.h"
#include "widgets/loss_chart/fake_run.h"
#include "widgets/settle.h"

namespace gan::test {
namespace {

const QString kLossD = QStringLiteral("loss/d");
const QString kLossG = QStringLiteral("loss/g");
const QString kFid = QStringLiteral("evaluation/in-domain/fid");

class ComparisonChartTest : public testing::Test {
 protected:
  ComparisonChartTest() {
    chart_.resize(900, 600);
    chart_.setRuns({QStringLiteral("first"), QStringLiteral("second")});
    runs_[0].value = [](const QString&, qint64) { return 1.0F; };
    runs_[1].value = [](const QString&, qint64) { return 2.0F; };
    QObject::connect(&chart_, &ComparisonChart::wanted, &chart_, [this](int run, const ChartQuery& query) {
      queries_[run].push_back(query);
      if (query.isEmpty()) return;
      QTimer::singleShot(0, &chart_, [this, run, query] { chart_.setReply(run, runs_[run].answer(query)); });
    });
  }
  void showRuns() {
    chart_.show();
    for (int run : {0, 1}) {
      chart_.setSeries(run, {kLossD, kLossG});
      chart_.setExtent(run, 1, runs_[run].last_step);
    }
    settle(chart_);
  }
  QImage plot() { return chart_.findChild<PlotView*>()->grab().toImage(); }

  FakeRun runs_[2];
  ComparisonChart chart_;
  std::vector<ChartQuery> queries_[2];
};

TEST_F(ComparisonChartTest, ShowsTheLossesOfAllRuns) {
  showRuns();
  EXPECT_EQ(chart_.shown(), QStringList({kLossD, kLossG}));
  EXPECT_TRUE(chart_.hasCurvesOf(0));
  EXPECT_TRUE(chart_.hasCurvesOf(1));
  EXPECT_EQ(chart_.textAt(500), QStringLiteral("D loss: first 1.0000; second 2.0000\nG loss: first 1.0000; second "
                                               "2.0000"));
}

TEST_F(ComparisonChartTest, IsExportedAsItIsDrawnWithTheNamesOfItsRuns) {
  QString error;
  EXPECT_FALSE(chart_.exported(QStringLiteral("a.png"), &error));
  EXPECT_TRUE(error.contains(QStringLiteral("no curve"))) << error.toStdString();
  showRuns();
  const auto* plot = chart_.findChild<PlotView*>();
  const QByteArray png = chart_.exported(QStringLiteral("a.png"), &error).value_or(QByteArray());
  EXPECT_EQ(QImage::fromData(png).width(), 2 * plot->viewport()->width());
  EXPECT_GT(QImage::fromData(png).height(), 2 * plot->viewport()->height()) << "a legend above";
  const QByteArray svg = chart_.exported(QStringLiteral("a.SVG"), &error).value_or(QByteArray());
  for (const char* held : {"<polyline", ">first<", ">second<"}) EXPECT_TRUE(svg.contains(held)) << held;
  EXPECT_FALSE(chart_.exported(QStringLiteral("a.bmp"), &error));
  EXPECT_TRUE(error.contains(QStringLiteral(".csv"))) << error.toStdString();
}

TEST_F(ComparisonChartTest, SaysWhatIsSeenOfEachRun) {
  runs_[1].last_step = 500;
  showRuns();
  EXPECT_EQ(chart_.seen(0).names, QStringList({kLossD, kLossG}));
  EXPECT_EQ(chart_.seen(0).first_step, 1);
  EXPECT_EQ(chart_.seen(1).last_step, 500);
  EXPECT_GT(chart_.seen(0).smoothing, 0);
  chart_.setSmooths(false);
  chart_.setRange(400, 600);
  EXPECT_EQ(chart_.seen(0).smoothing, 0);
  EXPECT_EQ(chart_.seen(0).first_step, 400);
  EXPECT_EQ(chart_.seen(0).last_step, 600);
  EXPECT_EQ(chart_.seen(1).last_step, 500) << "no further than it was trained";
  chart_.setRange(700, 800);
  EXPECT_TRUE(chart_.seen(1).isEmpty());
}

TEST_F(ComparisonChartTest, AsksASecondTimeForAverages) {
  showRuns();
  ASSERT_GE(queries_[0].size(), 2U);
  EXPECT_EQ(queries_[0].front().smoothing, 0);
  EXPECT_GT(queries_[0].back().smoothing, 0);
  chart_.setSmooths(false);
  settle(chart_);
  EXPECT_EQ(queries_[0].back().smoothing, 0);
}

TEST_F(ComparisonChartTest, AsksARunOnlyForWhatItHas) {
  chart_.setSeries(1, {kFid});
  chart_.setShown({kFid});
  chart_.show();
  for (int run : {0, 1}) chart_.setExtent(run, 1, 1000);
  settle(chart_);
  EXPECT_TRUE(queries_[0].empty());
  ASSERT_FALSE(queries_[1].empty());
  EXPECT_EQ(queries_[1].back().names, QStringList(kFid));
}

TEST_F(ComparisonChartTest, ZoomedAsksForAPartInFinerColumns) {
  showRuns();
  chart_.setRange(100, 200);
  settle(chart_);
  EXPECT_GE(queries_[0].back().first_step, 50);
  EXPECT_LE(queries_[0].back().last_step, 250);
  chart_.fit();
  settle(chart_);
  EXPECT_EQ(queries_[0].back().last_step, 0);
}

TEST_F(ComparisonChartTest, KeysMoveACursorWhoseValuesAreToldAndTheView) {
  runs_[0].value = [](const QString&, qint64 step) { return static_cast<float>(step); };
  for (FakeRun& run : runs_) run.last_step = 900;
  chart_.setSmooths(false);
  showRuns();
  auto* plot = chart_.findChild<PlotView*>();
  const auto told = [&] { return plot->accessibleDescription(); };
  EXPECT_TRUE(told().contains(QStringLiteral("first 900.00"))) << told().toStdString();
  QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_TRUE(told().contains(QStringLiteral("first 10.000"))) << "a hundredth from the left: " << told().toStdString();
  QTest::keyClick(plot, Qt::Key_Escape);
  EXPECT_TRUE(told().contains(QStringLiteral("first 900.00")));

  chart_.setRange(400, 500);
  QTest::keyClick(plot, Qt::Key_Home);
  EXPECT_EQ(chart_.range().first, 1);
  QTest::keyClick(plot, Qt::Key_End);
  EXPECT_NEAR(chart_.range().second, 900, 1e-3);
}

TEST_F(ComparisonChartTest, KeysLeadToSeriesThatHaveNoRoom) {
  QStringList names;
  for (int i = 0; i < 12; ++i) names << QStringLiteral("loss/d%1").arg(i);
  chart_.resize(900, 300);
  chart_.show();
  chart_.setSeries(0, names);
  chart_.setExtent(0, 1, 1000);
  chart_.setShown(names);
  settle(chart_);
  auto* plot = chart_.findChild<PlotView*>();
  EXPECT_EQ(plot->y(), 0);
  QTest::keyClick(plot, Qt::Key_Down);
  const int below = plot->y();
  EXPECT_LT(below, 0) << "what is below comes into view";
  QTest::keyClick(plot, Qt::Key_Down);
  EXPECT_LT(plot->y(), below);
  for (int i = 0; i < 3; ++i) QTest::keyClick(plot, Qt::Key_Up);
  EXPECT_EQ(plot->y(), 0);
}

TEST_F(ComparisonChartTest, TheCursorKeepsItsValuesWhileColumnsShift) {
  for (FakeRun& run : runs_) {
    run.value = [](const QString&, qint64 step) { return static_cast<float>(step); };
    run.last_step = 400;
  }
  chart_.setSmooths(false);
  showRuns();
  auto* plot = chart_.findChild<PlotView*>();
  for (int i = 0; i < 26; ++i) QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
  settle(chart_);
  EXPECT_EQ(queries_[0].back().cursor, std::optional<qint64>(105));
  for (const qint64 steps : {10, 11, 13}) {  // as more comes, a column of pixels takes in more steps
    runs_[0].columns_of = steps;
    runs_[0].last_step += 100;
    chart_.setReply(0, runs_[0].answer(queries_[0].back()));
    settle(chart_);
    EXPECT_TRUE(plot->accessibleDescription().contains(QStringLiteral("first 105.00")))
        << "of columns of " << steps << ": " << plot->accessibleDescription().toStdString();
  }
  QTest::keyClick(plot, Qt::Key_Escape);
  settle(chart_);
  EXPECT_FALSE(queries_[0].back().cursor);
}

TEST_F(ComparisonChartTest, TheCursorKeepsItsValuesWhenTheViewLeavesIt) {
  runs_[0].value = [](const QString&, qint64 step) { return static_cast<float>(step); };
  for (FakeRun& run : runs_) run.last_step = 900;
  chart_.setSmooths(false);
  showRuns();
  auto* plot = chart_.findChild<PlotView*>();
  for (int i = 0; i < 10; ++i) QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
  chart_.setRange(600, 700);
  settle(chart_);
  EXPECT_TRUE(plot->accessibleDescription().contains(QStringLiteral("first 91.000; second 2.0000")))
      << plot->accessibleDescription().toStdString();
}

TEST_F(ComparisonChartTest, TheCursorThatKeysMoveHasABoxInEachLane) {
  runs_[0].value = [](const QString& name, qint64 step) {
    return static_cast<float>(step) + (name == kLossG ? 0.5F : 0);
  };
  for (FakeRun& run : runs_) run.last_step = 900;
  chart_.setSmooths(false);
  showRuns();
  auto* plot = chart_.findChild<PlotView*>();
  const CursorItem& cursor = plot->cursor();
  for (int i = 0; i < 10; ++i) QTest::keyClick(plot, Qt::Key_Right, Qt::ControlModifier);
  settle(chart_);
  ASSERT_EQ(plot->lanes().size(), 2);
  ASSERT_EQ(cursor.boxes().size(), 2);
  const QStringList values = {QStringLiteral("91.000"), QStringLiteral("91.500")};
  for (qsizetype lane = 0; lane < 2; ++lane) {
    const CursorBox& box = cursor.boxes()[lane];
    EXPECT_EQ(box.heading, plot->lanes()[lane].title + QStringLiteral(" · Step 91"));
    ASSERT_EQ(box.rows.size(), 2);
    EXPECT_EQ(box.rows[0].value, values[lane]);
    EXPECT_EQ(box.rows[1].value, QStringLiteral("2.0000"));
    EXPECT_TRUE(plot->lanes()[lane].plot.contains(*box.rows[0].point));
    EXPECT_TRUE(plot->lanes()[lane].plot.contains(cursor.boxPlaces()[lane])) << lane;
  }
  chart_.resize(900, 300);  // where the upper one is larger than its lane
  settle(chart_);
  EXPECT_LT(cursor.boxPlaces()[0].bottom(), cursor.boxPlaces()[1].top());

  const QPointF at = plot->lanes()[1].plot.center();
  QTest::mouseMove(plot->viewport(), at.toPoint());
  ASSERT_EQ(cursor.boxes().size(), 1) << "the pointer's alone";
  EXPECT_TRUE(cursor.boxes()[0].heading.startsWith(plot->lanes()[1].title));
  QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, at.toPoint());
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(plot->viewport(), &leave);
  EXPECT_TRUE(cursor.boxes().isEmpty());
}

TEST_F(ComparisonChartTest, HiddenTakesItsQuestionsBack) {
  showRuns();
  chart_.hide();
  EXPECT_TRUE(queries_[0].back().isEmpty());
  EXPECT_TRUE(queries_[1].back().isEmpty());
}

TEST_F(ComparisonChartTest, ACheckedSeriesIsDrawnInAPartOfThePlotOfItsOwn) {
  showRuns();
  EXPECT_EQ(chart_.findChild<PlotView*>()->lanes().size(), 2);
  auto* list = chart_.findChild<QListWidget*>(QStringLiteral("comparison_series"));
  ASSERT_EQ(list->count(), 2);
  list->item(0)->setCheckState(Qt::Unchecked);
  settle(chart_);
  EXPECT_EQ(chart_.shown(), QStringList(kLossG));
  EXPECT_EQ(chart_.findChild<PlotView*>()->lanes().size(), 1);
}

TEST_F(ComparisonChartTest, ARunsCurveIsSeen) {
  showRuns();
  const QImage both = plot();
  runs_[1].value = [](const QString&, qint64) { return 1.0F; };
  chart_.fit();  // asks anew
  settle(chart_);
  EXPECT_NE(plot(), both);
}

TEST(ShownAtFirst, AreTheLossesWithoutThePartsOfOne) {
  EXPECT_EQ(shownAtFirst({QStringLiteral("loss/d_real"), QStringLiteral("loss/d_fake"), kLossD, kLossG, kFid}),
            QStringList({kLossD, kLossG}));
}

TEST(ShownAtFirst, IsAScoreWhereThereAreNoLosses) {
  EXPECT_EQ(shownAtFirst({QStringLiteral("time/step_ms"), kFid}), QStringList(kFid));
}

}  // namespace
}  // namespace gan::test
