// One person's afternoon: the real window drives a real engine. Pictures of every stage are left in the build folder
// (GAN_JOURNEY_PICTURES) to be looked at.
#include <gtest/gtest.h>
#include <signal.h>

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <QUrl>
#include <fstream>
#include <nlohmann/json.hpp>

#include "dialogs/new_run_dialog.h"
#include "latent_explorer/picture_view.h"
#include "log/alert_bar.h"
#include "loss_chart/loss_chart.h"
#include "main/studio.h"
#include "protocol/endpoint.h"
#include "run/checkpoint_store.h"
#include "run/lock.h"
#include "run/run_reader.h"
#include "sample_gallery/sample_gallery.h"
#include "state/run_store.h"
#include "support/process.h"
#include "support/spoilt_checkpoint.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"
#include "window/run_page.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// Runs the event loop until a condition holds.
bool until(const std::function<bool()>& condition, int timeout_ms = 60'000) {
  return QTest::qWaitFor(condition, timeout_ms);
}

/// Ends the test where a helper finds that it cannot go on.
void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

class Journey : public testing::Test {
 protected:
  Journey() {
    qputenv("GAN_ENGINE", QByteArray::fromStdString(program("gan-engine")));
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_.path() / "settings.ini").string()));
    preferences_ = std::make_unique<Preferences>();
    languages_.use(QString::fromLatin1(qgetenv("GAN_JOURNEY_LANGUAGE")));
    applyTheme(theme_);
    makeWindow();
  }
  ~Journey() override {
    window_.reset();
    for (const QString& run : engines_) stopEngine(run);
  }

  void makeWindow() {
    window_.reset();
    window_ = std::make_unique<MainWindow>(*preferences_);
    // A notebook's screen, and 2560 x 1440 at 200 %.
    window_->resize(1280, qgetenv("QT_SCALE_FACTOR") == "2" ? 720 : 800);
    window_->show();
    require(QTest::qWaitForWindowExposed(window_.get()), "the window does not come up");
  }

  /// Leaves pictures of the window, or of the dialog that is open over it, in both themes.
  void picture(const QString& stage) {
    const QString folder = QString::fromLatin1(qgetenv("GAN_JOURNEY_PICTURES"));
    if (folder.isEmpty()) return;
    QDir().mkpath(folder);
    ++pictures_;
    const Theme other = theme_ == Theme::kDark ? Theme::kLight : Theme::kDark;
    for (const Theme theme : {theme_, other}) {
      applyTheme(theme);
      QTest::qWait(300);
      const QString name = QStringLiteral("%1/%2-%3-%4.png")
                               .arg(folder)
                               .arg(pictures_, 2, 10, QLatin1Char('0'))
                               .arg(stage, theme == Theme::kDark ? QStringLiteral("dark") : QStringLiteral("light"));
      QWidget* top = QApplication::activeModalWidget();
      require((top ? top : window_.get())->grab().save(name), "cannot write " + name.toStdString());
    }
    applyTheme(theme_);
    QTest::qWait(100);
  }

  template <typename T = QWidget>
  T* find(const char* name) const {
    T* found = window_->findChild<T*>(QLatin1String(name));
    if (!found) throw std::runtime_error(std::string("the window has no ") + name);
    return found;
  }

  void trigger(const char* action) {
    QAction* found = find<QAction>(action);
    require(until([&] { return found->isEnabled(); }), std::string(action) + " stays grey");
    found->trigger();
  }

  void pressGo(const char* dialog) {
    auto* go = find<QDialog>(dialog)->findChild<QPushButton*>(QStringLiteral("go"));
    require(until([&] { return go->isEnabled(); }), "no checkpoint can be chosen");
    go->click();
  }

  /// Types a value into a setting of the steer panel, and Enter.
  void type(const char* setting, const QString& text) {
    auto* editor = find("steer_panel")->findChild<QLineEdit*>(QLatin1String(setting));
    require(editor != nullptr, setting);
    require(until([&] { return editor->isEnabled(); }), std::string(setting) + " stays grey");
    editor->setFocus();
    editor->selectAll();
    QTest::keyClicks(editor, text);
    QTest::keyClick(editor, Qt::Key_Return);
  }
  /// What stands beside the setting: "applied at step 1,200".
  QString stateText(const char* setting) const {
    auto* label = find("steer_panel")->findChild<QLabel*>(QLatin1String(setting) + QStringLiteral("_state"));
    return label ? label->text() : QString();
  }

  fs::path runFolder() const { return window_->runPath().toStdString(); }
  RunSummary summary() const {
    RunReader reader(RunFolder::open(runFolder()));
    reader.refresh();
    return reader.summary();
  }
  /// Answers to commands of one kind, oldest first.
  std::vector<CommandHandled> handled(CommandKind kind) const {
    RunReader reader(RunFolder::open(runFolder()));
    reader.refresh();
    std::vector<CommandHandled> result;
    for (const Event& event : reader.events()) {
      const auto* command = std::get_if<CommandHandled>(&event.what);
      if (command && command->command.kind == kind) result.push_back(*command);
    }
    return result;
  }
  bool applied(CommandKind kind, std::size_t times = 1) const {
    const auto all = handled(kind);
    return all.size() >= times && all.back().answer.result == CommandResult::kApplied;
  }
  bool waitApplied(CommandKind kind, std::size_t times = 1) {
    return until([&] { return applied(kind, times); });
  }

  std::optional<pid_t> enginePid(const QString& run) const {
    const auto holder = RunLock::holder(run.toStdString());
    return holder && !RunLock::isStale(*holder) ? std::optional<pid_t>(holder->pid) : std::nullopt;
  }
  /// Of the process that makes pictures, as the journal tells; 0: there was none.
  pid_t samplerPid() const {
    RunReader reader(RunFolder::open(runFolder()));
    reader.refresh();
    pid_t pid = 0;
    for (const Event& event : reader.events()) {
      const auto* alert = std::get_if<Alert>(&event.what);
      if (alert == nullptr || alert->message.id != "sampler_started") continue;
      for (const auto& [name, value] : alert->message.arguments) {
        if (name == "pid") pid = std::stoi(value);
      }
    }
    return pid;
  }
  void stopEngine(const QString& run) {
    if (const auto pid = enginePid(run)) kill(*pid, SIGKILL);
  }

  LossChart* chart() { return window_->findChild<LossChart*>(); }
  SampleGallery* gallery() { return window_->findChild<SampleGallery*>(); }
  qint64 chartEnd() { return chart()->range().second; }

  /// Starts a small shapes-dcgan through the dialog.
  void startRun(const QString& name) {
    trigger("new_run");
    auto* dialog = window_->findChild<NewRunDialog*>();
    require(dialog != nullptr, "the dialog does not come up");
    dialog->activateWindow();
    require(until([&] { return QApplication::activeWindow() == dialog; }), "the dialog does not get the keyboard");
    dialog->setPreset(QStringLiteral("shapes-dcgan"));
    auto* out = dialog->findChild<QLineEdit*>(QStringLiteral("new_run_out"));
    require(out != nullptr, "the dialog asks for no folder");
    out->selectAll();
    QTest::keyClicks(out, QString::fromStdString(folder_.path().string()) + QLatin1Char('/') + name);
    const auto set = [&](const char* setting, const char* text) {
      auto* editor = dialog->findChild<QLineEdit*>(QLatin1String(setting));
      require(editor != nullptr, setting);
      editor->setFocus();
      editor->selectAll();
      QTest::keyClicks(editor, QLatin1String(text));
      QTest::keyClick(editor, Qt::Key_Tab);
    };
    set("setting_training_steps", "0");
    set("setting_model_generator_width", "8");
    set("setting_model_discriminator_width", "8");
    set("setting_data_batch_size", "16");
    picture(QStringLiteral("new-run"));
    const auto* command = dialog->findChild<QPlainTextEdit*>(QStringLiteral("new_run_command"));
    require(command && command->toPlainText().contains(QLatin1String("model.generator_width=8")),
            "what is typed is lost");
    auto* start = dialog->findChild<QPushButton*>(QStringLiteral("new_run_start"));
    require(start != nullptr && until([&] { return start->isEnabled(); }), "the dialog does not start");
    start->click();
    const QString run = out->text();
    engines_.push_back(run);
    require(until([&] { return window_->runPath() == run && window_->runGoesOn(); }, 120'000),
            "the run does not start");
  }

  const Theme theme_ = qgetenv("GAN_JOURNEY_THEME") == "dark" ? Theme::kDark : Theme::kLight;
  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  Languages languages_;
  std::unique_ptr<MainWindow> window_;
  QStringList engines_;
  int pictures_ = 0;
};

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
  pressGo("roll_back_dialog");
  ASSERT_TRUE(waitApplied(CommandKind::kRollback));
  EXPECT_EQ(summary().segment, 2);
  chart()->setShowsSuperseded(true);
  ASSERT_TRUE(until([&] { return summary().step > paused_at + 20; }));
  picture(QStringLiteral("rolled-back"));
  trigger("branch");
  auto* branch = window_->findChild<QDialog*>(QStringLiteral("branch_dialog"));
  const fs::path branch_out = branch->findChild<QLineEdit*>(QStringLiteral("branch_out"))->text().toStdString();
  picture(QStringLiteral("branch"));
  pressGo("branch_dialog");
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

  // Stop with a last checkpoint.
  trigger("stop");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kStopped; }));
  const std::int64_t stopped_at = summary().step;
  EXPECT_EQ(CheckpointStore(runFolder() / "checkpoints").list().back().state.step, stopped_at);
  ASSERT_TRUE(until([&] { return !window_->runGoesOn() && find<QAction>("resume")->isEnabled(); }));
  picture(QStringLiteral("stopped"));

  // Close, reopen: the whole history is there.
  const QString run = window_->runPath();
  window_->close();
  makeWindow();
  window_->open(run);
  ASSERT_TRUE(until([&] { return chart() && chartEnd() == stopped_at; }));
  EXPECT_EQ(chart()->range().first, 1);
  EXPECT_GT(window_->findChild<QAbstractItemView*>(QStringLiteral("log_lines"))->model()->rowCount(), 12);
  picture(QStringLiteral("reopened"));

  // Resume from the window.
  trigger("resume");
  ASSERT_TRUE(until([&] { return window_->runGoesOn() && summary().step > stopped_at + 5; }, 120'000));
  EXPECT_EQ(summary().segment, 3);
}

TEST_F(Journey, TellsThatAnEngineDiedAndResumesIt) {
  startRun(QStringLiteral("killed"));
  ASSERT_TRUE(until([&] { return summary().step > 20; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  const auto pid = enginePid(window_->runPath());
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
  pressGo("roll_back_dialog");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kPaused; })) << "a person is there: pause, do not stop";
  ASSERT_TRUE(until([&] { return window_->findChild<QPushButton*>(QStringLiteral("action_ignore")) != nullptr; }));
  picture(QStringLiteral("not-finite"));
  window_->findChild<QPushButton*>(QStringLiteral("action_ignore"))->click();
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kRunning; }));
  EXPECT_EQ(std::get<std::string>(summary().live_values.at("guard.on_nan")), "ignore");
  QTest::qWait(1000);
  picture(QStringLiteral("ignored"));
}

TEST_F(Journey, LeavesTheEngineAloneWhenTheWindowIsKilled) {
  startRun(QStringLiteral("window-killed"));
  const QString run = window_->runPath();
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

TEST_F(Journey, ExploresARunWhileItTrainsAndAfterwards) {
  startRun(QStringLiteral("explored"));
  ASSERT_TRUE(until([&] { return summary().step > 5; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  trigger("show_explorer");
  const auto* view = find<PictureView>("explored_picture");
  ASSERT_TRUE(until([&] { return !view->image().isNull(); }));
  picture(QStringLiteral("explore-live"));

  // Three points are kept, and sent to the timeline.
  auto* plane = find("latent_plane");
  auto* shelf = find<QAbstractItemView>("shelf");
  const auto settled = [&] { return view->message().isEmpty() && !view->image().isNull(); };
  for (int point = 1; point <= 3; ++point) {
    QTest::keyClick(plane, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(plane, Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_TRUE(until(settled));
    QTest::qWait(300);
    trigger("explore_keep");
    ASSERT_EQ(shelf->model()->rowCount(), point);
    shelf->setCurrentIndex(shelf->model()->index(0, 0));
    find<QToolButton>("explorer_to_timeline")->click();
  }
  EXPECT_TRUE(until([&] { return find<QLabel>("status_sampler")->isVisible(); }));
  picture(QStringLiteral("explore-shelf"));

  // A film through them plays at once.
  auto* tabs = find<QTabWidget>("explorer_tabs");
  tabs->setCurrentIndex(1);
  ASSERT_EQ(find<QAbstractItemView>("keyframes")->model()->rowCount(), 3);
  auto* play = find<QToolButton>("timeline_play");
  ASSERT_TRUE(play->isEnabled()) << find<QLabel>("timeline_sentence")->text().toStdString();
  play->click();
  const auto* frame = find<QSlider>("timeline_frame");
  ASSERT_TRUE(until([&] { return frame->value() > 20; }));
  picture(QStringLiteral("explore-film"));
  play->click();
  const qint64 stood = frame->value();
  QTest::qWait(300);
  EXPECT_EQ(frame->value(), stood);

  // The same point by each checkpoint, and two of them under a divider.
  ASSERT_TRUE(until([&] { return summary().step > 60; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint, 2));
  tabs->setCurrentIndex(2);
  auto* strip = find<QAbstractItemView>("strip");
  const auto filled = [&] {
    const QAbstractItemModel& model = *strip->model();
    for (int row = 0; row < model.rowCount(); ++row) {
      if (model.index(row, 0).data(Qt::DecorationRole).value<QImage>().isNull()) return false;
    }
    return model.rowCount() >= 2;
  };
  ASSERT_TRUE(until(filled));
  auto* compared = find<QComboBox>("explorer_compared");
  compared->setFocus();
  QTest::keyClick(compared, Qt::Key_End);
  auto* divider = find("snapshot_divider");
  ASSERT_TRUE(until([&] { return divider->isVisible(); }));
  divider->setFocus();
  QTest::keyClick(divider, Qt::Key_Right, Qt::ShiftModifier);
  picture(QStringLiteral("explore-strip"));
  QTest::keyClick(compared, Qt::Key_Home);

  // The process that makes the pictures is killed: the panel goes on.
  const pid_t sampler = samplerPid();
  ASSERT_GT(sampler, 0);
  kill(sampler, SIGKILL);
  const QString before = find<QLabel>("explorer_caption")->text();
  QTest::keyClick(plane, Qt::Key_Left, Qt::ShiftModifier);
  EXPECT_TRUE(until([&] { return settled() && find<QLabel>("explorer_caption")->text() != before; }));

  // Once nobody trains it, an engine of the window's own answers, which ends with the window.
  const auto trainer = enginePid(window_->runPath());
  ASSERT_TRUE(trainer);
  trigger("stop");
  ASSERT_TRUE(until([&] { return summary().status == RunStatus::kStopped && !window_->runGoesOn(); }));
  std::optional<Endpoint> endpoint;
  const auto served = [&] {
    endpoint = readEndpoint(runFolder());
    return endpoint && endpoint->pid != *trainer && mayBeAlive(*endpoint);
  };
  ASSERT_TRUE(until(served));
  const QString line = find<QLabel>("explorer_caption")->text();
  QTest::keyClick(plane, Qt::Key_Right, Qt::ShiftModifier);
  ASSERT_TRUE(until([&] { return settled() && find<QLabel>("explorer_caption")->text() != line; }));
  picture(QStringLiteral("explore-finished"));
  const fs::path weights = CheckpointStore(runFolder() / "checkpoints").list().back().path / "generator.safetensors";
  window_.reset();
  EXPECT_TRUE(until([&] { return !mayBeAlive(*endpoint); }));

  // Weights alone.
  makeWindow();
  window_->open(QString::fromStdString(weights.string()));
  ASSERT_TRUE(until([&] {
    const auto* large = window_->findChild<PictureView*>();
    return large && !large->image().isNull();
  }));
  picture(QStringLiteral("explore-weights"));
}

/// A file system of so many MiB, if this process may make one.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& place) : place_(place) {
    fs::create_directories(place);
    mounted_ = system(("mount -t tmpfs -o size=24m tmpfs '" + place.string() + "' 2>/dev/null").c_str()) == 0;
  }
  ~SmallDisk() {
    if (mounted_ && system(("umount -l '" + place_.string() + "'").c_str()) != 0) perror("umount");
  }
  bool mounted() const { return mounted_; }

 private:
  fs::path place_;
  bool mounted_ = false;
};

TEST_F(Journey, SaysThatTheDiskIsFullAndKeepsWhatThereIs) {
  const SmallDisk disk(folder_.path() / "small");
  if (!disk.mounted()) GTEST_SKIP() << "a full disk needs the right to mount one";
  startRun(QStringLiteral("small/full"));
  ASSERT_TRUE(until([&] { return summary().step > 20; }));
  trigger("checkpoint");
  ASSERT_TRUE(waitApplied(CommandKind::kCheckpoint));
  std::ofstream(folder_.path() / "small" / "filler") << std::string(32U << 20U, 'x');
  ASSERT_TRUE(until([&] { return !enginePid(window_->runPath()); }, 120'000)) << "the engine goes on without a disk";
  ASSERT_TRUE(until([&] { return find<QAction>("resume")->isEnabled(); }));
  EXPECT_GT(chartEnd(), 20);
  ASSERT_TRUE(until([&] { return !window_->findChild<AlertBar*>()->notices().isEmpty(); }));
  const QString notice = window_->findChild<AlertBar*>()->notices().first().text;
  EXPECT_TRUE(notice.contains(QStringLiteral("small/full"))) << notice.toStdString();  // the disk is named
  picture(QStringLiteral("disk-full"));
  fs::remove(folder_.path() / "small" / "filler");
  trigger("resume");
  EXPECT_TRUE(until([&] { return window_->runGoesOn(); }, 120'000));
  stopEngine(window_->runPath());
  window_.reset();
  engines_.clear();
}

}  // namespace
}  // namespace gan::test
