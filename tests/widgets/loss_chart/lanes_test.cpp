#include <gtest/gtest.h>

#include "fake_run.h"
#include "loss_chart/chart_lanes.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/plot_view.h"
#include "loss_chart/series_model.h"
#include "widgets/settle.h"

namespace gan::test {
namespace {

const QString kLoss = QStringLiteral("loss/d");
const QString kNorm = QStringLiteral("gradient_norm/g");
const QString kScore = QStringLiteral("score/d_real");

TEST(ChartLanes, AreOneForEachScaleWithTheWholeHeightBetweenThem) {
  const QRectF plot(50, 10, 400, 320);
  const auto lanes = lanesOf({kLoss, kNorm, QStringLiteral("loss/g"), kScore}, {}, plot, 80, 20);
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(lanes[0].names, QStringList({kLoss, QStringLiteral("loss/g")}));
  EXPECT_EQ(lanes[1].names, QStringList{kNorm});
  EXPECT_EQ(lanes[0].mapping.plot.top(), plot.top());
  EXPECT_EQ(lanes[2].mapping.plot.bottom(), plot.bottom());
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    EXPECT_EQ(lanes[i].mapping.plot.top() - lanes[i - 1].mapping.plot.bottom(), 20);
    EXPECT_GE(lanes[i].mapping.plot.height(), 80);
  }
  EXPECT_EQ(laneOf(lanes, kScore).scale, QStringLiteral("score"));
}

TEST(ChartLanes, WithoutRoomForAnotherTheLastHasTheRest) {
  const auto lanes = lanesOf({kLoss, kNorm, kScore}, {}, QRectF(0, 0, 400, 190), 80, 20);
  ASSERT_EQ(lanes.size(), 2U);
  EXPECT_EQ(lanes[1].names, QStringList({kNorm, kScore}));
  EXPECT_EQ(lanes[0].title, QStringLiteral("Losses"));
  EXPECT_EQ(lanes[1].title, QStringLiteral("Gradient norms, Scores of D"));
}

TEST(ChartLanes, WhatAClassifierGetsRightIsNotReadOffTheAxisOfItsLosses) {
  const QStringList names = {QStringLiteral("train/loss"), QStringLiteral("validation/loss"),
                             QStringLiteral("train/top1"), QStringLiteral("validation/top5")};
  const auto lanes = lanesOf(names, {}, QRectF(0, 0, 400, 400), 80, 20);
  ASSERT_EQ(lanes.size(), 2U);
  EXPECT_EQ(lanes[0].names, names.mid(0, 2));
  EXPECT_EQ(lanes[1].names, names.mid(2));
}

TEST(ChartLanes, DistancesSharesAndOtherScoresHaveAxesOfTheirOwn) {
  const QString kind = QStringLiteral("evaluation/in-domain-0123abcd-2048/");
  const auto scores = [&](const QStringList& names) {
    QStringList all;
    for (const QString& name : names) all << kind + name;
    return all;
  };
  const QStringList names =
      scores({QStringLiteral("fid"), QStringLiteral("precision"), QStringLiteral("kid"), QStringLiteral("recall"),
              QStringLiteral("intra_fid"), QStringLiteral("fid_infinity"), QStringLiteral("inception_score"),
              QStringLiteral("cas"), QStringLiteral("cas_top5")});
  const auto lanes = lanesOf(names, {}, QRectF(0, 0, 400, 800), 80, 20);
  ASSERT_EQ(lanes.size(), 6U);
  const auto title = [](const char* score) {
    return QLatin1String(score) + QStringLiteral(" · in-domain-0123abcd-2048");
  };
  EXPECT_EQ(lanes[0].names, scores({QStringLiteral("fid"), QStringLiteral("fid_infinity")}));
  EXPECT_EQ(lanes[0].title, title("FID"));
  EXPECT_EQ(lanes[1].names, scores({QStringLiteral("precision"), QStringLiteral("recall")}));
  EXPECT_EQ(lanes[2].title, title("KID"));
  EXPECT_EQ(lanes[3].title, title("FID within classes")) << "of fewer pictures each";
  EXPECT_EQ(lanes[4].title, title("Inception Score"));
  EXPECT_EQ(lanes[5].names, scores({QStringLiteral("cas"), QStringLiteral("cas_top5")}));
  EXPECT_EQ(lanes[5].title, title("Classification accuracy"));
}

TEST(ChartLanes, ScoresOfKindsThatDoNotCompareHaveAxesOfTheirOwn) {
  QStringList names;
  for (const char* kind : {"in-domain-0123abcd-2048", "in-domain-0123abcd-10000", "inception-fid-ffff0000-2048"}) {
    for (const char* score : {"fid", "fid_infinity"}) names << QStringLiteral("evaluation/%1/%2").arg(kind, score);
  }
  const auto lanes = lanesOf(names, {}, QRectF(0, 0, 400, 800), 80, 20);
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(lanes[0].names, names.mid(0, 2));
  EXPECT_EQ(lanes[1].names, names.mid(2, 2));
  EXPECT_EQ(lanes[1].title, QStringLiteral("FID · in-domain-0123abcd-10000"));
  EXPECT_EQ(lanes[2].names, names.mid(4, 2));
  EXPECT_EQ(lanes[2].title, QStringLiteral("FID · inception-fid-ffff0000-2048"));
}

TEST(ChartLanes, ACurveOfItsOwnScaleFillsItsOwnPartOfThePlotAndOneScaleAllOfIt) {
  FakeRun run;
  run.last_step = 200;
  run.value = [](const QString& name, qint64 step) {
    const auto wave = static_cast<float>(step % 7) / 7;
    return name == kNorm ? 400 + 100 * wave : 0.5F + wave;
  };
  SeriesModel series;
  LossChart chart(series);
  chart.resize(700, 600);
  chart.setSmoothing(0);
  series.setNames({kLoss, kNorm});
  QObject::connect(&chart, &LossChart::wanted, &chart, [&](const ChartQuery& query) {
    if (!query.isEmpty()) chart.setReply(run.answer(query));
  });
  chart.show();
  chart.setExtent(1, run.last_step);
  settle(chart);
  const auto* plot = chart.findChild<PlotView*>(QStringLiteral("chart_plot"));
  ASSERT_EQ(plot->lanes().size(), 1);
  EXPECT_EQ(plot->lanes()[0].plot, plot->plot());
  EXPECT_TRUE(plot->lanes()[0].title.isEmpty());
  series.setShown({kLoss, kNorm});
  settle(chart);
  ASSERT_EQ(plot->lanes().size(), 2);
  const PlotView::Lane& losses = plot->lanes()[0];
  const PlotView::Lane& norms = plot->lanes()[1];
  EXPECT_EQ(losses.title, QStringLiteral("Losses"));
  EXPECT_LT(losses.y.high, 2);
  EXPECT_GT(norms.y.low, 300);
  EXPECT_LT(norms.y.high, 600);
  EXPECT_LT(losses.plot.bottom(), norms.plot.top());
  series.setShown({kLoss});
  settle(chart);
  EXPECT_EQ(plot->lanes().size(), 1);
}

}  // namespace
}  // namespace gan::test
