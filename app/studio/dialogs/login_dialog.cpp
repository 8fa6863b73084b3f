#include "dialogs/login_dialog.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "style/named.h"

namespace gan {

LoginDialog::LoginDialog(const AccessQuestion& question, QWidget* parent)
    : AccessDialog(QStringLiteral("login_dialog"), tr("Log in to %1").arg(question.where), parent) {
  const bool is_notice = question.kind == AccessQuestion::Kind::kNotice;
  auto* heading = makeLabel("login_heading");
  heading->setText(is_notice ? tr("On the way to %1, ssh says:").arg(question.where)
                             : tr("On the way to %1, ssh asks:").arg(question.where));
  auto* words = makeLabel("login_question");
  words->setText(question.text.trimmed());
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  body().addWidget(heading);
  body().addWidget(words);
  if (question.kind == AccessQuestion::Kind::kSecret) addLine(question.text.trimmed());
  if (is_notice) {
    addButtons({}, tr("&Hide"));
  } else if (question.kind == AccessQuestion::Kind::kConfirm) {
    addButtons(tr("&Allow"), tr("&Refuse"));
  } else {
    addButtons(tr("&Log in"), tr("Cancel"));
  }
}

void LoginDialog::addLine(const QString& question) {
  line_ = named(new QLineEdit, "login_answer", question);
  line_->setEchoMode(QLineEdit::Password);
  auto* shown = named(new QCheckBox(tr("&Show what is typed")), "login_shown");
  connect(shown, &QCheckBox::toggled, line_,
          [line = line_](bool show) { line->setEchoMode(show ? QLineEdit::Normal : QLineEdit::Password); });
  body().addWidget(line_);
  body().addWidget(shown);
  line_->setFocus();
}

AccessAnswer LoginDialog::answer() const { return {.text = line_ == nullptr ? QString() : line_->text()}; }

}  // namespace gan
