#include "pipeline_sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gan::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(PipelineSweep, DividesImagesIntoEqualMicroBatchesOfAtLeastTwo) {
  EXPECT_THAT(microBatches(32), ElementsAre(1, 2, 4, 8, 16));
  EXPECT_THAT(microBatches(12), ElementsAre(1, 2, 4));
  EXPECT_THAT(microBatches(7), ElementsAre(1));
}

TEST(PipelineSweep, SharesAMicroBatchOutAmongWholeNetworksWhereEachGetsTwoImages) {
  EXPECT_EQ(shareOfMicroBatch(8, 1), 8);
  EXPECT_EQ(shareOfMicroBatch(8, 2), 4);
  EXPECT_EQ(shareOfMicroBatch(8, 3), 0);
  EXPECT_EQ(shareOfMicroBatch(2, 2), 0);
}

const std::vector<SweepPoint> kPoints = {{.micro_batch = 8, .micro_batches = 1, .placed = 50, .whole = 100},
                                         {.micro_batch = 4, .micro_batches = 2, .placed = 150, .whole = 75}};

TEST(PipelineSweep, TheFastestIsThatOfThePlacement) { EXPECT_EQ(fastest(kPoints).micro_batches, 2); }

/// The plot is 520 wide from 80, and 280 high from 60 for up to 200 images/s.
TEST(PipelineSweep, DrawsBothCurvesWhereTheirNumbersAre) {
  const std::string svg = sweepSvg(kPoints, "a < b");
  EXPECT_THAT(svg, HasSubstr("a &lt; b"));
  EXPECT_THAT(svg, HasSubstr("points=\"210.0,270.0 470.0,130.0\""));
  EXPECT_THAT(svg, HasSubstr("points=\"210.0,200.0 470.0,235.0\""));
  EXPECT_THAT(svg, HasSubstr("cx=\"470.0\" cy=\"130.0\" r=\"7\""));
  EXPECT_THAT(svg, HasSubstr(">2 x 4<"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("data parallel")));
}

TEST(PipelineSweep, DrawsDataParallelBesideWhereItWasMeasured) {
  std::vector<SweepPoint> points = kPoints;
  points.push_back({.micro_batch = 2, .micro_batches = 4, .placed = 100, .whole = 50});
  points[0].parallel = 200;
  points[1].parallel = 100;
  const std::string svg = sweepSvg(points, "stages");
  EXPECT_THAT(svg, HasSubstr(">data parallel<"));
  EXPECT_THAT(svg, HasSubstr("points=\"166.7,60.0 340.0,200.0\""));
}

TEST(PipelineSweep, DrawsNoCurveOfADeviceThatCannotHoldTheNetworks) {
  std::vector<SweepPoint> points = kPoints;
  for (SweepPoint& point : points) point.whole.reset();
  const std::string svg = sweepSvg(points, "stages");
  EXPECT_THAT(svg, Not(HasSubstr("one device")));
  EXPECT_THAT(svg, HasSubstr(">placed<"));
}

}  // namespace
}  // namespace gan::app
