#include "studio/window/journey.h"

#include <signal.h>

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QUrl>
#include <fstream>
#include <nlohmann/json.hpp>

#include "dialogs/new_run_dialog.h"
#include "log/alert_bar.h"
#include "state/run_store.h"
#include "support/small_disk.h"
#include "support/spoilt_checkpoint.h"
#include "window/run_page.h"

namespace gan::test {
namespace {

double newestGridTruncation(const fs::path& run) {
  fs::path newest;
  for (const auto& file : fs::directory_iterator(run / "samples")) {
    if (file.path().extension() != ".json") continue;
    if (newest.empty() || fs::last_write_time(file) > fs::last_write_time(newest)) newest = file.path();
  }
  std::ifstream stream(newest);
  return nlohmann::json::parse(stream).at("truncation");
}

TEST_F(Journey, StartsWatchesSteersStopsAndComesBack) {
  picture(QStringLiteral("start"));
  startRun(QStringLiteral("afternoon"));

  // The curve grows.
  ASSERT_TRUE(until([&] { return chartEnd() > 30; }));
  const qint64 first_end = chartEnd();
  ASSERT_TRUE(until([&] { return chartEnd() > first_end + 30; }));
  ASSERT_TRUE(until([&] { return gallery()->shownStep().value_or(0) > 0; }));
  picture(QStringLiteral("running"));
  expectToSeeEnough();

  // Knobs are marked and applied.
  type("setting_optimizer_generator_learning_rate", QStringLiteral("1e-3"));
  ASSERT_TRUE(waitApplied(CommandKind::kSet, 1));
  const auto marked = [&](std::int64_t step) {
    const auto& marks = window_->run()->marks();
    return std::ranges::any_of(
        marks, [&](const ChartMark& mark) { return mark.kind == ChartMark::Kind::kCommand && mark.step == step; });
  };
  const auto saysApplied = [&](const char* setting, std::int64_t step) {
    return stateText(setting).contains(QLocale().toString(static_cast<qlonglong>(step)));
  };
  const std::int64_t rate_at = handled(CommandKind::kSet).back().answer.step;
  EXPECT_TRUE(until([&] { return saysApplied("setting_optimizer_generator_learning_rate", rate_at); }));
  EXPECT_TRUE(until([&] { return marked(rate_at); }));
  EXPECT_EQ(std::get<double>(summary().live_values.at("optimizer.generator.learning_rate")), 1e-3);
  type("setting_sampling_truncation", QStringLiteral("1.0"));
  ASSERT_TRUE(waitApplied(CommandKind::kSet, 2));
  type("setting_sampling_truncation", QStringLiteral("0.5"));
  ASSERT_TRUE(waitApplied(CommandKind::kSet, 3));
  ASSERT_TRUE(until([&] { return newestGridTruncation(runFolder()) == 0.5; }));
  const std::int64_t truncation_at = handled(CommandKind::kSet).back().answer.step;
  EXPECT_TRUE(until([&] { return saysApplied("setting_sampling_truncation", truncation_at); }));
  EXPECT_TRUE(until([&] { return marked(truncation_at); }));
  picture(QStringLiteral("steered"));

  // Pause: the grid still redraws. One step is one step.
  trigger("pause");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kPaused; }));
  type("setting_sampling_truncation", QStringLiteral("0.7"));
  ASSERT_TRUE(until([&] { return newestGridTruncation(runFolder()) == 0.7; }));
  const std::int64_t paused_at = summary().step;
  trigger("single_step");
  ASSERT_TRUE(waitApplied(CommandKind::kStep));
  EXPECT_EQ(summary().step, paused_at + 1);
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  picture(QStringLiteral("paused"));
  trigger("pause");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kRunning; }));

  // What was changed can be taken back.
  trigger("undo");
  ASSERT_TRUE(waitApplied(CommandKind::kSet, 5));
  EXPECT_EQ(std::get<double>(summary().live_values.at("sampling.truncation")), 0.5);

  // Back to the checkpoint, and a branch from it.
  ASSERT_TRUE(until([&] { return summary().step > paused_at + 40; }));
  trigger("roll_back");
  picture(QStringLiteral("roll-back"));
  pressGo("go_on_dialog");
  ASSERT_TRUE(waitApplied(CommandKind::kRollback));
  EXPECT_EQ(summary().segment, 2);
  chart()->setShowsSuperseded(true);
  ASSERT_TRUE(until([&] { return summary().step > paused_at + 20; }));
  picture(QStringLiteral("rolled-back"));
  trigger("branch");
  auto* branch = window_->findChild<QDialog*>(QStringLiteral("go_on_dialog"));
  const fs::path branch_out = branch->findChild<QLineEdit*>(QStringLiteral("branch_out"))->text().toStdString();
  picture(QStringLiteral("branch"));
  pressGo("go_on_dialog");
  ASSERT_TRUE(waitApplied(CommandKind::kBranch));
  EXPECT_GT(RunFolder::open(branch_out).manifest().parent_step, paused_at);

  // What the process spends its time on, measured within seconds; then the log tells it all.
  trigger("show_processes");
  const auto* processes = window_->findChild<QAbstractItemView*>(QStringLiteral("process_table"));
  ASSERT_TRUE(until([&] { return processes->model()->rowCount() == 1; }));
  EXPECT_TRUE(processes->isVisible());
  picture(QStringLiteral("processes"));
  trigger("show_log");
  picture(QStringLiteral("log"));
  trigger("show_losses");
  trigger("palette");
  picture(QStringLiteral("palette"));
  window_->findChild<QDialog*>(QStringLiteral("command_palette"))->close();

  // What helps to find one's way: preferences, the manual, the tour.
  trigger("preferences");
  picture(QStringLiteral("preferences"));
  auto* pages = find<QListWidget>("preferences_pages");
  pages->setCurrentRow(pages->count() - 1);
  picture(QStringLiteral("keys"));
  find<QDialog>("preferences")->close();
  trigger("manual");
  picture(QStringLiteral("manual"), find("manual"));
  find<QDialog>("manual")->close();
  trigger("tour");
  picture(QStringLiteral("tour"));
  find<QPushButton>("tour_end")->click();

  // Stop with a last checkpoint.
  trigger("stop");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kStopped; }));
  const std::int64_t stopped_at = summary().step;
  EXPECT_EQ(CheckpointStore(runFolder() / "checkpoints").list().back().state.step, stopped_at);
  ASSERT_TRUE(until([&] { return !window_->runGoesOn() && find<QAction>("resume")->isEnabled(); }));
  picture(QStringLiteral("stopped"));

  // What is changed now waits for the next start.
  type("setting_optimizer_generator_learning_rate", QStringLiteral("5e-4"));
  ASSERT_TRUE(until([&] { return find<QLabel>("steer_waiting")->isVisible(); }));
  picture(QStringLiteral("waiting"));

  // Close, reopen: the whole history is there.
  const QString run = window_->runPlace().target;
  window_->close();
  makeWindow();
  window_->open(run);
  ASSERT_TRUE(until([&] { return chart() && chartEnd() == stopped_at; }));
  EXPECT_EQ(chart()->range().first, 1);
  EXPECT_GT(window_->findChild<QAbstractItemView*>(QStringLiteral("log_lines"))->model()->rowCount(), 12);
  picture(QStringLiteral("reopened"));

  // Resume from the window, with what waited.
  ASSERT_TRUE(until([&] { return find<QLabel>("steer_waiting")->isVisible(); }));
  trigger("resume");
  ASSERT_TRUE(until([&] { return window_->runGoesOn() && summary().step > stopped_at + 5; }, 120'000));
  EXPECT_EQ(summary().segment, 3);
  EXPECT_EQ(std::get<double>(summary().live_values.at("optimizer.generator.learning_rate")), 5e-4);
  EXPECT_TRUE(until([&] { return !find<QLabel>("steer_waiting")->isVisible(); }));
}

TEST_F(Journey, TellsThatAnEngineDiedAndResumesIt) {
  startRun(QStringLiteral("killed"));
  ASSERT_TRUE(until([&] { return summary().step > 20; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  const auto pid = enginePid(window_->runPlace().target);
  ASSERT_TRUE(pid);
  kill(*pid, SIGKILL);
  const auto died = [&] {
    for (const AlertNotice& notice : window_->findChild<AlertBar*>()->notices()) {
      if (notice.id.endsWith(QLatin1String("died"))) return true;
    }
    return false;
  };
  ASSERT_TRUE(until(died));
  EXPECT_GT(chartEnd(), 20);  // what was seen stays
  picture(QStringLiteral("engine-died"));
  trigger("resume");
  ASSERT_TRUE(until([&] { return window_->runGoesOn() && summary().segment == 2; }, 120'000));
  ASSERT_TRUE(until([&] { return !died(); }));
}

TEST_F(Journey, PausesAndOffersWaysOutWhenLossesAreNotFinite) {
  startRun(QStringLiteral("diverged"));
  ASSERT_TRUE(until([&] { return summary().step > 20; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  spoil(CheckpointStore(runFolder() / "checkpoints").list().back().path);
  trigger("roll_back");
  pressGo("go_on_dialog");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kPaused; })) << "a person is there: pause, do not stop";
  ASSERT_TRUE(until([&] { return window_->findChild<QPushButton*>(QStringLiteral("action_ignore")) != nullptr; }));
  picture(QStringLiteral("not-finite"));
  window_->findChild<QPushButton*>(QStringLiteral("action_ignore"))->click();
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kRunning; }));
  EXPECT_EQ(std::get<std::string>(summary().live_values.at("guard.on_nan")), "ignore");
  QTest::qWait(1000);
  picture(QStringLiteral("ignored"));
}

TEST_F(Journey, ACollapseIsToldAndTheBarLeadsBackToAHealthyCheckpoint) {
  startRun(QStringLiteral("collapse"));
  ASSERT_TRUE(until([&] { return summary().step > 60; }));
  const auto rate = summary().live_values.at("optimizer.generator.learning_rate");
  for (const char* setting :
       {"setting_optimizer_discriminator_learning_rate", "setting_optimizer_generator_learning_rate"}) {
    type(setting, QStringLiteral("1"));
  }
  ASSERT_TRUE(until([&] {  // one change or two
    const auto is_one = [values = summary().live_values](const char* rate_of) {
      return std::get<double>(values.at(rate_of)) == 1;
    };
    return is_one("optimizer.discriminator.learning_rate") && is_one("optimizer.generator.learning_rate");
  }));
  const auto button = [&](const char* name) { return window_->findChild<QPushButton*>(QLatin1String(name)); };
  ASSERT_TRUE(until([&] { return button("action_rollback") != nullptr; })) << "nothing is said of a collapse";
  picture(QStringLiteral("collapse"));
  EXPECT_TRUE(button("action_stop"));
  EXPECT_TRUE(button("action_ignore"));
  QPushButton* back = button("action_rollback");
  back->setFocus();
  QTest::keyClick(back, Qt::Key_Space);
  ASSERT_TRUE(waitApplied(CommandKind::kRollback));
  ASSERT_TRUE(until([&] { return summary().live_values.at("optimizer.generator.learning_rate") == rate; }));
  ASSERT_TRUE(until([&] { return button("action_rollback") == nullptr; })) << "what was given up is still told";
  picture(QStringLiteral("rolled-back-from-collapse"));
}

TEST_F(Journey, LeavesTheEngineAloneWhenTheWindowIsKilled) {
  startRun(QStringLiteral("window-killed"));
  const QString run = window_->runPlace().target;
  const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
  Process studio({program("gan-studio"), run.toStdString()}, {{"QT_QPA_PLATFORM", platform.toStdString()}});
  QTest::qWait(3000);
  ASSERT_TRUE(studio.running()) << studio.errors();
  studio.signal(SIGKILL);
  studio.wait();
  window_.reset();
  const auto stepOf = [&] {
    RunReader reader(RunFolder::open(run.toStdString()));
    reader.refresh();
    return reader.summary().step;
  };
  const std::int64_t then = stepOf();
  EXPECT_TRUE(until([&] { return stepOf() > then + 20; })) << "the engine stands still";
  makeWindow();
  window_->open(run);
  EXPECT_TRUE(until([&] { return window_->runGoesOn() && chartEnd() > then; }));
}

/// Pictures of 500 x 400 px in classes of uneven size, two of them too small and one that ends early.
void makePictures(const fs::path& folder) {
  const std::vector<std::pair<std::string, int>> classes{
      {"Afghan hound", 9}, {"Beagle", 30}, {"Corgi", 17}, {"Dalmatian", 3}};
  int number = 0;
  for (const auto& [name, count] : classes) {
    fs::create_directories(folder / name);
    for (int i = 0; i < count; ++i, ++number) {
      QImage image(number % 30 == 7 ? QSize(40, 30) : QSize(500, 400), QImage::Format_RGB32);
      image.fill(QColor::fromHsv(number * 37 % 360, 90, 230));
      QPainter painter(&image);
      painter.setBrush(QColor::fromHsv(number * 61 % 360, 220, 150));
      painter.drawEllipse(image.rect().center(), 20 + number * 5 % 150, 20 + number * 11 % 150);
      painter.end();
      image.save(QString::fromStdString((folder / name / (std::to_string(i) + ".png")).string()));
    }
  }
  fs::copy_file(folder / "Corgi/0.png", folder / "Corgi/5.png", fs::copy_options::overwrite_existing);
  fs::resize_file(folder / "Beagle/3.png", fs::file_size(folder / "Beagle/3.png") / 2);
}

TEST_F(Journey, LooksAtImagesBeforeARunIsSpentOnThem) {
  const auto idle = [this] { return !find<QAction>("data_cancel")->isEnabled(); };
  trigger("show_data");
  picture(QStringLiteral("data-empty"));
  makePictures(folder_.path() / "dogs");
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString((folder_.path() / "dogs").string()))});
  QDragEnterEvent enters(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &enters);
  QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(window_.get(), &drop);
  ASSERT_TRUE(until([&] { return !idle(); }));
  picture(QStringLiteral("data-inspecting"));
  ASSERT_TRUE(until(idle, 120'000));
  ASSERT_EQ(find<QAbstractItemView>("data_classes")->model()->rowCount(), 4);
  picture(QStringLiteral("data-inspected"));
  find<QTabWidget>("data_tabs")->setCurrentIndex(2);
  picture(QStringLiteral("data-damaged"));
  fs::remove(folder_.path() / "dogs/Beagle/3.png");  // at so many damaged ones a run would stop, and so does measuring
  trigger("data_tune");
  ASSERT_TRUE(until(idle, 120'000));
  EXPECT_GE(find<QAbstractItemView>("data_speeds")->model()->rowCount(), 2);
  picture(QStringLiteral("data-tuned"));
  trigger("data_new_run");
  const auto* dialog = window_->findChild<NewRunDialog*>();
  ASSERT_TRUE(dialog);
  EXPECT_EQ(dialog->findChild<QComboBox*>(QStringLiteral("new_run_preset"))->currentText(), QStringLiteral("dcgan-64"));
  picture(QStringLiteral("data-new-run"));
}

TEST_F(Journey, SaysThatTheDiskIsFullAndKeepsWhatThereIs) {
  const SmallDisk disk(24 << 10);
  if (!disk.mounted()) GTEST_SKIP() << "a full disk needs the right to mount one";
  const fs::path run = disk.path() / "full";
  startRun(QString::fromStdString(run.string()));
  ASSERT_TRUE(until([&] { return summary().step > 20; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  disk.fill();
  ASSERT_TRUE(until([&] { return !enginePid(window_->runPlace().target); }, 120'000))
      << "the engine goes on without a disk";
  ASSERT_TRUE(until([&] { return find<QAction>("resume")->isEnabled(); }));
  EXPECT_GT(chartEnd(), 20);
  ASSERT_TRUE(until([&] { return !window_->findChild<AlertBar*>()->notices().isEmpty(); }));
  const QString notice = window_->findChild<AlertBar*>()->notices().first().text;
  EXPECT_TRUE(notice.contains(QString::fromStdString(run.string()))) << notice.toStdString();  // the disk is named
  picture(QStringLiteral("disk-full"));
  fs::remove(disk.path() / "ballast");
  trigger("resume");
  EXPECT_TRUE(until([&] { return window_->runGoesOn(); }, 120'000));
  stopEngine(window_->runPlace().target);
  window_.reset();
  engines_.clear();
}

}  // namespace
}  // namespace gan::test
