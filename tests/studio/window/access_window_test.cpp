#include <gtest/gtest.h>
#include <stdlib.h>

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <functional>
#include <memory>
#include <optional>

#include "dialogs/access_dialog.h"
#include "log/alert_bar.h"
#include "protocol/known_engines.h"
#include "service/fake_run.h"
#include "state/run_store.h"
#include "studio/support/asking_ssh.h"
#include "support/process.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

/// A window, and an engine of this process that lets nobody in who is not known to it.
class AccessWindow : public testing::Test {
 protected:
  AccessWindow() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    ::setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    run_.journal(StatusChanged{.status = RunStatus::kRunning, .reason = {}, .deadline_unix_seconds = 0});
    run_.rows(40);
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
    window_->resize(1600, 900);
    window_->show();
  }
  ~AccessWindow() override {
    window_.reset();
    ::unsetenv("XDG_CONFIG_HOME");
    qunsetenv("GAN_STUDIO_SETTINGS");
  }

  void listen() {
    engine_.emplace(run_, &sink_, ServiceOptions{.listen = "127.0.0.1:0"});
    place_ = RunPlace::ofTarget(QStringLiteral("tls://") + QString::fromStdString(engine_->server().tcpAddress()));
  }
  /// Beside the roles' own, which are not revoked.
  Token makeToken() const {
    const Token token = makeExtraToken(Role::kSteer, std::chrono::hours(1), Renewal::kNone);
    addToken(run_.folder().access(), token);
    return token;
  }
  static bool until(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 20'000); }
  bool isOpen() const { return window_->run() != nullptr && window_->run()->isOpen(); }
  AccessDialog* dialog(const char* name) const { return window_->findChild<AccessDialog*>(QLatin1String(name)); }
  void press(const char* dialog_name, const char* button) {
    ASSERT_TRUE(until([&] { return dialog(dialog_name) != nullptr; })) << dialog_name;
    dialog(dialog_name)->findChild<QAbstractButton*>(QLatin1String(button))->click();
    ASSERT_TRUE(until([&] { return dialog(dialog_name) == nullptr; })) << dialog_name;
  }
  void type(const char* dialog_name, const char* line, const std::string& text) {
    ASSERT_TRUE(until([&] { return dialog(dialog_name) != nullptr; })) << dialog_name;
    dialog(dialog_name)->findChild<QLineEdit*>(QLatin1String(line))->setText(QString::fromStdString(text));
    press(dialog_name, "access_yes");
  }
  std::optional<AlertNotice> noticeWith(const char* action) const {
    for (const AlertNotice& notice : window_->findChild<AlertBar*>()->notices()) {
      for (const AlertNotice::Action& each : notice.actions) {
        if (each.name == QLatin1String(action)) return notice;
      }
    }
    return std::nullopt;
  }
  void tryAgain() {
    const auto notice = noticeWith("try_again");
    ASSERT_TRUE(notice);
    emit window_->findChild<AlertBar*>()->actionChosen(notice->id, QStringLiteral("try_again"));
  }

  TemporaryFolder folder_;
  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  FakeSink sink_;
  std::optional<FakeEngine> engine_;
  RunPlace place_;
  std::unique_ptr<Preferences> preferences_;  // not before the folder of settings is named
  std::unique_ptr<MainWindow> window_;
};

TEST_F(AccessWindow, AnEngineOnANetworkIsRecognisedAndShownATokenOnce) {
  listen();
  window_->open(place_.target);
  press("trust_dialog", "access_yes");
  type("token_dialog", "token", makeToken().secret);
  ASSERT_TRUE(until([this] { return isOpen() && window_->runGoesOn(); }));
  EXPECT_FALSE(noticeWith("try_again"));
}

TEST_F(AccessWindow, WhoRefusesIsToldSoAndMayTryAgain) {
  listen();
  window_->open(place_.target);
  press("trust_dialog", "access_no");
  ASSERT_TRUE(until([this] { return noticeWith("try_again") && window_->runPlace().isEmpty(); }));
  tryAgain();
  press("trust_dialog", "access_yes");
  press("token_dialog", "access_no");
  ASSERT_TRUE(until([this] { return noticeWith("try_again") && window_->runPlace().isEmpty(); }));
  EXPECT_TRUE(noticeWith("try_again")->text.contains(QStringLiteral("token")));
}

TEST_F(AccessWindow, ARevokedTokenIsARefusalAndNoLostContact) {
  listen();
  const Token token = makeToken();
  window_->open(place_.target);
  press("trust_dialog", "access_yes");
  type("token_dialog", "token", token.secret);
  ASSERT_TRUE(until([this] { return isOpen() && window_->runGoesOn(); }));
  revokeToken(run_.folder().access(), token.id);
  ASSERT_TRUE(until([this] { return window_->run()->linkState() == LinkState::kRefused; }));
  EXPECT_EQ(window_->run()->linkReason().id, "token_wrong");
  auto* link = window_->findChild<QLabel*>(QStringLiteral("status_link"));
  EXPECT_TRUE(link->text().contains(QStringLiteral("refused"))) << link->text().toStdString();
  ASSERT_TRUE(until([this] { return noticeWith("try_again").has_value(); }));
  EXPECT_TRUE(noticeWith("try_again")->text.startsWith(QStringLiteral("Refused: ")));
  EXPECT_EQ(window_->run()->summary().step, 40) << "what was told stays";
  tryAgain();
  type("token_dialog", "token", makeToken().secret);
  ASSERT_TRUE(until([this] { return isOpen() && window_->runGoesOn(); }));
  EXPECT_FALSE(noticeWith("try_again"));
}

TEST_F(AccessWindow, APasswordOpensARunOverSshThatNobodyAnswersFor) {
  const AskingSsh ssh(run_.temporary());
  window_->open(QStringLiteral("ssh://ann@node") + QString::fromStdString(run_.path().string()));
  type("login_dialog", "login_answer", "secret");
  ASSERT_TRUE(until([this] { return isOpen() && window_->run()->summary().step == 40; }));
}

TEST_F(AccessWindow, ARunThatIsClosedWhileItWaitsForAPasswordAsksForNone) {
  const AskingSsh ssh(run_.temporary());
  window_->open(QStringLiteral("ssh://ann@node") + QString::fromStdString(run_.path().string()));
  ASSERT_TRUE(until([this] { return dialog("login_dialog") != nullptr; }));
  window_->findChild<QAction*>(QStringLiteral("close_run"))->trigger();
  EXPECT_TRUE(until([this] { return dialog("login_dialog") == nullptr; }));
}

}  // namespace
}  // namespace gan::test
