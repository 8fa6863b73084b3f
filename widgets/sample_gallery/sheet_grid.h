#pragma once

#include <QPointF>
#include <QRect>
#include <QString>
#include <optional>

#include "run/sample_info.h"

namespace gan {

/// What is known of the images of a sheet: where they lie, and which class each is.
struct SheetGrid {
  SampleInfo info = {};  ///< Of no images: nothing is known.
  QString problem = {};  ///< Why nothing is known, for people; empty: nothing went wrong.

  int count() const { return static_cast<int>(info.count); }
  int columns() const { return static_cast<int>(info.columns); }
  int padding() const { return static_cast<int>(info.padding); }
  friend bool operator==(const SheetGrid&, const SheetGrid&) = default;
};

/// Where an image lies in a sheet of this size; an empty one where there is no such image, or where so many images do
/// not fill such a sheet.
QRect imageRect(const SheetGrid& grid, QSize sheet, int image);
/// The image at a point of the sheet, counted from 0; nothing between images.
std::optional<int> imageAt(const SheetGrid& grid, QSize sheet, QPointF point);
/// "Image 5: class 3, dress"; images count from 1 for people, classes as the data do.
QString imageText(const SheetGrid& grid, int image);
/// The line of text of the point that an image shows, as toText() writes it. Empty where none does: the image is one of
/// the data, its batch has had a part in it, or nothing is known of it.
QString imageLine(const SheetGrid& grid, int image);

}  // namespace gan
