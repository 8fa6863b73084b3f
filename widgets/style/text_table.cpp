#include "style/text_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>

namespace gan {
namespace {

constexpr int kRowsForWidth = 200;  // more would keep the window waiting
constexpr int kColumnLetters = 30;  ///< Of a fitted column, at most.

}  // namespace

TextTable::TextTable(QAbstractItemModel& model, std::optional<int> picture_column, QWidget* parent)
    : QTableView(parent), picture_column_(picture_column) {
  setModel(&model);
  setTabKeyNavigation(false);
  setShowGrid(false);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  horizontalHeader()->setResizeContentsPrecision(kRowsForWidth);
  horizontalHeader()->setHighlightSections(false);
  const auto begin = [this] {
    // So that arrow keys and screen readers have a place to begin at.
    if (this->model()->rowCount() > 0) setCurrentIndex(this->model()->index(0, 0));
    clearSelection();
  };
  connect(&model, &QAbstractItemModel::modelReset, this, begin);
  begin();
}

QSize TextTable::minimumSizeHint() const { return QSize(16, 6) * fontMetrics().height(); }

void TextTable::fitColumn(int column) {
  resizeColumnToContents(column);
  setColumnWidth(column, std::min(columnWidth(column), kColumnLetters * fontMetrics().averageCharWidth()));
}

void TextTable::copy() const {
  QModelIndexList chosen = selectionModel()->selectedIndexes();
  std::sort(chosen.begin(), chosen.end());  // by row, then column
  QString text;
  int row = -1;
  for (const QModelIndex& index : chosen) {
    if (index.column() == picture_column_) continue;
    if (row >= 0) text += QLatin1Char(index.row() == row ? '\t' : '\n');
    row = index.row();
    text += index.data().toString();
  }
  if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text);
}

void TextTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copy();
  QTableView::keyPressEvent(event);
}

}  // namespace gan
