#include <gtest/gtest.h>
#include <signal.h>

#include <QAction>
#include <QClipboard>
#include <QDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>

#include "log/alert_bar.h"
#include "protocol/endpoint.h"
#include "run/checkpoint_store.h"
#include "run_list/run_list.h"
#include "run_list/run_list_model.h"
#include "service/fake_run.h"
#include "service/fake_ssh.h"
#include "state/run_store.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

/// A window that is given no folder, but where an engine of this process answers for a run.
class RemoteRunWindow : public testing::Test {
 protected:
  RemoteRunWindow() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    run_.journal(StatusChanged{.status = RunStatus::kRunning, .reason = {}, .deadline_unix_seconds = 0});
    run_.rows(40);
    reader_.emplace(RunFolder::open(run_.path()));
    reader_->refresh();
    server_.emplace(*reader_, &sink_, ServiceOptions{});
    place_ = RunPlace::ofTarget(QStringLiteral("unix:") + QString::fromStdString(server_->unixSocket()));
    preferences_ = std::make_unique<Preferences>();
    makeWindow();
  }
  ~RemoteRunWindow() override {
    window_.reset();
    qunsetenv("XDG_RUNTIME_DIR");
    qunsetenv("GAN_STUDIO_SETTINGS");
  }
  void makeWindow() {
    window_.reset();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1600, 900);
    window_->show();
    list_ = window_->findChild<RunList*>();
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }
  bool isOpen() const { return window_->run() != nullptr && window_->run()->isOpen(); }
  void open() {
    window_->open(place_.target);
    ASSERT_TRUE(until([this] { return isOpen(); }));
  }
  const RunListModel& runs() const { return *static_cast<const RunListModel*>(list_->model()); }
  QAction* action(const char* name) const { return window_->findChild<QAction*>(QLatin1String(name)); }
  QStringList complaints() const {
    QStringList texts;
    for (const AlertNotice& notice : window_->findChild<AlertBar*>()->notices()) texts << notice.text;
    return texts;
  }

  TemporaryFolder folder_;
  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  FakeSink sink_;
  std::optional<RunReader> reader_;
  std::optional<RunServer> server_;
  RunPlace place_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
  RunList* list_ = nullptr;
};

TEST_F(RemoteRunWindow, IsOpenedSteeredListedAndHighlighted) {
  open();
  EXPECT_EQ(window_->runPlace(), place_);
  ASSERT_TRUE(until([this] { return window_->runGoesOn(); })) << "an engine takes commands";
  EXPECT_EQ(window_->run()->summary().step, 40);
  EXPECT_TRUE(window_->run()->series().names().contains(QStringLiteral("loss/d")));
  action("pause")->trigger();
  EXPECT_TRUE(until([this] { return sink_.commands().size() == 1; }));
  ASSERT_TRUE(runs().indexOf(place_).isValid());
  const QModelIndexList selected = list_->selectionModel()->selectedRows();
  ASSERT_EQ(selected.size(), 1);
  EXPECT_EQ(selected.first(), runs().indexOf(place_)) << "what is open is what is selected";
}

TEST_F(RemoteRunWindow, IsListedAsItStandsWhileItIsOpen) {
  open();
  EXPECT_TRUE(until([this] { return runs().find(place_)->state == RunRow::State::kRunning; }));
  action("close_run")->trigger();
  EXPECT_EQ(runs().find(place_)->state, RunRow::State::kElsewhere);
}

TEST_F(RemoteRunWindow, ComesBackAfterARestartAndIsARecentRun) {
  open();
  window_.reset();
  preferences_ = std::make_unique<Preferences>();
  EXPECT_EQ(preferences_->lastRun(), place_);
  makeWindow();
  EXPECT_TRUE(runs().indexOf(place_).isValid()) << "it is listed before anybody reached it";
  auto* recent = window_->findChild<QMenu*>(QStringLiteral("recent_menu"));
  emit recent->aboutToShow();
  ASSERT_EQ(recent->actions().size(), 1);
  EXPECT_EQ(recent->actions().first()->data().toString(), place_.target);
  auto* start = window_->findChild<QListWidget*>(QStringLiteral("recent_runs"));
  ASSERT_TRUE(until([start] { return start->count() == 1; }));
  EXPECT_FALSE(start->item(0)->isHidden());
  recent->actions().first()->trigger();
  EXPECT_TRUE(until([this] { return isOpen() && window_->runPlace() == place_; }));
}

TEST_F(RemoteRunWindow, WhatNeedsItsFolderIsDisabledAndSaysWhy) {
  open();
  list_->setCurrentIndex(runs().indexOf(place_));
  for (const char* name : {"listed_note", "listed_tags", "listed_star", "listed_archive", "listed_open_folder",
                           "listed_delete", "resume"}) {
    EXPECT_FALSE(action(name)->isEnabled()) << name;
    EXPECT_TRUE(action(name)->toolTip().contains(QStringLiteral("through its engine alone"))) << name;
  }
  for (const char* name : {"listed_compare", "listed_rename", "listed_forget", "listed_copy_path"}) {
    EXPECT_TRUE(action(name)->isEnabled()) << name;
  }
  action("listed_copy_command")->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("gan-engine watch ") + place_.target);
}

TEST_F(RemoteRunWindow, LeavesTheListWhenItIsToAndStaysOpen) {
  open();
  list_->setCurrentIndex(runs().indexOf(place_));
  action("listed_forget")->trigger();
  EXPECT_FALSE(runs().indexOf(place_).isValid());
  EXPECT_TRUE(Preferences().connections().isEmpty());
  EXPECT_EQ(window_->runPlace(), place_);
}

TEST_F(RemoteRunWindow, WhereNobodyAnswersThereIsNoRunAndNothingIsListed) {
  server_.reset();
  window_->open(place_.target);
  ASSERT_TRUE(until([this] { return complaints().size() == 1; }));
  EXPECT_TRUE(until([this] { return window_->runPlace().isEmpty(); }));
  EXPECT_TRUE(runs().runs().isEmpty());
}

/// A run that was stopped, on a host that lets everybody in; a program of the tests stands for gan-engine there.
class StoppedRunOverSsh : public testing::Test {
 protected:
  StoppedRunOverSsh() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    run_.rows(40);
    run_.journal(StatusChanged{.status = RunStatus::kStopped, .reason = {}, .deadline_unix_seconds = 0});
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1600, 900);
    window_->show();
  }
  ~StoppedRunOverSsh() override {
    window_.reset();
    if (const auto endpoint = readEndpoint(run_.path())) ::kill(endpoint->pid, SIGKILL);
    qunsetenv("XDG_RUNTIME_DIR");
    qunsetenv("GAN_STUDIO_SETTINGS");
  }

  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }
  QAction* action(const char* name) const { return window_->findChild<QAction*>(QLatin1String(name)); }
  /// With the action that is to be done next.
  void open(const char* name) {
    window_->open(QStringLiteral("ssh://ann@node") + QString::fromStdString(run_.path().string()));
    ASSERT_TRUE(
        until([&] { return window_->run() != nullptr && window_->run()->isOpen() && action(name)->isEnabled(); }));
    EXPECT_FALSE(window_->runGoesOn());
  }
  QVector<AlertNotice> notices() const { return window_->findChild<AlertBar*>()->notices(); }

  TemporaryFolder folder_;
  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  FakeSsh ssh_{run_.temporary()};
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(StoppedRunOverSsh, IsGoneOnWithThere) {
  open("resume");
  const RunPlace place = window_->runPlace();
  action("resume")->trigger();
  ASSERT_TRUE(until([this] { return window_->runGoesOn(); }));
  EXPECT_EQ(window_->runPlace(), place);
  EXPECT_FALSE(action("resume")->isEnabled());
  EXPECT_TRUE(notices().isEmpty());
}

TEST_F(StoppedRunOverSsh, IsReachedThroughTheEngineOfTheConnectionThatWasUsedLast) {
  const auto saved = [](const char* folder, const char* engine) {
    return SavedHost{.folder = RunPlace::ofTarget(QLatin1String(folder)), .engine = QLatin1String(engine)};
  };
  preferences_->setHosts({saved("ssh://ann@node/runs", "gan-engine"), saved("ssh://ann@node/old", "/nowhere/gan")});
  window_.reset();
  window_ = std::make_unique<MainWindow>(*preferences_);
  window_->show();
  open("resume");
}

TEST_F(StoppedRunOverSsh, IsGoneOnWithByACommandThatDoesItThere) {
  open("resume");
  auto* rate = window_->findChild<QLineEdit*>(QStringLiteral("setting_optimizer_generator_learning_rate"));
  ASSERT_TRUE(rate);
  ASSERT_TRUE(until([rate] { return rate->isEnabled(); }));
  rate->setFocus();
  rate->selectAll();
  QTest::keyClicks(rate, QStringLiteral("3e-4"));
  QTest::keyClick(rate, Qt::Key_Return);
  auto* list = window_->findChild<RunList*>();
  list->setCurrentIndex(static_cast<RunListModel*>(list->model())->indexOf(window_->runPlace()));
  action("listed_copy_command")->trigger();
  const QString command = QGuiApplication::clipboard()->text();
  EXPECT_TRUE(command.startsWith(QStringLiteral("ssh ssh://ann@node 'gan-engine resume ") + window_->runPlace().path()))
      << command.toStdString();
  EXPECT_TRUE(command.contains(QStringLiteral("--set optimizer.generator.learning_rate="))) << command.toStdString();
}

TEST_F(StoppedRunOverSsh, IsBranchedThere) {
  CheckpointState state;
  state.step = 40;
  state.segment = 1;
  CheckpointStore(run_.folder().checkpoints()).write(state, [](const std::filesystem::path& folder) {
    std::ofstream(folder / "a.safetensors") << "x";
  });
  open("branch");
  action("branch")->trigger();
  auto* dialog = window_->findChild<QDialog*>(QStringLiteral("go_on_dialog"));
  ASSERT_TRUE(dialog);
  auto* go = dialog->findChild<QPushButton*>(QStringLiteral("go"));
  ASSERT_TRUE(until([go] { return go->isEnabled(); }));
  go->click();
  ASSERT_TRUE(until([this] { return notices().size() == 1; }));
  EXPECT_TRUE(notices().first().text.contains(QStringLiteral("node"))) << notices().first().text.toStdString();
  ASSERT_EQ(notices().first().actions.size(), 1) << "where it is trained is known once it is open";
  EXPECT_EQ(notices().first().actions.first().name, QStringLiteral("open"));
  EXPECT_TRUE(std::filesystem::is_directory(run_.path().string() + "-branch"));
}

}  // namespace
}  // namespace gan::test
