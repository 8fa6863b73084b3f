#include "job_list/job_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeView>
#include <QVBoxLayout>

#include "job_list/job_list_model.h"
#include "style/named.h"
#include "style/scale.h"

namespace gan {
namespace {

/// Chooses no other job in the place of one that goes: the next wish would be for a job that nobody chose.
class JobTree : public QTreeView {
 protected:
  void rowsAboutToBeRemoved(const QModelIndex& parent, int first, int last) override {
    const int row = currentIndex().row();
    if (row >= first && row <= last) selectionModel()->clear();
    QTreeView::rowsAboutToBeRemoved(parent, first, last);
  }
};

QTreeView* makeList(JobListModel& model) {
  auto* list = new JobTree;
  list->setObjectName(QStringLiteral("job_list"));
  list->setModel(&model);
  list->setRootIsDecorated(false);
  list->setUniformRowHeights(true);
  list->setAllColumnsShowFocus(true);
  list->setAlternatingRowColors(true);
  list->setTextElideMode(Qt::ElideRight);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setSelectionMode(QAbstractItemView::SingleSelection);
  list->header()->setStretchLastSection(false);
  list->header()->setSectionsMovable(false);
  list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  list->header()->setSectionResizeMode(JobListModel::kWhy, QHeaderView::Stretch);
  return list;
}

}  // namespace

JobPanel::JobPanel(JobListModel& model, QWidget* parent)
    : QWidget(parent),
      jobs_(model),
      queue_(new QComboBox),
      note_(new QLabel),
      list_(makeList(model)),
      open_(makeButton<QPushButton>("job_open", tr("&Open the run"), tr("Shows the run that the job trains (Enter)"))),
      cancel_(makeButton<QPushButton>("job_cancel", tr("C&ancel job …"),
                                      tr("Takes the job out of the queue, or ends it"))) {
  list_->setAccessibleName(tr("Slurm jobs"));
  list_->header()->setAccessibleName(tr("Columns of the list of jobs"));
  queue_->setObjectName(QStringLiteral("job_queue"));
  queue_->setAccessibleName(tr("Whose Slurm is asked"));
  queue_->setToolTip(tr("The computer whose jobs are listed"));
  queue_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  note_->setObjectName(QStringLiteral("job_note"));
  note_->setTextFormat(Qt::PlainText);
  note_->setWordWrap(true);
  note_->setForegroundRole(QPalette::PlaceholderText);
  note_->setMargin(space(*this, Space::kTight));
  auto* buttons = new QVBoxLayout;
  buttons->setContentsMargins(0, 0, space(*this, Space::kSmall), 0);
  buttons->addWidget(open_);
  buttons->addWidget(cancel_);
  buttons->addStretch(1);
  auto* line = new QHBoxLayout;
  line->addWidget(list_, 1);
  line->addLayout(buttons);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(queue_, 0, Qt::AlignLeft);
  column->addWidget(note_);
  column->addLayout(line, 1);

  connect(queue_, &QComboBox::currentIndexChanged, this, &JobPanel::queueWished);
  connect(list_, &QTreeView::activated, this, [this] { emit runWished(run()); });
  connect(open_, &QPushButton::clicked, this, [this] { emit runWished(run()); });
  connect(cancel_, &QPushButton::clicked, this, [this] { emit cancelWished(job()); });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    refresh();
    emit selectionChanged();
  });
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
    connect(&model, signal, this, &JobPanel::refresh);
  }
  setQueues({}, -1);
  setNote({});
  refresh();
}

void JobPanel::setQueues(const QStringList& names, int chosen) {
  const QSignalBlocker quiet(queue_);
  queue_->clear();
  queue_->addItems(names);
  queue_->setCurrentIndex(chosen);
  queue_->setVisible(names.size() > 1);
}

void JobPanel::setNote(const QString& note) {
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

int JobPanel::row() const {
  const QModelIndexList rows = list_->selectionModel()->selectedRows();
  return rows.isEmpty() ? -1 : rows.first().row();
}

QString JobPanel::job() const { return row() < 0 ? QString() : jobs_.jobs()[row()].job; }

QString JobPanel::run() const { return row() < 0 ? QString() : jobs_.jobs()[row()].run; }

/// Without jobs the sentence has the whole panel.
void JobPanel::refresh() {
  const bool any = jobs_.rowCount() > 0;
  for (QWidget* part : {static_cast<QWidget*>(list_), static_cast<QWidget*>(open_), static_cast<QWidget*>(cancel_)}) {
    part->setVisible(any);
  }
  setFocusProxy(any ? list_ : nullptr);  // Tab would be stuck before one that is hidden
  note_->setAlignment(any ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignCenter);
  open_->setEnabled(row() >= 0);
  cancel_->setEnabled(row() >= 0);
}

}  // namespace gan
