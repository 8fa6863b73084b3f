#pragma once

#include <QFont>
#include <QPalette>
#include <QSize>
#include <QStringList>
#include <functional>

class QPainter;

namespace gan {

/// A picture of a chart for a file: a legend, and below it what draws the plot.
struct ChartPicture {
  QSize plot;  ///< Device-independent pixels.
  QStringList names;
  QPalette palette;
  QFont font;
  std::function<void(QPainter* painter, const QRectF& target)> draw;
};

/// Twice as many pixels as on a screen of 100 %. False, with a sentence in *error, when the file cannot be written.
bool writePng(const ChartPicture& picture, const QString& file, QString* error);
bool writeSvg(const ChartPicture& picture, const QString& file, QString* error);
/// The whole file or nothing of it.
bool writeWhole(const QByteArray& bytes, const QString& file, QString* error);

}  // namespace gan
