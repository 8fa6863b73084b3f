#include "loss_chart/legend_view.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include "loss_chart/band.h"
#include "loss_chart/curve_item.h"
#include "loss_chart/series_model.h"
#include "style/icons.h"
#include "style/scale.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kValueDigits = 10;
constexpr int kMostOpen = 8;  ///< Series of a group that is open at first.

/// Before the title, a piece of the curve, or of the band.
class SampleDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() != SeriesModel::kTitle) return;
    const bool is_group = index.data(SeriesModel::kSeriesCountRole).toInt() > 0;
    const bool is_band = index.data(SeriesModel::kBandRole).toBool();
    if (is_group && !is_band) return;
    // As an icon: every style keeps it clear of check box, text and selection.
    const QSize size(option->fontMetrics.averageCharWidth() * 4, option->fontMetrics.height());
    const double scale = option->widget == nullptr ? 1 : option->widget->devicePixelRatioF();
    QPixmap sample(size * scale);
    sample.setDevicePixelRatio(scale);
    sample.fill(Qt::transparent);
    QPainter painter(&sample);
    const auto colour = index.data(SeriesModel::kColourRole).value<QColor>();
    if (is_band) {
      QColor pale = colour;
      pale.setAlphaF(static_cast<float>(kBandOpacity));
      const double height = size.height();
      painter.fillRect(QRectF(0, height * 0.1, size.width(), height * 0.8), pale);
      painter.fillRect(QRectF(0, height * 0.28, size.width(), height * 0.44), pale);
    }
    QPen pen(colour, 2.5);
    pen.setCapStyle(Qt::FlatCap);
    const auto dash = static_cast<Qt::PenStyle>(index.data(SeriesModel::kDashRole).toInt());
    if (dash == Qt::DashLine) pen.setDashPattern({3, 1.6});
    if (dash == Qt::DotLine) pen.setDashPattern({1, 1});
    painter.setPen(pen);
    painter.drawLine(QPointF(0, size.height() / 2.0), QPointF(size.width(), size.height() / 2.0));
    painter.end();
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = size;
    option->icon = QIcon(sample);
    option->icon.addPixmap(sample, QIcon::Selected);  // else a selection would tint the colour that it is to show
  }
};

}  // namespace

LegendView::LegendView(SeriesModel& series, QWidget* parent) : QTreeView(parent), series_(series) {
  setObjectName(QStringLiteral("chart_legend"));
  setModel(&series);
  setItemDelegate(new SampleDelegate(this));
  setIndentation(fontMetrics().height());
  setExpandsOnDoubleClick(true);
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setTextElideMode(Qt::ElideRight);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabKeyNavigation(false);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(SeriesModel::kTitle, QHeaderView::Stretch);
  header()->setSectionResizeMode(SeriesModel::kAtCursor, QHeaderView::Fixed);
  connect(this, &QTreeView::expanded, this, [this](const QModelIndex& group) { keepOpen(group, true); });
  connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& group) { keepOpen(group, false); });
  connect(&series_, &QAbstractItemModel::modelReset, this, [this] {
    arrangeRows({});
    QModelIndex current = series_.indexOf(current_);
    if (!current.isValid()) current = series_.indexOfGroup(current_);
    if (current.isValid()) setCurrentIndex(current);
  });
  connect(&series_, &QAbstractItemModel::dataChanged, this, &LegendView::currentGroupChanged);
  arrangeRows({});
  setTexts();
  fitColumns();
}

void LegendView::search(const QString& words) {
  searching_ = !words.trimmed().isEmpty();
  series_.setSearch(words);
  arrangeRows({});
}

/// Hides what was not found, and opens what is to be open.
void LegendView::arrangeRows(const QModelIndex& parent) {
  const QScopedValueRollback arranging(arranging_, true);
  for (int row = 0; row < series_.rowCount(parent); ++row) {
    const QModelIndex at = series_.index(row, 0, parent);
    setRowHidden(row, parent, !at.data(SeriesModel::kFoundRole).toBool());
    const int count = at.data(SeriesModel::kSeriesCountRole).toInt();
    if (count == 0) continue;
    arrangeRows(at);
    setExpanded(at, searching_ || open_.value(at.data(SeriesModel::kNameRole).toString(), count <= kMostOpen));
  }
}

void LegendView::keepOpen(const QModelIndex& group, bool open) {
  if (!arranging_ && !searching_) open_.insert(group.data(SeriesModel::kNameRole).toString(), open);
}

QModelIndex LegendView::currentGroup() const {
  QModelIndex group = currentIndex().siblingAtColumn(SeriesModel::kTitle);
  if (group.data(SeriesModel::kSeriesCountRole).toInt() == 0) group = group.parent();
  return group.data(SeriesModel::kSeriesCountRole).toInt() < kLeastBandMembers ? QModelIndex() : group;
}

void LegendView::setBand(const QModelIndex& group, bool on) {
  series_.setBand(group, on);
  // A band of nothing would not be seen.
  const bool shows = group.data(Qt::CheckStateRole).toInt() != Qt::Unchecked;
  if (on && !shows) series_.setData(group, Qt::Checked, Qt::CheckStateRole);
}

void LegendView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  if (current.isValid()) current_ = current.data(SeriesModel::kNameRole).toString();
  emit currentGroupChanged();
}

void LegendView::keyPressEvent(QKeyEvent* event) {
  const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  const QModelIndex group = currentGroup();
  if (plain && event->key() == Qt::Key_B && group.isValid()) return setBand(group, !series_.isBand(group));
  QTreeView::keyPressEvent(event);
}

QSize LegendView::sizeHint() const { return {fontMetrics().averageCharWidth() * 49, fontMetrics().height() * 8}; }

void LegendView::setTexts() {
  setAccessibleName(tr("Series of the chart"));
  setToolTip(
      tr("Check a series or a group to show its curves. Space checks the current one, the arrow keys open and close "
         "groups, B draws one as a band; the menu key has more."));
}

void LegendView::fitColumns() {
  header()->resizeSection(SeriesModel::kAtCursor, fontMetrics().horizontalAdvance(QLatin1Char('0')) * kValueDigits);
}

void LegendView::changeEvent(QEvent* event) {
  QTreeView::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitColumns();
}

void LegendView::resizeEvent(QResizeEvent* event) {
  QTreeView::resizeEvent(event);
  fitColumns();
}

void LegendView::showOnly(const QStringList& names) { series_.setShown(names); }

void LegendView::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex at = event->reason() == QContextMenuEvent::Mouse ? indexAt(event->pos()) : currentIndex();
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  if (at.isValid()) {
    QString title = at.siblingAtColumn(SeriesModel::kTitle).data().toString();
    title.replace(QLatin1Char('&'), QLatin1String("&&"));  // else a menu takes it for a key
    menu->addAction(tr("Show only %1").arg(title), this, [this, names = series_.namesIn(at)] { showOnly(names); });
  }
  if (const QModelIndex group = currentGroup(); at.isValid() && group.isValid()) {
    QAction* band = menu->addAction(
        tr("Draw %1 as a band").arg(group.data().toString().replace(QLatin1Char('&'), QLatin1String("&&"))));
    band->setCheckable(true);
    band->setChecked(series_.isBand(group));
    connect(band, &QAction::triggered, this,
            [this, group = QPersistentModelIndex(group)](bool on) { setBand(group, on); });
    menu->addSeparator();
  }
  menu->addAction(tr("Show the losses"), this, [this] {
    QStringList losses;
    for (const QString& name : series_.names()) {
      if (isShownAtFirst(name)) losses.append(name);
    }
    showOnly(losses);
  });
  menu->addAction(tr("Show all"), this, [this] { showOnly(series_.names()); });
  menu->addAction(tr("Show none"), this, [this] { showOnly({}); });
  menu->popup(event->globalPos());
}

LegendPanel::LegendPanel(SeriesModel& series, QWidget* parent)
    : QWidget(parent), series_(series), search_(new QLineEdit), band_(new QToolButton), view_(new LegendView(series)) {
  search_->setObjectName(QStringLiteral("chart_series_search"));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  search_->installEventFilter(this);
  band_->setObjectName(QStringLiteral("chart_series_band"));
  band_->setIcon(icon(QStringLiteral("band")));
  band_->setCheckable(true);
  band_->setAutoRaise(true);
  band_->setFocusPolicy(Qt::TabFocus);
  auto* line = new QHBoxLayout;
  line->setSpacing(space(*this, Space::kHair));
  line->addWidget(search_, 1);
  line->addWidget(band_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(space(*this, Space::kHair));
  layout->addLayout(line);
  layout->addWidget(view_, 1);
  connect(search_, &QLineEdit::textChanged, view_, &LegendView::search);
  connect(band_, &QToolButton::clicked, this, [this](bool on) { view_->setBand(view_->currentGroup(), on); });
  connect(view_, &LegendView::currentGroupChanged, this, &LegendPanel::refreshBand);
  setTexts();
  refreshBand();
}

void LegendPanel::lookAt(const QString& name) {
  QModelIndex at = series_.indexOf(name);
  if (!at.isValid()) at = series_.indexOfGroup(name);
  if (!at.isValid()) return;
  view_->setCurrentIndex(at);
  view_->scrollTo(at);
}

void LegendPanel::setTexts() {
  search_->setPlaceholderText(tr("Search series"));
  search_->setAccessibleName(tr("Search series"));
  search_->setToolTip(
      tr("Shows the series whose names have all these words; a group's check box then checks those. The "
         "Down key goes on into the list."));
  band_->setAccessibleName(tr("Draw the group as a band"));
  band_->setToolTip(
      tr("Draw the current group as a band (B): the median of its series, where the middle half and 90 % of them lie, "
         "and by name the few that stick out"));
}

void LegendPanel::refreshBand() {
  const QModelIndex group = view_->currentGroup();
  band_->setEnabled(group.isValid());
  band_->setChecked(group.isValid() && series_.isBand(group));
}

bool LegendPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter) {
      view_->setFocus(Qt::OtherFocusReason);
      return true;
    }
    if (key == Qt::Key_Escape && !search_->text().isEmpty()) {
      search_->clear();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace gan
