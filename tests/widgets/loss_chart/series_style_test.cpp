#include "style/series_style.h"

#include <gtest/gtest.h>

#include "widgets/seen_colours.h"

namespace gan::test {
namespace {

TEST(SeriesStyle, LossesStayApartInBothThemesAndForThoseWhoSeeNoRedGreenOrBlue) {
  const QStringList names = {QStringLiteral("loss/d"), QStringLiteral("loss/d_real"), QStringLiteral("loss/d_fake"),
                             QStringLiteral("loss/g")};
  for (const bool dark : {false, true}) {
    for (const QString& name : names) {
      EXPECT_GE(contrast(seriesStyle(name, dark).colour, ground(dark)), 3) << name.toStdString();  // WCAG 2.1, 1.4.11
    }
    for (std::size_t eye = 0; eye < kEyes.size(); ++eye) {
      for (qsizetype i = 0; i < names.size(); ++i) {
        for (qsizetype j = 0; j < i; ++j) {
          const auto seen = [&](qsizetype k) { return seenBy(eye, seriesStyle(names[k], dark).colour); };
          EXPECT_GE(distance(seen(i), seen(j)), 30) << names[i].toStdString() << " and " << names[j].toStdString()
                                                    << (dark ? " on dark" : "") << ", eye " << eye;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gan::test
