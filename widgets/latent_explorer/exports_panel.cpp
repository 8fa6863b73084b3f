#include "latent_explorer/exports_panel.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTreeView>
#include <QVBoxLayout>

#include "latent_explorer/exports_model.h"
#include "style/named.h"

namespace gan {
namespace {

constexpr int kLines = 5;  // of the list

/// Text over a bar as long as its share of the cell.
class ShareDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QVariant share = index.data(ExportsModel::kShareRole);
    if (!share.isValid()) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionProgressBar bar;
    bar.rect = option.rect.adjusted(1, 1, -1, -1);
    bar.palette = option.palette;
    bar.fontMetrics = option.fontMetrics;
    bar.direction = option.direction;
    bar.state = QStyle::State_Enabled | QStyle::State_Horizontal;
    bar.minimum = 0;
    bar.maximum = 1000;
    bar.progress = qRound(share.toDouble() * bar.maximum);
    bar.text = index.data().toString();
    bar.textVisible = true;
    bar.textAlignment = Qt::AlignCenter;
    QApplication::style()->drawControl(QStyle::CE_ProgressBar, &bar, painter, option.widget);
  }
};

}  // namespace

ExportsPanel::ExportsPanel(ExportsModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      sentence_(new QLabel),
      list_(new QTreeView),
      samples_(makeButton<QToolButton>("export_samples", tr("Export samples …"), tr("Write many pictures into files"))),
      film_(
          makeButton<QToolButton>("export_film", tr("Make film …"), tr("Write the film of the timeline into a file"))),
      sheet_(makeButton<QToolButton>("export_sheet", tr("Make sheet …"), tr("Write many small pictures into one"))),
      open_(
          makeButton<QToolButton>("export_open", tr("Open folder"), tr("Show the files of the chosen export (Enter)"))),
      continue_(makeButton<QToolButton>("export_continue", tr("Go on"),
                                        tr("Go on with the chosen export, which was broken off"))),
      cancel_(makeButton<QToolButton>("export_cancel", tr("Cancel"), {})) {
  setObjectName(QStringLiteral("exports_page"));
  sentence_->setObjectName(QStringLiteral("exports_sentence"));
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  auto* row = new QHBoxLayout;
  for (QToolButton* button : {samples_, film_, sheet_}) row->addWidget(button);
  row->addStretch(1);
  for (QToolButton* button : {open_, continue_, cancel_}) row->addWidget(button);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addLayout(row);
  layout->addWidget(sentence_);
  layout->addWidget(makeList());
  layout->addStretch(1);
  connectParts();
  refresh();
}

ExportsPanel::~ExportsPanel() { model_.setWatched(false); }

QWidget* ExportsPanel::makeList() {
  list_->setObjectName(QStringLiteral("exports"));
  list_->setAccessibleName(tr("Exports of the run"));
  list_->setModel(&model_);
  list_->setItemDelegateForColumn(ExportsModel::kProgress, new ShareDelegate(list_));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setAllColumnsShowFocus(true);
  list_->setAlternatingRowColors(true);
  list_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list_->setSelectionMode(QAbstractItemView::SingleSelection);
  QHeaderView* header = list_->header();
  header->setAccessibleName(tr("Columns of the list of exports"));
  header->setStretchLastSection(false);
  header->setSectionsMovable(false);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(ExportsModel::kWhat, QHeaderView::Stretch);
  const int line = fontMetrics().height() * 3 / 2;
  list_->setFixedHeight((kLines + 1) * line);
  return list_;
}

void ExportsPanel::connectParts() {
  connect(samples_, &QToolButton::clicked, this, &ExportsPanel::samplesWished);
  connect(film_, &QToolButton::clicked, this, &ExportsPanel::filmWished);
  connect(sheet_, &QToolButton::clicked, this, &ExportsPanel::sheetWished);
  connect(open_, &QToolButton::clicked, this, &ExportsPanel::openOrFetch);
  connect(list_, &QTreeView::activated, this, &ExportsPanel::openOrFetch);
  connect(continue_, &QToolButton::clicked, this, [this] {
    if (const ExportRow* row = chosen()) emit continueWished(row->id);
  });
  connect(cancel_, &QToolButton::clicked, this, &ExportsPanel::endChosen);
  connect(new QShortcut(Qt::Key_Delete, list_, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, cancel_,
          &QToolButton::click);
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ExportsPanel::refresh);
  for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
    connect(&model_, signal, this, &ExportsPanel::refresh);
  }
  connect(&model_, &QAbstractItemModel::dataChanged, this, &ExportsPanel::refresh);
  connect(&model_, &ExportsModel::noteChanged, this, &ExportsPanel::refresh);
}

const ExportRow* ExportsPanel::chosen() const {
  const QModelIndexList rows = list_->selectionModel()->selectedRows();
  return rows.isEmpty() ? nullptr : &model_.exports().at(rows.first().row());
}

void ExportsPanel::openOrFetch() {
  const ExportRow* row = chosen();
  if (row == nullptr || !open_->isEnabled()) return;
  row->is_here ? emit openWished(row->folder) : emit fetchWished(row->id);
}

ExportsPanel::Ending ExportsPanel::endingOf(const ExportRow& row) const {
  if (model_.isFetched(row.id)) return Ending::kStopFetching;
  const bool is_gone = row.phase == ExportRow::Phase::kDone || row.phase == ExportRow::Phase::kCancelled;
  return is_gone ? Ending::kRemove : Ending::kCancel;
}

void ExportsPanel::endChosen() {
  const ExportRow* row = chosen();
  if (row == nullptr) return;
  switch (endingOf(*row)) {
    case Ending::kCancel:
      return emit cancelWished(row->id);
    case Ending::kStopFetching:
      return emit fetchStopWished(row->id);
    case Ending::kRemove:
      return emit removeWished(row->id);
  }
}

QString ExportsPanel::sentence() const {
  if (!model_.refusal().isEmpty()) return model_.refusal();
  if (!model_.problem().isEmpty()) return model_.problem();
  if (const ExportRow* row = chosen(); row != nullptr && !row->problem.isEmpty()) return row->problem;
  if (model_.rowCount() > 0) return {};
  if (!model_.isKnown()) return tr("The exports are being listed …");
  return tr(
      "No exports yet: samples, films and sheets that are made here go on when the window is closed, and are found "
      "here again.");
}

void ExportsPanel::refresh() {
  const ExportRow* row = chosen();
  const bool possible = model_.refusal().isEmpty();
  for (QToolButton* button : {samples_, film_, sheet_}) button->setEnabled(possible);
  const bool is_here = row == nullptr || row->is_here;
  open_->setText(is_here ? tr("Open folder") : tr("Fetch …"));
  open_->setToolTip(is_here ? tr("Show the files of the chosen export (Enter)")
                            : tr("Bring the files of the chosen export to this machine (Enter)"));
  const bool fetching = row != nullptr && model_.isFetched(row->id);
  open_->setEnabled(row != nullptr && !fetching &&
                    (is_here ? !row->folder.isEmpty() : row->phase == ExportRow::Phase::kDone));
  continue_->setEnabled(row != nullptr && row->isBroken());
  switch (row == nullptr ? Ending::kCancel : endingOf(*row)) {
    case Ending::kCancel:
      cancel_->setText(tr("Cancel"));
      cancel_->setToolTip(tr("End the chosen export and remove what was made of it (Delete)"));
      break;
    case Ending::kStopFetching:
      cancel_->setText(tr("Stop fetching"));
      cancel_->setToolTip(tr("Leave the files where they are that have not come yet (Delete)"));
      break;
    case Ending::kRemove:
      cancel_->setText(tr("Remove …"));
      cancel_->setToolTip(tr("Remove the chosen export with its files (Delete)"));
      break;
  }
  cancel_->setEnabled(row != nullptr);
  sentence_->setText(sentence());
  sentence_->setVisible(!sentence_->text().isEmpty());
}

void ExportsPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  model_.setWatched(true);
}

void ExportsPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  model_.setWatched(false);
}

}  // namespace gan
