#include "link/engine_access.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <QTest>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/atomic_file.h"
#include "link/place_source.h"
#include "protocol/known_engines.h"
#include "protocol/shown_certificate.h"
#include "protocol/studio.pb.h"
#include "service/fake_run.h"
#include "studio/support/asking_ssh.h"
#include "support/process.h"

namespace gan {
namespace {

using Kind = AccessQuestion::Kind;

constexpr int kPatience = 20'000;

/// An engine of this test's process, and a person who answers what they are told to.
class EngineAccessTest : public testing::Test {
 protected:
  EngineAccessTest() {
    ::setenv("XDG_CONFIG_HOME", (run_.temporary() / "config").c_str(), 1);
    access_->setPerson(&person_, [this](std::uint64_t number, const AccessQuestion& question) {
      questions_.push_back(question);
      numbers_.push_back(number);
      if (answer_) access_->answer(number, answer_(question));
    });
  }
  ~EngineAccessTest() override {
    access_->setPerson(nullptr);
    ::unsetenv("XDG_CONFIG_HOME");
  }

  void listen() { engine_.emplace(run_, nullptr, ServiceOptions{.listen = "127.0.0.1:0"}); }
  std::string address() { return engine_->server().tcpAddress(); }
  RunPlace overTls() { return RunPlace::ofTarget(QStringLiteral("tls://") + QString::fromStdString(address())); }
  RunPlace overSsh() {
    return RunPlace::ofTarget(QStringLiteral("ssh://ann@node") + QString::fromStdString(run_.path().string()));
  }
  std::string secret(Role role = Role::kSteer) { return readToken(run_.folder().access(), role)->secret; }
  std::string fingerprint() { return fingerprintOf(readFile(run_.folder().access() / "certificate.pem", 65536)); }
  /// Another thread opens the place, while this one answers. The id of its error; empty: it was opened.
  std::string openingOf(const RunPlace& place) {
    std::future<std::string> opening = begin(place);
    const auto is_over = [&] { return opening.wait_for(std::chrono::seconds(0)) == std::future_status::ready; };
    EXPECT_TRUE(QTest::qWaitFor(is_over, kPatience));
    return opening.get();
  }
  std::future<std::string> begin(const RunPlace& place) {
    return std::async(std::launch::async, [access = access_, place, stop = stop_.get_token()]() -> std::string {
      try {
        openPlace(place, *access, stop)->close();
        return {};
      } catch (const Error& error) {
        return error.id();
      }
    });
  }
  std::vector<Kind> asked() const {
    std::vector<Kind> kinds;
    for (const AccessQuestion& question : questions_) kinds.push_back(question.kind);
    return kinds;
  }

  gan::FakeRun run_;  // not gan::test::FakeRun, which neighbours use
  std::optional<FakeEngine> engine_;
  QObject person_;
  std::function<std::optional<AccessAnswer>(const AccessQuestion&)> answer_;
  std::vector<AccessQuestion> questions_;
  std::vector<std::uint64_t> numbers_;
  std::stop_source stop_;
  std::shared_ptr<EngineAccess> access_ = std::make_shared<EngineAccess>();
};

TEST_F(EngineAccessTest, AsksForTrustAndATokenOnceAndRemembersBoth) {
  listen();
  answer_ = [this](const AccessQuestion& question) {
    if (question.kind == Kind::kCertificate) {
      EXPECT_EQ(question.shown.toStdString(), fingerprint());
    }
    return AccessAnswer{.text = QString::fromStdString(" " + secret() + "\n"), .remembered = true};
  };
  EXPECT_EQ(openingOf(overTls()), "");
  EXPECT_EQ(asked(), (std::vector{Kind::kCertificate, Kind::kToken}));
  EXPECT_EQ(questions_[0].where.toStdString(), address());
  const auto known = KnownEngines::ofUser().find(address());
  ASSERT_TRUE(known);
  EXPECT_EQ(known->fingerprint, fingerprint());
  EXPECT_EQ(known->token, secret());
  EXPECT_EQ(openingOf(overTls()), "");
  EXPECT_EQ(questions_.size(), 2U) << "nobody is asked again";
}

TEST_F(EngineAccessTest, ATokenThatIsNotToBeKeptIsKnownAsLongAsTheWindowIs) {
  listen();
  KnownEngines::ofUser().remember(address(), {fingerprint(), {}});
  answer_ = [this](const AccessQuestion&) { return AccessAnswer{.text = QString::fromStdString(secret())}; };
  EXPECT_EQ(openingOf(overTls()), "");
  EXPECT_EQ(openingOf(overTls()), "");
  EXPECT_EQ(questions_.size(), 1U);
  EXPECT_EQ(KnownEngines::ofUser().find(address())->token, "");
}

TEST_F(EngineAccessTest, ATokenThatIsNotKeptIsShownToNoOtherCertificateAtThatAddress) {
  listen();
  KnownEngines::ofUser().remember(address(), {fingerprint(), {}});
  answer_ = [this](const AccessQuestion&) { return AccessAnswer{.text = QString::fromStdString(secret())}; };
  EXPECT_EQ(openingOf(overTls()), "");
  EXPECT_EQ(access_->targetOf(overTls()).token, secret());
  const RunPlace other = RunPlace::ofTarget(overTls().target + QLatin1Char('#') + QString(64, QLatin1Char('a')));
  EXPECT_EQ(access_->targetOf(other).token, "");
}

TEST_F(EngineAccessTest, AsksAgainWhereTheTokenIsWrongAndSaysWhy) {
  listen();
  KnownEngines::ofUser().remember(address(), {fingerprint(), std::string(64, '0')});
  answer_ = [this](const AccessQuestion& question) {
    EXPECT_EQ(question.why.id, "token_wrong");
    return AccessAnswer{.text = QString::fromStdString(secret(Role::kWatch)), .remembered = true};
  };
  EXPECT_EQ(openingOf(overTls()), "");
  EXPECT_EQ(asked(), std::vector{Kind::kToken});
  EXPECT_EQ(KnownEngines::ofUser().find(address())->token, secret(Role::kWatch));
}

TEST_F(EngineAccessTest, WhoDeclinesIsToldWhyThereIsNoRun) {
  listen();
  answer_ = [](const AccessQuestion&) { return std::nullopt; };
  EXPECT_EQ(openingOf(overTls()), "certificate_unknown");
  EXPECT_FALSE(KnownEngines::ofUser().find(address()));
}

TEST_F(EngineAccessTest, AnotherCertificateIsShownBesideTheFormerAndNoTokenIsShownToIt) {
  listen();
  const std::string before(64, 'a');
  KnownEngines::ofUser().remember(address(), {before, secret()});
  answer_ = [&](const AccessQuestion& question) -> std::optional<AccessAnswer> {
    if (question.kind == Kind::kToken) return std::nullopt;
    EXPECT_EQ(question.shown.toStdString(), fingerprint());
    EXPECT_EQ(question.before.toStdString(), before);
    return AccessAnswer{};
  };
  EXPECT_EQ(openingOf(overTls()), "token_unknown");
  EXPECT_EQ(asked(), (std::vector{Kind::kOtherCertificate, Kind::kToken}));
  EXPECT_EQ(KnownEngines::ofUser().find(address())->token, "");
}

TEST_F(EngineAccessTest, WhereTheAddressSaysWhichCertificateNoOtherIsOffered) {
  listen();
  const RunPlace place = RunPlace::ofTarget(overTls().target + QLatin1Char('#') + QString(64, QLatin1Char('a')));
  EXPECT_EQ(openingOf(place), "certificate_other");
  EXPECT_TRUE(questions_.empty());
}

TEST_F(EngineAccessTest, WhereNobodyIsThereEachQuestionIsDeclined) {
  listen();
  access_->setPerson(nullptr);
  EXPECT_EQ(openingOf(overTls()), "certificate_unknown");
  const test::AskingSsh ssh(run_.temporary());
  EXPECT_EQ(openingOf(overSsh()), "ssh_declined");
}

TEST_F(EngineAccessTest, WhoGoesWhileAQuestionWaitsDeclinesIt) {
  listen();
  std::future<std::string> opening = begin(overTls());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !questions_.empty(); }, kPatience));
  access_->setPerson(nullptr);
  EXPECT_EQ(opening.get(), "certificate_unknown");
}

TEST_F(EngineAccessTest, WhatIsNotWantedAnyMoreWaitsForNoAnswer) {
  const test::AskingSsh ssh(run_.temporary());
  std::future<std::string> opening = begin(overSsh());
  ASSERT_TRUE(QTest::qWaitFor([&] { return !questions_.empty(); }, kPatience));
  EXPECT_FALSE(questions_[0].over.stop_requested());
  stop_.request_stop();
  EXPECT_EQ(opening.get(), "client_closed");
  EXPECT_TRUE(questions_[0].over.stop_requested()) << "whoever shows it may close it";
}

TEST_F(EngineAccessTest, LogsInOnceForAllThatGoToAHostAndHasAFinishedRunServed) {
  const test::AskingSsh ssh(run_.temporary());
  answer_ = [](const AccessQuestion& question) {
    EXPECT_EQ(question.where, QStringLiteral("node"));
    EXPECT_EQ(question.text, QStringLiteral("ann@node's password: "));
    return AccessAnswer{.text = QStringLiteral("secret")};
  };
  run_.journal(StatusChanged{RunStatus::kFinished, {}});
  EXPECT_EQ(openingOf(overSsh()), "") << "nobody answered for it before";
  EXPECT_EQ(openingOf(overSsh()), "");
  EXPECT_EQ(asked(), std::vector{Kind::kSecret});
  EXPECT_EQ(ssh.logins(), 1);
}

TEST_F(EngineAccessTest, ARefusedLoginIsTriedAgainOnlyWhenSomebodyWantsToGoThere) {
  const test::AskingSsh ssh(run_.temporary());
  answer_ = [](const AccessQuestion&) { return AccessAnswer{.text = QStringLiteral("wrong")}; };
  EXPECT_EQ(openingOf(overSsh()), "ssh_denied");
  EXPECT_EQ(questions_.size(), 3U) << "as often as ssh asks";
  const Target target = access_->targetOf(overSsh());
  try {
    RunClient(target).run();
    ADD_FAILURE() << "it was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.id(), "ssh_denied");
  }
  EXPECT_EQ(ssh.logins(), 1) << "who comes by themselves has nobody asked";
  answer_ = [](const AccessQuestion&) { return AccessAnswer{.text = QStringLiteral("secret")}; };
  EXPECT_EQ(openingOf(overSsh()), "");
  EXPECT_EQ(ssh.logins(), 2);
}

TEST_F(EngineAccessTest, AHostsKeyIsAskedForAndANoticeIsOverWithTheLogin) {
  const test::AskingSsh ssh(run_.temporary(), "Touch the key.", "none");
  answer_ = [](const AccessQuestion&) { return AccessAnswer{.text = QStringLiteral("secret")}; };
  EXPECT_EQ(openingOf(overSsh()), "");
  EXPECT_EQ(asked(), (std::vector{Kind::kNotice, Kind::kSecret}));
  EXPECT_TRUE(questions_[0].over.stop_requested());
}

TEST_F(EngineAccessTest, WhoDoesNotTrustAHostsKeyIsToldSo) {
  const test::AskingSsh ssh(run_.temporary(), "Are you sure you want to continue connecting (yes/no)? ");
  answer_ = [](const AccessQuestion& question) {
    EXPECT_EQ(question.kind, Kind::kHostKey);
    return std::nullopt;
  };
  EXPECT_EQ(openingOf(overSsh()), "ssh_declined");
}

}  // namespace
}  // namespace gan
