#include "dialogs/access_dialog.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "style/scale.h"

namespace gan {

AccessDialog::AccessDialog(const QString& name, const QString& title, QWidget* parent)
    : QDialog(parent), body_(new QVBoxLayout), buttons_(new QDialogButtonBox) {
  setObjectName(name);
  setWindowTitle(title);
  setAttribute(Qt::WA_DeleteOnClose);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(body_);
  layout->addStretch();
  layout->addWidget(buttons_);
  giveFirstSize(*this, 76, 14);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

AccessDialog::~AccessDialog() {
  if (!is_answered_) emit answered(std::nullopt);
}

void AccessDialog::addButtons(const QString& yes, const QString& no) {
  if (!yes.isEmpty()) {
    auto* button = buttons_->addButton(yes, QDialogButtonBox::AcceptRole);
    button->setObjectName(QStringLiteral("access_yes"));
    button->setDefault(true);
    yes_ = button;
  }
  if (no.isEmpty()) return;
  auto* button = buttons_->addButton(no, QDialogButtonBox::RejectRole);
  button->setObjectName(QStringLiteral("access_no"));
  button->setAutoDefault(false);
  no_ = button;
}

void AccessDialog::done(int result) {
  is_answered_ = true;
  emit answered(result == QDialog::Accepted ? std::optional(answer()) : std::nullopt);
  QDialog::done(result);
}

}  // namespace gan
