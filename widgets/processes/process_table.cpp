#include "processes/process_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <algorithm>

#include "processes/phases.h"
#include "processes/processes_model.h"

namespace gan {
namespace {

constexpr int kBarLetters = 14;     ///< At least.
constexpr int kColumnLetters = 30;  ///< Of any column but the bar's, at most.
constexpr int kRowsForWidth = 200;

class BarDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const auto parts = index.data(ProcessesModel::kPartsRole).value<QVector<double>>();
    if (parts.isEmpty()) return;
    const double margin = option.fontMetrics.height() / 4.0;
    const QRectF bar = QRectF(option.rect).adjusted(margin, margin, -margin, -margin);
    // Phases keep the ground that their colours were chosen for, in a chosen row, too.
    if (option.state.testFlag(QStyle::State_Selected)) {
      painter->fillRect(bar.adjusted(-1, -1, 1, 1), option.palette.color(QPalette::Base));
    }
    double x = bar.left();
    for (int phase = 0; phase < parts.size(); ++phase) {
      const double width = bar.width() * std::clamp(parts[phase], 0.0, 1.0);
      // A hair of background between two phases, where there is room for one.
      const double gap = width > 3 ? 1 : 0;
      paintPhase(*painter, QRectF(x, bar.top(), width - gap, bar.height()), static_cast<Phase>(phase), option.palette);
      x += width;
    }
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const QModelIndex note = index.siblingAtColumn(ProcessesModel::kNote);
    option->font.setBold(!note.data().toString().isEmpty());
  }
};

}  // namespace

ProcessTable::ProcessTable(ProcessesModel& model, QWidget* parent) : QTableView(parent), processes_(model) {
  setObjectName(QStringLiteral("process_table"));
  setAccessibleName(tr("What each process spends an iteration on, in milliseconds"));
  setModel(&model);
  setItemDelegate(new BarDelegate(this));
  setTabKeyNavigation(false);
  setShowGrid(false);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setHorizontalScrollMode(ScrollPerPixel);
  setAlternatingRowColors(true);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 7 / 4);
  horizontalHeader()->setResizeContentsPrecision(kRowsForWidth);
  horizontalHeader()->setHighlightSections(false);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
    if (!fitting_) chosen_columns_.insert(column);
  });
  connect(&model, &ProcessesModel::factsChanged, this, &ProcessTable::fitColumns);
  connect(&model, &QAbstractItemModel::modelReset, this, [this] {
    // The first cell, so that arrow keys and screen readers have a place to begin at.
    if (this->model()->rowCount() > 0) setCurrentIndex(this->model()->index(0, 0));
    clearSelection();
  });
  fitColumns();
}

QSize ProcessTable::minimumSizeHint() const { return QSize(16, 6) * fontMetrics().height(); }

void ProcessTable::fitColumns() {
  const QScopedValueRollback fitting(fitting_, true);
  const int letter = fontMetrics().averageCharWidth();
  horizontalHeader()->setMinimumSectionSize(3 * letter);
  setColumnHidden(ProcessesModel::kNote, processes_.facts().balance.stragglers.empty());
  for (int column = 0; column < model()->columnCount(); ++column) {
    if (column == ProcessesModel::kBar || isColumnHidden(column) || chosen_columns_.contains(column)) continue;
    resizeColumnToContents(column);
    setColumnWidth(column, std::min(columnWidth(column), kColumnLetters * letter));
  }
  fitBar();
}

void ProcessTable::fitBar() {
  const int letter = fontMetrics().averageCharWidth();
  int others = 0;
  for (int column = 0; column < model()->columnCount(); ++column) {
    if (column != ProcessesModel::kBar) others += columnWidth(column);
  }
  // The bar takes what is left, but stays long enough to be read: then the table scrolls.
  const bool room = viewport()->width() - others > kBarLetters * letter;
  horizontalHeader()->setSectionResizeMode(ProcessesModel::kBar,
                                           room ? QHeaderView::Stretch : QHeaderView::Interactive);
  if (!room) setColumnWidth(ProcessesModel::kBar, kBarLetters * letter);
}

void ProcessTable::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  fitBar();
}

void ProcessTable::copy() const {
  QModelIndexList chosen = selectionModel()->selectedIndexes();
  std::sort(chosen.begin(), chosen.end());  // by row, then column
  QString text;
  int row = -1;
  for (const QModelIndex& index : chosen) {
    if (index.column() == ProcessesModel::kBar) continue;
    if (row >= 0) text += QLatin1Char(index.row() == row ? '\t' : '\n');
    row = index.row();
    text += index.data().toString();
  }
  if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text);
}

void ProcessTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  QTableView::keyPressEvent(event);
}

}  // namespace gan
