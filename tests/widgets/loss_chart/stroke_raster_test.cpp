#include "loss_chart/stroke_raster.h"

#include <gtest/gtest.h>

#include <QPainter>
#include <cmath>

namespace gan::test {
namespace {

constexpr QSize kSize(60, 40);

/// Sum of alpha in pixels: the area that is covered.
double area(const QImage& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) sum += qAlpha(image.pixel(x, y)) / 255.0;
  }
  return sum;
}

QImage stroked(const std::vector<QPointF>& line, double width, const QColor& colour = Qt::red) {
  StrokeRaster raster;
  raster.begin(kSize);
  raster.stroke(line, width, colour);
  return raster.image();
}

TEST(StrokeRaster, AStraightLineCoversLengthTimesWidth) {
  EXPECT_NEAR(area(stroked({{10, 20.3}, {50, 20.3}}, 2)), 2 * 42, 2) << "with square ends";
}

TEST(StrokeRaster, CoversWhatQPainterCovers) {
  const std::vector<QPointF> line = {{5, 35}, {20, 10}, {30, 22.5}, {55, 12}};
  QImage expected(kSize, QImage::Format_ARGB32_Premultiplied);
  expected.fill(Qt::transparent);
  QPainter painter(&expected);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(Qt::red, 2, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin));
  painter.drawPolyline(line.data(), static_cast<int>(line.size()));
  painter.end();
  const QImage actual = stroked(line, 2);
  int far_off = 0;  // covered in one, and not even beside it in the other
  for (int y = 1; y + 1 < kSize.height(); ++y) {
    for (int x = 1; x + 1 < kSize.width(); ++x) {
      const auto near = [&](const QImage& image) {
        int most = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) most = std::max(most, qAlpha(image.pixel(x + dx, y + dy)));
        }
        return most;
      };
      if (qAlpha(expected.pixel(x, y)) > 200 && near(actual) < 128) ++far_off;
      if (qAlpha(actual.pixel(x, y)) > 200 && near(expected) < 128) ++far_off;
    }
  }
  EXPECT_EQ(far_off, 0);
  EXPECT_NEAR(area(actual), area(expected), area(expected) * 0.42) << "its pen is a square, so slopes are thicker";
}

TEST(StrokeRaster, ADenseStrokeKeepsTheSpikeOfEveryColumn) {
  std::vector<QPointF> line;
  for (int x = 0; x < kSize.width(); ++x) {
    const double top = x == 33 ? 2 : 20;
    for (const double y : {25.0, top, 25.0}) line.emplace_back(x + 0.5, y);
  }
  const QImage image = stroked(line, 1);
  EXPECT_EQ(image.pixelColor(33, 5), QColor(Qt::red));
  EXPECT_EQ(qAlpha(image.pixel(31, 5)), 0);
  EXPECT_EQ(image.pixelColor(31, 22), QColor(Qt::red));
}

TEST(StrokeRaster, PaleOverPaleIsDenserThanEither) {
  StrokeRaster raster;
  raster.begin(kSize);
  QColor pale = Qt::blue;
  pale.setAlphaF(0.4F);
  for (int i = 0; i < 2; ++i) raster.stroke(std::vector<QPointF>{{0, 20}, {60, 20}}, 10, pale);
  EXPECT_NEAR(qAlpha(raster.image().pixel(30, 20)) / 255.0, 1 - 0.6 * 0.6, 0.02);
}

TEST(StrokeRaster, LinesThatLeaveThePictureAreCut) {
  EXPECT_GT(area(stroked({{-1e5, -1e5}, {1e5, 1e5}}, 2)), 10);
  EXPECT_EQ(area(stroked({{-50, 10}, {-20, 10}}, 2)), 0);
  EXPECT_EQ(area(stroked({{10, 1e5}, {50, 1e5}}, 2)), 0);
  EXPECT_EQ(area(stroked({{10, -1e5}, {50, -1e5}}, 2)), 0);
}

TEST(StrokeRaster, BeginsEmptyEachTime) {
  StrokeRaster raster;
  raster.begin(kSize);
  raster.stroke(std::vector<QPointF>{{0, 20}, {60, 20}}, 10, Qt::blue);
  raster.begin(kSize);
  EXPECT_EQ(area(raster.image()), 0);
}

TEST(StrokeRaster, FillsWhatLiesBetweenTwoLinesInItsColour) {
  StrokeRaster raster;
  raster.begin(kSize);
  const std::vector<QPointF> upper = {{10, 10}, {30, 5}, {50, 10}};
  const std::vector<QPointF> lower = {{10, 20}, {50, 30}};
  raster.fill(upper, lower, QColor(255, 0, 0, 128));
  const QImage image = raster.image();
  EXPECT_NEAR(area(image), 128.0 / 255 * 40 * (25 - 7.5), 5) << "width times mean height";
  EXPECT_EQ(qAlpha(image.pixel(30, 15)), 128);
  EXPECT_EQ(qAlpha(image.pixel(30, 2)), 0);
  EXPECT_EQ(qAlpha(image.pixel(55, 15)), 0);
}

TEST(StrokeRaster, ASketchLiesWhereTheLineDoes) {
  const std::vector<QPointF> line = {{-20, 5}, {5, 35}, {5, 20}, {20, 10}, {30, 22.5}, {75, 12}};
  StrokeRaster raster;
  raster.begin(kSize);
  raster.sketch(line, 2, Qt::red);
  const QImage sketch = raster.image();
  const QImage exact = stroked(line, 2);
  int far_off = 0;
  for (int y = 1; y + 1 < kSize.height(); ++y) {
    for (int x = 1; x + 1 < kSize.width(); ++x) {
      const auto near = [&](const QImage& image) {
        int most = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) most = std::max(most, qAlpha(image.pixel(x + dx, y + dy)));
        }
        return most;
      };
      if (qAlpha(exact.pixel(x, y)) > 200 && near(sketch) < 128) ++far_off;
      if (qAlpha(sketch.pixel(x, y)) > 200 && near(exact) < 128) ++far_off;
    }
  }
  EXPECT_EQ(far_off, 0);
}

}  // namespace
}  // namespace gan::test
