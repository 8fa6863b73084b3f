#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "fake_run.h"
#include "loss_chart/curve_item.h"

namespace gan::test {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

PlotMapping mapping() {
  return {.plot = QRectF(0, 0, 100, 100), .x_first = 0, .x_last = 100, .y_low = 0, .y_high = 10, .logarithmic = false};
}

double length(const std::vector<Polyline>& lines) {
  double sum = 0;
  for (const Polyline& line : lines) {
    for (std::size_t i = 1; i < line.size(); ++i)
      sum += std::hypot(line[i].x() - line[i - 1].x(), line[i].y() - line[i - 1].y());
  }
  return sum;
}

TEST(CurveGeometry, AColumnReachesFromItsMinimumToItsMaximum) {
  ChartColumn wide = column(50, 5);
  wide.last_step = 51;
  wide.min = 1;
  wide.max = 9;
  const auto geometry = geometryOf({column(49, 5), wide, column(52, 5)}, XScale(), mapping());
  ASSERT_EQ(geometry.lines.size(), 1U);
  double highest = 100;
  double lowest = 0;
  for (const QPointF& point : geometry.lines[0]) {
    highest = std::min(highest, point.y());
    lowest = std::max(lowest, point.y());
  }
  EXPECT_DOUBLE_EQ(highest, 10);
  EXPECT_DOUBLE_EQ(lowest, 90);
}

TEST(CurveGeometry, WhatWasMeasuredEveryFewStepsIsOneLineThroughItsPointsAlsoFromBesideThePlot) {
  const auto geometry = geometryOf({column(-40, 1), column(20, 2), column(70, 3), column(160, 4)}, XScale(), mapping());
  ASSERT_EQ(geometry.lines.size(), 1U);
  EXPECT_EQ(geometry.lines[0], Polyline({{-40, 90}, {20, 80}, {70, 70}, {160, 60}}));
  EXPECT_EQ(geometry.points.size(), 4U);
}

TEST(CurveGeometry, ASketchGoesThroughTheLastValuesOfColumns) {
  ChartColumn wide = column(50, 5);
  wide.last_step = 60;
  wide.max = 9;
  wide.last = 6;
  const auto geometry = geometryOf({column(40, 4), wide}, XScale(), mapping(), Detail::kSketch);
  ASSERT_EQ(geometry.lines.size(), 1U);
  EXPECT_EQ(geometry.lines[0], Polyline({{40, 60}, {60, 40}}));
  EXPECT_TRUE(geometry.points.empty());
}

TEST(BandPieces, LieBetweenTheirQuantilesAndBreakWhereNoSeriesHasAValue) {
  Band band;
  for (const qint64 step : {10, 20, 30, 40}) {
    ChartColumn each = column(step, 5);
    each.min = 1;
    each.max = 9;
    band.columns.push_back(each);
    band.quartiles.push_back({3, 7});
  }
  band.columns[2].count = 0;
  const std::vector<BandPiece> pieces = bandPieces(band, XScale(), mapping());
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].high, Polyline({{10, 10}, {20, 10}}));
  EXPECT_EQ(pieces[0].high_quartile, Polyline({{10, 30}, {20, 30}}));
  EXPECT_EQ(pieces[0].median, Polyline({{10, 50}, {20, 50}}));
  EXPECT_EQ(pieces[0].low_quartile, Polyline({{10, 70}, {20, 70}}));
  EXPECT_EQ(pieces[0].low, Polyline({{10, 90}, {20, 90}}));
  EXPECT_GT(pieces[1].median.back().x(), pieces[1].median.front().x()) << "what was recorded once is still seen";
}

TEST(CurveGeometry, NaNBreaksTheLineAndIsMarked) {
  const auto geometry = geometryOf({column(10, 1), column(20, 2), column(30, kNaN), column(45, kNaN), column(60, 3)},
                                   XScale(), mapping());
  EXPECT_EQ(geometry.lines.size(), 2U);
  ASSERT_EQ(geometry.not_finite.size(), 2U);
  EXPECT_EQ(geometry.not_finite[0], QPointF(30, 80)) << "at the value before it";
  EXPECT_EQ(geometry.not_finite[1], QPointF(45, 80));
}

TEST(CurveGeometry, AColumnWithSomeFiniteValuesIsMarkedAndNotBroken) {
  ChartColumns columns = {column(10, 1), column(20, 2), column(30, 3)};
  columns[1].not_finite = 1;
  const auto geometry = geometryOf(columns, XScale(), mapping());
  EXPECT_EQ(geometry.lines.size(), 1U);
  EXPECT_EQ(geometry.not_finite.size(), 1U);
}

TEST(CurveGeometry, LeavesOutWhatIsOutsideButForTheWayThere) {
  ChartColumns columns;
  for (qint64 step = -1000; step <= 1000; step += 10) columns.push_back(column(step, 1));
  const auto geometry = geometryOf(columns, XScale(), mapping());
  ASSERT_EQ(geometry.lines.size(), 1U);
  EXPECT_EQ(geometry.lines[0].size(), 13U) << "0 to 100 by tens, and one at either side";
}

TEST(CurveGeometry, XNeverDecreasesAsTheRasterNeeds) {
  ChartColumns columns;
  for (qint64 step = 0; step < 100; step += 4) {
    ChartColumn each = column(step, static_cast<float>(step % 7));
    each.last_step = step + 3;
    each.min -= 1;
    each.max += 1;
    columns.push_back(each);
  }
  for (const Polyline& line : geometryOf(columns, XScale(), mapping()).lines) {
    EXPECT_TRUE(std::is_sorted(line.begin(), line.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
  }
}

TEST(CurveGeometry, LogarithmicValuesLieAtTheirPowers) {
  PlotMapping log = mapping();
  log.logarithmic = true;
  log.y_low = -2;
  log.y_high = 2;
  EXPECT_DOUBLE_EQ(log.pixelY(1), 50);
  EXPECT_DOUBLE_EQ(log.pixelY(100), 0);
  EXPECT_DOUBLE_EQ(log.value(25), 10);
}

TEST(Clipping, KeepsWhatLiesInTheAreaAndNothingElse) {
  const QRectF area(0, 0, 10, 10);
  const auto parts = clipped(Polyline{{-5, 5}, {5, 5}, {5, 20}, {8, 20}, {8, -20}, {20, -20}}, area);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0], Polyline({{0, 5}, {5, 5}, {5, 10}}));
  EXPECT_EQ(parts[1], Polyline({{8, 10}, {8, 0}}));
  EXPECT_TRUE(clipped(Polyline{{-5, -5}, {-5, 20}, {20, 20}}, area).empty());
}

TEST(Dashes, CoverTheirShareOfTheLine) {
  const Polyline line = {{0, 0}, {30, 40}, {60, 0}, {1060, 0}};  // 50 + 50 + 1000 long
  const auto dashes = dashed(line, {.on = 6, .off = 4}, false);
  EXPECT_NEAR(length(dashes), 1100 * 0.6, 6);
  EXPECT_NEAR(static_cast<double>(dashes.size()), 110, 1);
}

TEST(Dashes, AlongXAnAreaIsCutIntoColumns) {
  Polyline line;
  for (int x = 0; x <= 100; ++x) line.emplace_back(x, x % 2 == 0 ? 0 : 50);
  const auto dashes = dashed(line, {.on = 6, .off = 4}, true);
  EXPECT_EQ(dashes.size(), 10U);
  for (const Polyline& dash : dashes) EXPECT_NEAR(dash.back().x() - dash.front().x(), 6, 1e-9);
}

}  // namespace
}  // namespace gan::test
