#include "window/checkpoint_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "dialogs/path_line.h"

namespace gan {
namespace {

enum Column { kStep, kWritten, kSize, kKept, kLine, kColumns };

/// Newest first, one of each step.
std::vector<ListedCheckpoint> offeredOf(std::vector<ListedCheckpoint> listed, CheckpointDialog::Purpose purpose) {
  if (purpose == CheckpointDialog::Purpose::kRollBack)
    std::erase_if(listed, [](const auto& it) { return it.superseded; });
  std::ranges::reverse(listed);
  const auto same_step = [](const auto& a, const auto& b) { return a.entry.state.step == b.entry.state.step; };
  const auto others = std::ranges::unique(listed, same_step);
  listed.erase(others.begin(), others.end());
  return listed;
}

}  // namespace

CheckpointDialog::CheckpointDialog(Purpose purpose, const std::vector<ListedCheckpoint>& checkpoints,
                                   const QString& proposed_out, QWidget* parent)
    : QDialog(parent), purpose_(purpose), table_(new QTableWidget(0, kColumns)), complaint_(new QLabel) {
  const bool branches = purpose == Purpose::kBranch;
  setObjectName(branches ? QStringLiteral("branch_dialog") : QStringLiteral("roll_back_dialog"));
  setWindowTitle(branches ? tr("Branch from a checkpoint") : tr("Roll back to a checkpoint"));
  setAttribute(Qt::WA_DeleteOnClose);

  auto* explanation = new QLabel(
      branches ? tr("A new run is made that goes on from the checkpoint; this one stays as it is. Resume trains it.")
               : tr("Training goes on from the checkpoint. What came after it stays in the run, as superseded."));
  explanation->setWordWrap(true);
  table_->setObjectName(QStringLiteral("checkpoints"));
  table_->setAccessibleName(tr("Checkpoints"));
  table_->setHorizontalHeaderLabels({tr("Step"), tr("Written"), tr("Size"), tr("Kept"), tr("Part of the run")});
  table_->setColumnHidden(kLine, !branches);  // the others are all of one
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->verticalHeader()->hide();
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setTabKeyNavigation(false);

  auto* layout = new QVBoxLayout(this);
  layout->addWidget(explanation);
  layout->addWidget(table_);
  if (branches) {
    out_ = new QLineEdit(proposed_out);
    out_->setObjectName(QStringLiteral("branch_out"));
    auto* form = new QFormLayout;
    form->addRow(tr("&New run folder"), out_);
    layout->addLayout(form);
    connect(out_, &QLineEdit::textChanged, this, &CheckpointDialog::look);
    task_.run([proposed_out] { return freeFolder(proposed_out); },
              [this, proposed_out](const QString& free) {
                if (out_->text() == proposed_out) out_->setText(free);
                look();
              });
  }
  complaint_->setObjectName(QStringLiteral("complaint"));
  complaint_->setWordWrap(true);
  complaint_->setTextFormat(Qt::PlainText);
  layout->addWidget(complaint_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  go_ = buttons->addButton(branches ? tr("&Branch") : tr("&Roll back"), QDialogButtonBox::AcceptRole);
  go_->setObjectName(QStringLiteral("go"));
  go_->setDefault(true);
  layout->addWidget(buttons);
  buttons->button(QDialogButtonBox::Cancel)->setIcon({});  // the other button has none
  buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
  table_->setFocus();
  resize(fontMetrics().averageCharWidth() * 75, fontMetrics().height() * 22);

  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(go_, &QPushButton::clicked, this, &CheckpointDialog::finish);
  connect(table_, &QTableWidget::itemSelectionChanged, this, &CheckpointDialog::refresh);
  connect(table_, &QTableWidget::itemActivated, this, &CheckpointDialog::finish);
  checkpoints.empty() ? refresh() : setCheckpoints(checkpoints);
}

void CheckpointDialog::setCheckpoints(const std::vector<ListedCheckpoint>& checkpoints) {
  const std::vector<ListedCheckpoint> offered = offeredOf(checkpoints, purpose_);
  QStringList listed;
  for (const auto& [entry, superseded] : offered) {
    listed << QString::fromStdString(entry.name) + QLatin1Char(entry.state.pinned ? '!' : ' ') +
                  QLatin1Char(superseded ? 'x' : ' ');
  }
  if (!std::exchange(looks_, false) && listed == listed_) return;
  listed_ = listed;
  const auto before = step();
  table_->setRowCount(static_cast<int>(offered.size()));
  std::optional<int> selected;
  for (int row = 0; row < table_->rowCount(); ++row) {
    const ListedCheckpoint& checkpoint = offered[static_cast<std::size_t>(row)];
    setRow(row, checkpoint);
    const bool chosen = before ? *before == checkpoint.entry.state.step : !checkpoint.superseded;
    if (chosen && !selected) selected = row;
  }
  table_->clearSelection();
  if (!before && !selected) selected = 0;
  if (selected) table_->selectRow(*selected);
  refresh();
}

void CheckpointDialog::setRow(int row, const ListedCheckpoint& checkpoint) {
  const QLocale locale;
  const CheckpointState& state = checkpoint.entry.state;
  const auto time = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(state.unix_seconds * 1000));
  auto* step = new QTableWidgetItem(locale.toString(static_cast<qlonglong>(state.step)));
  step->setData(Qt::UserRole, static_cast<qlonglong>(state.step));
  table_->setItem(row, kStep, step);
  table_->setItem(row, kWritten, new QTableWidgetItem(locale.toString(time, QLocale::ShortFormat)));
  const auto bytes = static_cast<qint64>(checkpoint.entry.bytes);
  table_->setItem(row, kSize, new QTableWidgetItem(locale.formattedDataSize(bytes)));
  table_->setItem(row, kKept, new QTableWidgetItem(state.pinned ? tr("always") : tr("for a while")));
  auto* line = new QTableWidgetItem(checkpoint.superseded ? tr("superseded") : tr("current"));
  if (checkpoint.superseded) line->setToolTip(tr("A later roll back or resume left this part of the run."));
  table_->setItem(row, kLine, line);
}

std::optional<qint64> CheckpointDialog::step() const {
  const auto selected = table_->selectionModel()->selectedRows();
  if (selected.isEmpty()) return std::nullopt;
  return selected.first().data(Qt::UserRole).toLongLong();
}

/// A slow disk keeps nobody from typing; until it has answered nothing can be made there.
void CheckpointDialog::look() {
  const QString out = absolutePath(out_->text());
  free_.reset();
  task_.run([out] { return out.isEmpty() || isFreeForRun(out); },
            [this](bool free) {
              free_ = free;
              refresh();
            });
  refresh();
}

void CheckpointDialog::refresh() {
  QString complaint;
  if (!step() && table_->rowCount() > 0) {
    complaint = tr("Choose a checkpoint: the one that was chosen is not kept any more.");
  } else if (!step()) {
    complaint = looks_ ? tr("Looking …") : tr("There is no checkpoint yet. Make one with Checkpoint.");
  }
  if (out_ && complaint.isEmpty()) {
    if (out_->text().trimmed().isEmpty()) {
      complaint = tr("Name a folder for the new run.");
    } else if (free_ == false) {
      complaint = tr("%1 exists already. Name a new folder.").arg(out_->text());
    }
  }
  complaint_->setText(complaint);
  go_->setEnabled(complaint.isEmpty() && (!out_ || free_ == true));
}

void CheckpointDialog::finish() {
  if (!go_->isEnabled()) return;
  emit chosen(*step(), out_ ? absolutePath(out_->text()) : QString());
  accept();
}

}  // namespace gan
