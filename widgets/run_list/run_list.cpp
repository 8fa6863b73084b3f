#include "run_list/run_list.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>
#include <algorithm>
#include <array>
#include <utility>

#include "run_list/name_elision.h"
#include "run_list/run_list_model.h"

namespace gan {
namespace {

constexpr int kRestMs = 300;
/// By what they tell; the name is always shown.
constexpr std::array kByImportance = {RunListModel::kState, RunListModel::kStep, RunListModel::kRemaining,
                                      RunListModel::kSpeed};
constexpr int kNameLetters = 14;

/// Signs alone in a strip; else names, cut where they tell none of their neighbours from another.
class NameDelegate : public QStyledItemDelegate {
 public:
  explicit NameDelegate(const RunList& list, QObject* parent) : QStyledItemDelegate(parent), list_(list) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QStyle& style = *list_.style();
    if (index.column() == RunListModel::kName && !item.text.isEmpty()) {
      const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &item, &list_) + 1;
      const int room = style.subElementRect(QStyle::SE_ItemViewItemText, &item, &list_).width() - 2 * margin;
      item.text = elidedAmong(item.text, neighbours(index), item.fontMetrics, room);
    }
    style.drawControl(QStyle::CE_ItemViewItem, &item, painter, &list_);
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (!list_.isStrip()) return;
    option->text.clear();
    option->decorationAlignment = Qt::AlignCenter;
    option->decorationPosition = QStyleOptionViewItem::Top;
  }

 private:
  static QStringList neighbours(const QModelIndex& index) {
    const QAbstractItemModel& model = *index.model();
    QStringList names;
    for (int row = 0; row < model.rowCount(index.parent()); ++row) {
      names << model.index(row, RunListModel::kName, index.parent()).data().toString();
    }
    return names;
  }

  const RunList& list_;
};

}  // namespace

RunList::RunList(RunListModel& model, QWidget* parent) : QTreeView(parent), runs_(model) {
  setObjectName(QStringLiteral("run_list"));
  setModel(&model);
  setItemDelegate(new NameDelegate(*this, this));
  setUniformRowHeights(true);
  setTextElideMode(Qt::ElideMiddle);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setSelectionMode(QAbstractItemView::ExtendedSelection);  // a single one moves by itself when its row goes
  setExpandsOnDoubleClick(false);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  header()->setStretchLastSection(false);
  header()->setMinimumSectionSize(fontMetrics().height());
  header()->setSectionsMovable(false);
  header()->setSectionResizeMode(QHeaderView::Fixed);
  header()->setSectionResizeMode(RunListModel::kName, QHeaderView::Stretch);
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  fit_.setSingleShot(true);
  fit_.setInterval(0);
  connect(&rest_, &QTimer::timeout, this, [this] { activate(currentIndex()); });
  connect(&fit_, &QTimer::timeout, this, &RunList::fitColumns);
  connect(this, &QTreeView::clicked, this, &RunList::activate);
  connect(&model, &QAbstractItemModel::rowsRemoved, &fit_, qOverload<>(&QTimer::start));
  connect(&model, &QAbstractItemModel::modelReset, &fit_, qOverload<>(&QTimer::start));
  connect(&model, &QAbstractItemModel::rowsMoved, this,
          [this](const QModelIndex&, int first, int last, const QModelIndex& to, int row) {
            showNew(to, row, row + last - first);
          });
  if (model.rowCount() > 0) showNew({}, 0, model.rowCount() - 1);
  setTexts();
  fitStrip();
  fitColumns();
}

void RunList::select(const QString& path) {
  selected_ = path;
  was_shown_ = false;
  rest_.stop();
  highlight();
}

void RunList::highlight() {
  const QModelIndex index = selected_.isEmpty() ? QModelIndex() : runs_.indexOf(selected_);
  if (!index.isValid()) return selectionModel()->clearSelection();
  selectionModel()->select(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  if (std::exchange(was_shown_, true)) return;
  setCurrentIndex(index);
  scrollTo(index);
}

QItemSelectionModel::SelectionFlags RunList::selectionCommand(const QModelIndex&, const QEvent*) const {
  return QItemSelectionModel::NoUpdate;
}

void RunList::setEmptyText(const QString& text) {
  empty_text_ = text;
  viewport()->update();
}

void RunList::setStrip(bool strip) {
  if (strip == strip_) return;
  strip_ = strip;
  setHeaderHidden(strip);
  setRootIsDecorated(!strip);
  setVerticalScrollBarPolicy(strip ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded);
  fitStrip();
  fitColumns();
  viewport()->update();
}

void RunList::fitStrip() {
  const int sign = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) + fontMetrics().height() * 2 / 3;
  setIndentation(strip_ ? 0 : fontMetrics().height() * 3 / 4);
  setMinimumWidth(strip_ ? sign : 0);
  setMaximumWidth(strip_ ? sign : QWIDGETSIZE_MAX);
}

void RunList::activate(const QModelIndex& index) {
  rest_.stop();
  const QString path = index.data(RunListModel::kPathRole).toString();
  if (!path.isEmpty()) emit runActivated(path);
}

/// Rows that came are expanded once; what the person collapses later stays so.
void RunList::showNew(const QModelIndex& parent, int first, int last) {
  if (runs_.rowCount(parent) == last - first + 1) expand(parent);
  for (int row = first; row <= last; ++row) {
    const QModelIndex index = runs_.index(row, 0, parent);
    setFirstColumnSpanned(row, parent, index.data(RunListModel::kPathRole).isNull());
    if (const int children = runs_.rowCount(index); children > 0) {
      expand(index);
      showNew(index, 0, children - 1);
    }
  }
}

void RunList::rowsInserted(const QModelIndex& parent, int first, int last) {
  QTreeView::rowsInserted(parent, first, last);
  showNew(parent, first, last);
  highlight();
  fit_.start();
}

void RunList::dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
  QTreeView::dataChanged(first, last, roles);
  if (last.column() > RunListModel::kName) fit_.start();
}

void RunList::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  if (by_keys_) rest_.start();  // not when the run that was current is removed
}

void RunList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return activate(currentIndex());
  by_keys_ = true;
  QTreeView::keyPressEvent(event);
  by_keys_ = false;
}

void RunList::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  fitColumns();
}

void RunList::changeEvent(QEvent* event) {
  QTreeView::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  fitStrip();
  fit_.start();
}

void RunList::setTexts() {
  setAccessibleName(tr("Runs"));
  header()->setAccessibleName(tr("Columns of the list of runs"));
  viewport()->update();
}

/// Also of a hidden column, of which the header tells no size.
int RunList::titleWidth(int column) const {
  const QString title = model()->headerData(column, Qt::Horizontal).toString();
  const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header());
  return header()->fontMetrics().horizontalAdvance(title) + 2 * margin;
}

void RunList::fitColumns() {
  int left = viewport()->width() - kNameLetters * fontMetrics().averageCharWidth() - 2 * indentation() -
             fontMetrics().height();
  bool fits = !strip_;
  for (const int column : kByImportance) {
    const int width = std::max({sizeHintForColumn(column), header()->sectionSizeHint(column), titleWidth(column)}) +
                      fontMetrics().height() / 3;
    fits = fits && width <= left;  // no gaps in the order of importance
    if (isColumnHidden(column) == fits) setColumnHidden(column, !fits);
    if (!fits) continue;
    if (columnWidth(column) != width) setColumnWidth(column, width);
    left -= width;
  }
}

void RunList::paintEvent(QPaintEvent* event) {
  QTreeView::paintEvent(event);
  if (runs_.rowCount() > 0) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const int margin = fontMetrics().height();
  const QString text =
      empty_text_.isEmpty() ? tr("No runs yet: start one, or add a folder that holds runs.") : empty_text_;
  painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                   text);
}

}  // namespace gan
