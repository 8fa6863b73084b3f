#include "sample_gallery/sheet_layout.h"

#include <QPainter>
#include <algorithm>

namespace gan {
namespace {

constexpr int kMostColumns = 4096;

int rowsOf(int count, int columns) { return (count - 1) / columns + 1; }

/// Of a sheet of so many columns and rows, with padding between and around its images.
QSize sheetSize(QSize image, int padding, int columns, int rows) {
  return {columns * (image.width() + padding) + padding, rows * (image.height() + padding) + padding};
}

/// Device pixels to a pixel of the fitted sheet.
double scaleOf(QSizeF pane, QSize sheet) {
  return std::min(pane.width() / sheet.width(), pane.height() / sheet.height());
}

}  // namespace

std::optional<SheetLayout> layoutFor(const SheetGrid& grid, QSize sheet, QSizeF pane) {
  const QSize image = imageRect(grid, sheet, 0).size();
  if (image.isEmpty() || pane.isEmpty()) return std::nullopt;
  SheetLayout best{grid.columns, grid.count};
  double best_scale = scaleOf(pane, sheet);  // the sheet's own layout stays where no other is better
  for (int columns = 1; columns <= std::min(grid.count, kMostColumns); ++columns) {
    const double scale = scaleOf(pane, sheetSize(image, grid.padding, columns, rowsOf(grid.count, columns)));
    if (scale > best_scale * 1.001) best = {columns, grid.count};
    best_scale = std::max(best_scale, scale);
  }
  if (best_scale >= 1) return best;
  const auto fitting = [&](double room, int length) {
    return std::max(1, static_cast<int>((room - grid.padding) / (length + grid.padding)));
  };
  const int columns = std::min(fitting(pane.width(), image.width()), grid.count);
  const qint64 places = qint64{columns} * fitting(pane.height(), image.height());
  return SheetLayout{columns, static_cast<int>(std::min<qint64>(grid.count, places))};
}

LaidOutSheet laidOut(const QImage& sheet, const SheetGrid& grid, const SheetLayout& layout) {
  if (layout == SheetLayout{grid.columns, grid.count}) return {sheet, grid};
  LaidOutSheet result{{}, grid};
  result.grid.columns = layout.columns;
  result.grid.count = layout.count;
  result.grid.labels = grid.labels.mid(0, layout.count);
  const QSize image = imageRect(grid, sheet.size(), 0).size();
  result.image = QImage(sheetSize(image, grid.padding, layout.columns, rowsOf(layout.count, layout.columns)),
                        QImage::Format_ARGB32_Premultiplied);
  result.image.fill(Qt::transparent);
  QPainter painter(&result.image);
  painter.setCompositionMode(QPainter::CompositionMode_Source);
  for (int i = 0; i < layout.count; ++i) {
    painter.drawImage(imageRect(result.grid, result.image.size(), i), sheet, imageRect(grid, sheet.size(), i));
  }
  return result;
}

}  // namespace gan
