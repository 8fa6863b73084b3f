// The window with the real engine on a small folder of pictures.
#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSet>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QUrl>
#include <fstream>

#include "data/data_panel.h"
#include "dialogs/new_run_dialog.h"
#include "run/run_folder.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr int kPatienceMs = 60'000;

/// Fifteen pictures of 40 x 36 px in three classes, two of them equal, and one that ends early.
void makePictures(const fs::path& folder) {
  int number = 0;
  for (const char* kind : {"circles", "squares", "stars"}) {
    fs::create_directories(folder / kind);
    for (int i = 0; i < 5; ++i) {
      QImage image(40, 36, QImage::Format_RGB32);
      image.fill(QColor::fromHsv((number++ * 24) % 360, 200, 220));
      const auto file = folder / kind / (std::to_string(i) + ".png");
      ASSERT_TRUE(image.save(QString::fromStdString(file.string())));
    }
  }
  fs::copy_file(folder / "stars/0.png", folder / "stars/1.png", fs::copy_options::overwrite_existing);
  fs::resize_file(folder / "stars/2.png", fs::file_size(folder / "stars/2.png") / 2);
}

class DataWindow : public testing::Test {
 protected:
  void SetUp() override {
    const QString engine = QStringLiteral(GAN_BIN_DIR) + QStringLiteral("/gan-engine");
    if (!QFile::exists(engine)) GTEST_SKIP() << "this build has no gan-engine";
    qputenv("GAN_ENGINE", engine.toLocal8Bit());
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
    makePictures(folder_ / "pictures");
  }
  void TearDown() override { qunsetenv("GAN_ENGINE"); }

  void drop(const fs::path& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path.string()))});
    QDragEnterEvent enters(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enters);
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &event);
    EXPECT_TRUE(event.isAccepted());
  }
  /// Of the panel that is shown.
  template <typename Widget>
  Widget* part(const char* name) const {
    for (DataPanel* panel : window_->findChildren<DataPanel*>()) {
      if (panel->isVisible()) return panel->findChild<Widget*>(QLatin1String(name));
    }
    return nullptr;
  }
  QAction* action(const char* name) const { return window_->findChild<QAction*>(QLatin1String(name)); }
  bool inspected() const {
    return QTest::qWaitFor(
        [this] {
          const auto* facts = part<QLabel>("data_facts");
          return facts && facts->isVisible() && action("data_inspect")->isEnabled();
        },
        kPatienceMs);
  }
  bool shows(const QString& words) const {
    for (const QLabel* label : window_->findChildren<QLabel*>()) {
      if (label->isVisible() && label->text().contains(words)) return true;
    }
    return false;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(DataWindow, InspectsWhatIsDroppedWarnsAndStartsANewRunFromThePresetThatFits) {
  drop(folder_ / "pictures");
  ASSERT_TRUE(inspected());
  EXPECT_TRUE(part<QLabel>("data_facts")->text().contains(QStringLiteral("40 × 36 px")));
  EXPECT_EQ(part<QTableView>("data_classes")->model()->rowCount(), 3);
  ASSERT_EQ(part<QTableView>("data_damaged")->model()->rowCount(), 1);
  EXPECT_TRUE(
      part<QTableView>("data_damaged")->model()->index(0, 0).data().toString().contains(QStringLiteral("2.png")));
  EXPECT_EQ(part<QTableView>("data_duplicates")->model()->rowCount(), 1);
  EXPECT_TRUE(shows(QStringLiteral("1 of 15 images cannot be read"))) << "what spoils a run is said";
  EXPECT_TRUE(shows(QStringLiteral("shapes-dcgan"))) << "of the presets it is nearest to 36 px";
  const QImage sheet = part<QWidget>("data_sheet")->grab().toImage();
  QSet<QRgb> colours;
  for (int y = 0; y < sheet.height(); y += 5) {
    for (int x = 0; x < sheet.width(); x += 5) colours.insert(sheet.pixel(x, y));
  }
  EXPECT_GE(colours.size(), 13) << "samples as the network sees them";

  part<QPushButton>("data_new_run")->click();
  const auto* dialog = window_->findChild<NewRunDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->findChild<QComboBox*>(QStringLiteral("new_run_preset"))->currentText(),
            QStringLiteral("shapes-dcgan"));
  const auto* path = dialog->findChild<QLineEdit*>(QStringLiteral("new_run_path"));
  EXPECT_EQ(path->text(), QString::fromStdString((folder_ / "pictures").string()));
}

TEST_F(DataWindow, CountsMoreSizesThanAListCanHold) {
  constexpr int kSizes = 1165;  // the engine lists 1,000
  fs::create_directories(folder_ / "sizes");
  for (int width = 1; width <= kSizes; ++width) {
    QImage image(width, 2, QImage::Format_RGB32);
    image.fill(QColor::fromHsv(width % 360, 200, 220));
    ASSERT_TRUE(image.save(QString::fromStdString((folder_ / "sizes" / (std::to_string(width) + ".png")).string())));
  }
  drop(folder_ / "sizes");
  ASSERT_TRUE(inspected());
  EXPECT_TRUE(part<QLabel>("data_facts")->text().contains(QStringLiteral("1 × 2 px to 1,165 × 2 px, 1,165 different")))
      << part<QLabel>("data_facts")->text().toStdString();
}

TEST_F(DataWindow, MeasuresLoadingAndOffersTheNumberForANewRun) {
  fs::remove(folder_ / "pictures/stars/2.png");  // a run, and so this, would stop at so many damaged ones
  drop(folder_ / "pictures");
  ASSERT_TRUE(inspected());
  action("data_tune")->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return part<QPushButton>("data_use_workers")->isVisible(); }, kPatienceMs));
  EXPECT_GE(part<QTableView>("data_speeds")->model()->rowCount(), 2);
  part<QPushButton>("data_use_workers")->click();
  const auto* dialog = window_->findChild<NewRunDialog*>();
  ASSERT_TRUE(dialog);
  const auto* command = dialog->findChild<QPlainTextEdit*>(QStringLiteral("new_run_command"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return command->toPlainText().contains(QStringLiteral("--data")); }, kPatienceMs));
}

TEST_F(DataWindow, SaysWhyAFolderHasNothingToLookAt) {
  fs::create_directories(folder_ / "empty");
  drop(folder_ / "empty");
  ASSERT_TRUE(QTest::qWaitFor([&] { return shows(QStringLiteral("empty")) && !action("data_cancel")->isEnabled(); },
                              kPatienceMs));
  EXPECT_FALSE(part<QLabel>("data_facts")->isVisible());
}

TEST_F(DataWindow, OpensARunThatIsDroppedAndShowsItsImagesWhenAsked) {
  RunConfig config;
  config.setText("data.source", "folder");
  config.setText("data.path", (folder_ / "pictures").string());
  config.setText("data.resolution", "32");
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  RunFolder::create(folder_ / "run", config, manifest);
  drop(folder_ / "run");
  ASSERT_TRUE(QTest::qWaitFor([&] { return action("data_inspect")->isEnabled(); }, kPatienceMs));
  EXPECT_EQ(window_->runPlace().target, QString::fromStdString((folder_ / "run").string()));
  action("show_data")->trigger();
  ASSERT_TRUE(part<QLabel>("data_empty"));
  EXPECT_TRUE(part<QLabel>("data_empty")->isVisible());
  action("data_inspect")->trigger();
  ASSERT_TRUE(inspected());
  EXPECT_TRUE(part<QLabel>("data_source")->text().contains(QStringLiteral("pictures")));
  action("close_run")->trigger();
  EXPECT_TRUE(window_->findChild<QWidget*>(QStringLiteral("start_page"))->isVisible());
}

}  // namespace
}  // namespace gan::test
