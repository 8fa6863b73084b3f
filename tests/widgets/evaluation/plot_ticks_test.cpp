#include "evaluation/plot_ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gan {
namespace {

TEST(PlotTicks, AreRoundNumbersWithinTheRange) {
  EXPECT_EQ(plotTicks(0.13, 0.92, 5, false).values, (QVector<double>{0.2, 0.4, 0.6000000000000001, 0.8}));
  EXPECT_EQ(plotTicks(980, 5020, 5, true).values, (QVector<double>{1000, 2000, 3000, 4000, 5000}));
  EXPECT_EQ(plotTicks(-1, 1, 4, false).values, (QVector<double>{-1, -0.5, 0, 0.5, 1}));
  EXPECT_EQ(plotTicks(0, 2, 8, true).values, (QVector<double>{0, 1, 2}));
}

TEST(PlotTicks, OfNoRangeAreNone) {
  EXPECT_TRUE(plotTicks(1, 1, 4, false).values.isEmpty());
  EXPECT_TRUE(plotTicks(0, 1, 0, false).values.isEmpty());
  EXPECT_TRUE(plotTicks(0, std::numeric_limits<double>::infinity(), 4, false).values.isEmpty());
  EXPECT_TRUE(plotTicks(1e17, std::nextafter(1e17, 2e17), 4, false).values.isEmpty()) << "of less than numbers tell";
}

TEST(PlotTicks, HaveTheDigitsThatTellThemApart) {
  EXPECT_EQ(tickText(0.25, 0.05), QStringLiteral("0.25"));
  EXPECT_EQ(tickText(-1e-17, 0.5), QStringLiteral("0.0"));
  EXPECT_EQ(tickText(12000, 1000), QStringLiteral("12,000"));
  EXPECT_EQ(tickText(3e-5, 1e-5), QStringLiteral("3E-05"));
}

}  // namespace
}  // namespace gan
