#include <gtest/gtest.h>

#include <QCheckBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "dialogs/access_questions.h"
#include "dialogs/login_dialog.h"
#include "dialogs/token_dialog.h"
#include "dialogs/trust_dialog.h"

namespace gan {
namespace {

using Kind = AccessQuestion::Kind;

class AccessDialogsTest : public testing::Test {
 protected:
  template <class Dialog>
  void show(const AccessQuestion& question) {
    dialog_ = std::make_unique<Dialog>(question);
    dialog_->setAttribute(Qt::WA_DeleteOnClose, false);
    QObject::connect(dialog_.get(), &AccessDialog::answered, dialog_.get(),
                     [this](const std::optional<AccessAnswer>& answer) { answers_.push_back(answer); });
    dialog_->open();
  }
  template <class Widget>
  Widget* find(const char* name) {
    return dialog_->findChild<Widget*>(QLatin1String(name));
  }
  QPushButton* yes() { return find<QPushButton>("access_yes"); }
  QPushButton* no() { return find<QPushButton>("access_no"); }

  std::vector<std::optional<AccessAnswer>> answers_;
  std::unique_ptr<AccessDialog> dialog_;  // answers at its end
};

TEST_F(AccessDialogsTest, APasswordIsTypedUnseenAndAnsweredByEnter) {
  show<LoginDialog>({.kind = Kind::kSecret, .where = QStringLiteral("node"), .text = QStringLiteral("Password: ")});
  auto* line = find<QLineEdit>("login_answer");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->echoMode(), QLineEdit::Password);
  EXPECT_EQ(line->accessibleName(), QStringLiteral("Password:")) << "what a screen reader says";
  find<QCheckBox>("login_shown")->click();
  EXPECT_EQ(line->echoMode(), QLineEdit::Normal);
  line->setText(QStringLiteral(" with spaces "));
  QTest::keyClick(line, Qt::Key_Return);
  ASSERT_EQ(answers_.size(), 1U);
  ASSERT_TRUE(answers_[0]);
  EXPECT_EQ(answers_[0]->text, QStringLiteral(" with spaces "));
}

TEST_F(AccessDialogsTest, WhoClosesADialogDeclines) {
  show<LoginDialog>({.kind = Kind::kSecret, .where = QStringLiteral("node"), .text = QStringLiteral("Password: ")});
  QTest::keyClick(dialog_.get(), Qt::Key_Escape);
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_FALSE(answers_[0]);
}

TEST_F(AccessDialogsTest, ANoticeHasNothingToAnswer) {
  show<LoginDialog>({.kind = Kind::kNotice, .where = QStringLiteral("node"), .text = QStringLiteral("Touch the key.")});
  EXPECT_EQ(yes(), nullptr);
  EXPECT_EQ(find<QLineEdit>("login_answer"), nullptr);
  EXPECT_EQ(find<QLabel>("login_question")->text(), QStringLiteral("Touch the key."));
}

TEST_F(AccessDialogsTest, EnterTrustsNobody) {
  show<TrustDialog>(
      {.kind = Kind::kCertificate, .where = QStringLiteral("gpu1:7420"), .shown = QStringLiteral("0123456789abcdef")});
  EXPECT_EQ(find<QLineEdit>("trust_shown")->text(), QStringLiteral("0123456789abcdef"));
  EXPECT_EQ(find<QLineEdit>("trust_before"), nullptr);
  QTest::keyClick(find<QLineEdit>("trust_shown"), Qt::Key_Return);
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_FALSE(answers_[0]);
}

TEST_F(AccessDialogsTest, AnotherCertificateStandsBesideTheFormer) {
  show<TrustDialog>({.kind = Kind::kOtherCertificate,
                     .where = QStringLiteral("gpu1:7420"),
                     .shown = QStringLiteral("01"),
                     .before = QStringLiteral("02")});
  EXPECT_EQ(find<QLineEdit>("trust_before")->text(), QStringLiteral("02"));
  yes()->click();
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_TRUE(answers_[0]);
}

TEST_F(AccessDialogsTest, AHostsKeyIsShownInTheWordsOfSshAsPlainText) {
  const QString words = QStringLiteral("The authenticity of host <b>node</b> can't be established.\nAre you sure?");
  show<TrustDialog>({.kind = Kind::kHostKey, .where = QStringLiteral("node"), .text = words});
  auto* label = find<QLabel>("trust_question");
  EXPECT_EQ(label->text(), words);
  EXPECT_EQ(label->textFormat(), Qt::PlainText);
  EXPECT_EQ(label->focusPolicy(), Qt::StrongFocus) << "a fingerprint can be copied with keys alone";
}

TEST_F(AccessDialogsTest, ATokenIsTrimmedAndRememberedUnlessSomebodySaysOtherwise) {
  show<TokenDialog>({.kind = Kind::kToken,
                     .where = QStringLiteral("gpu1:7420"),
                     .why = {"token_wrong", "The engine does not know this token.", {}}});
  EXPECT_EQ(find<QLabel>("token_why")->text(), QStringLiteral("The engine does not know this token."));
  EXPECT_FALSE(yes()->isEnabled());
  find<QLineEdit>("token")->setText(QStringLiteral(" abc\n"));
  ASSERT_TRUE(yes()->isEnabled());
  yes()->click();
  find<QCheckBox>("token_remembered")->setChecked(false);
  dialog_->open();
  yes()->click();
  ASSERT_EQ(answers_.size(), 2U);
  EXPECT_EQ(answers_[0]->text, QStringLiteral("abc"));
  EXPECT_TRUE(answers_[0]->remembered);
  EXPECT_FALSE(answers_[1]->remembered);
}

constexpr int kPatience = 60'000;  // ms

/// Counts what other threads have whoever it watches do.
class Arrivals : public QObject {
 public:
  bool eventFilter(QObject*, QEvent* event) override {
    count += event->type() == QEvent::MetaCall ? 1 : 0;
    return false;
  }
  int count = 0;
};

TEST(AccessQuestionsTest, DialogsComeOneAfterTheOtherAndGoWithWhatWantedThem) {
  QWidget window;
  window.show();
  AccessQuestions questions(window, std::make_shared<EngineAccess>());
  Arrivals arrivals;
  questions.installEventFilter(&arrivals);
  std::vector<QString> titles;
  QObject::connect(&questions, &AccessQuestions::asking, &window,
                   [&](QDialog* dialog) { titles.push_back(dialog->windowTitle()); });
  const auto shown = [&] { return window.findChildren<AccessDialog*>(); };
  const auto closed = [&] { return QTest::qWaitFor([&] { return shown().isEmpty(); }, kPatience); };
  // As a thread does that connects.
  std::stop_source stop;
  const RunPlace place = RunPlace::ofTarget(QStringLiteral("tls://gpu1:7420"));
  const auto ask = [&](const char* id) {
    return std::async(std::launch::async, [&, id] {
      return questions.access()->settle(
          place, Error(ErrorCode::kPermissionDenied, id, "{fingerprint}", {{"fingerprint", "ab"}}), stop.get_token());
    });
  };
  std::future<bool> first = ask("token_wrong");
  std::future<bool> second = ask("token_expired");
  ASSERT_TRUE(QTest::qWaitFor([&] { return arrivals.count == 2; }, kPatience));
  EXPECT_EQ(shown().size(), 1);
  shown().first()->reject();
  ASSERT_TRUE(QTest::qWaitFor([&] { return titles.size() == 2; }, kPatience));
  stop.request_stop();
  EXPECT_TRUE(closed());
  EXPECT_FALSE(first.get());
  EXPECT_FALSE(second.get());
}

}  // namespace
}  // namespace gan
