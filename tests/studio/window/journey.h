#pragma once

#include <gtest/gtest.h>
#include <signal.h>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dialogs/new_run_dialog.h"
#include "loss_chart/loss_chart.h"
#include "main/studio.h"
#include "run/lock.h"
#include "run/run_reader.h"
#include "sample_gallery/sample_gallery.h"
#include "studio/support/window_shares.h"
#include "support/process.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {

namespace fs = std::filesystem;

/// Runs the event loop until a condition holds.
inline bool until(const std::function<bool()>& condition, int timeout_ms = 60'000) {
  return QTest::qWaitFor(condition, timeout_ms);
}

/// Ends the test where a helper finds that it cannot go on.
inline void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

/// One person's afternoon: the real window drives a real engine. Pictures of every stage are left in the build folder
/// (GAN_JOURNEY_PICTURES) to be looked at, in GAN_JOURNEY_LANGUAGE, beginning with GAN_JOURNEY_THEME, in a window of
/// GAN_JOURNEY_SIZE ("1366x768").
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
    const QStringList size =
        qEnvironmentVariable("GAN_JOURNEY_SIZE", QStringLiteral("1280x800")).split(QLatin1Char('x'));
    window_->resize(size.value(0).toInt(), size.value(1).toInt());
    window_->show();
    require(QTest::qWaitForWindowExposed(window_.get()), "the window does not come up");
  }

  /// Plot and pictures have the share of the window that is promised for its size, whatever the run does meanwhile.
  void expectToSeeEnough() const {
    const std::optional<double> least = leastSeen(window_->size());
    if (least) {
      EXPECT_GE(measureShares(*window_).seen, *least);
    }
  }

  /// Leaves pictures of a widget, else of the dialog that is open over the window, else of the window, in both themes.
  void picture(const QString& stage, QWidget* of = nullptr) {
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
      QWidget* top = of ? of : QApplication::activeModalWidget();
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

  fs::path runFolder() const { return window_->runPlace().target.toStdString(); }
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
      for (const ErrorArgument& argument : alert->message.arguments) {
        if (argument.name == "pid") pid = std::stoi(argument.value);
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

  /// Starts a small run through the dialog: in the folder of this test, or where an absolute path says.
  void startRun(const QString& name, const QString& preset = QStringLiteral("shapes-dcgan")) {
    trigger("new_run");
    auto* dialog = window_->findChild<NewRunDialog*>();
    require(dialog != nullptr, "the dialog does not come up");
    dialog->activateWindow();
    require(until([&] { return QApplication::activeWindow() == dialog; }), "the dialog does not get the keyboard");
    dialog->setPreset(preset);
    auto* out = dialog->findChild<QLineEdit*>(QStringLiteral("new_run_out"));
    require(out != nullptr, "the dialog asks for no folder");
    out->selectAll();
    QTest::keyClicks(out, QString::fromStdString((folder_.path() / name.toStdString()).string()));
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
    require(until([&] { return window_->runPlace().target == run && window_->runGoesOn(); }, 120'000),
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

}  // namespace gan::test
