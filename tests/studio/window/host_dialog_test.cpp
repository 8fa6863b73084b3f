#include "dialogs/host_dialog.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>
#include <functional>
#include <memory>

#include "controls/quiet_widgets.h"
#include "dialogs/access_dialog.h"
#include "dialogs/attach_dialog.h"
#include "dialogs/new_run_dialog.h"
#include "main/studio.h"
#include "protocol/endpoint.h"
#include "service/fake_run.h"
#include "state/run_store.h"
#include "studio/support/asking_ssh.h"
#include "support/process.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

/// A window, and behind ssh a folder with a finished run that nobody answers for.
class HostBrowser : public testing::Test {
 protected:
  HostBrowser() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    run_.rows(12);
    run_.journal(StatusChanged{RunStatus::kFinished, {}});
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1600, 900);
    window_->show();
  }
  ~HostBrowser() override {
    window_.reset();
    qunsetenv("GAN_STUDIO_SETTINGS");
  }

  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }
  QString address() const { return QStringLiteral("ann@node") + QString::fromStdString(run_.temporary().string()); }
  RunPlace folder() const { return RunPlace::ofTarget(QStringLiteral("ssh://") + address()); }
  HostDialog* dialog() const { return window_->findChild<HostDialog*>(); }
  template <class Widget>
  Widget* find(const char* name) const {
    return dialog()->findChild<Widget*>(QLatin1String(name));
  }
  void browse() {
    window_->findChild<QAction*>(QStringLiteral("browse_host"))->trigger();
    ASSERT_NE(dialog(), nullptr);
  }
  void connectTo(const QString& text) {
    find<QLineEdit>("host_address")->setText(text);
    QTest::keyClick(find<QLineEdit>("host_address"), Qt::Key_Return);
  }
  void logIn(const char* password) {
    const auto login = [this] { return window_->findChild<AccessDialog*>(); };
    ASSERT_TRUE(until([&] { return login() != nullptr; }));
    const QPointer<AccessDialog> asked = login();
    asked->findChild<QLineEdit*>(QStringLiteral("login_answer"))->setText(QLatin1String(password));
    asked->accept();
    ASSERT_TRUE(until([&] { return asked.isNull(); }));
  }
  bool isListed() const { return dialog()->store().state() == HostStore::State::kListed; }
  QString note() const { return find<QLabel>("host_note")->text(); }

  TemporaryFolder folder_;
  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  AskingSsh ssh_{run_.temporary()};
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(HostBrowser, OpensAFinishedRunOfAnotherComputerWithOneLoginAndKeysAlone) {
  browse();
  EXPECT_FALSE(find<QPushButton>("host_connect")->isEnabled());
  connectTo(address());
  logIn("secret");
  ASSERT_TRUE(until([this] { return isListed(); })) << note().toStdString();
  auto* runs = find<QTreeView>("host_runs");
  EXPECT_EQ(runs->currentIndex().data().toString(), QStringLiteral("run"));
  EXPECT_EQ(runs->currentIndex().siblingAtColumn(RunListModel::kState).data().toString(), QStringLiteral("finished"));
  ASSERT_TRUE(find<QPushButton>("host_open")->isEnabled());
  QTest::keyClick(runs, Qt::Key_Return);
  ASSERT_TRUE(until([this] { return window_->run() != nullptr && window_->run()->isOpen(); }));
  EXPECT_EQ(window_->runPlace(), RunPlace::ofTarget(folder().target + QStringLiteral("/run")));
  EXPECT_TRUE(until([this] { return window_->run()->summary().step == 12; }));
  EXPECT_EQ(ssh_.logins(), 1) << "the list and the run share it";
  EXPECT_TRUE(until([this] { return dialog() == nullptr; }));
}

TEST_F(HostBrowser, RemembersWhereItWasUnderANameAndForgetsIt) {
  browse();
  connectTo(address());
  logIn("secret");
  ASSERT_TRUE(until([this] { return isListed(); }));
  ASSERT_EQ(Preferences().hosts().size(), 1);
  EXPECT_EQ(Preferences().hosts()[0].folder, folder());
  EXPECT_GT(Preferences().hosts()[0].used_unix_seconds, 0);
  auto* saved = find<QTreeWidget>("hosts");
  ASSERT_EQ(saved->topLevelItemCount(), 1);
  dialog()->activateWindow();  // without a window manager nobody does it when another dialog has closed
  ASSERT_TRUE(QTest::qWaitForWindowActive(dialog()));
  saved->setFocus();
  QTest::keyClick(saved, Qt::Key_F2);
  auto* naming = dialog()->findChild<QInputDialog*>();
  ASSERT_NE(naming, nullptr);
  naming->setTextValue(QStringLiteral("The lab"));
  naming->accept();
  EXPECT_EQ(Preferences().hosts()[0].folder.name, QStringLiteral("The lab"));
  EXPECT_EQ(saved->topLevelItem(0)->text(0), QStringLiteral("The lab"));
  find<QPushButton>("host_remove")->click();
  EXPECT_EQ(saved->topLevelItemCount(), 0);
  EXPECT_TRUE(Preferences().hosts().isEmpty());
}

TEST_F(HostBrowser, FindsTheEngineOfAKnownComputerForAnotherFolderOfItsRuns) {
  const QString engine = QStringLiteral("~/gan/bin/gan-engine");
  preferences_->setHosts(
      {{.folder = RunPlace::ofTarget(QStringLiteral("ssh://ann@node/elsewhere")), .engine = engine},
       {.folder = RunPlace::ofTarget(QStringLiteral("ssh://node/of/another/user")), .engine = QStringLiteral("/x")}});
  browse();
  connectTo(address());
  EXPECT_EQ(find<QLineEdit>("host_engine")->text(), engine);
  find<QLineEdit>("host_engine")->clear();
  connectTo(QStringLiteral("ssh://ann@other/elsewhere"));
  EXPECT_EQ(find<QLineEdit>("host_engine")->text(), QString()) << "another computer's is somewhere else";
}

TEST_F(HostBrowser, TheEngineThatWasNamedToAttachIsKeptOnceTheRunIsOpen) {
  const RunPlace run = RunPlace::ofTarget(folder().target + QStringLiteral("/run"));
  const QString engine = QStringLiteral("~/gan/bin/gan-engine");
  window_->findChild<QAction*>(QStringLiteral("attach"))->trigger();
  auto* attach = window_->findChild<AttachDialog*>();
  ASSERT_NE(attach, nullptr);
  attach->findChild<QLineEdit*>(QStringLiteral("attach_address"))->setText(run.target);
  QTest::keyClicks(attach->findChild<QLineEdit*>(QStringLiteral("attach_engine")), engine);
  attach->findChild<QPushButton*>(QStringLiteral("go"))->click();
  EXPECT_EQ(preferences_->engineAt(run), QString()) << "whether it is there is not known yet";
  logIn("secret");
  ASSERT_TRUE(until([this] { return window_->run() != nullptr && window_->run()->isOpen(); }));
  EXPECT_TRUE(until([&] { return preferences_->engineAt(run) == engine; }));
}

TEST_F(HostBrowser, SaysWhyItCannotConnectAndNothingIsRemembered) {
  browse();
  connectTo(address());
  for (int i = 0; i < 3; ++i) logIn("wrong");
  ASSERT_TRUE(until([this] { return dialog()->store().state() == HostStore::State::kFailed; }));
  EXPECT_TRUE(note().contains(QStringLiteral("did not let you in"))) << note().toStdString();
  EXPECT_TRUE(Preferences().hosts().isEmpty());
}

TEST_F(HostBrowser, SaysThatThereIsNoContactUntilThereIsAgain) {
  browse();
  connectTo(address());
  logIn("secret");
  ASSERT_TRUE(until([this] { return isListed(); }));
  ::kill(ssh_.pid(), SIGKILL);
  ASSERT_TRUE(until([this] { return dialog()->store().state() == HostStore::State::kLost; }));
  EXPECT_TRUE(note().startsWith(QStringLiteral("No contact with node"))) << note().toStdString();
  EXPECT_EQ(dialog()->store().model().runs().size(), 1) << "what was listed stays";
  logIn("secret");
  ASSERT_TRUE(until([this] { return isListed(); }));
  EXPECT_EQ(note(), QString());
  EXPECT_EQ(dialog()->store().model().runs().size(), 1);
}

TEST_F(HostBrowser, AnAddressIsCompletedOrTheReasonSaysWhatIsWrong) {
  browse();
  EXPECT_TRUE(note().contains(QStringLiteral("ssh://"))) << "with nothing to show it says how to fill it";
  find<QLineEdit>("host_address")->setText(QStringLiteral("tls://gpu1:7420"));
  EXPECT_FALSE(find<QPushButton>("host_connect")->isEnabled());
  EXPECT_TRUE(note().contains(QStringLiteral("ssh://"))) << note().toStdString();
  find<QLineEdit>("host_address")->setText(QStringLiteral("-oProxyCommand=x"));
  EXPECT_FALSE(find<QPushButton>("host_connect")->isEnabled());
  EXPECT_FALSE(note().isEmpty());
  connectTo(QStringLiteral("ann@node"));
  EXPECT_EQ(find<QLineEdit>("host_address")->text(), QStringLiteral("ssh://ann@node/~/runs"));
}

/// A new run that is to be trained where the host's runs are.
class NewRunThere : public HostBrowser {
 protected:
  NewRunThere() {
    preferences_->setHosts({{.folder = folder()}});
    window_->findChild<QAction*>(QStringLiteral("new_run"))->trigger();
  }
  ~NewRunThere() override {
    window_.reset();
    if (const auto endpoint = readEndpoint(run_.path())) ::kill(endpoint->pid, SIGKILL);
  }

  NewRunDialog* newRun() const { return window_->findChild<NewRunDialog*>(); }
  void start(const char* name) {
    newRun()->findChild<QComboBox*>(QStringLiteral("new_run_host"))->setCurrentIndex(1);
    auto* out = newRun()->findChild<QLineEdit*>(QStringLiteral("new_run_out"));
    out->selectAll();
    QTest::keyClicks(out, QString::fromStdString((run_.temporary() / name).string()));
    auto* button = newRun()->findChild<QPushButton*>(QStringLiteral("new_run_start"));
    ASSERT_TRUE(until([button] { return button->isEnabled(); }));
    button->click();
  }
};

TEST_F(NewRunThere, OpensInTheWindowOnceItIsServed) {
  start("run");
  logIn("secret");
  ASSERT_TRUE(until([this] { return window_->run() != nullptr && window_->run()->isOpen(); }));
  EXPECT_EQ(window_->runPlace(), RunPlace::ofTarget(folder().target + QStringLiteral("/run")));
  EXPECT_TRUE(until([this] { return newRun() == nullptr; }));
  EXPECT_EQ(ssh_.logins(), 1) << "the start and the run share it";
  ASSERT_EQ(Preferences().connections().size(), 1);
  EXPECT_EQ(Preferences().connections()[0], window_->runPlace());
}

TEST_F(NewRunThere, SaysWhatWasRefusedThere) {
  start("new");
  logIn("secret");
  const auto* status = newRun()->findChild<NoteLabel*>(QStringLiteral("new_run_status"));
  EXPECT_TRUE(until([status] { return status->text() == QStringLiteral("There is no luck."); }))
      << status->text().toStdString();
  EXPECT_EQ(window_->run(), nullptr);
}

TEST_F(NewRunThere, IsListedOnceItIsServedWhenTheDialogIsGone) {
  start("run");
  delete newRun();
  logIn("secret");
  EXPECT_TRUE(until([] { return Preferences().connections().size() == 1; }));
  EXPECT_EQ(window_->run(), nullptr);
}

TEST_F(HostBrowser, ClosedWhileItConnectsItAsksForNothing) {
  browse();
  connectTo(address());
  ASSERT_TRUE(until([this] { return window_->findChild<AccessDialog*>() != nullptr; }));
  delete dialog();
  EXPECT_TRUE(until([this] { return window_->findChild<AccessDialog*>() == nullptr; }));
}

MainWindow* newestWindow() {
  MainWindow* newest = nullptr;
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    if (auto* window = qobject_cast<MainWindow*>(widget)) newest = window;
  }
  return newest;
}

TEST(WindowMadeAnew, InAnotherLanguageAsksForNoPasswordAgain) {
  const TemporaryFolder folder;
  qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder / "settings.ini").string()));
  gan::FakeRun run;
  run.rows(12);
  run.journal(StatusChanged{RunStatus::kFinished, {}});
  const AskingSsh ssh(run.temporary());
  const auto until = [](const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); };
  const auto is_open = [] {
    MainWindow* const window = newestWindow();
    return window != nullptr && window->run() != nullptr && window->run()->isOpen();
  };
  StudioOptions options;
  options.language = QStringLiteral("en");
  options.paths = {QStringLiteral("ssh://ann@node") + QString::fromStdString(run.path().string())};
  {
    Studio studio(options);
    studio.start();
    ASSERT_TRUE(until([] { return newestWindow()->findChild<AccessDialog*>() != nullptr; }));
    auto* login = newestWindow()->findChild<AccessDialog*>();
    login->findChild<QLineEdit*>(QStringLiteral("login_answer"))->setText(QStringLiteral("secret"));
    login->accept();
    ASSERT_TRUE(until(is_open));
    const QPointer<MainWindow> before = newestWindow();
    emit before->languageChosen(QStringLiteral("en"));
    ASSERT_TRUE(until([&] { return before.isNull(); }));
    ASSERT_TRUE(until(is_open));
    EXPECT_EQ(newestWindow()->findChild<AccessDialog*>(), nullptr);
    EXPECT_EQ(ssh.logins(), 1);
  }
  qunsetenv("GAN_STUDIO_SETTINGS");
}

}  // namespace
}  // namespace gan::test
