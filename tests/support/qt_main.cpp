#include <gtest/gtest.h>

#include <QApplication>
#include <QLocale>

/// Tests of widgets need no display; GAN_TEST_PLATFORM=xcb shows them on one.
int main(int argc, char** argv) {
  const QByteArray platform = qgetenv("GAN_TEST_PLATFORM");
  qputenv("QT_QPA_PLATFORM", platform.isEmpty() ? QByteArrayLiteral("offscreen") : platform);
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
  QApplication application(argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
