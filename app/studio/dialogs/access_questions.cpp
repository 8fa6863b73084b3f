#include "dialogs/access_questions.h"

#include <QApplication>
#include <chrono>
#include <utility>

#include "dialogs/login_dialog.h"
#include "dialogs/token_dialog.h"
#include "dialogs/trust_dialog.h"

namespace gan {
namespace {

using Kind = AccessQuestion::Kind;

constexpr std::chrono::milliseconds kLookInterval(200);

AccessDialog* makeDialog(const AccessQuestion& question, QWidget* window) {
  switch (question.kind) {
    case Kind::kSecret:
    case Kind::kConfirm:
    case Kind::kNotice:
      break;
    case Kind::kHostKey:
    case Kind::kCertificate:
    case Kind::kOtherCertificate:
      return new TrustDialog(question, window);
    case Kind::kToken:
      return new TokenDialog(question, window);
  }
  return new LoginDialog(question, window);
}

}  // namespace

AccessQuestions::AccessQuestions(QWidget& window, std::shared_ptr<EngineAccess> access)
    : window_(window), access_(std::move(access)) {
  connect(&look_, &QTimer::timeout, this, &AccessQuestions::dropWhatIsOver);
  access_->setPerson(this, [this](std::uint64_t number, const AccessQuestion& question) { add(number, question); });
}

AccessQuestions::~AccessQuestions() {
  access_->setPerson(nullptr);
  if (dialog_) dialog_->disconnect(this);
  delete dialog_;
}

void AccessQuestions::add(std::uint64_t number, const AccessQuestion& question) {
  waiting_.push_back({number, question});
  if (dialog_ && shown_.question.kind == Kind::kNotice) dialog_->reject();  // its time is over with the next question
  showNext();
}

void AccessQuestions::showNext() {
  while (!dialog_ && !waiting_.empty()) {
    shown_ = std::move(waiting_.front());
    waiting_.pop_front();
    if (shown_.question.over.stop_requested()) continue;
    // Over what waits for it, where that is a dialog.
    QWidget* const modal = QApplication::activeModalWidget();
    AccessDialog* const dialog =
        makeDialog(shown_.question, modal != nullptr && window_.isAncestorOf(modal) ? modal : &window_);
    dialog_ = dialog;
    connect(dialog, &AccessDialog::answered, this,
            [this, number = shown_.number](const std::optional<AccessAnswer>& answer) {
              dialog_.clear();  // it deletes itself
              access_->answer(number, answer);
              QMetaObject::invokeMethod(this, &AccessQuestions::showNext, Qt::QueuedConnection);
            });
    emit asking(dialog);
    dialog->open();
    look_.start(kLookInterval);
  }
  if (!dialog_) look_.stop();
}

void AccessQuestions::dropWhatIsOver() {
  if (dialog_ && shown_.question.over.stop_requested()) dialog_->reject();
}

}  // namespace gan
