#pragma once

#include <QAbstractItemView>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QRegion>
#include <QTabBar>
#include <QWidget>
#include <optional>

#include "loss_chart/plot_view.h"
#include "sample_gallery/sheet_view.h"

namespace gan::test {

inline QRect inWindow(const QWidget& widget, const QRect& part) {
  const QWidget* window = widget.window();
  QRect seen = QRect(widget.mapTo(window, part.topLeft()), part.size());
  // A scroll area shows a part of what is in it.
  for (const QWidget* around = &widget; around != window; around = around->parentWidget()) {
    seen &= QRect(around->mapTo(window, QPoint()), around->size());
  }
  return seen & window->rect();
}

/// The samples themselves, without what is left over around them.
inline QRegion picturesIn(const SheetView& view) {
  const QRectF picture = view.pictureRect();
  const SheetGrid& grid = view.shownGrid();
  if (picture.isEmpty() || grid.count() == 0) return {};
  const int rows = (grid.count() - 1) / grid.columns() + 1;
  QRegion region;
  for (int i = 0; i < grid.count(); ++i) {
    const double width = picture.width() / grid.columns();
    const double height = picture.height() / rows;
    const QRectF place(picture.x() + i % grid.columns() * width, picture.y() + i / grid.columns() * height, width,
                       height);
    region += inWindow(*view.viewport(), place.toAlignedRect());
  }
  return region;
}

/// What a widget draws that tells or does something; nothing of what only holds others. Rows of lists and of settings,
/// the bars of menus and of the run's state count whole.
inline QRegion contentOf(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    if (label->text().isEmpty()) return {};
    const QRect text = label->fontMetrics().boundingRect(
        label->rect(), static_cast<int>(label->alignment()) | Qt::TextWordWrap, label->text());
    return inWindow(widget, text & label->rect());
  }
  if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) return inWindow(widget, header->rect());
  if (const auto* items = qobject_cast<const QAbstractItemView*>(&widget)) {
    QRegion rows;
    for (QModelIndex at = items->indexAt({1, 1}); at.isValid();) {
      const QRect row = items->visualRect(at);
      rows += inWindow(*items->viewport(), QRect(0, row.y(), items->viewport()->width(), row.height()));
      const QModelIndex next = items->indexAt({1, row.bottom() + 2});
      if (!next.isValid() || items->visualRect(next).y() <= row.y()) break;
      at = next;
    }
    return rows;
  }
  if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
    QRegion all;
    for (int i = 0; i < tabs->count(); ++i) all += inWindow(widget, tabs->tabRect(i));
    return all;
  }
  if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) {
    const int title = dock->titleBarWidget() != nullptr ? 0 : dock->widget()->y();
    return inWindow(widget, QRect(0, 0, dock->fontMetrics().horizontalAdvance(dock->windowTitle()) + 2 * title, title));
  }
  const bool tells = widget.inherits("QAbstractButton") || widget.inherits("QAbstractSlider") ||
                     widget.inherits("QAbstractSpinBox") || widget.inherits("QLineEdit") ||
                     widget.inherits("QComboBox") || widget.inherits("QSplitterHandle") ||
                     widget.inherits("QMenuBar") || widget.inherits("QStatusBar") ||
                     widget.inherits("gan::LegendChips") || widget.inherits("gan::SettingRow");
  return tells ? QRegion(inWindow(widget, widget.rect())) : QRegion();
}

/// How much of a window shows what one came for, measured from where its widgets lie.
struct WindowShares {
  double seen = 0;   ///< Of the window: plot and pictures.
  double empty = 0;  ///< Where there is nothing at all.
  QRegion nothing;
};

inline WindowShares measureShares(const QWidget& window) {
  QRegion seen;
  QRegion any;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const auto* plot = qobject_cast<const PlotView*>(widget)) seen += inWindow(*plot, plot->rect());
    if (const auto* view = qobject_cast<const SheetView*>(widget)) seen += picturesIn(*view);
    any += contentOf(*widget);
  }
  any += seen;
  const auto area = [](const QRegion& region) {
    double sum = 0;
    for (const QRect& part : region) sum += static_cast<double>(part.width()) * part.height();
    return sum;
  };
  const double all = area(QRegion(window.rect()));
  return {area(seen) / all, 1 - area(any) / all, QRegion(window.rect()) - any};
}

/// Of plot and pictures, in windows of the sizes that people have; nothing is promised of others.
inline std::optional<double> leastSeen(QSize window) {
  if (window == QSize(1366, 768)) return 0.55;
  if (window == QSize(1600, 1000)) return 0.65;
  if (window == QSize(2560, 1440)) return 0.75;
  return std::nullopt;
}

}  // namespace gan::test
