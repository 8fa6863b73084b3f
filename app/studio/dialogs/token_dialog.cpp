#include "dialogs/token_dialog.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "state/texts.h"
#include "style/named.h"

namespace gan {
namespace {

constexpr int kLongestToken = 256;

}  // namespace

TokenDialog::TokenDialog(const AccessQuestion& question, QWidget* parent)
    : AccessDialog(QStringLiteral("token_dialog"), tr("Token for %1").arg(question.where), parent),
      token_(named(new QLineEdit, "token")),
      remembered_(named(new QCheckBox(tr("&Remember it on this computer")), "token_remembered")) {
  auto* why = makeLabel("token_why");
  // Where there has been none yet there is nothing wrong.
  why->setText(question.why.id == "token_unknown"
                   ? tr("The engine at %1 answers those who show a token.").arg(question.where)
                   : translated(question.why));
  auto* label = new QLabel(tr("&Token, as “gan-engine token” printed it"));
  label->setBuddy(token_);
  token_->setEchoMode(QLineEdit::Password);
  token_->setMaxLength(kLongestToken);
  auto* shown = named(new QCheckBox(tr("&Show what is typed")), "token_shown");
  remembered_->setChecked(true);
  remembered_->setToolTip(tr("In a file that only you may read, as gan-engine watch does"));
  body().addWidget(why);
  body().addWidget(label);
  body().addWidget(token_);
  body().addWidget(shown);
  body().addWidget(remembered_);
  addButtons(tr("&Go on"), tr("Cancel"));
  token_->setFocus();
  connect(token_, &QLineEdit::textChanged, this, &TokenDialog::refresh);
  connect(shown, &QCheckBox::toggled, this,
          [this](bool show) { token_->setEchoMode(show ? QLineEdit::Normal : QLineEdit::Password); });
  refresh();
}

void TokenDialog::refresh() { yes()->setEnabled(!token_->text().trimmed().isEmpty()); }

AccessAnswer TokenDialog::answer() const {
  return {.text = token_->text().trimmed(), .remembered = remembered_->isChecked()};
}

}  // namespace gan
