#pragma once

#include <QImage>
#include <QSizeF>
#include <optional>

#include "sample_gallery/sheet_grid.h"

namespace gan {

/// The images of a sheet in as many columns as suit a pane.
struct SheetLayout {
  int columns = 0;
  int count = 0;   ///< So many of them.
  int of_row = 0;  ///< Of each row of the sheet the first so many; 0: one after the other, from the first on.
  friend bool operator==(const SheetLayout&, const SheetLayout&) = default;
};

/// All images as large as they can be in a pane of so many device pixels; where that is less than one to a pixel, the
/// first so many as have room at one to one, one at least. A sheet with a class in each row keeps its rows, which may
/// stand beside each other: where there is too little room it has fewer of each, and fewer classes only where one of
/// each has none. Nothing where the grid does not say where the images lie.
std::optional<SheetLayout> layoutFor(const SheetGrid& grid, QSize sheet, QSizeF pane);

/// Which image of the sheet stands at a place of the layout.
int imageAtPlace(const SheetGrid& sheet, const SheetLayout& layout, int place);
/// Nothing where the image is left out.
std::optional<int> placeOfImage(const SheetGrid& sheet, const SheetLayout& layout, int image);

/// The sheet laid out so, with the same padding, transparent where there is no image, and what is then known of it.
struct LaidOutSheet {
  QImage image;
  SheetGrid grid;
};
SheetGrid laidOut(const SheetGrid& grid, const SheetLayout& layout);
LaidOutSheet laidOut(const QImage& sheet, const SheetGrid& grid, const SheetLayout& layout);

}  // namespace gan
