#pragma once

#include <QMap>
#include <QPointF>
#include <QRect>
#include <QString>
#include <QVector>
#include <optional>

namespace gan {

/// What is known of the images of a sheet: where they lie, and which class each is.
struct SheetGrid {
  int count = 0;  ///< 0: nothing is known.
  int columns = 0;
  int padding = 0;                    ///< Pixels between and around the images.
  QVector<qint64> labels;             ///< The class of each image; empty without classes.
  QMap<qint64, QString> class_names;  ///< Of those that have a name.
  QString problem;                    ///< Why nothing is known, for people; empty: nothing went wrong.
  friend bool operator==(const SheetGrid&, const SheetGrid&) = default;
};

/// Where an image lies in a sheet of this size; an empty one where there is no such image, or where so many images do
/// not fill such a sheet.
QRect imageRect(const SheetGrid& grid, QSize sheet, int image);
/// The image at a point of the sheet, counted from 0; nothing between images.
std::optional<int> imageAt(const SheetGrid& grid, QSize sheet, QPointF point);
/// "Image 5: class 3, dress"; images count from 1 for people, classes as the data do.
QString imageText(const SheetGrid& grid, int image);

}  // namespace gan
