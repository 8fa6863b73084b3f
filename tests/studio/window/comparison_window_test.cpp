// Runs beside one another: chosen in the main window, read from their folders.
#include "window/comparison_window.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "comparison/comparison_chart.h"
#include "comparison/picture_comparison.h"
#include "comparison/picture_side.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"
#include "window/manual.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr int kPatienceMs = 60'000;

bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

/// A finished run whose losses are a number, with a sheet of one colour at its last step; a branch of a parent beside
/// it where it has a first step.
struct MadeRun {
  std::string name;
  float loss = 0;
  QColor samples = Qt::black;
  std::string batch_size = "64";
  std::int64_t first_step = 0;
  std::string parent = {};
};

class ComparisonWindowTest : public testing::Test {
 protected:
  ComparisonWindowTest() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
  }

  void makeRun(const MadeRun& made) {
    RunConfig config;
    config.setText("data.batch_size", made.batch_size);
    RunManifest manifest;
    manifest.id = "0123456789abcdef";
    manifest.parent_step = made.first_step > 0 ? made.first_step : -1;
    if (!made.parent.empty()) manifest.parent_path = "../" + made.parent;
    const RunFolder folder = RunFolder::create(folder_ / made.name, config, manifest);
    fs::create_directories(folder.metrics());
    const std::int64_t last_step = made.first_step + 400;
    MetricsWriter metrics(folder.metrics(), 1, made.first_step, {"loss/d", "loss/g"});
    for (std::int64_t step = made.first_step + 1; step <= last_step; ++step) {
      const auto at = static_cast<double>(step);
      metrics.append({.step = step, .unix_seconds = 1e9 + at, .epoch = at / 100, .values = {made.loss, -made.loss}});
    }
    metrics.publish();
    fs::create_directories(folder.samples());
    QImage sheet(8, 8, QImage::Format_RGB32);
    sheet.fill(made.samples);
    sheet.save(QString::fromStdString((folder.samples() / "step-1.s1.png").string()));
    JournalWriter journal(folder.journal());
    Event event;
    event.segment = 1;
    event.step = made.first_step;
    SegmentStarted started;
    started.first_step = made.first_step;
    event.what = started;
    journal.append(event);
    event.step = last_step;
    event.what = SampleWritten{"step-1.s1", 0};
    journal.append(event);
    event.what = StatusChanged{RunStatus::kFinished, {}};
    journal.append(event);
  }
  ComparisonWindow* comparison() const { return window_->findChild<ComparisonWindow*>(); }
  /// As a person does: the first is open, the others are checked.
  void compare(const std::vector<std::string>& runs) {
    window_->open(QString::fromStdString((folder_ / runs.front()).string()));
    ASSERT_TRUE(until([&] { return window_->run() && window_->run()->isOpen(); }));
    QDialog* dialog = nullptr;
    ASSERT_TRUE(until([&] {  // once the list of runs has them
      window_->findChild<QAction*>(QStringLiteral("compare"))->trigger();
      dialog = window_->findChild<QDialog*>(QStringLiteral("compare_dialog"));
      if (dialog->findChild<QListWidget*>()->count() >= static_cast<int>(runs.size())) return true;
      delete dialog;
      return false;
    }));
    auto* list = dialog->findChild<QListWidget*>();
    for (int row = 0; row < list->count(); ++row) {
      const bool wished = std::ranges::find(runs, list->item(row)->text().toStdString()) != runs.end();
      if (wished) list->item(row)->setCheckState(Qt::Checked);
    }
    dialog->findChild<QPushButton*>(QStringLiteral("go"))->click();
    ASSERT_TRUE(comparison());
    ASSERT_TRUE(QTest::qWaitForWindowExposed(comparison()));
  }
  ComparisonChart& chart() const { return *comparison()->findChild<ComparisonChart*>(); }
  bool hasCurves(int count) const {
    for (int run = 0; run < count; ++run) {
      if (!chart().hasCurvesOf(run)) return false;
    }
    return true;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(ComparisonWindowTest, ShowsCurvesSettingsAndSamplesOfTheChosenRuns) {
  makeRun({.name = "first", .loss = 1, .samples = QColor(10, 10, 10)});
  makeRun({.name = "second", .loss = 2, .samples = QColor(40, 10, 10), .batch_size = "32"});
  makeRun({.name = "third", .loss = 3});
  compare({"first", "second"});
  ASSERT_EQ(comparison()->store().count(), 2);
  EXPECT_EQ(manualPageOf(&chart()), QStringLiteral("comparing"));
  ASSERT_TRUE(until([&] { return hasCurves(2); }));
  EXPECT_EQ(chart().textAt(200), QStringLiteral("D loss: first 1.0000; second 2.0000\nG loss: first -1.0000; second "
                                                "-2.0000"));
  EXPECT_EQ(chart().range(), (QPair<double, double>(1, 400)));

  auto* tabs = comparison()->findChild<QTabWidget*>(QStringLiteral("comparison_tabs"));
  tabs->setCurrentIndex(1);
  auto* settings = comparison()->findChild<QTableView*>(QStringLiteral("configuration_table"))->model();
  ASSERT_TRUE(until([&] { return settings->rowCount() == 1; }));
  EXPECT_EQ(settings->index(0, 1).data().toString(), QStringLiteral("data.batch_size"));
  EXPECT_EQ(settings->index(0, 3).data().toString(), QStringLiteral("32"));

  tabs->setCurrentIndex(2);
  auto* pictures = comparison()->findChild<PictureComparison*>();
  pictures->setView(PictureComparison::View::kDifference);
  ASSERT_TRUE(until([&] { return !pictures->picture().isNull(); }));
  EXPECT_EQ(pictures->picture().pixelColor(4, 4), QColor(60, 0, 0)) << "twice as strong";
}

TEST_F(ComparisonWindowTest, AlignsABranchWithItsParentWhereItLeftIt) {
  makeRun({.name = "parent", .loss = 1});
  makeRun({.name = "branch", .loss = 2, .first_step = 300, .parent = "parent"});
  compare({"parent", "branch"});
  ASSERT_TRUE(until([&] { return hasCurves(2); }));
  EXPECT_EQ(chart().range(), (QPair<double, double>(1, 700)));
  comparison()->findChild<QComboBox*>(QStringLiteral("comparison_alignment"))->setCurrentIndex(3);
  EXPECT_EQ(chart().alignment(), Alignment::kBranchPoint);
  EXPECT_EQ(chart().range(), (QPair<double, double>(-299, 400)));
  const QString text = chart().textAt(50);
  EXPECT_TRUE(text.contains(QStringLiteral("parent 1.0000")) && text.contains(QStringLiteral("branch 2.0000")))
      << text.toStdString();
}

TEST_F(ComparisonWindowTest, WritesAndCopiesItsCurves) {
  makeRun({.name = "first", .loss = 1});
  makeRun({.name = "second", .loss = 2});
  compare({"first", "second"});
  ASSERT_TRUE(until([&] { return hasCurves(2); }));
  chart().setSmooths(false);
  chart().setShown({QStringLiteral("loss/d")});
  chart().setRange(11, 20);
  auto* said = comparison()->findChild<QLabel*>(QStringLiteral("comparison_said"));
  const auto exportTo = [&](const char* name, int filter) {
    const QString file = QString::fromStdString((folder_ / name).string());
    said->clear();
    comparison()->findChild<QAction*>(QStringLiteral("comparison_export_file"))->trigger();
    auto* dialog = comparison()->findChild<QFileDialog*>();
    EXPECT_TRUE(dialog);
    if (dialog == nullptr) return QByteArray();
    dialog->selectNameFilter(dialog->nameFilters().at(filter));
    emit dialog->fileSelected(file);
    dialog->close();
    EXPECT_TRUE(until([&] { return !said->text().isEmpty() && !comparison()->findChild<QFileDialog*>(); }));
    QFile written(file);
    return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
  };
  const QByteArray seen = exportTo("seen.csv", 2);
  EXPECT_EQ(seen.count('\n'), 1 + 2 * 10) << said->text().toStdString();
  EXPECT_TRUE(seen.startsWith("run,step,epoch,unix_seconds,loss/d\r\nfirst,11,")) << seen.left(120).toStdString();
  EXPECT_TRUE(seen.contains(",1\r\nsecond,11,") && seen.endsWith(",2\r\n")) << seen.toStdString();
  const QByteArray all = exportTo("all.csv", 3);
  EXPECT_EQ(all.count('\n'), 1 + 2 * 400);
  EXPECT_TRUE(all.startsWith("run,step,epoch,unix_seconds,loss/d,loss/g\r\n")) << all.left(60).toStdString();
  EXPECT_FALSE(QImage::fromData(exportTo("chart.png", 0)).isNull());
  EXPECT_TRUE(said->isVisible() && said->text().contains(QStringLiteral("chart.png")));
  EXPECT_TRUE(exportTo("chart.txt", 0).isEmpty());
  EXPECT_TRUE(said->text().contains(QStringLiteral(".svg"))) << said->text().toStdString();
  comparison()->findChild<QAction*>(QStringLiteral("comparison_copy"))->trigger();
  EXPECT_FALSE(QGuiApplication::clipboard()->image().isNull());
}

TEST_F(ComparisonWindowTest, SaysWhichRunCannotBeRead) {
  makeRun({.name = "first", .loss = 1});
  const QString gone = QString::fromStdString((folder_ / "gone").string());
  const auto opener = [](const RunPlace& place) -> RunLink::Open {
    return [place](const std::stop_token&) -> std::unique_ptr<RunSource> {
      RunFolder::openForDisplay(place.folder().toStdString());
      throw Error(ErrorCode::kNotFound, "run_not_found", "There is nothing.");
    };
  };
  const QVector<RunPlace> runs = {{QString::fromStdString((folder_ / "first").string()), QStringLiteral("first")},
                                  {gone, QStringLiteral("gone")}};
  ComparisonWindow window(runs, opener, *preferences_);
  window.setAttribute(Qt::WA_DeleteOnClose, false);
  window.show();
  auto* complaint = window.findChild<QLabel*>(QStringLiteral("comparison_complaint"));
  ASSERT_TRUE(until([&] { return complaint->text().contains(QStringLiteral("gone")); }));
  EXPECT_TRUE(complaint->isVisible());
}

TEST_F(ComparisonWindowTest, GoesWithItsWindowClosed) {
  makeRun({.name = "first", .loss = 1});
  makeRun({.name = "second", .loss = 2});
  compare({"first", "second"});
  comparison()->close();
  EXPECT_TRUE(until([&] { return comparison() == nullptr; }));
  EXPECT_TRUE(window_->run() && window_->run()->isOpen()) << "the open run stays";
}

}  // namespace
}  // namespace gan::test
