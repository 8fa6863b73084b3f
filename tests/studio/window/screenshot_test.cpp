// The window as the command line asks for it.
#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QTimer>
#include <functional>

#include "main/studio.h"
#include "studio/window/run_window.h"
#include "window/comparison_window.h"

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
  /// begun: once its windows are there.
  int run(const std::function<void()>& begun = [] {}) {
    Studio studio(options_);
    studio.start();
    begun();
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

TEST_F(Screenshot, IsOfTheComparisonThatWasAskedFor) {
  for (const char* name : {"first", "second"}) {
    makeRun(folder_ / name, 0, 20, RunStatus::kFinished);
    options_.paths << QString::fromStdString((folder_ / name).string());
  }
  options_.compares = true;
  const auto look = [this] {
    ComparisonWindow* comparison = nullptr;
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (comparison == nullptr) comparison = qobject_cast<ComparisonWindow*>(widget);
    }
    ASSERT_TRUE(comparison);
    EXPECT_TRUE(comparison->isVisible());
    EXPECT_EQ(comparison->size(), *options_.size);
    EXPECT_EQ(comparison->store().names(), QStringList({QStringLiteral("first"), QStringLiteral("second")}));
    comparison->resize(1100, 650);  // which no other window has
  };
  EXPECT_EQ(run(look), 0);
  EXPECT_EQ(picture().deviceIndependentSize(), QSizeF(1100, 650));
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
