#include "style/scale.h"

#include <gtest/gtest.h>

#include <QFontMetrics>
#include <QWidget>
#include <algorithm>

namespace gan {
namespace {

TEST(Scale, DistancesAreSharesOfALineAndGrowWithTheLetters) {
  QWidget widget;
  for (const int pixels : {8, 16, 32, 64}) {
    QFont font;
    font.setPixelSize(pixels);
    widget.setFont(font);
    const int line = widget.fontMetrics().height();
    EXPECT_EQ(space(widget, Space::kHair), std::max(1, line / 8));
    EXPECT_EQ(space(widget, Space::kTight), line / 4);
    EXPECT_EQ(space(widget, Space::kSmall), line / 2);
    EXPECT_EQ(space(widget, Space::kMedium), line);
    EXPECT_EQ(space(widget, Space::kLarge), 2 * line);
  }
}

TEST(Scale, LettersAreSharesOfTheDesktopsWhetherItCountsPixelsOrPoints) {
  QFont points;
  points.setPointSizeF(10);
  EXPECT_DOUBLE_EQ(sized(points, TextSize::kTitle).pointSizeF(), 16);
  EXPECT_DOUBLE_EQ(sized(points, TextSize::kBody).pointSizeF(), 10);
  QFont pixels;
  pixels.setPixelSize(20);
  EXPECT_EQ(sized(pixels, TextSize::kSmall).pixelSize(), 16);
  EXPECT_EQ(sized(pixels, TextSize::kFigure).pixelSize(), 40);
}

}  // namespace
}  // namespace gan
