#include "run_list/run_list.h"

#include <QApplication>
#include <QContextMenuEvent>
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

struct ColumnFacts {
  int column;
  const char* name;
  bool at_first;  ///< Wished by nobody, it is shown.
};
/// By what they tell; the name is always shown.
constexpr std::array kByImportance = {ColumnFacts{RunListModel::kState, "state", true},
                                      ColumnFacts{RunListModel::kPicture, "picture", false},
                                      ColumnFacts{RunListModel::kBestScore, "best_score", false},
                                      ColumnFacts{RunListModel::kStep, "step", true},
                                      ColumnFacts{RunListModel::kTags, "tags", false},
                                      ColumnFacts{RunListModel::kLength, "length", false},
                                      ColumnFacts{RunListModel::kRemaining, "remaining", true},
                                      ColumnFacts{RunListModel::kSpeed, "speed", true}};
constexpr int kMostTagLetters = 24;
constexpr int kPictureLines = 3;
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

  /// A row is as high before its picture is read as it is with it.
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool has_picture = index.column() == RunListModel::kPicture && index.data(RunListModel::kPlaceRole).isValid();
    return has_picture ? list_.pictureSize() + QSize(4, 2) : QStyledItemDelegate::sizeHint(option, index);
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
  for (const ColumnFacts& facts : kByImportance) {
    if (facts.at_first) wished_.insert(facts.column);
  }
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

void RunList::select(const RunPlace& place) {
  selected_ = place;
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
  const auto place = index.data(RunListModel::kPlaceRole).value<RunPlace>();
  if (!place.isEmpty()) emit runActivated(place);
}

/// Rows that came are expanded once; what the person collapses later stays so.
void RunList::showNew(const QModelIndex& parent, int first, int last) {
  if (runs_.rowCount(parent) == last - first + 1) expand(parent);
  for (int row = first; row <= last; ++row) {
    const QModelIndex index = runs_.index(row, 0, parent);
    setFirstColumnSpanned(row, parent, !index.data(RunListModel::kPlaceRole).isValid());
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
  emit currentRowChanged();
}

RunPlace RunList::currentRun() const { return currentIndex().data(RunListModel::kPlaceRole).value<RunPlace>(); }

QString RunList::currentFolder() const { return currentIndex().data(RunListModel::kFolderRole).toString(); }

void RunList::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();
  if (event->reason() != QContextMenuEvent::Mouse) return wishMenu();
  const QModelIndex index = indexAt(event->pos());
  if (!index.isValid()) return;
  setCurrentIndex(index);
  emit menuWished(event->globalPos());
}

void RunList::wishMenu() {
  const QModelIndex index = currentIndex();
  if (!index.isValid()) return;
  rest_.stop();  // what is wished is the menu
  scrollTo(index);
  emit menuWished(viewport()->mapToGlobal(visualRect(index).center()));
}

void RunList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return activate(currentIndex());
  if (event->key() == Qt::Key_Menu || (event->key() == Qt::Key_F10 && event->modifiers() == Qt::ShiftModifier)) {
    return wishMenu();
  }
  by_keys_ = !event->modifiers().testFlag(Qt::ControlModifier);
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
  for (const auto& [column, name, at_first] : kByImportance) {
    const bool wished = wished_.contains(column);
    const int width = wished ? widthOf(column) : 0;
    fits = fits && width <= left;  // no gaps in the order of importance
    const bool shown = wished && fits;
    if (isColumnHidden(column) == shown) setColumnHidden(column, !shown);
    if (!shown) continue;
    if (columnWidth(column) != width) setColumnWidth(column, width);
    left -= width;
  }
  if (const bool uniform = isColumnHidden(RunListModel::kPicture); uniform != uniformRowHeights()) {
    setUniformRowHeights(uniform);  // folders have none
    scheduleDelayedItemsLayout();
  }
}

int RunList::widthOf(int column) const {
  int content = sizeHintForColumn(column);
  if (column == RunListModel::kTags) content = std::min(content, kMostTagLetters * fontMetrics().averageCharWidth());
  return std::max({content, header()->sectionSizeHint(column), titleWidth(column)}) + fontMetrics().height() / 3;
}

QSize RunList::pictureSize() const { return QSize(1, 1) * (kPictureLines * fontMetrics().height()); }

QStringList RunList::allColumns() {
  QVector<ColumnFacts> facts(kByImportance.begin(), kByImportance.end());
  std::ranges::sort(facts, {}, &ColumnFacts::column);  // as they stand
  QStringList names;
  for (const ColumnFacts& column : facts) names << QLatin1String(column.name);
  return names;
}

QString RunList::columnTitle(const QString& column) const {
  for (const ColumnFacts& facts : kByImportance) {
    if (column == QLatin1String(facts.name)) return model()->headerData(facts.column, Qt::Horizontal).toString();
  }
  return {};
}

QStringList RunList::columns() const {
  QStringList names;
  for (const ColumnFacts& facts : kByImportance) {
    if (wished_.contains(facts.column)) names << QLatin1String(facts.name);
  }
  return names;
}

void RunList::setColumns(const QStringList& columns) {
  wished_.clear();
  for (const ColumnFacts& facts : kByImportance) {
    if (columns.contains(QLatin1String(facts.name))) wished_.insert(facts.column);
  }
  fitColumns();
}

void RunList::paintEvent(QPaintEvent* event) {
  QTreeView::paintEvent(event);
  if (runs_.rowCount() > 0) return;
  QPainter painter(viewport());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  const int margin = fontMetrics().height();
  const QString filtered = tr("No run is shown: each is archived, or nothing of it fits the words.");
  const QString none =
      empty_text_.isEmpty() ? tr("No runs yet: start one, or add a folder that holds runs.") : empty_text_;
  const QString text = runs_.runs().isEmpty() ? none : filtered;
  painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                   text);
}

}  // namespace gan
