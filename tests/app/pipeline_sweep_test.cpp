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
}

}  // namespace
}  // namespace gan::app
