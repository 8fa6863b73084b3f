#include "style/significant_text.h"

#include <gtest/gtest.h>

#include <QLocale>
#include <limits>

namespace gan {
namespace {

TEST(SignificantText, HasNoExponentWhereANumberIsLarge) {
  const QLocale before;
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  EXPECT_EQ(significantText(180.4, 2), QStringLiteral("180"));
  EXPECT_EQ(significantText(99.6, 2), QStringLiteral("100"));
  EXPECT_EQ(significantText(1234.4, 3), QStringLiteral("1,234"));
  EXPECT_EQ(significantText(12345.6, 4), QStringLiteral("12,346"));
  EXPECT_EQ(significantText(-12345.6, 4), QStringLiteral("-12,346"));
  EXPECT_EQ(significantText(3647.2, 4), QStringLiteral("3,647"));
  EXPECT_EQ(significantText(25, 4), QStringLiteral("25"));
  EXPECT_EQ(significantText(0.23437, 4), QStringLiteral("0.2344"));
  EXPECT_EQ(significantText(0, 4), QStringLiteral("0"));
  EXPECT_TRUE(significantText(2.5e-7, 4).contains(QLatin1Char('7'))) << "an exponent";
  EXPECT_FALSE(significantText(1e300, 4).contains(QLatin1Char(','))) << "nobody reads 300 digits";
  EXPECT_EQ(significantText(std::numeric_limits<double>::infinity(), 4),
            QLocale().toString(std::numeric_limits<double>::infinity(), 'g', 4));
  QLocale::setDefault(before);
}

}  // namespace
}  // namespace gan
