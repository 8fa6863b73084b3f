#include "loss_chart/legend_view.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyledItemDelegate>

#include "loss_chart/series_model.h"
#include "style/series_style.h"

namespace gan {
namespace {

constexpr int kValueDigits = 10;

/// Before the title, a piece of the curve.
class SampleDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != SeriesModel::kTitle || option.widget == nullptr) return;
    // Fusion's own outline cannot be seen on dark palettes.
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QRect box =
        option.widget->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &item, option.widget);
    painter->save();
    painter->setPen(option.palette.color(QPalette::PlaceholderText));
    painter->drawRect(box.adjusted(0, 0, -1, -1));
    painter->restore();
  }

  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.column() != SeriesModel::kTitle) return;
    // As an icon: every style keeps it clear of check box, text and selection.
    const QSize size(option->fontMetrics.averageCharWidth() * 4, option->fontMetrics.height());
    const double scale = option->widget == nullptr ? 1 : option->widget->devicePixelRatioF();
    QPixmap sample(size * scale);
    sample.setDevicePixelRatio(scale);
    sample.fill(Qt::transparent);
    QPainter painter(&sample);
    QPen pen(index.data(SeriesModel::kColourRole).value<QColor>(), 2.5);
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
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setTextElideMode(Qt::ElideRight);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTabKeyNavigation(false);
  header()->setStretchLastSection(false);
  header()->setSectionResizeMode(SeriesModel::kTitle, QHeaderView::Stretch);
  header()->setSectionResizeMode(SeriesModel::kAtCursor, QHeaderView::Fixed);
  setTexts();
  fitColumns();
}

QSize LegendView::sizeHint() const { return {fontMetrics().averageCharWidth() * 47, fontMetrics().height() * 8}; }

void LegendView::setTexts() {
  setAccessibleName(tr("Series of the chart"));
  setToolTip(tr("Check a series to show its curve. Space checks the current one; the menu key has more."));
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
    const QString name = series_.names()[at.row()];
    QString title = seriesTitle(name);
    title.replace(QLatin1Char('&'), QLatin1String("&&"));  // else a menu takes it for a key
    menu->addAction(tr("Show only %1").arg(title), this, [this, name] { showOnly({name}); });
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

}  // namespace gan
