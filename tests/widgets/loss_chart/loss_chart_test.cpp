#include "loss_chart/loss_chart.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QGraphicsView>
#include <QHeaderView>
#include <QImage>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QSvgRenderer>
#include <QTableView>
#include <QTest>
#include <QToolBar>
#include <QTreeView>

#include "loss_chart/chart_options.h"
#include "loss_chart/plot_view.h"
#include "loss_chart_fixture.h"

namespace gan::test {
namespace {

TEST_F(LossChartTest, AsksForTheShownSeriesWithAColumnAPixel) {
  showRun();
  ASSERT_FALSE(queries_.empty());
  EXPECT_EQ(queries_.back().names, QStringList({kNames[0], kNames[1]}));
  EXPECT_EQ(queries_.back().last_step, 0) << "the newest";
  EXPECT_GT(queries_.back().columns, 300);
  EXPECT_LE(queries_.back().columns, 900);
}

TEST_F(LossChartTest, HiddenItTakesItsQuestionBackAndShownAgainAsksForWhatItMissed) {
  showRun();
  chart_.hide();
  const std::size_t before = queries_.size();
  EXPECT_TRUE(queries_.back().names.isEmpty());
  for (int i = 1; i <= 20; ++i) {
    chart_.setExtent(1, run_.last_step + i);
    QTest::qWait(10);
  }
  EXPECT_EQ(queries_.size(), before);
  chart_.show();
  settle(chart_);
  EXPECT_GT(queries_.size(), before);
  EXPECT_FALSE(queries_.back().names.isEmpty());
}

TEST_F(LossChartTest, OneQuestionStandsWhileDataStreamIn) {
  showRun();
  const std::size_t before = queries_.size();
  for (int i = 0; i < 50; ++i) {
    chart_.setExtent(1, ++run_.last_step);
    chart_.setReply(run_.answer(queries_.back()));
    QTest::qWait(2);
  }
  EXPECT_EQ(queries_.size(), before);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, static_cast<long long>(run_.last_step)));
}

TEST_F(LossChartTest, AsksAnewWhenTheViewHasMovedOnWithTheNewestStep) {
  showRun();
  chart_.setRange(901, 1000);
  settle(chart_);
  const std::size_t before = queries_.size();
  for (int i = 0; i < 200; ++i) {
    chart_.setExtent(1, ++run_.last_step);
    QTest::qWait(1);
  }
  settle(chart_);
  EXPECT_GE(queries_.size() - before, 2U);
  EXPECT_LE(queries_.size() - before, 10U);
  EXPECT_LE(queries_.back().first_step, chart_.range().first);
}

TEST_F(LossChartTest, DropsAnAnswerThatIsNotTheNewestQuestions) {
  showRun();
  answers_ = false;
  chart_.setRange(100, 200);
  settle(chart_);
  const ChartQuery old = queries_.back();
  chart_.setRange(300, 400);
  settle(chart_);
  ASSERT_GT(queries_.back().stamp, old.stamp);
  run_.value = [](const QString&, qint64) { return 77.0F; };
  chart_.setCursorStep(150);
  chart_.setReply(run_.answer(old));
  settle(chart_);
  EXPECT_NE(legendValue(0), QStringLiteral("77.000"));
  chart_.setReply(run_.answer(queries_.back()));
  settle(chart_);
  EXPECT_EQ(legendValue(0), QStringLiteral("77.000"));
}

TEST_F(LossChartTest, FollowsTheNewestStepUntilThePersonLooksBack) {
  showRun();
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 1000LL));
  chart_.setRange(901, 1000);
  chart_.setExtent(1, 1010);
  EXPECT_EQ(chart_.range(), qMakePair(911LL, 1010LL));
  chart_.setRange(100, 200);
  chart_.setExtent(1, 1020);
  EXPECT_EQ(chart_.range(), qMakePair(100LL, 200LL));
  chart_.fit();
  chart_.setExtent(1, 1030);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 1030LL));
}

TEST_F(LossChartTest, AnEpochsViewHoldsExactlyItsIterations) {
  showRun();
  chart_.showEpoch(0);
  settle(chart_);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 100LL)) << "100 steps an epoch; a step's epoch is counted at its end";
  chart_.showEpoch(7);
  settle(chart_);
  EXPECT_EQ(chart_.range(), qMakePair(701LL, 800LL));
}

TEST_F(LossChartTest, SmoothingAndSupersededAreAskedFor) {
  showRun();
  chart_.setSmoothing(0.5);
  chart_.setShowsSuperseded(true);
  settle(chart_);
  EXPECT_GT(queries_.back().smoothing, 0);
  EXPECT_TRUE(queries_.back().superseded);
}

TEST_F(LossChartTest, SmoothingIsAShareOfWhatIsInView) {
  showRun();
  chart_.setSmoothing(0.1);
  const auto averaged = [&] {  // values: 1 / (1 - weight), in steps of a factor of 1.41
    settle(chart_);
    return 1 / (1 - queries_.back().smoothing);
  };
  for (const qint64 steps : {1000, 100, 400}) {
    chart_.setRange(501, 500 + steps);
    if (steps == 1000) chart_.fit();
    const double wished = 0.1 * static_cast<double>(steps);
    EXPECT_GE(averaged(), wished * 0.999) << steps;
    EXPECT_LE(averaged(), wished * 1.42) << steps;
  }
  chart_.setRange(501, 508);
  settle(chart_);
  EXPECT_EQ(queries_.back().smoothing, 0) << "less than a step";
}

TEST_F(LossChartTest, AGrowingRunIsSmoothedAnewWhenItHasBecomeMuchLonger) {
  showRun();
  chart_.setSmoothing(0.1);
  settle(chart_);
  const double before = queries_.back().smoothing;
  run_.last_step = 8000;
  chart_.setExtent(1, 8000);
  settle(chart_);
  EXPECT_NEAR((1 - before) / (1 - queries_.back().smoothing), 8, 1e-6);
}

TEST_F(LossChartTest, ValuesAtTheCursorStandInTheLegend) {
  run_.value = [](const QString& name, qint64 step) {
    return static_cast<float>(step) / (name == kNames[0] ? 1000 : 500);
  };
  showRun();
  EXPECT_EQ(legendValue(0), QStringLiteral("1.0000")) << "the newest, without a cursor";
  QSignalSpy moved(&chart_, &LossChart::cursorMoved);
  chart_.setCursorStep(250);
  settle(chart_);
  EXPECT_EQ(legendValue(0), QStringLiteral("0.2500"));
  EXPECT_EQ(legendValue(1), QStringLiteral("0.5000"));
  EXPECT_EQ(legendValue(2), QString()) << "it is not shown";
  EXPECT_EQ(moved.count(), 0) << "the person did not move it";
}

TEST_F(LossChartTest, TheEpochFieldTakesWhatIsTypedIntoIt) {
  chart_.setSmoothing(0);
  showRun();
  auto* epoch = chart_.findChild<QSpinBox*>(QStringLiteral("chart_epoch"));
  const auto enter = [&](const QString& keys) {
    QTest::keyClicks(epoch, keys);
    QTest::keyClick(epoch, Qt::Key_Return);
    settle(chart_);
  };
  enter(QStringLiteral("3"));  // into "all epochs"
  EXPECT_EQ(chart_.range(), (QPair<qint64, qint64>(301, 400)));
  EXPECT_EQ(epoch->text(), QStringLiteral("epoch 3"));
  enter(QStringLiteral("5"));  // Enter has selected all
  EXPECT_EQ(chart_.range(), (QPair<qint64, qint64>(501, 600)));
  enter(QStringLiteral("epoch 4"));
  EXPECT_EQ(chart_.range(), (QPair<qint64, qint64>(401, 500)));
  enter(QStringLiteral("all"));
  EXPECT_EQ(chart_.range(), (QPair<qint64, qint64>(1, 1000)));
  EXPECT_EQ(epoch->text(), QStringLiteral("all epochs"));
  chart_.setRange(10, 20);
  enter(QStringLiteral("all epochs"));
  EXPECT_EQ(chart_.range(), (QPair<qint64, qint64>(1, 1000))) << "also where the field said so before";
  enter(QStringLiteral("99"));
  EXPECT_EQ(chart_.range(), (QPair<qint64, qint64>(901, 1000))) << "the newest that there is";
}

TEST_F(LossChartTest, ANewRunForgetsTheOneBefore) {
  showRun();
  chart_.setRange(100, 200);
  chart_.clear();
  run_.last_step = 50;
  chart_.setExtent(1, 50);
  settle(chart_);
  EXPECT_EQ(chart_.range(), qMakePair(1LL, 50LL));
}

TEST_F(LossChartTest, GroupsThatWereWishedAsBandsOrNotAreSoInTheNextRunToo) {
  QStringList names;
  for (int i = 0; i < 20; ++i) {
    names << QStringLiteral("gradient_norm/g/%1").arg(i) << QStringLiteral("gradient_norm/d/%1").arg(i);
  }
  names << QStringLiteral("loss/d") << QStringLiteral("loss/g") << QStringLiteral("loss/x") << QStringLiteral("loss/y");
  const auto isBand = [](const SeriesModel& series, const char* group) {
    return series.isBand(series.indexOfGroup(QString::fromLatin1(group)));
  };
  SeriesModel series;
  LossChart chart(series);
  series.setNames(names);
  series.setBand(series.indexOfGroup(QStringLiteral("gradient_norm/g")), false);
  series.setBand(series.indexOfGroup(QStringLiteral("loss")), true);
  SeriesModel next_series;
  LossChart next(next_series);
  next.restoreState(chart.saveState());  // before anything is known of the run
  next_series.setNames(names);
  EXPECT_FALSE(isBand(next_series, "gradient_norm/g"));
  EXPECT_TRUE(isBand(next_series, "gradient_norm/d"));
  EXPECT_TRUE(isBand(next_series, "loss"));
  QSignalSpy changed(&series, &SeriesModel::shownChanged);
  series.setBandWishes({});
  EXPECT_TRUE(isBand(series, "gradient_norm/g"));
  EXPECT_FALSE(isBand(series, "loss"));
  EXPECT_EQ(changed.count(), 1);
}

TEST_F(LossChartTest, StateOfBeforeBandsAndOfWeightsStillCounts) {
  for (const bool smooths : {true, false}) {
    chart_.setSmoothing(smooths ? 0.25 : 0);
    chart_.setLogarithmic(true);
    QByteArray state = chart_.saveState();
    SeriesModel other_series;
    LossChart other(other_series);
    state[3] = '2';
    other.restoreState(state);
    EXPECT_TRUE(other.logarithmic());
    EXPECT_EQ(other.smoothing(), smooths ? ChartOptions().smoothing : 0) << "it was a weight";
    state[3] = '1';
    state.chop(4);  // the empty list of bands
    other.setLogarithmic(false);
    other.restoreState(state);
    EXPECT_TRUE(other.logarithmic());
  }
}

TEST_F(LossChartTest, StateComesBackAndWhatIsNoStateIsIgnored) {
  chart_.setAxis(ChartAxis::kTime);
  chart_.setSmoothing(0.25);
  chart_.setLogarithmic(true);
  const QByteArray state = chart_.saveState();
  SeriesModel other_series;
  LossChart other(other_series);
  other.restoreState(state);
  EXPECT_EQ(other.axis(), ChartAxis::kTime);
  EXPECT_EQ(other.smoothing(), 0.25);
  EXPECT_TRUE(other.logarithmic());
  for (qsizetype length = 0; length < state.size(); ++length) other.restoreState(state.left(length));
  other.restoreState(QByteArray(100'000, 'x'));
  QByteArray broken = state;
  broken[4] = 9;  // an axis that does not exist
  other.restoreState(broken);
  EXPECT_EQ(other.axis(), ChartAxis::kTime);
  EXPECT_EQ(other.smoothing(), 0.25);
}

TEST_F(LossChartTest, IsExportedAsAPictureAndADrawing) {
  showRun();
  const auto exported = [&](const char* file) {
    QString error;
    const auto bytes = chart_.exported(QLatin1String(file), &error);
    EXPECT_TRUE(bytes) << error.toStdString();
    return bytes.value_or(QByteArray());
  };
  const auto* plot = chart_.findChild<QGraphicsView*>(QStringLiteral("chart_plot"));
  EXPECT_EQ(QImage::fromData(exported("a.png")).width(), 2 * plot->viewport()->width());
  EXPECT_TRUE(QSvgRenderer(exported("a.svg")).isValid());
}

TEST_F(LossChartTest, ASvgHoldsLinesNotPixels) {
  showRun();
  const QByteArray text = chart_.exported(QStringLiteral("a.svg"), nullptr).value_or(QByteArray());
  EXPECT_FALSE(text.contains("<image"));
  EXPECT_TRUE(text.contains("<polyline"));
}

TEST_F(LossChartTest, AnExportThatCannotBeSaysWhy) {
  QString error;
  EXPECT_FALSE(chart_.exported(QStringLiteral("/tmp/a.png"), &error));
  EXPECT_TRUE(error.contains(QStringLiteral("no curve"))) << error.toStdString();
  showRun();
  EXPECT_FALSE(chart_.exported(QStringLiteral("a.bmp"), &error));
  EXPECT_TRUE(error.contains(QStringLiteral(".svg"))) << error.toStdString();
}

TEST_F(LossChartTest, TheTableStandsInForTheCurves) {
  showRun();
  chart_.findChild<QAction*>(QStringLiteral("chart_table"))->trigger();
  const auto* table = chart_.findChild<QTableView*>(QStringLiteral("chart_values"));
  EXPECT_TRUE(table->isVisible());
  EXPECT_FALSE(chart_.findChild<QWidget*>(QStringLiteral("chart_plot"))->isVisible());
  EXPECT_EQ(table->model()->rowCount(), 1000);
}

TEST_F(LossChartTest, TheDescriptionForScreenReadersTellsRangeAndValues) {
  run_.value = [](const QString&, qint64) { return 0.5F; };
  showRun();
  const QString text = chart_.findChild<QWidget*>(QStringLiteral("chart_plot"))->accessibleDescription();
  EXPECT_TRUE(text.contains(QStringLiteral("1,000"))) << text.toStdString();
  EXPECT_TRUE(text.contains(QStringLiteral("G loss: 0.5000"))) << text.toStdString();
}

TEST_F(LossChartTest, EveryToolHasANameForScreenReadersAndATip) {
  for (const QWidget* widget : chart_.findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(QLatin1String("qt_"))) continue;
    EXPECT_FALSE(widget->accessibleName().isEmpty() && widget->toolTip().isEmpty() && !widget->objectName().isEmpty())
        << widget->objectName().toStdString();
  }
  for (const QAction* action : chart_.findChildren<QAction*>()) {
    if (!action->objectName().startsWith(QLatin1String("chart_"))) continue;
    EXPECT_FALSE(action->text().isEmpty());
    EXPECT_NE(action->toolTip(), action->text());
  }
}

TEST_F(LossChartTest, EveryToolIsSeenAtTheChartsWidthInAnOrdinaryWindowAndSmoothingInASmallOne) {
  chart_.show();
  const auto* bar = chart_.findChild<QToolBar*>();
  const auto is_seen = [&](const char* name) {
    auto* action = chart_.findChild<QAction*>(QLatin1String(name));
    const QWidget* widget =
        action != nullptr ? bar->widgetForAction(action) : chart_.findChild<QWidget*>(QLatin1String(name));
    return widget != nullptr && widget->isVisible() && bar->rect().contains(widget->geometry());
  };
  chart_.resize(700, 400);
  settle(chart_);
  for (const char* name :
       {"chart_fit", "chart_smoothing_slider", "chart_smoothing", "chart_log", "chart_outliers", "chart_superseded",
        "chart_axis", "chart_epoch", "chart_table", "chart_export", "chart_zoom_in", "chart_zoom_out"}) {
    EXPECT_TRUE(is_seen(name)) << name;
  }
  chart_.resize(400, 300);  // what a window of 900 x 600 leaves
  settle(chart_);
  for (const char* name : {"chart_fit", "chart_smoothing_slider", "chart_smoothing", "chart_log"}) {
    EXPECT_TRUE(is_seen(name)) << name;
  }
}

TEST_F(LossChartTest, TheLegendHasRoomForItsTitlesInAnOrdinaryWindow) {
  series_.setNames({kNames[0], QStringLiteral("speed/images_per_second"), QStringLiteral("gradient_norm/g")});
  chart_.resize(700, 400);
  chart_.setShowsSeries(true);
  chart_.show();
  settle(chart_);
  const auto* legend = chart_.findChild<QTreeView*>(QStringLiteral("chart_legend"));
  const auto room = legend->header()->sectionSize(SeriesModel::kTitle);
  for (const QString& name : series_.names()) {
    const QModelIndex title = series_.indexOf(name);
    const int indent = legend->indentation() * (title.parent().isValid() ? 2 : 1);
    EXPECT_LE(legend->sizeHintForIndex(title).width() + indent, room) << title.data().toString().toStdString();
  }
}

TEST_F(LossChartTest, SupersededPiecesArePaleAndInView) {
  run_.value = [](const QString&, qint64 step) { return step % 2 == 0 ? 0.9F : 1.1F; };
  chart_.setSmoothing(0);
  chart_.setShowsSuperseded(true);
  series_.setShown({kNames[0]});
  showRun();
  answers_ = false;
  chart_.setExtent(1, 1001);
  settle(chart_);
  ChartReply reply = run_.answer(queries_.back());
  for (ChartColumn& each : reply.curves[0].raw) each = column(each.first_step, 1);
  ChartColumns piece;
  for (qint64 step = 300; step <= 700; ++step) piece.push_back(column(step, 9));
  reply.curves[0].superseded = {piece};
  chart_.setReply(reply);
  settle(chart_);
  auto* plot = chart_.findChild<PlotView*>(QStringLiteral("chart_plot"));
  const QImage picture = plot->grab().toImage();
  const QRectF area = plot->plot();
  const QColor base = plot->palette().color(QPalette::Base);
  // How far the strongest pixel of the column around a value is from the background.
  const auto strength = [&](double value) {
    const double y = area.bottom() - (value - 0.6) / 8.8 * area.height();  // 5 % of air about 1 to 9
    int most = 0;
    for (int dx = -8; dx <= 8; ++dx) {
      for (int dy = -3; dy <= 3; ++dy) {
        const QColor at = picture.pixelColor(static_cast<int>(area.center().x()) + 60 + dx, static_cast<int>(y) + dy);
        most = std::max(most, std::abs(at.red() - base.red()) + std::abs(at.green() - base.green()) +
                                  std::abs(at.blue() - base.blue()));
      }
    }
    return most;
  };
  EXPECT_GT(strength(9), 40) << "it is seen";
  EXPECT_LT(strength(9), strength(1) * 0.6) << "and pale";
}

TEST_F(LossChartTest, SurvivesNaNInfinityHugeAndConstantValues) {
  for (const float value :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 3e38F, 0.0F, -1e-38F}) {
    run_.value = [value](const QString& name, qint64 step) {
      return step % 3 == 0 || name == kNames[0] ? value : 1.0F;
    };
    for (const bool logarithmic : {false, true}) {
      chart_.setLogarithmic(logarithmic);
      showRun();
      EXPECT_FALSE(chart_.grab().isNull());
    }
  }
}

}  // namespace
}  // namespace gan::test
