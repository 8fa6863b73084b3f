#include "style/run_style.h"

#include <gtest/gtest.h>

#include "widgets/seen_colours.h"

namespace gan::test {
namespace {

TEST(RunStyle, SixRunsStayApartByColourInBothThemesAndForThoseWhoSeeNoRedGreenOrBlue) {
  for (const bool dark : {false, true}) {
    for (int run = 0; run < 6; ++run) {
      EXPECT_GE(contrast(runStyle(run, dark).colour, ground(dark)), 3) << run;  // WCAG 2.1, 1.4.11
      for (int other = 0; other < run; ++other) {
        for (std::size_t eye = 0; eye < kEyes.size(); ++eye) {
          EXPECT_GE(distance(seenBy(eye, runStyle(run, dark).colour), seenBy(eye, runStyle(other, dark).colour)), 30)
              << run << " and " << other << (dark ? " on dark" : "") << ", eye " << eye;
        }
      }
    }
  }
}

TEST(RunStyle, NeighboursDifferInTheirDashAndEighteenRunsInColourOrDash) {
  for (int run = 0; run < 18; ++run) {
    EXPECT_NE(runStyle(run, false).dash, runStyle(run + 1, false).dash) << run;
    for (int other = 0; other < run; ++other) {
      const bool same = runStyle(run, true).colour == runStyle(other, true).colour &&
                        runStyle(run, true).dash == runStyle(other, true).dash;
      EXPECT_FALSE(same) << run << " and " << other;
    }
  }
}

}  // namespace
}  // namespace gan::test
