#pragma once

#include <QImage>
#include <QSizeF>
#include <optional>

#include "sample_gallery/sheet_grid.h"

namespace gan {

/// The images of a sheet in as many columns as suit a pane.
struct SheetLayout {
  int columns = 0;
  int count = 0;  ///< The first so many.
  friend bool operator==(const SheetLayout&, const SheetLayout&) = default;
};

/// All images as large as they can be in a pane of so many device pixels; where that is less than one to a pixel, the
/// first so many as have room at one to one, one at least. A sheet with a class in each row keeps its rows, which may
/// stand beside each other, and all of its images. Nothing where the grid does not say where the images lie.
std::optional<SheetLayout> layoutFor(const SheetGrid& grid, QSize sheet, QSizeF pane);

/// The sheet laid out so, with the same padding, transparent where there is no image, and what is then known of it.
struct LaidOutSheet {
  QImage image;
  SheetGrid grid;
};
SheetGrid laidOut(const SheetGrid& grid, const SheetLayout& layout);
LaidOutSheet laidOut(const QImage& sheet, const SheetGrid& grid, const SheetLayout& layout);

}  // namespace gan
