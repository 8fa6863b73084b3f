#include "dialogs/compare_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include "style/plain_text.h"
#include "style/scale.h"

namespace gan {

CompareDialog::CompareDialog(const QVector<RunPlace>& runs, const QVector<RunPlace>& checked, int most, QWidget* parent)
    : QDialog(parent), runs_(namedApart(runs)), most_(most), list_(new QListWidget), complaint_(new QLabel) {
  setObjectName(QStringLiteral("compare_dialog"));
  setWindowTitle(tr("Compare runs"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* search = new QLineEdit;
  search->setObjectName(QStringLiteral("compare_search"));
  search->setPlaceholderText(tr("Search"));
  search->setAccessibleName(tr("Search the runs"));
  search->setClearButtonEnabled(true);
  list_->setObjectName(QStringLiteral("compare_runs"));
  list_->setAccessibleName(tr("Runs to compare"));
  for (const RunPlace& run : runs_) {
    auto* item = new QListWidgetItem(printable(run.name), list_);
    item->setToolTip(plainToolTip(run.target));
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    item->setCheckState(checked.contains(run) ? Qt::Checked : Qt::Unchecked);
  }
  if (list_->count() > 0) list_->setCurrentRow(0);
  complaint_->setObjectName(QStringLiteral("complaint"));
  complaint_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  go_ = buttons->addButton(tr("&Compare"), QDialogButtonBox::AcceptRole);
  go_->setObjectName(QStringLiteral("go"));
  go_->setDefault(true);
  buttons->button(QDialogButtonBox::Cancel)->setIcon({});  // the other button has none
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(search);
  layout->addWidget(list_, 1);
  layout->addWidget(complaint_);
  layout->addWidget(buttons);
  list_->setFocus();
  giveFirstSize(*this, 60, 24);

  connect(search, &QLineEdit::textChanged, this, [this](const QString& words) {
    for (int row = 0; row < list_->count(); ++row) {
      const RunPlace& run = runs_[row];
      const QString text = run.name + QLatin1Char(' ') + run.target;
      list_->item(row)->setHidden(!text.contains(words.trimmed(), Qt::CaseInsensitive));
    }
  });
  connect(list_, &QListWidget::itemChanged, this, &CompareDialog::refresh);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(go_, &QPushButton::clicked, this, &CompareDialog::finish);
  refresh();
}

QVector<RunPlace> CompareDialog::checked() const {
  QVector<RunPlace> checked;
  for (int row = 0; row < list_->count(); ++row) {
    if (list_->item(row)->checkState() == Qt::Checked) checked << runs_[row];
  }
  return checked;
}

void CompareDialog::refresh() {
  const qsizetype count = checked().size();
  QString complaint;
  if (list_->count() < 2) {
    complaint = tr("There are not two runs in the list. Add folder of runs shows those of a folder.");
  } else if (count < 2) {
    complaint = tr("Check two runs or more.");
  } else if (count > most_) {
    complaint = tr("%n runs at most can be compared.", nullptr, most_);
  }
  complaint_->setText(complaint);
  go_->setEnabled(complaint.isEmpty());
}

void CompareDialog::finish() {
  emit chosen(checked());
  accept();
}

}  // namespace gan
