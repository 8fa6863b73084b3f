#include "sample_gallery/sheet_layout.h"

#include <QPainter>
#include <algorithm>
#include <iterator>
#include <vector>

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

/// Each row of the sheet has images of one class, and not all the same one.
bool hasRowsOfClasses(const SheetGrid& grid) {
  const std::vector<std::int64_t>& labels = grid.info.labels;
  const auto count = static_cast<std::size_t>(grid.count());
  const auto columns = static_cast<std::size_t>(grid.columns());
  if (grid.columns() < 1 || grid.count() <= grid.columns() || labels.size() < count) return false;
  bool differ = false;
  for (std::size_t image = 0; image < count; ++image) {
    if (labels[image] != labels[image - image % columns]) return false;
    differ = differ || labels[image] != labels.front();
  }
  return differ;
}

/// At one to one, where a pane has room for so many images across and down.
SheetLayout fewerOfEachRow(const SheetGrid& grid, int across, int down) {
  const int rows = rowsOf(grid.count(), grid.columns());
  // So many rows of the sheet stand in one of the pane that all of them have room.
  const int together = std::min(across, (rows - 1) / down + 1);
  const int of_row = std::min(grid.columns(), across / together);
  const int shown = std::min(rows, together * down);
  const int in_last = shown < rows ? of_row : std::min(of_row, grid.count() - (rows - 1) * grid.columns());
  return {together * of_row, (shown - 1) * of_row + in_last, of_row};
}

}  // namespace

std::optional<SheetLayout> layoutFor(const SheetGrid& grid, QSize sheet, QSizeF pane) {
  const QSize image = imageRect(grid, sheet, 0).size();
  if (image.isEmpty() || pane.isEmpty()) return std::nullopt;
  SheetLayout best{grid.columns(), grid.count()};
  double best_scale = scaleOf(pane, sheet);  // the sheet's own layout stays where no other is better
  const bool keeps_rows = hasRowsOfClasses(grid);
  const int step = keeps_rows ? grid.columns() : 1;
  for (int columns = step; columns <= std::min(grid.count(), kMostColumns); columns += step) {
    const double scale = scaleOf(pane, sheetSize(image, grid.padding(), columns, rowsOf(grid.count(), columns)));
    if (scale > best_scale * 1.001) best = {columns, grid.count()};
    best_scale = std::max(best_scale, scale);
  }
  if (best_scale >= 1) return best;
  const auto fitting = [&](double room, int length) {
    return std::max(1, static_cast<int>((room - grid.padding()) / (length + grid.padding())));
  };
  const int across = fitting(pane.width(), image.width());
  const int down = fitting(pane.height(), image.height());
  if (keeps_rows) return fewerOfEachRow(grid, across, down);
  const int columns = std::min(across, grid.count());
  const qint64 places = qint64{columns} * down;
  return SheetLayout{columns, static_cast<int>(std::min<qint64>(grid.count(), places))};
}

int imageAtPlace(const SheetGrid& sheet, const SheetLayout& layout, int place) {
  return layout.of_row == 0 ? place : place / layout.of_row * sheet.columns() + place % layout.of_row;
}

std::optional<int> placeOfImage(const SheetGrid& sheet, const SheetLayout& layout, int image) {
  int place = image;
  if (layout.of_row > 0) {
    if (image % sheet.columns() >= layout.of_row) return std::nullopt;
    place = image / sheet.columns() * layout.of_row + image % sheet.columns();
  }
  return place < layout.count ? std::optional(place) : std::nullopt;
}

SheetGrid laidOut(const SheetGrid& grid, const SheetLayout& layout) {
  SheetGrid result = grid;
  result.info.columns = layout.columns;
  result.info.count = layout.count;
  result.info.labels.clear();
  const std::vector<std::int64_t>& labels = grid.info.labels;
  for (int place = 0; place < layout.count; ++place) {
    const int image = imageAtPlace(grid, layout, place);
    if (image < std::ssize(labels)) result.info.labels.push_back(labels[static_cast<std::size_t>(image)]);
  }
  return result;
}

LaidOutSheet laidOut(const QImage& sheet, const SheetGrid& grid, const SheetLayout& layout) {
  if (layout == SheetLayout{grid.columns(), grid.count()}) return {sheet, grid};
  LaidOutSheet result{{}, laidOut(grid, layout)};
  const QSize image = imageRect(grid, sheet.size(), 0).size();
  result.image = QImage(sheetSize(image, grid.padding(), layout.columns, rowsOf(layout.count, layout.columns)),
                        QImage::Format_ARGB32_Premultiplied);
  result.image.fill(Qt::transparent);
  QPainter painter(&result.image);
  painter.setCompositionMode(QPainter::CompositionMode_Source);
  for (int i = 0; i < layout.count; ++i) {
    painter.drawImage(imageRect(result.grid, result.image.size(), i), sheet,
                      imageRect(grid, sheet.size(), imageAtPlace(grid, layout, i)));
  }
  return result;
}

}  // namespace gan
