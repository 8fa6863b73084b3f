// The window as the command line asks for it.
#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QTimer>

#include "main/studio.h"
#include "support/temporary_folder.h"

namespace gan::test {
namespace {

class Screenshot : public testing::Test {
 protected:
  Screenshot() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    options_.screenshot = QString::fromStdString((folder_ / "picture.png").string());
    options_.after_ms = 1000;
    options_.size = QSize(1000, 700);
    options_.theme = Theme::kLight;
    options_.language = QStringLiteral("en");
  }
  int run() {
    Studio studio(options_);
    studio.start();
    QTimer patience;
    patience.setSingleShot(true);
    QObject::connect(&patience, &QTimer::timeout, qApp, [] { QApplication::exit(99); });
    patience.start(60'000);
    return QApplication::exec();
  }
  QImage picture() const { return QImage(options_.screenshot); }

  TemporaryFolder folder_;
  StudioOptions options_;
};

TEST_F(Screenshot, IsOfTheWindow) {
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(picture().deviceIndependentSize(), QSizeF(1000, 700));
}

TEST_F(Screenshot, IsOfTheDialogThatAnActionOpened) {
  options_.action = QStringLiteral("attach");
  EXPECT_EQ(run(), 0);
  EXPECT_FALSE(picture().isNull());
  EXPECT_LT(picture().deviceIndependentSize().width(), 1000);
}

TEST_F(Screenshot, OfAnActionThatThereIsNotIsRefusedWithTheNamesOfAll) {
  options_.action = QStringLiteral("make_tea");
  testing::internal::CaptureStderr();
  EXPECT_EQ(run(), 2);
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("make_tea"), std::string::npos);
  EXPECT_NE(told.find("show_explorer"), std::string::npos);
  EXPECT_TRUE(picture().isNull());
}

}  // namespace
}  // namespace gan::test
