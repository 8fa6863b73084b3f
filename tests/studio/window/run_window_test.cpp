// The window with a run that somebody has left: what it shows of it, and what it writes into files.
#include "studio/window/run_window.h"

#include <gtest/gtest.h>

#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileDialog>
#include <QImageReader>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QRadioButton>
#include <QTabWidget>
#include <QToolButton>
#include <fstream>

#include "core/atomic_file.h"
#include "dialogs/go_on_dialog.h"
#include "latent_explorer/latent_explorer.h"
#include "loss_chart/loss_chart.h"
#include "run/lock.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/sample_info.h"
#include "sample_gallery/sample_gallery.h"
#include "sample_gallery/sheet_view.h"
#include "service/fake_run.h"
#include "window/run_page.h"

namespace gan::test {
namespace {

/// Two epochs of a classifier, as an engine records them: validation at their ends.
void makeClassifierRun(const fs::path& path) {
  RunConfig config;
  config.setText("model.architecture", "resnet-18");
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder folder = RunFolder::create(path, config, manifest);
  fs::create_directories(folder.metrics());
  MetricsWriter metrics(folder.metrics(), 1, 0,
                        {"train/loss", "train/top1", "train/top5", "gradient_norm/classifier", "validation/loss",
                         "validation/top1", "validation/top5"});
  for (std::int64_t step = 1; step <= 200; ++step) {
    const auto value = static_cast<float>(step);
    const bool validates = step % 100 == 0;
    metrics.append({.step = step,
                    .unix_seconds = 1e9 + value,
                    .epoch = value / 100,
                    .values = {2 / value, 0.5F, 0.9F, 1, validates ? 1 / value : kMissing, validates ? 0.4F : kMissing,
                               validates ? 0.8F : kMissing}});
  }
  metrics.publish();
  JournalWriter journal(folder.journal());
  Event event;
  event.segment = 1;
  event.what = SegmentStarted();
  journal.append(event);
  event.step = 200;
  event.what = StatusChanged{RunStatus::kFinished, {}};
  journal.append(event);
}

TEST_F(RunWindow, AClassifiersWindowShowsTrainingAndValidationAndNothingOfPictures) {
  makeClassifierRun(folder_ / "run");
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return window_->findChild<LossChart*>()->hasCurves(); }));
  EXPECT_EQ(window_->run()->series().shownNames(),
            QStringList({QStringLiteral("train/loss"), QStringLiteral("validation/loss"), QStringLiteral("train/top1"),
                         QStringLiteral("validation/top1"), QStringLiteral("train/top5"),
                         QStringLiteral("validation/top5")}));
  EXPECT_FALSE(window_->findChild<SampleGallery*>()->isVisible());
  EXPECT_FALSE(find("button_sample")->isVisible());
  EXPECT_TRUE(find("button_checkpoint")->isVisible());
  for (const char* name : {"sample", "newest_samples", "save_samples"}) EXPECT_FALSE(action(name)->isVisible()) << name;
  EXPECT_EQ(action("show_losses")->text(), QStringLiteral("&Losses and accuracy"));
  EXPECT_EQ(find<QTabWidget>("run_page")->tabText(0), QStringLiteral("Losses and accuracy"));

  makeRun(folder_ / "gan", 0, 10, RunStatus::kFinished);
  open(folder_ / "gan");
  ASSERT_TRUE(
      until([&] { return window_->runPlace().target.endsWith(QLatin1String("gan")) && window_->run()->isOpen(); }));
  EXPECT_TRUE(window_->findChild<SampleGallery*>()->isVisible());
  EXPECT_TRUE(find("button_sample")->isVisible());
  EXPECT_TRUE(action("save_samples")->isVisible());
  EXPECT_EQ(action("show_losses")->text(), QStringLiteral("&Losses and samples"));
}

TEST_F(RunWindow, ChartAndSamplesAreCopied) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kFinished);
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return window_->findChild<LossChart*>()->hasCurves(); }));
  ASSERT_TRUE(until([&] { return !window_->findChild<SampleGallery*>()->picture().isNull(); }));
  action("copy_samples")->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->image().size(), QSize(8, 8));
  action("copy_chart")->trigger();
  EXPECT_GT(QGuiApplication::clipboard()->image().width(), 100);
}

TEST_F(RunWindow, TheClassOfTheImageUnderThePointerStandsInTheStatusLine) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kFinished);
  SampleInfo info;
  info.count = 1;
  info.columns = 1;
  info.labels = {3};
  info.class_names = {{3, "dress"}};
  writeFileAtomically(folder_ / "run" / "samples" / "step-1.s1.json", toJson(info));
  open(folder_ / "run");
  auto* view = find<SheetView>("main_view");
  ASSERT_TRUE(until([&] { return !view->image().isNull(); }));
  const QPointF at = view->pictureRect().center();
  QMouseEvent move(QEvent::MouseMove, at, view->viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                   Qt::NoModifier);
  QApplication::sendEvent(view->viewport(), &move);
  EXPECT_EQ(window_->statusBar()->currentMessage(), QStringLiteral("Image 1: class 3, dress"));
  QEvent leave(QEvent::Leave);
  QApplication::sendEvent(view->viewport(), &leave);
  EXPECT_TRUE(window_->statusBar()->currentMessage().isEmpty());
}

TEST_F(RunWindow, ABranchesChartBeginsWhereItBranchedOff) {
  makeRun(folder_ / "branch", 300, 340, RunStatus::kStopped);
  open(folder_ / "branch");
  auto* chart = window_->findChild<LossChart*>();
  ASSERT_TRUE(until([&] { return chart->hasCurves(); }));
  EXPECT_EQ(chart->range(), (QPair<qint64, qint64>(301, 340)));
}

TEST_F(RunWindow, ABranchShowsTheEndOfItsParentsHistoryPaleBeforeItsOwn) {
  makeRun(folder_ / "parent", 0, 500, RunStatus::kStopped);
  makeRun(folder_ / "branch", 300, 360, RunStatus::kStopped, "../parent");
  open(folder_ / "branch");
  auto* chart = window_->findChild<LossChart*>();
  ASSERT_TRUE(until([&] { return chart->range().first < 301; })) << chart->range().first;
  EXPECT_EQ(chart->range().first, 281);
  EXPECT_EQ(chart->range().second, 360);
  window_->run()->series().setShown({QStringLiteral("loss/d")});
  ASSERT_TRUE(until([&] { return chart->hasCurves(); }));
  const auto seen = chart->seen();
  EXPECT_LE(seen.first_step, 281);
}

TEST_F(RunWindow, TheKeysOfActionsWorkWhileANumberOfTheChartIsTyped) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  for (const char* name : {"chart_epoch", "chart_smoothing"}) {
    auto* box = find<QAbstractSpinBox>(name);
    ASSERT_TRUE(box) << name;
    box->setFocus();
    // A line asks for this key on every platform, here with nothing to take back.
    QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
    undo.ignore();
    QApplication::sendEvent(box, &undo);
    EXPECT_FALSE(undo.isAccepted()) << name;
    QTest::keyClick(box, Qt::Key_E, Qt::ControlModifier);
    ASSERT_TRUE(window_->findChild<QFileDialog*>()) << name << ": Ctrl+E moves no cursor";
    window_->findChild<QFileDialog*>()->close();
    ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
    activate();
  }
}

TEST_F(RunWindow, ValuesOfEveryStepInViewAreWrittenHoweverNarrowThePlotIs) {
  constexpr int kSteps = 4000;  // several in a column of pixels
  makeRun(folder_ / "run", 0, kSteps, RunStatus::kStopped);
  open(folder_ / "run");
  auto* chart = window_->findChild<LossChart*>();
  ASSERT_TRUE(until([&] { return chart->hasCurves(); }));
  chart->setSmoothing(0);
  chart->setRange(11, kSteps);
  action("export_chart")->trigger();
  const fs::path file = folder_ / "values.csv";
  saveAs(file);
  ASSERT_TRUE(until([&] { return QFile::exists(QString::fromStdString(file.string())); }));
  QFile csv(QString::fromStdString(file.string()));
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  EXPECT_EQ(csv.readLine(), "step,epoch,unix_seconds,loss/d,loss/g\r\n");
  for (int step = 11; step <= kSteps; ++step) {
    const QList<QByteArray> fields = csv.readLine().trimmed().split(',');
    ASSERT_EQ(fields.size(), 5);
    ASSERT_EQ(fields[0].toInt(), step);
    ASSERT_EQ(fields[3].toInt(), step);
    ASSERT_EQ(fields[4].toInt(), -step);
  }
  EXPECT_TRUE(csv.atEnd());
}

TEST_F(RunWindow, AllValuesAreWrittenWhateverIsInViewAndShown) {
  makeRun(folder_ / "run", 0, 50, RunStatus::kStopped);
  open(folder_ / "run");
  auto* chart = window_->findChild<LossChart*>();
  ASSERT_TRUE(until([&] { return chart->hasCurves(); }));
  window_->run()->series().setShown({QStringLiteral("loss/g")});
  chart->setRange(11, 20);
  action("export_chart")->trigger();
  auto* dialog = window_->findChild<QFileDialog*>();
  ASSERT_TRUE(dialog);
  dialog->selectNameFilter(dialog->nameFilters().last());
  const fs::path file = folder_ / "all.csv";
  saveAs(file);
  ASSERT_TRUE(until([&] { return QFile::exists(QString::fromStdString(file.string())); }));
  QFile csv(QString::fromStdString(file.string()));
  ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = csv.readAll().trimmed().split('\n');
  ASSERT_EQ(lines.size(), 51);
  EXPECT_EQ(lines.first().trimmed(), "step,epoch,unix_seconds,loss/d,loss/g");
  EXPECT_TRUE(lines.last().startsWith("50,"));
}

TEST_F(RunWindow, AFileHoldsWhatItsEndingSaysAndALaterSuccessTakesTheComplaintAway) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return !window_->findChild<SampleGallery*>()->picture().isNull(); }));
  action("save_samples")->trigger();
  saveAs(folder_ / "samples.tiff");
  ASSERT_TRUE(until([&] { return notices().size() == 1; }));
  EXPECT_TRUE(notices().first().text.contains(QStringLiteral("samples.tiff"))) << notices().first().text.toStdString();
  EXPECT_FALSE(fs::exists(folder_ / "samples.tiff"));
  for (const auto& [name, format] : {std::pair("samples.JPG", "jpeg"), std::pair("samples.png", "png")}) {
    action("save_samples")->trigger();
    saveAs(folder_ / name);
    const QString file = QString::fromStdString((folder_ / name).string());
    ASSERT_TRUE(until([&] { return QFile::exists(file); })) << name;
    QImageReader reader(file);
    reader.setDecideFormatFromContent(true);
    EXPECT_EQ(reader.read().size(), QSize(8, 8));
    EXPECT_EQ(QImageReader::imageFormat(file), QByteArray(format));
  }
  EXPECT_TRUE(until([&] { return notices().isEmpty(); }));
}

TEST_F(RunWindow, AComplaintIsTakenAwayByALaterSuccessOfItsKindAlone) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  ASSERT_TRUE(until([&] {
    return window_->findChild<LossChart*>()->hasCurves() && !window_->findChild<SampleGallery*>()->picture().isNull();
  }));
  action("save_samples")->trigger();
  saveAs(folder_ / "samples.tiff");
  auto* explorer = window_->findChild<LatentExplorer*>();
  emit explorer->lineWished(QStringLiteral("a poem"));
  ASSERT_EQ(notices().size(), 2);
  emit explorer->lineWished(QStringLiteral("seed=9"));
  ASSERT_EQ(notices().size(), 1);
  EXPECT_TRUE(notices().first().text.contains(QStringLiteral("samples.tiff"))) << notices().first().text.toStdString();
  action("copy_chart")->trigger();
  EXPECT_TRUE(notices().isEmpty());
}

/// A shell script stands in the place of the engine.
class RunWindowWithScript : public RunWindow {
 protected:
  void use(const std::string& body) const {
    const fs::path script = folder_ / "engine";
    std::ofstream(script) << "#!/bin/sh\n" << body << "\n";
    fs::permissions(script, fs::perms::owner_all);
    qputenv("GAN_ENGINE", script.c_str());
  }
  void TearDown() override { qunsetenv("GAN_ENGINE"); }
  void branch(const fs::path& out) const {
    emit window_->findChild<RunPage*>()->branchWished(10);
    auto* dialog = window_->findChild<GoOnDialog*>();
    ASSERT_TRUE(dialog);
    emit dialog->chosen({.what = GoOn::kBranch, .step = 10, .out = QString::fromStdString(out.string())});
    dialog->close();
  }
};

TEST_F(RunWindowWithScript, ABranchThatIsMadeTakesTheComplaintOfOneThatWasNotAway) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  use(R"(echo '{"error":{"id":"disk_full","message":"No space.","text":"No space."}}'; exit 1)");
  branch(folder_ / "a");
  ASSERT_TRUE(until([&] { return notices().size() == 1; }));
  EXPECT_EQ(notices().first().text, QStringLiteral("No space."));
  use("echo '{}'");
  branch(folder_ / "b");
  EXPECT_TRUE(until([&] {
    return notices().size() == 1 && notices().first().text.contains(QString::fromStdString((folder_ / "b").string()));
  })) << notices().size();
}

TEST_F(RunWindowWithScript, ARunThatIsTrainedAfterAllTakesTheComplaintThatItIsNotAway) {
  FakeRun run;
  run.rows(10);
  run.journal(StatusChanged{RunStatus::kStopped, {}});
  open(run.path());
  ASSERT_TRUE(until([&] { return action("resume")->isEnabled(); }));
  use(R"(echo '{"error":{"id":"disk_full","message":"No space.","text":"No space."}}'; exit 1)");
  action("resume")->trigger();
  ASSERT_TRUE(until([&] { return notices().size() == 1; }));
  EXPECT_TRUE(notices().first().text.contains(QStringLiteral("No space."))) << notices().first().text.toStdString();
  FakeSink sink;
  const RunLock lock(run.path());  // by somebody else
  const FakeEngine engine(run, &sink);
  EXPECT_TRUE(until([&] { return notices().isEmpty(); }));
  EXPECT_TRUE(window_->runGoesOn());
  window_.reset();
  qunsetenv("XDG_RUNTIME_DIR");
}

TEST_F(RunWindow, AFinishedRunIsNotResumedAsIfThereWereStepsLeft) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kFinished);
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return action("resume")->isEnabled(); }));
  action("resume")->trigger();
  EXPECT_TRUE(action("resume")->text().contains(QStringLiteral("longer")));
  auto* dialog = find<QDialog>("go_on_dialog");
  ASSERT_TRUE(dialog);
  EXPECT_TRUE(dialog->findChild<QRadioButton*>(QStringLiteral("what_go_on"))->isChecked());
  EXPECT_EQ(dialog->findChild<QDoubleSpinBox*>(QStringLiteral("length_amount"))->value(), 10);
  EXPECT_TRUE(dialog->findChild<QWidget*>(QStringLiteral("length_amount"))->isVisible());
}

TEST_F(RunWindow, DialogsAboutARunAreOfferedFromWhenItHasBeenRead) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kFinished);
  QStringList offered;
  QStringList early;
  for (const char* name : {"evaluate", "export_samples", "export_points", "export_film", "export_sheet"}) {
    QObject::connect(action(name), &QAction::enabledChanged, window_.get(), [&, name](bool enabled) {
      if (!enabled) return;
      offered << QLatin1String(name);
      if (!window_->run()->isOpen()) early << QLatin1String(name);
    });
  }
  open(folder_ / "run");
  EXPECT_TRUE(until([&] { return offered.size() == 5; })) << offered.join(' ').toStdString();
  EXPECT_EQ(early, QStringList());
}

TEST_F(RunWindow, WhatIsChangedInAStoppedRunWaitsForItsNextStartAndIsRemembered) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  const auto rate = [this] { return find<QLineEdit>("setting_optimizer_generator_learning_rate"); };
  const auto waits = [this] {
    auto* text = find<QLabel>("steer_waiting");
    return text != nullptr && text->isVisible();
  };
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return rate() != nullptr && rate()->isEnabled(); }));
  EXPECT_FALSE(waits());
  const QString before = rate()->text();
  rate()->setFocus();
  rate()->selectAll();
  QTest::keyClicks(rate(), QStringLiteral("7e-4"));
  QTest::keyClick(rate(), Qt::Key_Return);
  ASSERT_TRUE(until(waits));
  action("close_run")->trigger();
  open(folder_ / "run");
  ASSERT_TRUE(until(waits));
  EXPECT_EQ(rate()->text(), QStringLiteral("7e-4"));
  EXPECT_TRUE(find<QLabel>("setting_optimizer_generator_learning_rate_state")->text().startsWith(QLatin1Char('*')));

  find<QToolButton>("discard_waiting")->click();
  EXPECT_FALSE(waits());
  EXPECT_EQ(rate()->text(), before);
  action("close_run")->trigger();
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return rate() != nullptr && rate()->isEnabled(); }));
  EXPECT_FALSE(waits());
}

TEST_F(RunWindow, AStoppedRunCanBeBranchedFromAndTrainedOnFromACheckpoint) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return action("go_on")->isEnabled(); }));
  EXPECT_TRUE(action("branch")->isEnabled());
  EXPECT_FALSE(action("roll_back")->isEnabled());
  action("go_on")->trigger();
  ASSERT_TRUE(find<QDialog>("go_on_dialog"));
  EXPECT_TRUE(find<QRadioButton>("what_go_on")->isChecked());
  EXPECT_FALSE(find<QRadioButton>("what_roll_back")->isEnabled());
  // What it shows goes with the run.
  action("close_run")->trigger();
  EXPECT_FALSE(find<QDialog>("go_on_dialog"));
}

}  // namespace
}  // namespace gan::test
