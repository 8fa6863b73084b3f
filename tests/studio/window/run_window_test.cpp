// The window with a run: what one has left, and what a real engine trains meanwhile.
#include <gtest/gtest.h>

#include <QAction>
#include <QDockWidget>
#include <QFile>
#include <QFileDialog>
#include <QImageReader>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QProcess>
#include <QPushButton>
#include <QSplitter>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include "core/atomic_file.h"
#include "latent_explorer/latent_plane.h"
#include "latent_explorer/picture_view.h"
#include "latent_explorer/shelf_view.h"
#include "log/alert_bar.h"
#include "loss_chart/loss_chart.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/sample_info.h"
#include "run_list/run_list.h"
#include "sample_gallery/sample_gallery.h"
#include "sample_gallery/sheet_view.h"
#include "state/run_store.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"
#include "window/run_page.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

constexpr int kPatienceMs = 60'000;

bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatienceMs); }

class RunWindow : public testing::Test {
 protected:
  RunWindow() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1280, 800);
    window_->show();
  }

  template <typename T = QWidget>
  T* find(const char* name) const {
    return window_->findChild<T*>(QLatin1String(name));
  }
  QAction* action(const char* name) const { return find<QAction>(name); }
  QVector<AlertNotice> notices() const { return window_->findChild<AlertBar*>()->notices(); }
  void open(const fs::path& run) {
    window_->open(QString::fromStdString(run.string()));
    ASSERT_TRUE(until([&] { return window_->run() && window_->run()->isOpen(); }));
    activate();
  }
  /// Without a window manager nobody does it when a dialog has closed.
  void activate() {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
  }
  /// As a person names a file in the dialog that is open.
  void saveAs(const fs::path& file) {
    auto* dialog = window_->findChild<QFileDialog*>();
    ASSERT_TRUE(dialog);
    emit dialog->fileSelected(QString::fromStdString(file.string()));
    dialog->close();
    ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
  }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

/// A run that nobody trains any more: a row for each step after first_step, where it branched off, with the step as its
/// loss, and a picture at the last one.
void makeRun(const fs::path& path, std::int64_t first_step, std::int64_t last_step, RunStatus status,
             const std::string& parent = {}) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  manifest.parent_step = first_step > 0 ? first_step : -1;
  manifest.parent_path = parent;
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  fs::create_directories(folder.metrics());
  MetricsWriter metrics(folder.metrics(), 1, first_step, {"loss/d", "loss/g"});
  for (std::int64_t step = first_step + 1; step <= last_step; ++step) {
    const auto value = static_cast<float>(step);
    metrics.append({.step = step, .unix_seconds = 1e9 + value, .epoch = value / 100, .values = {value, -value}});
  }
  metrics.publish();
  fs::create_directories(folder.samples());
  QImage(8, 8, QImage::Format_RGB32).save(QString::fromStdString((folder.samples() / "step-1.s1.png").string()));
  JournalWriter journal(folder.journal());
  Event event;
  event.segment = 1;
  event.step = first_step;
  SegmentStarted started;
  started.first_step = first_step;
  event.what = started;
  journal.append(event);
  event.step = last_step;
  event.what = SampleWritten{"step-1.s1", 0};
  journal.append(event);
  event.what = StatusChanged{status, {}};
  journal.append(event);
}

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
  ASSERT_TRUE(until([&] { return window_->runPath().endsWith(QLatin1String("gan")) && window_->run()->isOpen(); }));
  EXPECT_TRUE(window_->findChild<SampleGallery*>()->isVisible());
  EXPECT_TRUE(find("button_sample")->isVisible());
  EXPECT_TRUE(action("save_samples")->isVisible());
  EXPECT_EQ(action("show_losses")->text(), QStringLiteral("&Losses and samples"));
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
  ASSERT_TRUE(until([&] { return chart->range() == QPair<qint64, qint64>(281, 360); }));
  window_->run()->series().setShown({QStringLiteral("loss/d")});
  ASSERT_TRUE(until([&] { return chart->hasCurves(); }));
  const auto seen = chart->seen();
  EXPECT_LE(seen.first_step, 281);
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

TEST_F(RunWindow, AFinishedRunIsNotResumedAsIfThereWereStepsLeft) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kFinished);
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return action("resume")->isEnabled(); }));
  action("resume")->trigger();
  auto* question = find<QInputDialog>("train_longer");
  ASSERT_TRUE(question);
  EXPECT_TRUE(question->labelText().contains(QStringLiteral("all of its 10 steps")));
  EXPECT_EQ(question->intMinimum(), 11);
}

TEST_F(RunWindow, F11AndADoubleClickGiveChartOrPicturesAllTheWindowAndTakeItAgain) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* chart = window_->findChild<LossChart*>();
  auto* gallery = window_->findChild<SampleGallery*>();
  const auto* view = find<SheetView>("main_view");
  const auto* steer = find<QDockWidget>("steer_dock");
  ASSERT_TRUE(until([&] { return !view->image().isNull() && steer->isVisible(); }));
  gallery->setFocus();
  action("enlarge")->trigger();
  EXPECT_TRUE(gallery->isVisible());
  EXPECT_FALSE(chart->isVisible());
  EXPECT_FALSE(steer->isVisible());
  EXPECT_TRUE(until([&] { return gallery->width() > window_->width() * 9 / 10; })) << gallery->width();
  QTest::mouseDClick(view->viewport(), Qt::LeftButton);
  EXPECT_TRUE(chart->isVisible());
  EXPECT_TRUE(steer->isVisible());
  QTest::mouseDClick(find<QAbstractScrollArea>("chart_plot")->viewport(), Qt::LeftButton);
  EXPECT_FALSE(gallery->isVisible());
  EXPECT_TRUE(chart->isVisible());
  window_->close();
  EXPECT_TRUE(steer->isHidden() || gallery->isVisibleTo(window_.get())) << "what is remembered is the whole";
}

TEST_F(RunWindow, WhatIsWishedOfTheSteerDockHoldsWithF11AndWithout) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* steer = find<QDockWidget>("steer_dock");
  QAction* show_steer = action("show_steer");
  ASSERT_TRUE(until([&] { return steer->isVisible(); }));
  action("enlarge")->trigger();
  ASSERT_FALSE(steer->isVisible());
  show_steer->trigger();  // put away
  action("enlarge")->trigger();
  EXPECT_FALSE(steer->isVisible());
  EXPECT_FALSE(show_steer->isChecked());
  action("enlarge")->trigger();
  show_steer->trigger();  // and wanted again
  EXPECT_TRUE(steer->isVisible());
  EXPECT_TRUE(show_steer->isChecked());
  EXPECT_FALSE(action("enlarge")->isChecked()) << "there is no room for both";
}

TEST_F(RunWindow, AWideWindowHasThePicturesBesideTheCurvesAndAnotherShapeItsOwnDivision) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  window_->resize(1600, 1000);
  open(folder_ / "run");
  auto* splitter = find<QSplitter>("losses_and_samples");
  EXPECT_EQ(splitter->orientation(), Qt::Horizontal);
  window_->resize(1000, 1000);
  ASSERT_TRUE(until([&] { return splitter->orientation() == Qt::Vertical; }));
  QTest::qWait(0);
  const int high = splitter->height();
  splitter->setSizes({high / 4, high - high / 4});
  emit splitter->splitterMoved(high / 4, 1);
  const int divided = splitter->sizes().first();
  window_->resize(1600, 1000);
  ASSERT_TRUE(until([&] { return splitter->orientation() == Qt::Horizontal; }));
  window_->resize(1000, 1000);
  ASSERT_TRUE(until([&] { return splitter->orientation() == Qt::Vertical; }));
  EXPECT_NEAR(splitter->sizes().first(), divided, 8);
}

TEST_F(RunWindow, UnderAWidthOf1500TheRunsAreAStripWhileOneIsOpen) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  const auto* list = window_->findChild<RunList*>();
  window_->resize(1366, 768);
  EXPECT_FALSE(list->isStrip());
  open(folder_ / "run");
  EXPECT_TRUE(list->isStrip());
  window_->resize(1600, 1000);
  EXPECT_TRUE(until([&] { return !list->isStrip(); }));
  window_->resize(1366, 768);
  EXPECT_TRUE(until([&] { return list->isStrip(); }));
  action("close_run")->trigger();
  EXPECT_FALSE(list->isStrip());
}

TEST_F(RunWindow, ControlsThatWerePutAwayStayAwayForTheNextRun) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  auto* steer = find<QDockWidget>("steer_dock");
  EXPECT_TRUE(steer->isVisible());
  steer->close();
  EXPECT_FALSE(action("show_steer")->isChecked());
  action("close_run")->trigger();
  open(folder_ / "run");
  EXPECT_FALSE(steer->isVisible());
  action("show_steer")->trigger();
  EXPECT_TRUE(steer->isVisible());
}

TEST_F(RunWindow, TheStartPageOffersTheRunsThatWereOpenLastWithTheirNewestSamples) {
  makeRun(folder_ / "red", 0, 10, RunStatus::kStopped);
  QImage older(8, 8, QImage::Format_RGB32);
  older.fill(Qt::blue);
  older.save(QString::fromStdString((folder_ / "red/samples/step-0.s1.png").string()));
  QImage newest(8, 8, QImage::Format_RGB32);
  newest.fill(Qt::red);
  newest.save(QString::fromStdString((folder_ / "red/samples/step-1.s1.png").string()));
  makeRun(folder_ / "gone", 0, 10, RunStatus::kStopped);
  auto* recent = find<QListWidget>("recent_runs");
  EXPECT_FALSE(recent->isVisible()) << "nothing was open yet";
  open(folder_ / "gone");
  open(folder_ / "red");
  ASSERT_TRUE(until([&] { return window_->runPath().endsWith(QLatin1String("red")) && window_->run()->isOpen(); }));
  action("close_run")->trigger();
  fs::remove_all(folder_ / "gone");
  window_->hide();
  window_->show();
  const auto seen = [&] {
    QStringList names;
    for (int row = 0; row < recent->count(); ++row) {
      if (!recent->item(row)->isHidden()) names << recent->item(row)->text();
    }
    return names;
  };
  ASSERT_TRUE(until([&] { return recent->isVisible() && seen() == QStringList{QStringLiteral("red")}; }));
  const QImage shown = recent->item(0)->icon().pixmap(64, 64).toImage();
  EXPECT_EQ(shown.pixelColor(shown.rect().center()), QColor(Qt::red));
  recent->setFocus();
  recent->setCurrentRow(0);
  QTest::keyClick(recent, Qt::Key_Return);
  EXPECT_TRUE(until([&] { return window_->runPath().endsWith(QLatin1String("red")); }));
}

TEST_F(RunWindow, ClosingARunLeavesNoneHighlighted) {
  makeRun(folder_ / "run", 0, 10, RunStatus::kStopped);
  open(folder_ / "run");
  const auto* list = find<QAbstractItemView>("run_list");
  ASSERT_TRUE(until([&] { return list->selectionModel()->hasSelection(); }));
  action("close_run")->trigger();
  EXPECT_FALSE(list->selectionModel()->hasSelection());
}

/// The window over a run that a real engine trains.
class LiveRunWindow : public RunWindow {
 protected:
  void SetUp() override {
    const QString program = QStringLiteral(GAN_BIN_DIR) + QStringLiteral("/gan-engine");
    if (!QFile::exists(program)) GTEST_SKIP() << "this build has no gan-engine";
    engine_.setProcessChannelMode(QProcess::ForwardedChannels);
    engine_.start(program, {"train", "--preset", "simple-gan", "--steps", "100000000", "--out",
                            QString::fromStdString((folder_ / "run").string())});
    ASSERT_TRUE(until([&] { return fs::exists(folder_ / "run/run.yaml"); }));
    open(folder_ / "run");
    ASSERT_TRUE(until([&] { return window_->runGoesOn() && window_->run()->summary().step > 0; }));
  }
  void TearDown() override {
    window_.reset();
    engine_.terminate();
    EXPECT_TRUE(engine_.waitForFinished(kPatienceMs));
  }
  int sent(CommandKind kind) const {
    int count = 0;
    for (const Event& event : readJournal(folder_ / "run/journal.log")) {
      const auto* handled = std::get_if<CommandHandled>(&event.what);
      count += handled != nullptr && handled->command.kind == kind ? 1 : 0;
    }
    return count;
  }

  QProcess engine_;
};

TEST_F(LiveRunWindow, AButtonKeepsTheFocusUntilItsCommandIsAnsweredAndAfterwards) {
  auto* button = find<QToolButton>("button_checkpoint");
  button->setFocus();
  QTest::mouseClick(button, Qt::LeftButton);
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(button->hasFocus());
    QTest::keyClick(window_->focusWidget(), Qt::Key_Space);  // impatience rolls nothing back and stops nothing
  }
  const auto* report = find<QLabel>("steer_report");
  ASSERT_TRUE(until([&] { return report->text().contains(QStringLiteral("applied")); }));
  EXPECT_TRUE(button->hasFocus());
  EXPECT_GE(sent(CommandKind::kCheckpoint), 1);
  EXPECT_EQ(sent(CommandKind::kRollback) + sent(CommandKind::kStop), 0);
  EXPECT_FALSE(window_->findChild<QDialog*>());
}

TEST_F(LiveRunWindow, ItsLatentSpaceIsExploredWhileItTrainsAndTheShelfIsRemembered) {
  action("show_explorer")->trigger();
  const auto* picture = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return !picture->image().isNull(); })) << picture->message().toStdString();
  const QImage first = picture->image();
  auto* plane = find<LatentPlane>("latent_plane");
  QTest::keyClick(plane, Qt::Key_End);
  const auto* caption = find<QLabel>("explorer_caption");
  ASSERT_TRUE(until([&] { return caption->text().startsWith(QStringLiteral("seed=0/3")); }));
  EXPECT_NE(picture->image(), first);
  action("explore_keep")->trigger();
  const auto* shelf = find<ShelfView>("shelf");
  ASSERT_EQ(shelf->model()->rowCount(), 1);
  const QString line = shelf->model()->index(0, 0).data().toString();
  EXPECT_TRUE(line.startsWith(QStringLiteral("seed=0/3"))) << line.toStdString();

  action("close_run")->trigger();
  open(folder_ / "run");
  ASSERT_TRUE(until([&] { return find<ShelfView>("shelf")->model()->rowCount() == 1; }));
  EXPECT_EQ(find<ShelfView>("shelf")->model()->index(0, 0).data().toString(), line);
}

TEST_F(LiveRunWindow, NoButtonMovesWhenAnAnswerComes) {
  auto* report = find<QLabel>("steer_report");
  report->clear();
  QTest::qWait(10);
  const auto* button = find<QToolButton>("button_stop");
  const QPoint before = button->mapToGlobal(QPoint());
  report->setText(QStringLiteral("An answer so long that it takes several lines of the panel. ").repeated(6));
  QTest::qWait(10);
  EXPECT_EQ(button->mapToGlobal(QPoint()), before);
}

TEST_F(LiveRunWindow, AButtonThatIsGreyedHandsTheFocusToNoNeighbour) {
  action("pause")->trigger();
  auto* button = find<QToolButton>("button_single_step");
  ASSERT_TRUE(until([&] { return button->isEnabled(); }));
  button->setFocus();
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return !button->isEnabled(); }));
  EXPECT_FALSE(qobject_cast<QToolButton*>(window_->focusWidget()));
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return button->isEnabled(); }));
  EXPECT_TRUE(button->hasFocus()) << "it has it back";
}

TEST_F(LiveRunWindow, TheKeysOfActionsWorkWhileANumberIsTyped) {
  auto* line = find<QLineEdit>("setting_optimizer_generator_learning_rate");
  line->setFocus();
  QTest::keyClick(line, Qt::Key_E, Qt::ControlModifier);
  ASSERT_TRUE(window_->findChild<QFileDialog*>()) << "Ctrl+E moves no cursor";
  window_->findChild<QFileDialog*>()->close();
  ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
  activate();
  line->setFocus();
  QTest::keyClick(line, Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(find<QDialog>("command_palette")) << "Ctrl+K deletes nothing";
  EXPECT_FALSE(line->text().isEmpty());
  find<QDialog>("command_palette")->close();
  activate();
  line->setFocus();
  line->selectAll();
  QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(line, QStringLiteral("0.5"));
  QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_NE(line->text(), QStringLiteral("0.5")) << "what is being typed is taken back in its line";
}

TEST_F(LiveRunWindow, TheKeysOfActionsWorkWhileANumberIsTypedInAPanelThatFloats) {
  auto* line = find<QLineEdit>("setting_optimizer_generator_learning_rate");
  auto* dock = find<QDockWidget>("steer_dock");
  ASSERT_TRUE(dock->isAncestorOf(line));
  dock->setFloating(true);
  dock->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(dock));
  ASSERT_EQ(line->window(), dock);
  const QString before = line->text();
  line->setFocus();
  // A line asks for this key on every platform, here with nothing to take back.
  QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
  undo.ignore();
  QApplication::sendEvent(line, &undo);
  EXPECT_FALSE(undo.isAccepted()) << "Ctrl+Z takes the last change of the run back";
  QTest::keyClick(line, Qt::Key_E, Qt::ControlModifier);
  ASSERT_TRUE(window_->findChild<QFileDialog*>()) << "Ctrl+E moves no cursor";
  window_->findChild<QFileDialog*>()->close();
  ASSERT_TRUE(until([&] { return !window_->findChild<QFileDialog*>(); }));
  dock->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(dock));
  line->setFocus();
  line->selectAll();
  QTest::keyClicks(line, QStringLiteral("0.5"));
  QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(line->text(), before) << "what is being typed is taken back in its line";
}

TEST_F(LiveRunWindow, SamplesMadeNowAreSeenAlsoFromAnOlderStep) {
  auto* gallery = window_->findChild<SampleGallery*>();
  action("sample")->trigger();
  ASSERT_TRUE(until([&] { return gallery->shownStep().has_value(); }));
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return window_->run()->summary().status == RunStatus::kPaused; }));
  const qint64 older = window_->run()->samples().sheets().first().step;
  window_->findChild<RunPage*>()->setCursorStep(older);
  ASSERT_TRUE(until([&] { return gallery->shownStep() == older; }));
  const qint64 now = window_->run()->summary().step;
  ASSERT_GT(now, older);
  action("sample")->trigger();
  EXPECT_TRUE(until([&] { return gallery->shownStep() == now; }));
}

TEST_F(LiveRunWindow, RollsBackToCheckpointsOfTheCurrentLineAndBranchesFromAnyThatStands) {
  const auto checkpoint = [&] {
    const int before = sent(CommandKind::kCheckpoint);
    action("checkpoint")->trigger();
    ASSERT_TRUE(until([&] { return sent(CommandKind::kCheckpoint) > before; }));
  };
  const auto offered = [&] {
    QVector<qint64> steps;
    const auto* table = find<QTableWidget>("checkpoints");
    for (int row = 0; row < table->rowCount(); ++row) {
      steps << table->item(row, 0)->data(Qt::UserRole).toLongLong();
    }
    return steps;
  };
  action("pause")->trigger();
  ASSERT_TRUE(until([&] { return window_->run()->summary().status == RunStatus::kPaused; }));
  checkpoint();
  const qint64 first = window_->run()->summary().step;
  action("single_step")->trigger();
  ASSERT_TRUE(until([&] { return window_->run()->summary().step == first + 1; }));
  ASSERT_TRUE(until([&] { return find<QLabel>("steer_report")->text().contains(QStringLiteral("applied")); }));
  checkpoint();
  action("roll_back")->trigger();
  ASSERT_TRUE(until([&] { return offered().size() >= 2; }));
  EXPECT_EQ(offered().mid(0, 2), QVector<qint64>({first + 1, first}));
  find<QTableWidget>("checkpoints")->selectRow(1);
  find<QPushButton>("go")->click();
  ASSERT_TRUE(until([&] { return window_->run()->summary().segment == 2; }));
  ASSERT_TRUE(until([&] { return !find<QTableWidget>("checkpoints"); }));
  action("branch")->trigger();
  ASSERT_TRUE(until([&] { return find<QTableWidget>("checkpoints") && offered().size() >= 2; }));
  EXPECT_EQ(offered().mid(0, 2), QVector<qint64>({first + 1, first}));
  EXPECT_TRUE(find<QTableWidget>("checkpoints")->item(1, 0)->isSelected()) << "the newest that is not superseded";
  find<QTableWidget>("checkpoints")->selectRow(0);
  ASSERT_TRUE(until([&] { return find<QPushButton>("go")->isEnabled(); }));
  find<QPushButton>("go")->click();
  ASSERT_TRUE(until([&] { return sent(CommandKind::kBranch) == 1; }));
  EXPECT_EQ(RunFolder::open(folder_ / "run-branch").manifest().parent_step, first + 1);
  ASSERT_TRUE(until([&] { return !find<QTableWidget>("checkpoints"); }));
  action("roll_back")->trigger();
  ASSERT_TRUE(until([&] { return find<QTableWidget>("checkpoints") && !offered().isEmpty(); }));
  EXPECT_EQ(offered().first(), first);
  // One that goes meanwhile is not offered any more.
  for (const auto& entry : fs::directory_iterator(folder_ / "run/checkpoints")) fs::remove_all(entry.path());
  EXPECT_TRUE(until([&] { return offered().isEmpty(); }));
  EXPECT_FALSE(find<QPushButton>("go")->isEnabled());
  window_->findChild<QDialog*>(QStringLiteral("roll_back_dialog"))->close();
}

}  // namespace
}  // namespace gan::test
